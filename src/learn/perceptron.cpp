#include "learn/perceptron.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/rng.h"
#include "learn/row_kernels.h"

namespace calque::learn {
namespace {

struct Rival {
  std::size_t label = 0;
  double value = 0.0;  // its distance and score
};

// The strongest other class, the first of equals. Requires: at least two classes.
Rival strongest_rival(std::span<const double> scores, const double* margins, std::size_t label) {
  Rival best{label == 0 ? std::size_t{1} : std::size_t{0}, 0.0};
  best.value = margins[best.label] + scores[best.label];
  for (std::size_t k = best.label + 1; k < scores.size(); ++k) {
    if (k == label || margins[k] + scores[k] <= best.value) continue;
    best = {k, margins[k] + scores[k]};
  }
  return best;
}

void check_options(const PerceptronOptions& options) {
  if (options.rate > 0.0 && std::isfinite(options.rate) && options.tolerance >= 0.0) return;
  throw UsageError({}, "the learning rate must be positive", "0.05 is usual");
}

class Perceptron {
 public:
  Perceptron(const Problem& problem, const ClassDistances& distances, double rate)
      : problem_(problem),
        distances_(distances),
        rate_(rate),
        weights_(problem.features, problem.classes),
        scores_(weights_.stride()) {}

  struct Round {
    double risk = 0.0;
    std::uint64_t updates = 0;
  };
  Round round(std::span<const std::uint32_t> order) {
    Round round;
    detail::with_stride(weights_.stride(), [&](auto stride) {
      for (const std::uint32_t i : order) visit(stride, i, round);
    });
    return round;
  }

  Weights& weights() { return weights_; }

 private:
  template <typename S>
  void visit(S stride, std::size_t i, Round& round) {
    const RowView row = problem_.rows.row(i);
    const std::size_t label = problem_.labels[i];
    std::fill(scores_.begin(), scores_.end(), 0.0);
    detail::add_scores(stride, weights_.data(), row, scores_.data());
    const std::span<const double> used(scores_.data(), problem_.classes);
    const Rival rival = strongest_rival(used, distances_.from(label), label);
    if (!(scores_[label] < rival.value)) return;
    round.risk += rival.value - scores_[label];
    ++round.updates;
    for (std::size_t e = 0; e < row.size(); ++e) {
      double* of_feature = weights_.data() + row.features[e] * stride();
      const double change = rate_ * static_cast<double>(row.values[e]);
      of_feature[label] += change;
      of_feature[rival.label] -= change;
    }
  }

  Problem problem_;
  const ClassDistances& distances_;
  double rate_;
  Weights weights_;
  std::vector<double> scores_;
};

// Some of a problem's examples.
struct Subset {
  Rows rows;
  std::vector<std::uint8_t> labels;

  Problem problem(const Problem& whole) const { return {rows.view(), labels, whole.classes, whole.features}; }
};

Subset fold_of(const Problem& problem, const CrossValidation& validation, std::size_t fold, bool held_out) {
  Subset subset;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const std::size_t group = validation.groups.empty() ? i : validation.groups[i];
    if ((group % validation.folds == fold) != held_out) continue;
    const RowView row = problem.rows.row(i);
    subset.rows.add(row.features, row.values);
    subset.labels.push_back(problem.labels[i]);
  }
  return subset;
}

}  // namespace

PerceptronResult train_by_perceptron(const Problem& problem, const ClassDistances& distances,
                                     const PerceptronOptions& options) {
  check(problem);
  check_options(options);
  CALQUE_CHECK(distances.classes() == problem.classes);
  Perceptron perceptron(problem, distances, options.rate);
  PerceptronResult result;
  std::vector<std::uint32_t> order(problem.size());
  std::iota(order.begin(), order.end(), 0U);
  Rng rng(options.seed);
  const double min_change = options.tolerance * static_cast<double>(problem.size());
  bool go_on = problem.classes > 1;
  while (go_on && result.rounds < options.rounds) {
    if (options.order == VisitOrder::kRandom) rng.shuffle(std::span(order));
    const auto round = perceptron.round(order);
    ++result.rounds;
    result.updates += round.updates;
    const bool steady = !result.risks.empty() && std::abs(round.risk - result.risks.back()) < min_change;
    result.risks.push_back(round.risk);
    go_on = round.updates > 0 && !steady;
    if (options.after_round && !options.after_round(result.rounds, perceptron.weights())) go_on = false;
  }
  result.weights = std::move(perceptron.weights());
  return result;
}

double structured_risk(const Weights& weights, const Problem& problem, const ClassDistances& distances) {
  if (problem.classes < 2) return 0.0;
  std::vector<double> scores(problem.classes);
  double risk = 0.0;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const std::size_t label = problem.labels[i];
    scores_of(weights, problem.rows.row(i), scores);
    risk += std::max(0.0, strongest_rival(scores, distances.from(label), label).value - scores[label]);
  }
  return risk;
}

EarlyStop choose_early_stop(const Problem& problem, const ClassDistances& distances,
                            const PerceptronOptions& options, const CrossValidation& validation,
                            ThreadPool& threads) {
  if (validation.folds < 2 || validation.rates.empty()) {
    throw UsageError({}, "cross-validation needs at least two folds and one rate", "use 5 folds");
  }
  CALQUE_CHECK(validation.groups.empty() || validation.groups.size() == problem.size());
  const std::size_t rates = validation.rates.size();
  // errors[fold * rates + rate][round]
  const auto errors =
      threads.map_blocks<std::vector<double>>(validation.folds * rates, 1, [&](const Block& block) {
        const std::size_t fold = block.index / rates;
        const Subset kept = fold_of(problem, validation, fold, false);
        const Subset held = fold_of(problem, validation, fold, true);
        std::vector<double> curve;
        PerceptronOptions local = options;
        local.rate = validation.rates[block.index % rates];
        local.after_round = [&](std::size_t, const Weights& weights) {
          curve.push_back(error_rate(weights, held.problem(problem)));
          return true;
        };
        train_by_perceptron(kept.problem(problem), distances, local);
        return curve;
      });
  EarlyStop best;
  bool first = true;
  for (std::size_t r = 0; r < rates; ++r) {
    std::size_t longest = 0;
    for (std::size_t fold = 0; fold < validation.folds; ++fold)
      longest = std::max(longest, errors[fold * rates + r].size());
    for (std::size_t round = 0; round < longest; ++round) {
      double sum = 0.0;
      for (std::size_t fold = 0; fold < validation.folds; ++fold) {
        // A fold that ended before keeps the weights that it ended with.
        const auto& curve = errors[fold * rates + r];
        if (!curve.empty()) sum += curve[std::min(round, curve.size() - 1)];
      }
      const double error = sum / static_cast<double>(validation.folds);
      if (!first && error >= best.error) continue;
      best = {round + 1, validation.rates[r], error};
      first = false;
    }
  }
  return best;
}

}  // namespace calque::learn
