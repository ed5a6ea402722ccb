#include "tune/svm_training.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/rng.h"
#include "tune/cutting_plane.h"
#include "tune/oracle.h"

namespace calque::tune {
namespace {

// Of the duality gap, relative to the objective: the score has settled long before.
constexpr double kGap = 1e-3;

AscentOptions ascent_options(const SvmProblem& problem) {
  AscentOptions ascent;
  ascent.frozen = constant_features(problem.lists);
  ascent.random_directions = problem.random_directions;
  ascent.seed = problem.seed;
  ascent.relative_gain = true;
  ascent.min_gain = 1e-6;
  return ascent;
}

// What a solver that knows no starting point came to.
AscentResult solved_result(const SvmProblem& problem, const CuttingPlaneResult& solved, const Point& start,
                           double start_value) {
  AscentResult result;
  result.point = solved.point;
  result.value = -solved.primal;
  result.curve = {start_value, result.value};
  // The solver cannot tell features that never differ from features without use.
  for (const std::size_t k : constant_features(problem.lists)) result.point[k] = start[k];
  return result;
}

AscentResult solve_s_slack_with(const SvmProblem& problem, const Oracle& oracle, const SvmOptions& svm,
                                const Point& start, ThreadPool& threads) {
  const SSlackObjective objective(problem.lists, oracle, svm);
  if (svm.line == SvmLine::kCuttingPlane || svm.line == SvmLine::kUsual) {
    return solved_result(problem, solve_one_slack(objective, {.tolerance = kGap}), start,
                         objective.value(start));
  }
  if (svm.line == SvmLine::kSentencePlanes) {
    return solved_result(problem, solve_s_slack(objective, {.tolerance = kGap}), start,
                         objective.value(start));
  }
  AscentOptions ascent = ascent_options(problem);
  ascent.restarts = 0;  // convex: every start leads to the same place
  return ascend(objective, start, feature_spreads(problem.lists), ascent, threads);
}

// Oracles near the model's choice move with the weights, so they are chosen again. What scores best on the
// lists is kept, the start included.
AscentResult train_s_slack(const SvmProblem& problem, const SvmOptions& svm, const Point& start,
                           ThreadPool& threads) {
  if (svm.reach == 0.0) {
    const Oracle oracle = greedy_oracle(problem.lists, problem.goal, threads);
    return solve_s_slack_with(problem, oracle, svm, start, threads);
  }
  AscentResult best;
  best.point = start;
  double best_score = value_at(problem.lists, problem.goal, start);
  Point point = start;
  Choice choice;
  for (std::size_t n = 0; n < svm.renewals; ++n) {
    const Oracle oracle = reachable_oracle(problem.lists, problem.goal, point, svm.reach, threads);
    if (oracle.choice == choice) break;
    choice = oracle.choice;
    if (n == 0) best.value = SSlackObjective(problem.lists, oracle, svm).value(start);
    AscentResult next = solve_s_slack_with(problem, oracle, svm, point, threads);
    point = next.point;
    const double score = value_at(problem.lists, problem.goal, point);
    if (score <= best_score) continue;
    best_score = score;
    best = std::move(next);
  }
  return best;
}

AscentResult train_one_slack(const SvmProblem& problem, const SvmOptions& svm, const Point& start,
                             ThreadPool& threads) {
  if (svm.line == SvmLine::kCuttingPlane) {
    const Oracle oracle = greedy_oracle(problem.lists, problem.goal, threads);
    const OneSlackObjective objective(problem.lists, problem.goal, oracle, svm);
    return solved_result(problem, solve_corpus(objective, {.tolerance = kGap}), start,
                         objective.value(start));
  }
  AscentOptions ascent = ascent_options(problem);
  ascent.restarts = problem.restarts;
  ascent.race = 3;
  double length = 0.0;
  for (const double weight : start) length += weight * weight;
  const double fixed_norm = svm.fix_norm ? std::sqrt(length) : 0.0;
  for (const Point& point : problem.more_starts)
    ascent.more_starts.push_back(scaled_to(point, std::sqrt(length)));
  const Oracle oracle = greedy_oracle(problem.lists, problem.goal, threads);
  OneSlackObjective objective(problem.lists, problem.goal, oracle, svm, fixed_norm);
  const auto spreads = feature_spreads(problem.lists);
  AscentResult result = ascend(objective, start, spreads, ascent, threads);
  if (svm.constraints == ConstraintSet::kWorkingSet) {
    constexpr std::size_t kMaxConstraints = 20;
    ascent.restarts = 0;
    for (std::size_t n = 0; n < kMaxConstraints; ++n) {
      objective.add(objective.augmented(result.point));
      AscentResult next = ascend(objective, result.point, spreads, ascent, threads);
      const bool settled = std::abs(next.value - result.value) <= 1e-6 * std::abs(result.value);
      result = std::move(next);
      if (settled) break;
    }
  }
  if (fixed_norm > 0.0) result.point = scaled_to(result.point, fixed_norm);
  return result;
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

// What is held out, and the rest.
struct Fold {
  CandidateLists test;
  CandidateLists training;
};

std::vector<Fold> make_folds(const CandidateLists& lists, std::size_t folds, std::uint64_t seed) {
  std::vector<Fold> made;
  for (const auto& held_out : deal(lists.sentence_count(), folds, seed)) {
    std::vector<std::size_t> rest;
    for (std::size_t s = 0; s < lists.sentence_count(); ++s)
      if (!std::binary_search(held_out.begin(), held_out.end(), s)) rest.push_back(s);
    made.push_back({lists.subset(held_out), lists.subset(rest)});
  }
  return made;
}

// The statistics of what weights trained on the rest choose in the part that is held out.
StatisticsSum held_out_totals(const SvmProblem& problem, const Fold& fold, SvmOptions svm,
                              const Point& start) {
  ThreadPool alone(1);  // folds and values are what is done in parallel
  const SvmProblem part{
      fold.training, problem.goal,       problem.slack, problem.restarts, problem.random_directions,
      problem.seed,  problem.more_starts};
  // The loss of a sentence is its share of the corpus score: of fewer sentences each has more.
  if (problem.slack == SlackKind::kPerSentence) {
    svm.loss_scale *= static_cast<double>(fold.training.sentence_count()) /
                      static_cast<double>(problem.lists.sentence_count());
  }
  const AscentResult trained = train_svm(part, svm, start, alone);
  StatisticsSum totals(problem.lists.statistics_size());
  for (const std::size_t candidate : best_choice(fold.test, trained.point))
    totals.add(fold.test.statistics(candidate));
  return totals;
}

std::vector<double> usual_loss_scales(const SvmProblem& problem, Margin margin) {
  if (margin == Margin::kOne) return {1.0};  // losses do not count
  if (problem.slack == SlackKind::kOne) return {1e4};
  const auto sentences = static_cast<double>(problem.lists.sentence_count());
  return {sentences, 0.1 * sentences, 10.0 * sentences};
}

std::vector<SvmOptions> values_of(const SvmProblem& problem, const SvmOptions& svm, const SvmGrid& grid) {
  std::vector<double> scales = grid.loss_scales;
  if (scales.empty())
    scales = svm.loss_scale > 0.0 ? std::vector{svm.loss_scale} : usual_loss_scales(problem, svm.margin);
  const auto lambdas = grid.lambdas.empty() ? std::vector{svm.lambda} : grid.lambdas;
  std::vector<SvmOptions> values;
  for (const double scale : scales) {
    for (const double lambda : lambdas) {
      values.push_back(svm);
      values.back().loss_scale = scale;
      values.back().lambda = lambda;
    }
  }
  return values;
}

}  // namespace

AscentResult train_svm(const SvmProblem& problem, const SvmOptions& svm, const Point& start,
                       ThreadPool& threads) {
  return problem.slack == SlackKind::kPerSentence ? train_s_slack(problem, svm, start, threads)
                                                  : train_one_slack(problem, svm, start, threads);
}

SvmOptions choose_svm(const SvmProblem& problem, const SvmOptions& svm, const SvmGrid& grid,
                      const Point& start, ThreadPool& threads) {
  const std::vector<SvmOptions> values = values_of(problem, svm, grid);
  if (values.size() == 1 || problem.lists.sentence_count() < grid.folds) return values.front();
  const std::vector<Fold> folds = make_folds(problem.lists, grid.folds, problem.seed);
  const auto parts = threads.map_blocks<std::optional<StatisticsSum>>(
      values.size() * folds.size(), 1, [&](const Block& block) {
        return held_out_totals(problem, folds[block.index % folds.size()], values[block.index / folds.size()],
                               start);
      });
  std::size_t best = 0;
  double best_value = 0.0;
  for (std::size_t v = 0; v < values.size(); ++v) {
    StatisticsSum totals(problem.lists.statistics_size());
    for (std::size_t f = 0; f < folds.size(); ++f) totals.add(parts[v * folds.size() + f]->sums());
    const double value = problem.goal.value(totals.sums());
    if (v > 0 && value <= best_value) continue;
    best = v;
    best_value = value;
  }
  return values[best];
}

}  // namespace calque::tune
