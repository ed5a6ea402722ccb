#include "block/lexical_weight.h"

#include <cmath>

namespace calque::block {
namespace {

constexpr std::size_t kBlocksAtOnce = 4096;

std::uint64_t key_of(text::WordId source, text::WordId target) {
  return std::uint64_t{static_cast<std::uint32_t>(source)} << 32U | static_cast<std::uint32_t>(target);
}

template <typename Cost>
std::vector<float> costs_of(const BlockSet& blocks, ThreadPool& threads, const Cost& cost) {
  std::vector<float> costs(blocks.size());
  threads.for_blocks(blocks.size(), kBlocksAtOnce, [&](const Block& work) {
    for (std::size_t i = work.begin; i < work.end; ++i) {
      const auto block = static_cast<BlockId>(i);
      costs[i] = cost(blocks.source_words(block), blocks.target_words(block));
    }
  });
  return costs;
}

}  // namespace

WordProbabilities::WordProbabilities(const BlockSet& blocks, LexicalNorm norm) {
  tsl::robin_map<std::uint32_t, double> totals;
  const auto given = [&](BlockId block) {
    const text::WordId word =
        norm == LexicalNorm::kSource ? blocks.source_words(block)[0] : blocks.target_words(block)[0];
    return static_cast<std::uint32_t>(word);
  };
  for (BlockId block = 0; block < blocks.size(); ++block) {
    if (blocks.is_single_word(block)) totals[given(block)] += blocks.count(block);
  }
  for (BlockId block = 0; block < blocks.size(); ++block) {
    if (!blocks.is_single_word(block) || !(blocks.count(block) > 0)) continue;
    probabilities_[key_of(blocks.source_words(block)[0], blocks.target_words(block)[0])] =
        blocks.count(block) / totals[given(block)];
  }
}

double WordProbabilities::operator()(text::WordId source, text::WordId target) const {
  const auto found = probabilities_.find(key_of(source, target));
  return found == probabilities_.end() ? 0.0 : found->second;
}

float lexical_cost(const WordProbabilities& probabilities, std::span<const text::WordId> source,
                   std::span<const text::WordId> target) {
  double log_prob = 0;
  for (const text::WordId s : source) {
    double sum = 0;
    std::size_t positive = 0;
    for (const text::WordId t : target) {
      const double probability = probabilities(s, t);
      if (probability > 0) ++positive;
      sum += probability;
    }
    if (positive == 0) return static_cast<float>(kCostCap);
    log_prob += std::log(sum / static_cast<double>(positive));
  }
  return cost_of_log(log_prob);
}

std::vector<float> lexical_costs(const BlockSet& blocks, LexicalNorm norm, ThreadPool& threads) {
  const WordProbabilities probabilities(blocks, norm);
  return costs_of(blocks, threads,
                  [&](auto source, auto target) { return lexical_cost(probabilities, source, target); });
}

std::vector<float> model1_costs(const BlockSet& blocks, const WordTranslation& p_source_given_target,
                                ThreadPool& threads) {
  return costs_of(blocks, threads, [&](auto source, auto target) {
    double log_prob = 0;
    for (const text::WordId s : source) {
      double sum = p_source_given_target(s, kNullWord);
      for (const text::WordId t : target) sum += p_source_given_target(s, t);
      const double mean = sum / static_cast<double>(target.size() + 1);
      if (!(mean > 0)) return static_cast<float>(kCostCap);
      log_prob += std::log(mean);
    }
    return cost_of_log(log_prob);
  });
}

}  // namespace calque::block
