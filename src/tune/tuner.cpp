#include "tune/tuner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/rng.h"
#include "tune/cutting_plane.h"

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
  const Goal& goal;
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

AscentResult run_smoothed(const Problem& problem, const Point& start) {
  SmoothedOptions smoothed;
  smoothed.sharpness = problem.options.sharpness;
  smoothed.restarts = std::min<std::size_t>((problem.options.restarts + 4) / 5, smoothed.restarts);
  smoothed.seed = problem.options.seed;
  smoothed.frozen = constant_features(problem.lists);
  return maximise_smoothed(problem.lists, problem.goal, start, smoothed, problem.threads);
}

AscentResult run_mert(const Problem& problem, const Point& start) {
  AscentOptions ascent = ascent_options(problem);
  ascent.normalise = true;
  ascent.least_gain = 1e-4;
  ascent.race = 2;
  // Gradients of the smoothed score see all features at once and come far; exact line searches finish.
  if (problem.options.restarts > 0) ascent.more_starts.push_back(run_smoothed(problem, start).point);
  const MertObjective objective(problem.lists, problem.goal, problem.options.window);
  return ascend(objective, start, feature_spreads(problem.lists), ascent, problem.threads);
}

AscentResult run_s_slack(const Problem& problem, const Oracle& oracle, const SvmOptions& svm,
                         const Point& start) {
  const SSlackObjective objective(problem.lists, oracle, svm);
  if (svm.line == SvmLine::kCuttingPlane) {
    const CuttingPlaneResult solved = solve_one_slack(objective, {.tolerance = 1e-5});
    AscentResult result;
    result.point = solved.point;
    result.value = -solved.primal;
    result.curve = {objective.value(start), result.value};
    return result;
  }
  AscentOptions ascent = ascent_options(problem);
  ascent.restarts = 0;  // convex: every start leads to the same place
  ascent.relative_gain = true;
  ascent.least_gain = 1e-6;
  return ascend(objective, start, feature_spreads(problem.lists), ascent, problem.threads);
}

AscentResult run_one_slack(const Problem& problem, const Oracle& oracle, const SvmOptions& svm,
                           const Point& start) {
  AscentOptions ascent = ascent_options(problem);
  ascent.relative_gain = true;
  ascent.least_gain = 1e-6;
  ascent.race = 3;
  OneSlackObjective objective(problem.lists, problem.goal, oracle, svm);
  const auto spreads = feature_spreads(problem.lists);
  AscentResult result = ascend(objective, start, spreads, ascent, problem.threads);
  if (svm.constraints != ConstraintSet::kWorkingSet) return result;
  constexpr std::size_t kMostConstraints = 20;
  ascent.restarts = 0;
  for (std::size_t n = 0; n < kMostConstraints; ++n) {
    objective.add(objective.augmented(result.point));
    AscentResult next = ascend(objective, result.point, spreads, ascent, problem.threads);
    const bool settled = std::abs(next.value - result.value) <= 1e-6 * std::abs(result.value);
    result = std::move(next);
    if (settled) break;
  }
  return result;
}

AscentResult run_svm(const Problem& problem, const SvmOptions& svm, const Point& start) {
  const Oracle oracle = greedy_oracle(problem.lists, problem.goal, problem.threads);
  return problem.options.method == Method::kSSlack ? run_s_slack(problem, oracle, svm, start)
                                                   : run_one_slack(problem, oracle, svm, start);
}

// Sentences are dealt out to the folds in random order.
std::vector<std::vector<std::size_t>> deal(std::size_t sentences, std::size_t folds, std::uint64_t seed) {
  std::vector<std::size_t> order(sentences);
  for (std::size_t s = 0; s < sentences; ++s) order[s] = s;
  Rng rng(seed);
  rng.shuffle(std::span(order));
  std::vector<std::vector<std::size_t>> parts(folds);
  for (std::size_t i = 0; i < sentences; ++i) parts[i % folds].push_back(order[i]);
  for (auto& part : parts) std::sort(part.begin(), part.end());
  return parts;
}

// The score of choices made by weights that were trained without the sentence.
double cross_validated(const Problem& problem, const SvmOptions& svm, const Point& start) {
  const std::size_t sentences = problem.lists.sentence_count();
  const auto parts = deal(sentences, problem.options.folds, problem.options.seed);
  Totals totals(problem.lists.statistics_size());
  for (const auto& held_out : parts) {
    std::vector<std::size_t> rest;
    for (std::size_t s = 0; s < sentences; ++s)
      if (!std::binary_search(held_out.begin(), held_out.end(), s)) rest.push_back(s);
    const CandidateLists training = problem.lists.subset(rest);
    const AscentResult trained =
        run_svm({training, problem.goal, problem.options, problem.threads}, svm, start);
    const CandidateLists test = problem.lists.subset(held_out);
    for (const std::size_t candidate : best_choice(test, trained.point))
      totals.add(test.statistics(candidate));
  }
  return problem.goal.value(totals.sums());
}

SvmOptions choose_svm(const Problem& problem, const Point& start) {
  const TuneOptions& options = problem.options;
  const auto scales = options.loss_scales.empty() ? std::vector{options.svm.loss_scale} : options.loss_scales;
  const auto lambdas = options.lambdas.empty() ? std::vector{options.svm.lambda} : options.lambdas;
  if (scales.size() * lambdas.size() == 1 || problem.lists.sentence_count() < options.folds) {
    SvmOptions svm = options.svm;
    svm.loss_scale = scales.front();
    svm.lambda = lambdas.front();
    return svm;
  }
  SvmOptions best = options.svm;
  double best_value = 0.0;
  bool first = true;
  for (const double scale : scales) {
    for (const double lambda : lambdas) {
      SvmOptions svm = options.svm;
      svm.loss_scale = scale;
      svm.lambda = lambda;
      const double value = cross_validated(problem, svm, start);
      if (!first && value <= best_value) continue;
      first = false;
      best_value = value;
      best = svm;
    }
  }
  return best;
}

void run_dense(const Problem& problem, const decode::Weights& start, TuneResult& result) {
  const Point point = decode::flatten(start, problem.lists.features());
  AscentResult ascent;
  if (is_svm(problem.options.method)) {
    result.svm = choose_svm(problem, point);
    ascent = run_svm(problem, result.svm, point);
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
    MiraOptions mira = problem.options.mira;
    mira.seed = problem.options.seed;
    full = train_mira(features, problem.goal, from, mira, problem.threads);
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
  if (!(std::isfinite(sharpness) && sharpness > 0.0)) {
    throw UsageError({}, "the sharpness of smoothed MERT is not above 0", "choose a number such as 3");
  }
  if (folds < 2) throw UsageError({}, "cross-validation needs at least two folds", "choose 2 or more");
}

double score_with(const CandidateLists& lists, const Goal& goal, const decode::Weights& weights) {
  const FullFeatures features(lists);
  return goal.printed(value_of(lists, goal, best_choice(features, features.from(weights))));
}

TuneResult tune(const CandidateLists& lists, const Goal& goal, const decode::Weights& start,
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
