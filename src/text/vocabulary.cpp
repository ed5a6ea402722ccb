#include "text/vocabulary.h"

#include <limits>
#include <utility>

#include "base/error.h"
#include "base/hash.h"

namespace calque::text {
namespace {

// Words are short. Part of the file format.
std::uint64_t hash_word(std::string_view word) noexcept {
  const std::uint64_t hash = fnv1a(word);
  return combine_hash<29>(hash, hash >> 32U);
}

// Word number i, empty if there is none or its place cannot be.
std::string_view word_at(std::string_view characters, std::span<const std::uint64_t> offsets,
                         std::size_t i) noexcept {
  if (i + 1 >= offsets.size()) return {};
  const std::uint64_t begin = offsets[i];
  const std::uint64_t end = offsets[i + 1];
  if (begin > end || end > characters.size()) return {};
  return {characters.data() + begin, end - begin};
}

// Linear probing in a table whose size is a power of two. Returns the slot of the word or of the first free
// place. A damaged table without free place ends the search after one round (slot == table size).
std::size_t find_slot(std::string_view word, std::string_view characters,
                      std::span<const std::uint64_t> offsets, std::span<const std::uint32_t> table) noexcept {
  const std::size_t mask = table.size() - 1;
  std::size_t slot = hash_word(word) & mask;
  for (std::size_t step = 0; step < table.size(); ++step, slot = (slot + 1) & mask) {
    if (table[slot] == 0) return slot;
    const std::size_t id = table[slot] - 1;
    if (id + 1 < offsets.size() && word_at(characters, offsets, id) == word) return slot;
  }
  return table.size();
}

}  // namespace

WordId Vocabulary::add(std::string_view word) {
  if (size() * 2 >= table_.size()) grow();
  const std::size_t slot = find_slot(word, characters_, offsets_, table_);
  if (table_[slot] != 0) return WordId{table_[slot] - 1};
  CALQUE_CHECK(size() < std::numeric_limits<std::uint32_t>::max() - 1);
  const auto id = static_cast<std::uint32_t>(size());
  characters_ += word;
  offsets_.push_back(characters_.size());
  table_[slot] = id + 1;
  return WordId{id};
}

std::optional<WordId> Vocabulary::find(std::string_view word) const {
  return VocabularyView(*this).find(word);
}

std::string_view Vocabulary::word(WordId id) const {
  const std::size_t i = index_of(id);
  return std::string_view(characters_).substr(offsets_[i], offsets_[i + 1] - offsets_[i]);
}

void Vocabulary::grow() {
  std::vector<std::uint32_t> larger(table_.empty() ? 64 : table_.size() * 2, 0);
  for (std::size_t id = 0; id < size(); ++id) {
    const std::size_t slot =
        find_slot(word(WordId{static_cast<std::uint32_t>(id)}), characters_, offsets_, larger);
    larger[slot] = static_cast<std::uint32_t>(id) + 1;
  }
  table_ = std::move(larger);
}

namespace {

[[noreturn]] void refuse(const std::string& file, const char* what) {
  throw FormatError({file}, std::string("the vocabulary is damaged: ") + what,
                    "copy or train the model again");
}

}  // namespace

VocabularyView::VocabularyView(const Vocabulary& vocabulary)
    : characters_(vocabulary.characters()), offsets_(vocabulary.offsets()), table_(vocabulary.table()) {}

VocabularyView::VocabularyView(std::string_view characters, std::span<const std::uint64_t> offsets,
                               std::span<const std::uint32_t> table, const std::string& file)
    : characters_(characters), offsets_(offsets), table_(table) {
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != characters.size())
    refuse(file, "its words have the wrong size");
  // A power of two, with a free place that ends every search.
  if ((table.size() & (table.size() - 1)) != 0 || (size() > 0 && table.size() <= size()))
    refuse(file, "its table has the wrong size");
}

std::optional<WordId> VocabularyView::find(std::string_view word) const noexcept {
  if (table_.empty()) return std::nullopt;
  const std::size_t slot = find_slot(word, characters_, offsets_, table_);
  if (slot == table_.size() || table_[slot] == 0) return std::nullopt;
  return WordId{table_[slot] - 1};
}

std::string_view VocabularyView::word(WordId id) const noexcept {
  return word_at(characters_, offsets_, index_of(id));
}

void VocabularyView::verify(const std::string& file) const {
  for (std::size_t i = 0; i < size(); ++i) {
    if (offsets_[i] > offsets_[i + 1]) refuse(file, "its words are not in order");
  }
  std::size_t taken = 0;
  for (const std::uint32_t entry : table_) taken += entry != 0 ? 1 : 0;
  if (taken != size()) refuse(file, "its table does not hold every word once");
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (find(word(WordId{i})) != WordId{i}) refuse(file, "a word is not found in its table");
  }
}

}  // namespace calque::text
