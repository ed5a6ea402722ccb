#include "tune/oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace calque::tune {
namespace {

constexpr double kStrict = 1e-12;
constexpr std::size_t kOraclesPerBlock = 16;

// Calls use(candidate, value) for the sentence's candidates, where value(statistics) is asked once per word
// sequence.
template <typename Value, typename Use>
void for_candidates(const CandidateLists& lists, std::size_t s, std::vector<double>& by_text,
                    const Value& value, const Use& use) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const std::size_t end = lists.first(s) + lists.size(s);
  for (std::size_t c = lists.first(s); c < end; ++c) by_text[lists.text_of(c)] = kUnknown;
  for (std::size_t c = lists.first(s); c < end; ++c) {
    double& known = by_text[lists.text_of(c)];
    if (known != known) known = value(lists.statistics(c));
    use(c, known);
  }
}

// The value if the row were among the totals. They stay as they are.
double value_with(const TuningObjective& goal, StatisticsSum& totals, std::span<const std::int64_t> row) {
  totals.add(row);
  const double value = goal.value(totals.sums());
  totals.remove(row);
  return value;
}

// Greedy ascent of the corpus value plus the bonuses of the chosen candidates, if there are any.
void climb(const CandidateLists& lists, const TuningObjective& goal, std::span<const double> bonuses,
           Oracle& oracle) {
  StatisticsSum totals = sum_statistics(lists, oracle.choice);
  std::vector<double> by_text(lists.text_count());
  const auto bonus = [&](std::size_t candidate) { return bonuses.empty() ? 0.0 : bonuses[candidate]; };
  for (bool changed = true; changed;) {
    changed = false;
    ++oracle.passes;
    for (std::size_t s = 0; s < oracle.choice.size(); ++s) {
      std::size_t chosen = oracle.choice[s];
      double best = goal.value(totals.sums()) + bonus(chosen);
      totals.remove(lists.statistics(chosen));
      for_candidates(
          lists, s, by_text, [&](auto row) { return value_with(goal, totals, row); },
          [&](std::size_t c, double value) {
            if (value + bonus(c) <= best + kStrict) return;
            best = value + bonus(c);
            chosen = c;
          });
      totals.add(lists.statistics(chosen));
      changed = changed || chosen != oracle.choice[s];
      oracle.choice[s] = chosen;
    }
  }
  oracle.value = goal.value(totals.sums());
}

// At a fixed point of the corpus value alone no loss is below 0; with bonuses some would be.
void add_losses(const CandidateLists& lists, const TuningObjective& goal, ThreadPool& threads,
                Oracle& oracle) {
  oracle.losses = swapped_values(lists, goal, oracle.choice, threads);
  for (double& loss : oracle.losses) loss = std::max(0.0, oracle.value - loss);
}

double spread_of(std::span<const double> scores) {
  double sum = 0.0;
  double squares = 0.0;
  for (const double score : scores) {
    sum += score;
    squares += score * score;
  }
  const auto n = static_cast<double>(std::max<std::size_t>(1, scores.size()));
  return std::sqrt(std::max(0.0, squares / n - (sum / n) * (sum / n)));
}

// Each candidate's part of `reach` times the mean model score, scores in units of their mean spread.
std::vector<double> score_bonuses(const CandidateLists& lists, std::span<const double> weights,
                                  double reach) {
  std::vector<double> bonuses;
  bonuses.reserve(lists.candidate_count());
  std::vector<double> scores;
  double spread = 0.0;
  for (std::size_t s = 0; s < lists.sentence_count(); ++s) {
    model_scores(lists, s, weights, scores);
    const double top = *std::max_element(scores.begin(), scores.end());
    for (double& score : scores) score -= top;
    spread += spread_of(scores);
    bonuses.insert(bonuses.end(), scores.begin(), scores.end());
  }
  const double unit = spread > 0.0 ? reach / spread : 0.0;  // the sum of spreads: their mean times the count
  for (double& bonus : bonuses) bonus *= unit;
  return bonuses;
}

}  // namespace

Choice best_sentence_scores(const CandidateLists& lists, const TuningObjective& goal, ThreadPool& threads) {
  Choice choice(lists.sentence_count());
  std::vector<double> by_text(lists.text_count());  // sentences have texts of their own: no two threads meet
  threads.for_blocks(choice.size(), kOraclesPerBlock, [&](const Block& block) {
    for (std::size_t s = block.begin; s < block.end; ++s) {
      CALQUE_CHECK(lists.size(s) > 0);
      double best = -std::numeric_limits<double>::infinity();
      for_candidates(
          lists, s, by_text, [&](auto row) { return goal.sentence_value(row); },
          [&](std::size_t c, double value) {
            if (value <= best) return;
            best = value;
            choice[s] = c;
          });
    }
  });
  return choice;
}

std::vector<double> learning_values(const CandidateLists& lists, const TuningObjective& goal,
                                    ThreadPool& threads) {
  std::vector<double> values(lists.candidate_count());
  std::vector<double> by_text(lists.text_count());
  threads.for_blocks(lists.sentence_count(), kOraclesPerBlock, [&](const Block& block) {
    for (std::size_t s = block.begin; s < block.end; ++s) {
      for_candidates(
          lists, s, by_text, [&](auto row) { return goal.learning_value(row); },
          [&](std::size_t c, double value) { values[c] = value; });
    }
  });
  return values;
}

std::vector<double> swapped_values(const CandidateLists& lists, const TuningObjective& goal,
                                   const Choice& choice, ThreadPool& threads) {
  const StatisticsSum totals = sum_statistics(lists, choice);
  std::vector<double> values(lists.candidate_count());
  std::vector<double> by_text(lists.text_count());
  threads.for_blocks(choice.size(), kOraclesPerBlock, [&](const Block& block) {
    for (std::size_t s = block.begin; s < block.end; ++s) {
      StatisticsSum others = totals;
      others.remove(lists.statistics(choice[s]));
      for_candidates(
          lists, s, by_text, [&](auto row) { return value_with(goal, others, row); },
          [&](std::size_t c, double value) { values[c] = value; });
    }
  });
  return values;
}

Oracle greedy_oracle(const CandidateLists& lists, const TuningObjective& goal, ThreadPool& threads,
                     const std::optional<Choice>& start) {
  Oracle oracle;
  oracle.choice = start ? *start : best_sentence_scores(lists, goal, threads);
  climb(lists, goal, {}, oracle);
  add_losses(lists, goal, threads, oracle);
  return oracle;
}

Oracle reachable_oracle(const CandidateLists& lists, const TuningObjective& goal,
                        std::span<const double> weights, double reach, ThreadPool& threads) {
  Oracle oracle;
  oracle.choice = best_choice(lists, weights);
  climb(lists, goal, score_bonuses(lists, weights, reach), oracle);
  add_losses(lists, goal, threads, oracle);
  return oracle;
}

}  // namespace calque::tune
