#include "lm/stored_words.h"

#include "lm/binary_format.h"

namespace calque::lm {
namespace {

// The hash of text::Vocabulary, whose table is stored (docs/formats/lm-binary.md).
std::uint64_t hash_word(std::string_view word) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  hash ^= hash >> 32U;
  hash *= 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 29U);
}

}  // namespace

StoredWords::StoredWords(const SectionSource& source)
    : offsets_(source.section<std::uint64_t>("vocabulary.offsets")),
      table_(source.section<std::uint32_t>("vocabulary.table")) {
  const auto characters = source.section<char>("vocabulary.characters");
  characters_ = {characters.data(), characters.size()};
  if (offsets_.empty() || offsets_.front() != 0 || offsets_.back() != characters_.size())
    source.damaged("the vocabulary's words have the wrong size");
  // A power of two, with a free place that ends every search.
  if ((table_.size() & (table_.size() - 1)) != 0 || table_.size() <= size())
    source.damaged("the vocabulary's table has the wrong size");
}

std::optional<text::WordId> StoredWords::find(std::string_view word) const noexcept {
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hash_word(word) & mask;
  for (std::size_t step = 0; step < table_.size(); ++step, slot = (slot + 1) & mask) {
    if (table_[slot] == 0) return std::nullopt;
    const text::WordId id{table_[slot] - 1};
    if (text::index_of(id) < size() && this->word(id) == word) return id;
  }
  return std::nullopt;  // damaged: no place is free
}

std::string_view StoredWords::word(text::WordId id) const noexcept {
  const std::size_t i = text::index_of(id);
  if (i >= size()) return {};
  const std::uint64_t begin = offsets_[i];
  const std::uint64_t end = offsets_[i + 1];
  if (begin > end || end > characters_.size()) return {};
  return {characters_.data() + begin, end - begin};
}

void StoredWords::verify(const SectionSource& source) const {
  for (std::size_t i = 0; i < size(); ++i) {
    if (offsets_[i] > offsets_[i + 1]) source.damaged("the vocabulary's words are not in order");
  }
  std::size_t taken = 0;
  for (const std::uint32_t entry : table_) taken += entry != 0 ? 1 : 0;
  if (taken != size()) source.damaged("the vocabulary's table does not hold every word once");
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (find(word(text::WordId{i})) != text::WordId{i})
      source.damaged("a word of the vocabulary is not found in its table");
  }
}

}  // namespace calque::lm
