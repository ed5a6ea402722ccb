// The words of a model file and their ids, read in place.
//
// The arrays are those of text::Vocabulary. Opening looks at their sizes alone, so it takes no longer for a
// million words than for ten; what the arrays hold is checked where it is read. Whatever they hold, every
// call stays inside them and ends: damage makes words empty or unknown, and verify() finds it. A view: the
// arrays outlive it. Safe to share between threads.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "text/types.h"

namespace calque::lm {

class SectionSource;

class StoredWords {
 public:
  StoredWords() = default;
  // Throws FormatError if a section is missing or their sizes do not fit together.
  explicit StoredWords(const SectionSource& source);

  std::size_t size() const noexcept { return offsets_.empty() ? 0 : offsets_.size() - 1; }
  std::optional<text::WordId> find(std::string_view word) const noexcept;
  // Empty if there is no such id.
  std::string_view word(text::WordId id) const noexcept;

  // Reads everything; throws FormatError unless each word is found under its id.
  void verify(const SectionSource& source) const;

 private:
  std::string_view characters_;
  std::span<const std::uint64_t> offsets_;
  std::span<const std::uint32_t> table_;  // id + 1; 0 is free
};

}  // namespace calque::lm
