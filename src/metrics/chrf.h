// chrF and chrF++: F-score of character n-grams, and of word n-grams as well, as sacreBLEU computes them.
//
// Precisions and recalls of all orders that occur are averaged first, then combined; recall weighs beta times
// as much. White space counts as a character only with keep_white_space. Of several references the one with
// the best F-score counts, sentence by sentence. Everything is immutable.
#pragma once

#include <cstdint>
#include <span>

#include "metrics/metric.h"

namespace calque::metrics {

struct ChrfOptions {
  std::size_t character_order = 6;
  std::size_t word_order = 0;  // chrF++: 2
  std::size_t beta = 2;
  bool lowercase = false;
  bool keep_white_space = false;  // count it among the characters

  // Throws UsageError unless there is an order to count, orders are at most 20 and beta is 1 to 100.
  void validate() const;
};

class Chrf final : public Metric {
 public:
  // Throws UsageError for bad options.
  explicit Chrf(const ChrfOptions& options);

  std::string_view name() const override { return options_.word_order == 0 ? "chrf" : "chrf++"; }
  bool higher_is_better() const override { return true; }
  // Three for each order, characters before words: n-grams of the hypothesis, of the reference, in common.
  std::size_t statistics_size() const override {
    return 3 * (options_.character_order + options_.word_order);
  }
  std::string signature(std::size_t reference_count) const override;
  std::unique_ptr<const BoundMetric> bind(const ReferenceSets& references,
                                          ThreadPool& threads) const override;
  Score score(std::span<const std::int64_t> statistics) const override;
  std::vector<OrderScore> by_order(std::span<const std::int64_t> statistics) const override;

 private:
  ChrfOptions options_;
};

}  // namespace calque::metrics
