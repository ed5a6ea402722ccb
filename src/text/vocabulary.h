// Words and their 32-bit ids, in both directions.
//
// Vocabulary grows and owns its words. VocabularyView reads the same layout from a mapped model file without
// copying. Reading is safe from many threads as long as nobody adds. Views returned stay valid for the
// vocabulary's lifetime (for Vocabulary: until the next add).
//
// Opening a view looks at the arrays' sizes alone, so it takes no longer for a million words than for ten;
// what they hold is checked where it is read. Whatever a damaged file holds, every call stays inside the
// arrays and ends: words become empty or unknown, and verify() finds it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/types.h"

namespace calque::text {

class Vocabulary {
 public:
  // The id of the word, new or old. Ids are 0, 1, 2, ... in order of first addition.
  WordId add(std::string_view word);
  std::optional<WordId> find(std::string_view word) const;
  // Requires: the id came from this vocabulary.
  std::string_view word(WordId id) const;
  std::size_t size() const { return offsets_.size() - 1; }

  // The flat arrays that VocabularyView reads, for storing: words joined without separators, size()+1 offsets
  // into them, and the open-addressing table of (id + 1), 0 meaning free.
  std::string_view characters() const { return characters_; }
  std::span<const std::uint64_t> offsets() const { return offsets_; }
  std::span<const std::uint32_t> table() const { return table_; }

 private:
  void grow();

  std::string characters_;
  std::vector<std::uint64_t> offsets_{0};
  std::vector<std::uint32_t> table_;
};

class VocabularyView {
 public:
  VocabularyView() = default;
  // Throws FormatError (naming `file`) unless the arrays' sizes fit together.
  VocabularyView(std::string_view characters, std::span<const std::uint64_t> offsets,
                 std::span<const std::uint32_t> table, const std::string& file);
  // NOLINTNEXTLINE(google-explicit-constructor): a vocabulary can be read wherever a view is asked for.
  VocabularyView(const Vocabulary& vocabulary);

  std::optional<WordId> find(std::string_view word) const noexcept;
  // Empty if there is no such id.
  std::string_view word(WordId id) const noexcept;
  std::size_t size() const noexcept { return offsets_.empty() ? 0 : offsets_.size() - 1; }

  // Reads everything; throws FormatError (naming `file`) unless each word is found under its id.
  void verify(const std::string& file) const;

 private:
  std::string_view characters_;
  std::span<const std::uint64_t> offsets_;
  std::span<const std::uint32_t> table_;
};

}  // namespace calque::text
