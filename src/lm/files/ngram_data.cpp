#include "lm/files/ngram_data.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"

namespace calque::lm {
namespace {

constexpr std::size_t kLinkBlock = 1 << 16;

}  // namespace

text::Vocabulary initial_vocabulary() {
  text::Vocabulary vocabulary;
  CALQUE_CHECK(vocabulary.add(kUnknownWord) == kUnknownId);
  CALQUE_CHECK(vocabulary.add(kSentenceBeginWord) == kSentenceBeginId);
  CALQUE_CHECK(vocabulary.add(kSentenceEndWord) == kSentenceEndId);
  return vocabulary;
}

void words_of(const NgramModelData& data, std::uint32_t index, std::span<std::uint32_t> words) {
  for (std::size_t k = 0; k < words.size(); ++k) {
    const NgramLevel& level = data.levels[words.size() - 1 - k];
    words[k] = level.first_word[index];
    if (k + 1 < words.size()) index = level.suffix[index];
  }
}

std::vector<std::uint32_t> extension_offsets(const NgramLevel& shorter, const NgramLevel& longer) {
  std::vector<std::uint32_t> offsets(shorter.size() + 1, 0);
  for (const std::uint32_t suffix : longer.suffix) ++offsets[suffix + 1];
  for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
  return offsets;
}

namespace {

// link_contexts for the n-grams [begin, end): `from` moves forward as long as the suffix stays the same.
std::size_t link_range(const NgramLevel& shorter, const std::vector<std::uint32_t>& offsets,
                       const Block& block, NgramLevel& level) {
  std::size_t missing = 0;
  std::uint32_t last_suffix = kNoNgram;
  auto from = shorter.first_word.begin();
  for (std::size_t i = block.begin; i < block.end; ++i) {
    const std::uint32_t inner = shorter.context[level.suffix[i]];
    if (inner == kNoNgram) {
      ++missing;
      continue;
    }
    if (level.suffix[i] != last_suffix) from = shorter.first_word.begin() + offsets[inner];
    last_suffix = level.suffix[i];
    const auto end = shorter.first_word.begin() + offsets[inner + 1];
    from = std::lower_bound(from, end, level.first_word[i]);
    if (from != end && *from == level.first_word[i]) {
      level.context[i] = static_cast<std::uint32_t>(from - shorter.first_word.begin());
    } else {
      ++missing;
    }
  }
  return missing;
}

}  // namespace

std::size_t link_contexts(std::span<NgramLevel> levels, unsigned n, ThreadPool* threads) {
  CALQUE_CHECK(n > 1 && n <= levels.size());
  NgramLevel& level = levels[n - 1];
  if (n == 2) {
    level.context = level.first_word;
    return 0;
  }
  // The context of w1..wn extends the context of w2..wn by w1. The extensions of one n-gram are sorted, and
  // so are the n-grams that share a suffix, hence each search starts where the last one ended.
  const NgramLevel& shorter = levels[n - 2];
  const std::vector<std::uint32_t> offsets = extension_offsets(levels[n - 3], shorter);
  level.context.assign(level.size(), kNoNgram);
  if (threads == nullptr) return link_range(shorter, offsets, {0, 0, level.size(), 0}, level);
  const auto missing = threads->map_blocks<std::size_t>(level.size(), kLinkBlock, [&](const Block& block) {
    return link_range(shorter, offsets, block, level);
  });
  return std::accumulate(missing.begin(), missing.end(), std::size_t{0});
}

std::vector<std::uint8_t> extends_right(const NgramModelData& data, unsigned n) {
  CALQUE_CHECK(n >= 1 && n < data.order());
  std::vector<std::uint8_t> result(data.levels[n - 1].size(), 0);
  for (const std::uint32_t context : data.levels[n].context) result[context] = 1;
  return result;
}

}  // namespace calque::lm
