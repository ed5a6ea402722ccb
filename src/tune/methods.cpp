// The methods of tuning, one row each, and how each turns lists into weights.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "tune/joint_weights.h"
#include "tune/oracle.h"
#include "tune/svm_training.h"
#include "tune/tuner.h"

namespace calque::tune {
namespace {

AscentOptions ascent_options(const TuningProblem& problem) {
  const TuneOptions& options = problem.options;
  AscentOptions ascent;
  ascent.frozen = constant_features(problem.lists);
  ascent.restarts = options.restarts;
  ascent.random_directions = options.random_directions;
  ascent.seed = options.seed;
  return ascent;
}

std::vector<Point> further_starts(const TuningProblem& problem) {
  std::vector<Point> starts;
  for (const decode::Weights& weights : problem.options.more_starts)
    starts.push_back(decode::flatten(weights, problem.lists.features()));
  return starts;
}

AscentResult ascend_smoothed(const TuningProblem& problem, const Point& start,
                             std::vector<Point> more_starts) {
  SmoothedOptions smoothed;
  smoothed.sharpness = problem.options.sharpness;
  smoothed.restarts = std::min<std::size_t>((problem.options.restarts + 4) / 5, smoothed.restarts);
  smoothed.seed = problem.options.seed;
  smoothed.frozen = constant_features(problem.lists);
  smoothed.more_starts = std::move(more_starts);
  return maximise_smoothed(problem.lists, problem.goal, start, smoothed, problem.threads);
}

// Where MIRA comes to; features that never differ stay.
std::vector<double> mira_weights(const TuningProblem& problem, const FullFeatures& features,
                                 const std::vector<double>& from) {
  MiraOptions mira = problem.options.mira;
  mira.seed = problem.options.seed;
  std::vector<double> full = train_mira(features, problem.goal, from, mira, problem.threads);
  for (const std::size_t k : constant_features(problem.lists)) full[k] = from[k];
  return full;
}

AscentResult ascend_mert(const TuningProblem& problem, const Point& start) {
  AscentOptions ascent = ascent_options(problem);
  ascent.normalise = true;
  ascent.min_gain = 1e-4;
  ascent.race = 2;
  // Gradients of the smoothed score and margins see all features at once and come far; exact line searches
  // finish. On lists of many features either may be the better beginning.
  if (problem.options.restarts > 0) {
    ascent.more_starts.push_back(ascend_smoothed(problem, start, {}).point);
    if (problem.lists.sparse_names().empty()) {
      const FullFeatures features(problem.lists);
      ascent.more_starts.push_back(mira_weights(problem, features, start));
    }
  }
  const std::vector<Point> further = further_starts(problem);
  ascent.more_starts.insert(ascent.more_starts.end(), further.begin(), further.end());
  const MertObjective objective(problem.lists, problem.goal, problem.options.window);
  return ascend(objective, start, feature_spreads(problem.lists), ascent, problem.threads);
}

// Weights of dense features from a point; indicators keep theirs.
void take_dense(const TuningProblem& problem, const decode::Weights& start, AscentResult ascent,
                TuneResult& result) {
  result.weights = decode::unflatten(ascent.point, problem.lists.features());
  result.weights.sparse = start.sparse;
  result.objective = ascent.value;
  result.curve = std::move(ascent.curve);
}

void run_mert(const TuningProblem& problem, const decode::Weights& start, TuneResult& result) {
  const Point point = decode::flatten(start, problem.lists.features());
  take_dense(problem, start, ascend_mert(problem, point), result);
}

void run_smoothed(const TuningProblem& problem, const decode::Weights& start, TuneResult& result) {
  const Point point = decode::flatten(start, problem.lists.features());
  take_dense(problem, start, ascend_smoothed(problem, point, further_starts(problem)), result);
}

template <SlackKind slack>
void run_svm(const TuningProblem& problem, const decode::Weights& start, TuneResult& result) {
  const TuneOptions& options = problem.options;
  const Point point = decode::flatten(start, problem.lists.features());
  const SvmProblem svm{
      problem.lists, problem.goal,           slack, options.restarts, options.random_directions,
      options.seed,  further_starts(problem)};
  const SvmGrid grid{options.loss_scales, options.lambdas, options.folds};
  result.svm = choose_svm(svm, options.svm, grid, point, problem.threads);
  take_dense(problem, start, train_svm(svm, *result.svm, point, problem.threads), result);
  result.objective = -result.objective;
}

// Weights of all features, indicators among them; features that never differ keep theirs.
void take_joint(const TuningProblem& problem, const FullFeatures& features, const decode::Weights& start,
                std::vector<double> full, TuneResult& result) {
  const std::vector<double> from = features.from(start);
  for (const std::size_t k : constant_features(problem.lists)) full[k] = from[k];
  result.weights = features.to_weights(full, start);
  result.objective = value_of(problem.lists, problem.goal, best_choice(features, full));
}

void run_mira(const TuningProblem& problem, const decode::Weights& start, TuneResult& result) {
  const FullFeatures features(problem.lists);
  take_joint(problem, features, start, mira_weights(problem, features, features.from(start)), result);
}

void run_pro(const TuningProblem& problem, const decode::Weights& start, TuneResult& result) {
  const FullFeatures features(problem.lists);
  ProOptions pro = problem.options.pro;
  pro.seed = problem.options.seed;
  take_joint(problem, features, start,
             train_pro(features, problem.goal, features.from(start), pro, problem.threads), result);
}

PointValue mert_objective(const TuningProblem& problem) {
  const MertObjective objective(problem.lists, problem.goal, problem.options.window);
  const TuningObjective& goal = problem.goal;
  return [objective, &goal](std::span<const double> point) { return goal.printed(objective.value(point)); };
}

PointValue smoothed_objective(const TuningProblem& problem) {
  const SmoothedObjective objective(problem.lists, problem.goal, problem.options.sharpness);
  const TuningObjective& goal = problem.goal;
  return [objective, &goal](std::span<const double> point) { return goal.printed(objective.value(point)); };
}

// With the one Q and lambda that are given: there is nothing to choose among.
SvmOptions single_svm_options(const TuneOptions& options) {
  SvmOptions svm = options.svm;
  if (options.loss_scales.size() > 1 || options.lambdas.size() > 1) {
    throw UsageError({}, "an objective has one loss scale and one lambda", "give one value of each");
  }
  if (!options.loss_scales.empty()) svm.loss_scale = options.loss_scales.front();
  if (!options.lambdas.empty()) svm.lambda = options.lambdas.front();
  return svm;
}

template <SlackKind slack>
PointValue svm_objective(const TuningProblem& problem) {
  const SvmOptions svm = single_svm_options(problem.options);
  const auto oracle =
      std::make_shared<const Oracle>(greedy_oracle(problem.lists, problem.goal, problem.threads));
  if constexpr (slack == SlackKind::kPerSentence) {
    const SSlackObjective objective(problem.lists, *oracle, svm);
    return [objective, oracle](std::span<const double> point) { return objective.objective(point); };
  } else {
    const OneSlackObjective objective(problem.lists, problem.goal, *oracle, svm);
    return [objective, oracle](std::span<const double> point) { return objective.objective(point); };
  }
}

void validate_s_slack(const TuneOptions& options) {
  if (options.svm.margin == Margin::kOne && !options.loss_scales.empty()) {
    throw UsageError({}, "a margin of one does not depend on losses", "leave --loss-scale out");
  }
}

void validate_one_slack(const TuneOptions& options) {
  options.svm.validate_one_slack();
}

constexpr SlackKind kEach = SlackKind::kPerSentence;
constexpr SlackKind kOne = SlackKind::kOne;

constexpr auto kMethods = std::to_array<Method>({
    {"mert", "exact line searches", false, nullptr, run_mert, mert_objective},
    {"smoothed-mert", "gradients of expected scores", false, nullptr, run_smoothed, smoothed_objective},
    {"s-slack", "SVM, a margin for each sentence", false, validate_s_slack, run_svm<kEach>,
     svm_objective<kEach>},
    {"1-slack", "SVM, one margin for the corpus", false, validate_one_slack, run_svm<kOne>,
     svm_objective<kOne>},
    {"mira", "large margins, online; also sparse features", true, nullptr, run_mira, nullptr},
    {"pro", "ranking of pairs; also sparse features", true, nullptr, run_pro, nullptr},
});

}  // namespace

std::span<const Method> methods() {
  return kMethods;
}

const Method* find_method(std::string_view name) {
  const auto found = std::ranges::find(kMethods, name, &Method::name);
  return found == kMethods.end() ? nullptr : &*found;
}

const Method& parse_method(std::string_view name) {
  if (const Method* method = find_method(name)) return *method;
  throw UsageError({}, fmt::format("there is no method '{}'", name), "use one of " + method_names());
}

const Method* parse_optional_method(std::string_view name) {
  const Method* method = find_method(name);
  if (method != nullptr || name == "none") return method;
  throw UsageError({}, fmt::format("unknown tuning method '{}'", name),
                   "use none, or one of " + method_names());
}

std::string method_names() {
  std::string names;
  for (const Method& method : kMethods) names += fmt::format("{}{}", names.empty() ? "" : ", ", method.name);
  return names;
}

}  // namespace calque::tune
