// A phrase table as the decoder's source of translations.
#pragma once

#include <memory>

#include "decode/phrase_source.h"

namespace calque::decode {

class TablePhrases final : public PhraseSource {
 public:
  explicit TablePhrases(std::shared_ptr<const phrase::PhraseTable> table);

  std::optional<text::WordId> source_word(std::string_view word) const override;
  std::string_view target_word(text::WordId word) const override;
  std::size_t target_vocabulary_size() const override;
  std::size_t max_source_length() const override;
  void append_translations(std::span<const text::WordId> source,
                           std::vector<phrase::Translation>& out) const override;

 private:
  std::shared_ptr<const phrase::PhraseTable> table_;
};

}  // namespace calque::decode
