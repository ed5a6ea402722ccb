#include "metrics/metric.h"

#include "base/error.h"

namespace calque::metrics {
namespace {

constexpr std::size_t kSentencesPerBlock = 256;

}  // namespace

void SentenceScorer::statistics(std::span<const std::string_view> words, std::span<std::int64_t> row) {
  line_.clear();
  for (const std::string_view word : words) {
    if (!line_.empty()) line_ += ' ';
    line_ += word;
  }
  statistics(line_, row);
}

std::vector<std::int64_t> StatisticsTable::total() const {
  std::vector<std::int64_t> sums(columns_, 0);
  for (std::size_t i = 0; i < rows_; ++i) {
    for (std::size_t c = 0; c < columns_; ++c) sums[c] += values_[i * columns_ + c];
  }
  return sums;
}

StatisticsTable collect_statistics(const BoundMetric& bound, std::span<const std::string> hypotheses,
                                   ThreadPool& threads) {
  CALQUE_CHECK(hypotheses.size() == bound.sentence_count());
  StatisticsTable table(hypotheses.size(), bound.statistics_size());
  std::vector<std::unique_ptr<SentenceScorer>> scorers(threads.threads());
  threads.for_blocks(hypotheses.size(), kSentencesPerBlock, [&](const Block& block) {
    std::unique_ptr<SentenceScorer>& scorer = scorers[block.thread];
    if (!scorer) scorer = bound.scorer();
    for (std::size_t i = block.begin; i < block.end; ++i) {
      scorer->start(i);
      scorer->statistics(hypotheses[i], table.row(i));
    }
  });
  return table;
}

}  // namespace calque::metrics
