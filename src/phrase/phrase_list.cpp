#include "phrase/phrase_list.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/error.h"
#include "phrase/types.h"

namespace calque::phrase {
namespace {

constexpr std::size_t kWordsPerBlock = 64;

// A phrase among those with the same first word: its next two words in one number, so that most comparisons
// need not look at the words themselves.
struct SortKey {
  std::uint64_t next_two;
  std::uint32_t phrase;
};

std::uint64_t word_or_end(std::span<const text::WordId> words, std::size_t position) {
  return position < words.size() ? text::index_of(words[position]) + 1 : 0;
}

void sort_group(const PhraseList& phrases, std::span<std::uint32_t> group, std::vector<SortKey>& keys) {
  if (group.size() < 2) return;
  keys.clear();
  for (const std::uint32_t phrase : group) {
    const auto words = phrases[phrase];
    keys.push_back({word_or_end(words, 1) << 32U | word_or_end(words, 2), phrase});
  }
  std::sort(keys.begin(), keys.end(), [&](const SortKey& a, const SortKey& b) {
    if (a.next_two != b.next_two) return a.next_two < b.next_two;
    const auto x = phrases[a.phrase];
    const auto y = phrases[b.phrase];
    if (x.size() <= 3 || y.size() <= 3) return x.size() < y.size();
    return std::ranges::lexicographical_compare(x.subspan(3), y.subspan(3));
  });
  std::ranges::transform(keys, group.begin(), &SortKey::phrase);
}

}  // namespace

PhraseList list_of(const Sequences<text::WordId>& phrases) {
  if (phrases.items.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw UsageError({}, "phrases of more than 4,294,967,295 words", "use shorter phrases or fewer");
  }
  PhraseList list;
  list.words = phrases.items;
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    CALQUE_CHECK(phrases[i].size() <= kMaxPhraseLength);
    list.add(static_cast<std::uint32_t>(phrases.offsets[i]), static_cast<std::uint8_t>(phrases[i].size()));
  }
  return list;
}

std::vector<std::uint32_t> lexicographic_order(const PhraseList& phrases, ThreadPool& threads) {
  std::size_t words = 0;
  for (const std::uint32_t begin : phrases.begins)
    words = std::max(words, text::index_of(phrases.words[begin]) + 1);
  std::vector<std::uint32_t> first(words + 1, 0);  // where the phrases with each first word begin
  for (const std::uint32_t begin : phrases.begins) ++first[text::index_of(phrases.words[begin]) + 1];
  for (std::size_t word = 0; word < words; ++word) first[word + 1] += first[word];
  std::vector<std::uint32_t> order(phrases.size());
  std::vector<std::uint32_t> next(first.begin(), first.end());
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    order[next[text::index_of(phrases.words[phrases.begins[i]])]++] = static_cast<std::uint32_t>(i);
  }
  threads.for_blocks(words, kWordsPerBlock, [&](const Block& block) {
    std::vector<SortKey> keys;
    for (std::size_t word = block.begin; word < block.end; ++word) {
      sort_group(phrases, std::span(order).subspan(first[word], first[word + 1] - first[word]), keys);
    }
  });
  return order;
}

std::vector<std::uint32_t> level_order(const PhraseList& phrases,
                                       std::span<const std::uint32_t> lexicographic) {
  std::array<std::size_t, kMaxPhraseLength + 2> next{};
  for (const std::uint8_t length : phrases.lengths) ++next[length + 1U];
  for (std::size_t length = 0; length <= kMaxPhraseLength; ++length) next[length + 1] += next[length];
  std::vector<std::uint32_t> order(phrases.size());
  for (const std::uint32_t phrase : lexicographic) order[next[phrases.lengths[phrase]]++] = phrase;
  return order;
}

std::size_t longest(const PhraseList& phrases) {
  return phrases.lengths.empty() ? 0 : *std::ranges::max_element(phrases.lengths);
}

PhraseList rearranged(const PhraseList& phrases, std::span<const std::uint32_t> order) {
  PhraseList list;
  list.words = phrases.words;
  list.begins.reserve(order.size());
  list.lengths.reserve(order.size());
  for (const std::uint32_t phrase : order) list.add(phrases.begins[phrase], phrases.lengths[phrase]);
  return list;
}

}  // namespace calque::phrase
