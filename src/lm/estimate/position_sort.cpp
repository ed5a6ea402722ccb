#include "lm/estimate/position_sort.h"

#include <algorithm>

#include "lm/files/ngram_data.h"

namespace calque::lm {
namespace {

constexpr std::size_t kGroupPositions = 1 << 16;
static_assert(kSentenceBeginIndex == 1);

struct KeyedPosition {
  std::uint64_t key;  // the next two words to the left, each plus 1; 0 beyond <s> and beyond the order
  std::uint32_t position;
  std::uint8_t depth;
  std::uint8_t shared;
};

// Sorts positions that end in the same word. The text is far larger than the cache, so each position's words
// are read as few times as can be: what two neighbours share is known from the keys.
class GroupSorter {
 public:
  GroupSorter(std::span<const std::uint32_t> tokens, unsigned order) : tokens_(tokens), order_(order) {}

  void sort(std::span<std::uint32_t> positions, std::span<PositionLengths> lengths) {
    if (positions.empty()) return;
    items_.resize(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
      items_[i] = {0, positions[i], depth_at(positions[i]), 0};
    }
    if (order_ == 1) {
      for (KeyedPosition& item : items_) item.shared = 1;
    } else {
      sort_from(items_, 1);
    }
    items_[0].shared = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      positions[i] = items_[i].position;
      lengths[i] = {items_[i].shared, items_[i].depth};
    }
  }

 private:
  // Sorts by the words from `back` places before the position on and fills in `shared` of all but the first.
  // Requires: the items share the words before that, and none of these is <s>.
  void sort_from(std::span<KeyedPosition> items, unsigned back) {
    for (KeyedPosition& item : items) item.key = key_at(item.position, back);
    std::sort(items.begin(), items.end(),
              [](const KeyedPosition& a, const KeyedPosition& b) { return a.key < b.key; });
    std::uint64_t last_key = 0;  // of the items before `begin`, which may have got other keys since
    for (std::size_t begin = 0; begin < items.size();) {
      const std::uint64_t key = items[begin].key;
      std::size_t end = begin + 1;
      while (end < items.size() && items[end].key == key) ++end;
      const auto second = static_cast<std::uint32_t>(key);
      if (back + 2 >= order_ || second == 0 || second == kSentenceBeginIndex + 1) {
        for (std::size_t i = begin + 1; i < end; ++i) items[i].shared = items[i].depth;
      } else if (end - begin > 1) {
        sort_from(items.subspan(begin, end - begin), back + 2);
      }
      if (begin > 0) {
        const bool same_first = key >> 32U == last_key >> 32U;
        items[begin].shared = static_cast<std::uint8_t>(same_first ? back + 1 : back);
      }
      last_key = key;
      begin = end;
    }
  }

  std::uint64_t key_at(std::uint32_t position, unsigned back) const {
    const std::uint32_t first = tokens_[position - back];
    std::uint64_t key = (std::uint64_t{first} + 1) << 32U;
    if (first != kSentenceBeginIndex && back + 1 < order_)
      key |= std::uint64_t{tokens_[position - back - 1]} + 1;
    return key;
  }

  std::uint8_t depth_at(std::uint32_t position) const {
    unsigned depth = 1;
    while (depth < order_ && tokens_[position - depth + 1] != kSentenceBeginIndex) ++depth;
    return static_cast<std::uint8_t>(depth);
  }

  std::span<const std::uint32_t> tokens_;
  unsigned order_;
  std::vector<KeyedPosition> items_;
};

// Where the positions of each word begin, after which the positions are in place and in text order.
std::vector<std::uint64_t> scatter_by_word(std::span<const std::uint32_t> tokens, std::size_t vocabulary_size,
                                           std::vector<std::uint32_t>& positions) {
  std::vector<std::uint64_t> begin(vocabulary_size + 1, 0);
  for (const std::uint32_t token : tokens) {
    if (token != kSentenceBeginIndex) ++begin[token + 1];
  }
  for (std::size_t word = 1; word < begin.size(); ++word) begin[word] += begin[word - 1];
  positions.resize(begin.back());
  std::vector<std::uint64_t> next(begin.begin(), begin.end() - 1);
  for (std::size_t p = 0; p < tokens.size(); ++p) {
    if (tokens[p] != kSentenceBeginIndex) positions[next[tokens[p]]++] = static_cast<std::uint32_t>(p);
  }
  return begin;
}

std::vector<PositionGroup> make_groups(const std::vector<std::uint64_t>& word_begin) {
  std::vector<PositionGroup> groups;
  const auto words = static_cast<std::uint32_t>(word_begin.size() - 1);
  for (std::uint32_t word = 0; word < words;) {
    PositionGroup group;
    group.word_begin = word;
    group.begin = word_begin[word];
    while (word < words &&
           (word == group.word_begin || word_begin[word + 1] - group.begin <= kGroupPositions))
      ++word;
    group.word_end = word;
    group.end = word_begin[word];
    groups.push_back(group);
  }
  return groups;
}

}  // namespace

std::uint64_t SortedPositions::ngrams(unsigned n) const {
  std::uint64_t sum = 0;
  for (const PositionGroup& group : groups) sum += group.ngrams[n - 1];
  return sum;
}

SortedPositions sort_positions(std::span<const std::uint32_t> tokens, const SortOptions& options,
                               ThreadPool& threads) {
  SortedPositions result;
  const std::vector<std::uint64_t> word_begin =
      scatter_by_word(tokens, options.vocabulary_size, result.positions);
  result.groups = make_groups(word_begin);
  result.lengths.resize(result.positions.size());
  std::vector<GroupSorter> sorters(threads.threads(),
                                   GroupSorter(tokens, options.order));  // for their scratch memory
  threads.for_blocks(result.groups.size(), 1, [&](const Block& block) {
    PositionGroup& group = result.groups[block.index];
    GroupSorter& sorter = sorters[block.thread];
    for (std::uint32_t word = group.word_begin; word < group.word_end; ++word) {
      const std::size_t begin = word_begin[word];
      const std::size_t count = word_begin[word + 1] - begin;
      sorter.sort(std::span(result.positions).subspan(begin, count),
                  std::span(result.lengths).subspan(begin, count));
    }
    for (std::size_t i = group.begin; i < group.end; ++i) {
      const PositionLengths lengths = result.lengths[i];
      for (unsigned n = std::max(lengths.shared() + 1U, 2U); n <= lengths.depth(); ++n) ++group.ngrams[n - 1];
    }
  });
  return result;
}

}  // namespace calque::lm
