#include "learn/naive_bayes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "learn/weights.h"

namespace calque::learn {
namespace {

constexpr double kImpossible = -std::numeric_limits<double>::infinity();

std::uint64_t count_of(float value) {
  CALQUE_DCHECK(value >= 0.0F);
  return static_cast<std::uint64_t>(std::lround(value));
}

}  // namespace

BayesCounts::BayesCounts(std::size_t feature_count, std::size_t class_count)
    : classes(class_count),
      features(feature_count),
      examples(class_count, 0),
      occurrences(feature_count * class_count, 0),
      present(feature_count * class_count, 0) {}

void BayesCounts::add(const RowView& row, std::size_t label) {
  ++examples[label];
  for (std::size_t e = 0; e < row.size(); ++e) {
    const std::size_t at = row.features[e] * classes + label;
    const std::uint64_t times = count_of(row.values[e]);
    occurrences[at] += times;
    present[at] += times > 0 ? 1 : 0;
  }
}

void BayesCounts::add(const BayesCounts& other) {
  CALQUE_CHECK(classes == other.classes && features == other.features);
  const auto sum = [](std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
  };
  sum(examples, other.examples);
  sum(occurrences, other.occurrences);
  sum(present, other.present);
}

BayesCounts count(const Problem& problem) {
  check(problem);
  BayesCounts counts(problem.features, problem.classes);
  for (std::size_t i = 0; i < problem.size(); ++i) counts.add(problem.rows.row(i), problem.labels[i]);
  return counts;
}

void BayesOptions::validate() const {
  const double minimum = estimate == BayesEstimate::kMap ? 1.0 : 0.0;
  if (estimate == BayesEstimate::kMaximumLikelihood || (dirichlet > minimum && std::isfinite(dirichlet)))
    return;
  throw UsageError({}, "the Dirichlet parameter is too small",
                   "MAP needs more than 1 (2 adds one to every count), Bayesian inference more than 0");
}

double log_rising(double a, std::uint64_t n) {
  double sum = 0.0;
  for (std::uint64_t j = 0; j < n; ++j) sum += std::log(a + static_cast<double>(j));
  return sum;
}

NaiveBayes::NaiveBayes(const BayesCounts& counts, const BayesOptions& options)
    : counts_(&counts), options_(options), totals_(counts.classes, 0.0) {
  options.validate();
  const auto all =
      static_cast<double>(std::accumulate(counts.examples.begin(), counts.examples.end(), std::uint64_t{0}));
  for (const std::uint64_t examples : counts.examples)
    log_priors_.push_back(examples == 0 ? kImpossible : std::log(static_cast<double>(examples) / all));
  for (std::size_t i = 0; i < counts.occurrences.size(); ++i)
    totals_[i % counts.classes] += static_cast<double>(counts.occurrences[i]);
}

void NaiveBayes::log_scores(const RowView& row, std::span<double> scores) const {
  const std::size_t classes = counts_->classes;
  const bool bayesian = options_.estimate == BayesEstimate::kBayesian;
  const double added = options_.estimate == BayesEstimate::kMap ? options_.dirichlet - 1.0
                       : bayesian                               ? options_.dirichlet
                                                                : 0.0;
  const double added_to_all = added * static_cast<double>(counts_->features);
  std::copy(log_priors_.begin(), log_priors_.end(), scores.begin());
  std::uint64_t length = 0;
  for (std::size_t e = 0; e < row.size(); ++e) {
    const std::uint64_t times = count_of(row.values[e]);
    length += times;
    for (std::size_t k = 0; k < classes; ++k) {
      const double mass = static_cast<double>(counts_->occurrences[row.features[e] * classes + k]) + added;
      if (bayesian) {
        scores[k] += log_rising(mass, times);
      } else if (times > 0) {
        scores[k] += mass > 0.0 ? static_cast<double>(times) * std::log(mass) : kImpossible;
      }
    }
  }
  for (std::size_t k = 0; k < classes && length > 0; ++k) {
    const double all = totals_[k] + added_to_all;
    if (all <= 0.0) {
      scores[k] = kImpossible;
    } else {
      scores[k] -= bayesian ? log_rising(all, length) : static_cast<double>(length) * std::log(all);
    }
  }
}

void NaiveBayes::probabilities(const RowView& row, std::span<double> probabilities) const {
  log_scores(row, probabilities);
  if (*std::max_element(probabilities.begin(), probabilities.end()) == kImpossible) {
    std::copy(log_priors_.begin(), log_priors_.end(), probabilities.begin());
  }
  if (*std::max_element(probabilities.begin(), probabilities.end()) == kImpossible) {
    // Nothing was ever seen.
    std::fill(probabilities.begin(), probabilities.end(), 0.0);
  }
  to_probabilities(probabilities);
}

}  // namespace calque::learn
