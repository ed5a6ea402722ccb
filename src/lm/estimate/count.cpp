#include "lm/estimate/count.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"

namespace calque::lm {
namespace {

using LevelPositions = std::array<std::uint32_t, kMaxOrder>;  // [n - 1]: an n-gram's number at length n

// Where each group's n-grams begin at each level.
std::vector<LevelPositions> group_begins(const SortedPositions& sorted, NgramCounts& counts) {
  std::vector<LevelPositions> begins(sorted.groups.size());
  for (unsigned n = 2; n <= counts.levels.size(); ++n) {
    std::size_t total = 0;
    for (std::size_t g = 0; g < begins.size(); ++g) {
      begins[g][n - 1] = static_cast<std::uint32_t>(total);
      total += sorted.groups[g].ngrams[n - 1];
    }
    CALQUE_CHECK(total < kNoNgram);
    counts.levels[n - 1].first_word.resize(total);
    counts.levels[n - 1].suffix.resize(total);
    counts.adjusted[n - 1].resize(total);
  }
  return begins;
}

// One scan over a group: a position opens the n-grams it does not share with the position before it. Each
// n-gram that is opened adds one different left word to its suffix; each position is one occurrence of the
// longest n-gram that ends there, which is of the highest order or begins with <s>.
void fill_group(std::span<const std::uint32_t> tokens, const SortedPositions& sorted,
                const PositionGroup& group, LevelPositions next, NgramCounts& counts) {
  LevelPositions current{};
  for (std::size_t i = group.begin; i < group.end; ++i) {
    const std::uint32_t p = sorted.positions[i];
    const unsigned depth = sorted.lengths[i].depth();
    const unsigned shared = sorted.lengths[i].shared();
    if (shared == 0) current[0] = tokens[p];
    for (unsigned n = std::max(shared + 1U, 2U); n <= depth; ++n) {
      const std::uint32_t index = next[n - 1]++;
      current[n - 1] = index;
      counts.levels[n - 1].first_word[index] = tokens[p - (n - 1)];
      counts.levels[n - 1].suffix[index] = current[n - 2];
      ++counts.adjusted[n - 2][current[n - 2]];
    }
    ++counts.adjusted[depth - 1][current[depth - 1]];
  }
}

// An n-gram occurs as often as its extensions to the left do together; what begins with <s> has none.
void sum_occurrences(NgramCounts& counts) {
  const std::size_t order = counts.levels.size();
  counts.occurrences.resize(order);
  counts.occurrences[order - 1] = counts.adjusted[order - 1];
  for (std::size_t n = order - 1; n >= 1; --n) {
    const NgramLevel& longer = counts.levels[n];
    std::vector<std::uint32_t>& sums = counts.occurrences[n - 1];
    sums.assign(counts.levels[n - 1].size(), 0);
    for (std::size_t i = 0; i < longer.size(); ++i) sums[longer.suffix[i]] += counts.occurrences[n][i];
    if (n == 1) continue;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (counts.levels[n - 1].first_word[i] == text::index_of(kSentenceBeginId)) {
        sums[i] = counts.adjusted[n - 1][i];
      }
    }
  }
}

}  // namespace

NgramCounts count_ngrams(std::span<const std::uint32_t> tokens, const SortedPositions& sorted,
                         const CountOptions& options, ThreadPool& threads) {
  CALQUE_CHECK(options.order >= 1 && options.order <= kMaxOrder);
  NgramCounts counts;
  counts.levels.resize(options.order);
  counts.adjusted.resize(options.order);
  counts.levels[0].first_word.resize(options.vocabulary_size);
  std::iota(counts.levels[0].first_word.begin(), counts.levels[0].first_word.end(), 0U);
  counts.adjusted[0].assign(options.vocabulary_size, 0);
  const std::vector<LevelPositions> begins = group_begins(sorted, counts);
  threads.for_blocks(begins.size(), 1, [&](const Block& block) {
    fill_group(tokens, sorted, sorted.groups[block.index], begins[block.index], counts);
  });
  if (options.want_occurrences) sum_occurrences(counts);
  return counts;
}

void link_all_contexts(NgramCounts& counts, ThreadPool& threads) {
  for (unsigned n = 2; n <= counts.levels.size(); ++n) {
    const std::size_t missing = link_contexts(counts.levels, n, &threads);
    CALQUE_CHECK(missing == 0);
  }
}

}  // namespace calque::lm
