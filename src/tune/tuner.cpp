#include "tune/tuner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "tune/svm_training.h"

namespace calque::tune {
namespace {

constexpr std::array<std::pair<Method, std::string_view>, 6> kMethods{
    {{Method::kMert, "mert"},
     {Method::kSmoothedMert, "smoothed-mert"},
     {Method::kSSlack, "s-slack"},
     {Method::kOneSlack, "1-slack"},
     {Method::kMira, "mira"},
     {Method::kPro, "pro"}}};

bool is_svm(Method method) {
  return method == Method::kSSlack || method == Method::kOneSlack;
}

// Weights of dense features as a point.
struct Problem {
  const CandidateLists& lists;
  const TuningObjective& goal;
  const TuneOptions& options;
  ThreadPool& threads;
};

AscentOptions ascent_options(const Problem& problem) {
  const TuneOptions& options = problem.options;
  AscentOptions ascent;
  ascent.frozen = constant_features(problem.lists);
  ascent.restarts = options.restarts;
  ascent.random_directions = options.random_directions;
  ascent.seed = options.seed;
  return ascent;
}

std::vector<Point> further_starts(const Problem& problem) {
  std::vector<Point> starts;
  for (const decode::Weights& weights : problem.options.more_starts)
    starts.push_back(decode::flatten(weights, problem.lists.features()));
  return starts;
}

AscentResult run_smoothed(const Problem& problem, const Point& start) {
  SmoothedOptions smoothed;
  smoothed.sharpness = problem.options.sharpness;
  smoothed.restarts = std::min<std::size_t>((problem.options.restarts + 4) / 5, smoothed.restarts);
  smoothed.seed = problem.options.seed;
  smoothed.frozen = constant_features(problem.lists);
  if (problem.options.method == Method::kSmoothedMert) smoothed.more_starts = further_starts(problem);
  return maximise_smoothed(problem.lists, problem.goal, start, smoothed, problem.threads);
}

// Where MIRA comes to; features that never differ stay.
std::vector<double> run_mira(const Problem& problem, const FullFeatures& features,
                             const std::vector<double>& from) {
  MiraOptions mira = problem.options.mira;
  mira.seed = problem.options.seed;
  std::vector<double> full = train_mira(features, problem.goal, from, mira, problem.threads);
  for (const std::size_t k : constant_features(problem.lists)) full[k] = from[k];
  return full;
}

AscentResult run_mert(const Problem& problem, const Point& start) {
  AscentOptions ascent = ascent_options(problem);
  ascent.normalise = true;
  ascent.min_gain = 1e-4;
  ascent.race = 2;
  // Gradients of the smoothed score and margins see all features at once and come far; exact line searches
  // finish. On lists of many features either may be the better beginning.
  if (problem.options.restarts > 0) {
    ascent.more_starts.push_back(run_smoothed(problem, start).point);
    if (problem.lists.sparse_names().empty()) {
      const FullFeatures features(problem.lists);
      ascent.more_starts.push_back(run_mira(problem, features, start));
    }
  }
  const std::vector<Point> further = further_starts(problem);
  ascent.more_starts.insert(ascent.more_starts.end(), further.begin(), further.end());
  const MertObjective objective(problem.lists, problem.goal, problem.options.window);
  return ascend(objective, start, feature_spreads(problem.lists), ascent, problem.threads);
}

void run_dense(const Problem& problem, const decode::Weights& start, TuneResult& result) {
  const Point point = decode::flatten(start, problem.lists.features());
  AscentResult ascent;
  if (is_svm(problem.options.method)) {
    const TuneOptions& options = problem.options;
    SvmProblem svm{problem.lists,
                   problem.goal,
                   options.method == Method::kSSlack ? SlackKind::kPerSentence : SlackKind::kOne,
                   options.restarts,
                   options.random_directions,
                   options.seed,
                   further_starts(problem)};
    const SvmGrid grid{options.loss_scales, options.lambdas, options.folds};
    result.svm = choose_svm(svm, options.svm, grid, point, problem.threads);
    ascent = train_svm(svm, result.svm, point, problem.threads);
  } else {
    ascent =
        problem.options.method == Method::kMert ? run_mert(problem, point) : run_smoothed(problem, point);
  }
  result.weights = decode::unflatten(ascent.point, problem.lists.features());
  result.weights.sparse = start.sparse;
  result.objective = is_svm(problem.options.method) ? -ascent.value : ascent.value;
  result.curve = std::move(ascent.curve);
}

void run_full(const Problem& problem, const decode::Weights& start, TuneResult& result) {
  const FullFeatures features(problem.lists);
  const std::vector<double> from = features.from(start);
  std::vector<double> full;
  if (problem.options.method == Method::kMira) {
    full = run_mira(problem, features, from);
  } else {
    ProOptions pro = problem.options.pro;
    pro.seed = problem.options.seed;
    full = train_pro(features, problem.goal, from, pro, problem.threads);
  }
  for (const std::size_t k : constant_features(problem.lists)) full[k] = from[k];
  result.weights = features.to_weights(full, start);
  result.objective = value_of(problem.lists, problem.goal, best_choice(features, full));
}

}  // namespace

std::string_view name_of(Method method) {
  for (const auto& [known, name] : kMethods)
    if (known == method) return name;
  fail_check("a known method", __FILE__, __LINE__);
}

std::optional<Method> method_from_name(std::string_view name) {
  for (const auto& [method, known] : kMethods)
    if (known == name) return method;
  return std::nullopt;
}

std::string method_names() {
  std::string names;
  for (const auto& [method, name] : kMethods) names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
  return names;
}

bool tunes_sparse(Method method) {
  return method == Method::kMira || method == Method::kPro;
}

void TuneOptions::validate() const {
  svm.validate();
  for (const double value : lambdas) {
    if (!(std::isfinite(value) && value > 0.0))
      throw UsageError({}, fmt::format("lambda {} is not above 0", value), "give positive numbers");
  }
  for (const double value : loss_scales) {
    if (!(std::isfinite(value) && value > 0.0))
      throw UsageError({}, fmt::format("loss scale {} is not above 0", value), "give positive numbers");
  }
  if (method == Method::kOneSlack) svm.validate_one_slack();
  if (method == Method::kSSlack && svm.margin == Margin::kOne && !loss_scales.empty()) {
    throw UsageError({}, "a margin of one does not depend on losses", "leave --loss-scale out");
  }
  if (!(std::isfinite(sharpness) && sharpness > 0.0)) {
    throw UsageError({}, "the sharpness of smoothed MERT is not above 0", "choose a number such as 3");
  }
  if (folds < 2) throw UsageError({}, "cross-validation needs at least two folds", "choose 2 or more");
}

double score_with(const CandidateLists& lists, const TuningObjective& goal, const decode::Weights& weights) {
  const FullFeatures features(lists);
  return goal.printed(value_of(lists, goal, best_choice(features, features.from(weights))));
}

TuneResult tune(const CandidateLists& lists, const TuningObjective& goal, const decode::Weights& start,
                const TuneOptions& options, ThreadPool& threads) {
  options.validate();
  if (lists.sentence_count() == 0) {
    throw DataError({}, "there are no sentences to tune on", "give a development set");
  }
  TuneResult result;
  const Problem problem{lists, goal, options, threads};
  const bool full = tunes_sparse(options.method);
  const auto score = [&](const decode::Weights& weights) {
    return full ? score_with(lists, goal, weights)
                : goal.printed(value_at(lists, goal, decode::flatten(weights, lists.features())));
  };
  result.before = score(start);
  if (full)
    run_full(problem, start, result);
  else
    run_dense(problem, start, result);
  result.after = score(result.weights);
  return result;
}

}  // namespace calque::tune
