// Where translation options come from: source words to ids, source phrases to their translations.
//
// Implementations are immutable and shareable between threads; views they return live as long as they do.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "phrase/phrase_table.h"
#include "text/types.h"

namespace calque::decode {

class PhraseSource {
 public:
  virtual ~PhraseSource() = default;

  virtual std::optional<text::WordId> source_word(std::string_view word) const = 0;
  virtual std::string_view target_word(text::WordId word) const = 0;
  virtual std::size_t target_vocabulary_size() const = 0;
  // No longer source phrase has translations.
  virtual std::size_t max_source_length() const = 0;
  // Appends the translations of the phrase (none if it is not known), always in the same order.
  virtual void append_translations(std::span<const text::WordId> source,
                                   std::vector<phrase::Translation>& out) const = 0;
};

}  // namespace calque::decode
