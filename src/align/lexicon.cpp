#include "align/lexicon.h"

#include <algorithm>

namespace calque::align {
namespace {

// What the probabilities of one generator word have in common.
struct GeneratorTotals {
  std::uint64_t units = 0;
  std::uint64_t entries = 0;
};

// Turns one generator's counts into probabilities.
class RowEstimator {
 public:
  RowEstimator() = default;
  RowEstimator(const GeneratorTotals& totals, const LexicalPrior& prior) : prior_(prior) {
    const double total = LexicalCounts::value(totals.units);
    const auto entries = static_cast<double>(totals.entries);
    uniform_ = entries == 0.0 ? 0.0 : 1.0 / entries;
    empty_ = totals.units == 0;
    if (empty_) return;
    if (prior.smoothing == LexicalSmoothing::kNone) scale_ = 1.0 / total;
    if (prior.smoothing == LexicalSmoothing::kAdditive) scale_ = 1.0 / (total + prior.alpha * entries);
    if (prior.smoothing == LexicalSmoothing::kVariational) {
      scale_ = std::exp(-digamma(total + prior.alpha * entries));
      unseen_ = std::exp(digamma(prior.alpha)) * scale_;
    }
  }

  double probability(std::uint64_t units) const {
    if (empty_) return uniform_;
    const double count = LexicalCounts::value(units);
    switch (prior_.smoothing) {
      case LexicalSmoothing::kNone:
        return std::max(kSmallestProbability, count * scale_);
      case LexicalSmoothing::kAdditive:
        return std::max(kSmallestProbability, (count + prior_.alpha) * scale_);
      case LexicalSmoothing::kVariational:
        break;
    }
    if (units == 0) return std::max(kSmallestProbability, unseen_);
    return std::clamp(std::exp(digamma(count + prior_.alpha)) * scale_, kSmallestProbability, 1.0);
  }

 private:
  LexicalPrior prior_;
  double scale_ = 0.0;
  double unseen_ = 0.0;
  double uniform_ = 0.0;
  bool empty_ = true;
};

void estimate_by_source(std::span<const std::uint64_t> units, const CooccurrenceTable& table,
                        const LexicalPrior& prior, std::span<double> out) {
  for (std::size_t word = 0; word < table.source_words(); ++word) {
    const std::size_t begin = table.row_begin(word);
    const std::size_t end = begin + table.row(word).size();
    GeneratorTotals totals{0, end - begin};
    for (std::size_t p = begin; p < end; ++p) totals.units += units[p];
    const RowEstimator row(totals, prior);
    for (std::size_t p = begin; p < end; ++p) out[p] = row.probability(units[p]);
  }
}

void estimate_by_target(std::span<const std::uint64_t> units, const CooccurrenceTable& table,
                        const LexicalPrior& prior, std::span<double> out) {
  std::vector<GeneratorTotals> totals(table.target_words());
  for (std::size_t p = 0; p < table.size(); ++p) {
    totals[table.target_of(p)].units += units[p];
    ++totals[table.target_of(p)].entries;
  }
  std::vector<RowEstimator> rows;
  rows.reserve(totals.size());
  for (const GeneratorTotals& total : totals) rows.emplace_back(total, prior);
  for (std::size_t p = 0; p < table.size(); ++p) out[p] = rows[table.target_of(p)].probability(units[p]);
}

}  // namespace

void LexicalCounts::clear() {
  std::fill(pair_.begin(), pair_.end(), 0);
  std::fill(null_.begin(), null_.end(), 0);
}

LexicalParameters uniform_parameters(const CooccurrenceTable& table, Direction direction) {
  const std::size_t generated_words = is_forward(direction) ? table.target_words() : table.source_words();
  const double uniform = 1.0 / static_cast<double>(std::max<std::size_t>(1, generated_words));
  return {std::vector<double>(table.size(), uniform), std::vector<double>(generated_words, uniform)};
}

void estimate(const LexicalCounts& counts, const CooccurrenceTable& table, Direction direction,
              const LexicalPrior& prior, LexicalParameters& out) {
  if (is_forward(direction)) {
    estimate_by_source(counts.pair(), table, prior, out.pair);
  } else {
    estimate_by_target(counts.pair(), table, prior, out.pair);
  }
  GeneratorTotals null_totals{0, counts.null().size()};
  for (const std::uint64_t units : counts.null()) null_totals.units += units;
  const RowEstimator row(null_totals, prior);
  for (std::size_t w = 0; w < out.null.size(); ++w) out.null[w] = row.probability(counts.null()[w]);
}

double digamma(double x) {
  // Shift up to where the asymptotic series has full precision.
  double shift = 0.0;
  while (x < 10.0) {
    shift -= 1.0 / x;
    x += 1.0;
  }
  const double r = 1.0 / x;
  const double r2 = r * r;
  const double series =
      r2 * (1.0 / 12 -
            r2 * (1.0 / 120 - r2 * (1.0 / 252 - r2 * (1.0 / 240 - r2 * (1.0 / 132 - r2 * (691.0 / 32760))))));
  return shift + std::log(x) - 0.5 * r - series;
}

}  // namespace calque::align
