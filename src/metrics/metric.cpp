#include "metrics/metric.h"

#include "base/error.h"

namespace calque::metrics {
namespace {

constexpr std::size_t kSentencesPerBlock = 256;

}  // namespace

std::vector<std::int64_t> StatisticsTable::total() const {
  std::vector<std::int64_t> sums(columns_, 0);
  for (std::size_t i = 0; i < values_.size(); ++i) sums[i % columns_] += values_[i];
  return sums;
}

StatisticsTable collect_statistics(const BoundMetric& bound, std::span<const std::string> hypotheses,
                                   ThreadPool& threads) {
  CALQUE_CHECK(hypotheses.size() == bound.sentence_count());
  StatisticsTable table(hypotheses.size(), bound.statistics_size());
  threads.for_blocks(hypotheses.size(), kSentencesPerBlock, [&](const Block& block) {
    bound.statistics(block.begin, hypotheses.subspan(block.begin, block.end - block.begin),
                     table.row_range(block.begin, block.end));
  });
  return table;
}

}  // namespace calque::metrics
