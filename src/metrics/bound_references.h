// The bound form of a metric: the references as the metric prepares them, and scorers that read them.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "metrics/metric.h"

namespace calque::metrics {

// References has sentence_count(); Scorer, a SentenceScorer, is made from References.
template <typename Scorer, typename References>
class BoundReferences final : public BoundMetric {
 public:
  template <typename... Arguments>
  explicit BoundReferences(const Metric& metric, Arguments&&... arguments)
      : statistics_size_(metric.statistics_size()), references_(std::forward<Arguments>(arguments)...) {}

  std::size_t sentence_count() const override { return references_.sentence_count(); }
  std::size_t statistics_size() const override { return statistics_size_; }
  std::unique_ptr<SentenceScorer> scorer() const override { return std::make_unique<Scorer>(references_); }

 private:
  std::size_t statistics_size_;
  References references_;
};

}  // namespace calque::metrics
