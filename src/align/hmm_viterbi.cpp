#include <algorithm>
#include <cmath>
#include <limits>

#include "align/hmm.h"

namespace calque::align {
namespace {

constexpr double kImpossible = -std::numeric_limits<double>::infinity();

struct Best {
  double log_prob = kImpossible;
  std::uint32_t state = 0;

  // Keeps the earlier one of equals.
  void offer(double value, std::uint32_t candidate) {
    if (value > log_prob) *this = {value, candidate};
  }
};

// Logarithms of the jump model for one sentence length.
struct LogJumps {
  std::vector<double> weight;      // by bucket
  std::vector<double> first;       // by position
  std::vector<double> normalizer;  // by position
};

LogJumps log_jumps(const HmmParameters& parameters, std::size_t length) {
  const JumpModel& jumps = parameters.jumps;
  const double log_jump = std::log1p(-parameters.null_probability);
  LogJumps logs;
  for (const double weight : jumps.weights()) logs.weight.push_back(std::log(weight));
  const double first_normalizer = std::log(jumps.first_normalizer(length));
  for (std::size_t i = 0; i < length; ++i) {
    logs.first.push_back(std::log(jumps.first_weights()[jumps.first_bucket(i)]) - first_normalizer +
                         log_jump);
    logs.normalizer.push_back(std::log(jumps.normalizer(i, length)) - log_jump);
  }
  return logs;
}

// Best way into every position from the states before: inside the window position by position, beyond it by
// running maxima from either end.
void best_jumps(const JumpModel& jumps, const LogJumps& logs, std::span<const double> before,
                HmmWorkspace& work, std::vector<Best>& into) {
  const std::size_t length = logs.first.size();
  const std::size_t window = jumps.window();
  std::vector<double>& leaving = work.outgoing;
  leaving.resize(length);
  for (std::size_t i = 0; i < length; ++i) leaving[i] = before[i + 1] - logs.normalizer[i];
  for (std::size_t i = 0; i < length; ++i) {
    Best best{before[0] + logs.first[i], 0};
    const std::size_t end = std::min(length, i + window + 1);
    for (std::size_t m = i > window ? i - window : 0; m < end; ++m) {
      best.offer(leaving[m] + logs.weight[i + window + 1 - m], static_cast<std::uint32_t>(m + 1));
    }
    into[i] = best;
  }
  Best left;
  for (std::size_t i = window + 1; i < length; ++i) {
    left.offer(leaving[i - window - 1], static_cast<std::uint32_t>(i - window));
    into[i].offer(left.log_prob + logs.weight.back(), left.state);
  }
  Best right;
  for (std::size_t i = length > window ? length - window - 1 : 0; i-- > 0;) {
    right.offer(leaving[i + window + 1], static_cast<std::uint32_t>(i + window + 2));
    into[i].offer(right.log_prob + logs.weight.front(), right.state);
  }
}

}  // namespace

void hmm_viterbi(const HmmParameters& parameters, const PairMatrix& emissions, HmmWorkspace& work,
                 std::vector<std::uint32_t>& best) {
  constexpr std::uint32_t kFromNull = std::numeric_limits<std::uint32_t>::max();
  const std::size_t words = emissions.generated();
  const std::size_t states = emissions.generators() + 1;
  const LogJumps logs = log_jumps(parameters, states - 1);
  const double log_null = std::log(parameters.null_probability);
  std::vector<Best> into(states - 1);
  std::vector<double>& now = work.backward;
  std::vector<double>& before = work.backward_before;
  before.assign(states, kImpossible);
  before[0] = 0.0;
  now.resize(states);
  work.came_from.resize(words * states);
  for (std::size_t j = 0; j < words; ++j) {
    const auto emission = emissions.row(j);
    std::uint32_t* const came_from = work.came_from.data() + j * states;
    best_jumps(parameters.jumps, logs, before, work, into);
    const double null_word = log_null + std::log(emission[0]);
    now[0] = before[0] + null_word;
    came_from[0] = kFromNull;
    for (std::size_t i = 1; i < states; ++i) {
      const double linked = into[i - 1].log_prob + std::log(emission[i]);
      const double unlinked = before[i] + null_word;
      now[i] = std::max(linked, unlinked);
      came_from[i] = linked >= unlinked ? into[i - 1].state : kFromNull;
    }
    std::swap(now, before);
  }
  auto state = static_cast<std::uint32_t>(std::max_element(before.begin(), before.end()) - before.begin());
  best.assign(words, 0);
  for (std::size_t j = words; j-- > 0;) {
    const std::uint32_t from = work.came_from[j * states + state];
    if (from == kFromNull) continue;
    best[j] = state;
    state = from;
  }
}

}  // namespace calque::align
