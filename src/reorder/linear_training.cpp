#include "reorder/linear_training.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "learn/extragradient.h"
#include "learn/margin_regression.h"
#include "learn/svm.h"

namespace calque::reorder {
namespace {

// Passes over the data if nothing is said: what the learners need on some 100,000 samples, or the published
// number for sub-models, which are small.
std::size_t default_iterations(const Learner& learner) {
  switch (learner.method) {
    case Method::kGis:
      return 200;
    case Method::kLbfgs:
      return 100;
    case Method::kSgd:
      return learner.per_phrase ? 100 : 20;
    case Method::kPerceptron:
    case Method::kSequential:
      return learner.per_phrase ? 500 : 20;
    case Method::kExtragradient:
      return learner.per_phrase ? 200 : 100;
    case Method::kOneVsRest:
    case Method::kJoint:
    case Method::kMarginRegression:
    case Method::kRegularised:
      return 50;
    default:
      return 100;
  }
}

std::size_t iterations_of(const TrainOptions& options) {
  return options.iterations > 0 ? options.iterations : default_iterations(options.learner);
}

learn::PerceptronOptions step_options(const TrainOptions& options) {
  learn::PerceptronOptions steps{.rate = options.rate,
                                 .rounds = iterations_of(options),
                                 .seed = options.seed,
                                 .after_round = options.after_pass};
  if (options.learner.method == Method::kSequential) steps.order = learn::VisitOrder::kSequential;
  return steps;
}

learn::Weights by_perceptron(const learn::Problem& problem, const learn::ClassDistances& distances,
                             const TrainOptions& options, TrainingReport& report) {
  auto result = learn::train_by_perceptron(problem, distances, step_options(options));
  report.iterations = result.rounds;
  return std::move(result.weights);
}

learn::DualOptions dual_options(const TrainOptions& options) {
  auto dual = options.dual_step == learn::DualStep::kGradient ? learn::DualOptions::published()
                                                              : learn::DualOptions{};
  dual.variance = options.variance;
  dual.shrink = options.shrink;
  dual.iterations = iterations_of(options);
  dual.recheck = options.recheck;
  dual.seed = options.seed;
  dual.after_pass = options.after_pass;
  return dual;
}

learn::Weights reported(learn::DualResult result, TrainingReport& report) {
  report.iterations = result.iterations;
  report.active_fraction = std::move(result.active_fraction);
  report.bytes_in_use = std::move(result.bytes_in_use);
  report.failed_visits = result.failed;
  report.unsettled = std::move(result.unsettled);
  return std::move(result.weights);
}

// One model of "beyond class k" for each k but the last, against all others.
learn::Weights by_ordinal(const learn::Problem& problem, const TrainOptions& options,
                          TrainingReport& report) {
  learn::Weights weights(problem.features, problem.classes);
  std::vector<std::uint8_t> beyond(problem.labels.size());
  learn::DualOptions dual = dual_options(options);
  dual.after_pass = {};  // no pass is one of the whole model
  for (std::size_t k = 0; k + 1 < problem.classes; ++k) {
    for (std::size_t i = 0; i < beyond.size(); ++i) beyond[i] = problem.labels[i] > k ? 1 : 0;
    const auto result = learn::train_by_dual({problem.rows, beyond, 2, problem.features}, dual);
    report.iterations = std::max(report.iterations, result.iterations);
    for (std::size_t f = 0; f < problem.features; ++f)
      weights.at(f, k) = result.weights.at(f, 1) - result.weights.at(f, 0);
  }
  return weights;
}

learn::Weights by_margin_regression(const learn::Problem& problem, const TrainOptions& options,
                                    TrainingReport& report) {
  const auto embedding = options.embedding.value_or(learn::ClassEmbedding(problem.classes));
  auto result = learn::train_margin_regression(
      problem, embedding, {options.cost, iterations_of(options), 0.01, options.seed, options.after_pass});
  report.iterations = result.iterations;
  return std::move(result.weights);
}

}  // namespace

Link link_of(Method method) {
  return method == Method::kOrdinal ? Link::kOrdinal : Link::kSoftmax;
}

learn::EarlyStop choose_early_stop(const learn::Problem& problem, const learn::ClassDistances& distances,
                                   const TrainOptions& options, std::span<const std::uint32_t> sentences,
                                   ThreadPool& threads) {
  return learn::choose_early_stop(problem, distances, step_options(options), {.groups = sentences}, threads);
}

learn::Weights train_weights(const learn::Problem& problem, const learn::ClassDistances& distances,
                             const TrainOptions& options, ThreadPool& threads, TrainingReport& report) {
  const std::size_t iterations = iterations_of(options);
  const auto taking = [&](auto result) {
    report.iterations = result.iterations;
    return std::move(result.weights);
  };
  const learn::LogisticOptions logistic{options.variance, iterations, 1e-6, options.after_pass};
  const learn::SvmOptions svm{options.cost, iterations, 0.01, options.seed, options.after_pass};
  switch (options.learner.method) {
    case Method::kGis:
      return taking(learn::train_by_gis(problem, logistic, threads));
    case Method::kLbfgs:
      return taking(learn::train_by_lbfgs(problem, logistic, threads));
    case Method::kSgd:
      return taking(learn::train_by_sgd(problem, {.variance = options.variance,
                                                  .passes = iterations,
                                                  .seed = options.seed,
                                                  .after_pass = options.after_pass}));
    case Method::kDual:
      return reported(learn::train_by_dual(problem, dual_options(options)), report);
    case Method::kOrdinal:
      return by_ordinal(problem, options, report);
    case Method::kOneVsRest:
      return taking(learn::train_one_vs_rest(problem, svm, threads));
    case Method::kJoint:
      return taking(learn::train_joint(problem, learn::ClassDistances(problem.classes), svm));
    case Method::kRegularised:
      return taking(learn::train_joint(problem, distances, svm));
    case Method::kMarginRegression:
      return by_margin_regression(problem, options, report);
    case Method::kPerceptron:
    case Method::kSequential:
      return by_perceptron(problem, distances, options, report);
    case Method::kExtragradient:
      return taking(learn::train_by_extragradient(
          problem, distances, {options.bound, iterations, 1e-3, options.after_pass}, threads));
    default:
      break;
  }
  throw UsageError({}, "this learner has no weights", "choose a linear learner");
}

learn::Weights train_weights(PreparedRows::Released rows, const TrainOptions& options,
                             TrainingReport& report) {
  return reported(learn::train_by_dual(std::move(rows.rows), std::move(rows.labels), rows.classes,
                                       rows.features, dual_options(options)),
                  report);
}

}  // namespace calque::reorder
