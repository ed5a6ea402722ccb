// NIST (theory/metrics.md#nist): matched n-grams of up to five words weighed by how much they tell, and a
// brevity penalty; the score is in bits, not per cent.
//
// Information weights come from the references: log2 of how often the words before the last one occur, over
// how often the whole n-gram does. Sums of weights are kept in units of 2^-30 bit. Everything is immutable.
#pragma once

#include <cstdint>
#include <span>

#include "metrics/metric.h"
#include "metrics/tokenization.h"

namespace calque::metrics {

inline constexpr std::size_t kNistOrder = 5;

struct NistOptions {
  Tokenization tokenization = Tokenization::k13a;
  bool lowercase = false;
};

class Nist final : public Metric {
 public:
  explicit Nist(const NistOptions& options) : options_(options) {}

  std::string_view name() const override { return "nist"; }
  bool higher_is_better() const override { return true; }
  // Information matched by order, matches by order, n-grams of the hypothesis by order, hypothesis words,
  // reference words of all sets, reference sets, sentences.
  std::size_t statistics_size() const override { return 3 * kNistOrder + 4; }
  std::string signature(std::size_t reference_count) const override;
  bool needs_all_references() const override { return true; }  // n-grams weigh by how rare they are in them
  std::unique_ptr<const BoundMetric> bind(const ReferenceSets& references,
                                          ThreadPool& threads) const override;
  Score score(std::span<const std::int64_t> statistics) const override;
  std::vector<OrderScore> by_order(std::span<const std::int64_t> statistics) const override;

 private:
  NistOptions options_;
};

}  // namespace calque::metrics
