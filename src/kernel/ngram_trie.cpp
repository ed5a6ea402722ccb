#include "kernel/ngram_trie.h"

#include <bit>

#include "base/error.h"
#include "base/hash.h"

namespace calque::kernel {
namespace {

// Part of the file format.
std::size_t hash(Ngram parent, text::WordId word) noexcept {
  std::uint64_t key = (std::uint64_t{parent} << 32U) | text::index_of(word);
  key ^= key >> 32U;
  key *= kDegskiFactor;
  key ^= key >> 29U;
  key *= kGoldenRatio;
  return static_cast<std::size_t>(key ^ (key >> 32U));
}

// The slot of the n-gram or the first free slot; the table's size if it is full and does not hold it.
std::size_t find_slot(Ngram parent, text::WordId word, std::span<const Ngram> parents,
                      std::span<const text::WordId> words, std::span<const std::uint32_t> table) noexcept {
  const std::size_t mask = table.size() - 1;
  std::size_t slot = hash(parent, word) & mask;
  for (std::size_t step = 0; step < table.size(); ++step, slot = (slot + 1) & mask) {
    if (table[slot] == 0) return slot;
    const std::size_t i = table[slot] - 1;
    if (i < words.size() && parents[i] == parent && words[i] == word) return slot;
  }
  return table.size();
}

constexpr std::size_t kFirstTableSize = 1024;

}  // namespace

Ngram NgramTrie::add(Ngram parent, text::WordId word) {
  if (size() * 2 >= table_.size()) grow();
  const std::size_t slot = find_slot(parent, word, parents_, words_, table_);
  if (table_[slot] != 0) return table_[slot] - 1;
  if (size() >= kUnseenNgram - 1) {
    throw UsageError({}, "the corpus has more than four thousand million different n-grams",
                     "use shorter n-grams or fewer sentence pairs");
  }
  parents_.push_back(parent);
  words_.push_back(word);
  table_[slot] = static_cast<std::uint32_t>(size());
  return static_cast<Ngram>(size() - 1);
}

void NgramTrie::grow() {
  table_.assign(table_.empty() ? kFirstTableSize : table_.size() * 2, 0);
  for (std::size_t i = 0; i < size(); ++i)
    table_[find_slot(parents_[i], words_[i], parents_, words_, table_)] = static_cast<std::uint32_t>(i + 1);
}

NgramTrieView::NgramTrieView(std::span<const Ngram> parents, std::span<const text::WordId> words,
                             std::span<const std::uint32_t> table, const std::string& file)
    : parents_(parents), words_(words), table_(table) {
  const bool fits = parents.size() == words.size() && table.size() >= words.size() &&
                    (table.empty() || std::has_single_bit(table.size()));
  if (!fits) {
    throw FormatError({file}, "the arrays of the n-gram trie do not fit together",
                      "copy the model again or train it again");
  }
}

NgramTrieView::NgramTrieView(const NgramTrie& trie)
    : parents_(trie.parents()), words_(trie.words()), table_(trie.table()) {}

Ngram NgramTrieView::find(Ngram parent, text::WordId word) const noexcept {
  if (parent == kUnseenNgram || table_.empty()) return kUnseenNgram;
  const std::size_t slot = find_slot(parent, word, parents_, words_, table_);
  return slot == table_.size() || table_[slot] == 0 ? kUnseenNgram : table_[slot] - 1;
}

void NgramTrieView::verify(const std::string& file) const {
  for (std::size_t i = 0; i < size(); ++i) {
    const bool right = (parents_[i] == kEmptyNgram || parents_[i] < i) && find(parents_[i], words_[i]) == i;
    if (!right) {
      throw FormatError({file}, "the n-gram trie is damaged", "copy the model again or train it again");
    }
  }
}

}  // namespace calque::kernel
