#include "align/hmm.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace calque::align {
namespace {

// What every function here needs of one sentence pair. Positions run from 0; states are positions + 1.
class Chain {
 public:
  Chain(const HmmParameters& parameters, const HmmSentence& sentence, HmmWorkspace& work)
      : jumps_(parameters.jumps),
        emissions_(sentence.emissions),
        work_(work),
        null_(parameters.null_probability),
        length_(sentence.emissions.generators()),
        window_(parameters.jumps.window()),
        reach_(static_cast<std::ptrdiff_t>(window_) + 1) {
    work.initial.assign(length_ + 1, 0.0);
    work.initial[0] = 1.0;
    work.first_jump.resize(length_);
    work.word_class.resize(length_);
    work.jump_weights.resize(length_);
    work.normalizer.resize(length_);
    work.outgoing.resize(length_);
    work.incoming.resize(length_);
    const double first = jumps_.first_normalizer(length_);
    for (std::size_t i = 0; i < length_; ++i) {
      const std::uint32_t word_class = parameters.classes.of(sentence.generators[i]);
      work.first_jump[i] = jumps_.first_weights()[jumps_.first_bucket(i)] / first;
      work.word_class[i] = word_class;
      work.jump_weights[i] = jumps_.weights(word_class).data() + reach_;
      work.normalizer[i] = jumps_.normalizer({word_class, i, length_});
    }
  }

  double forward();
  void backward(PairMatrix& posteriors, JumpCounts& counts);

 private:
  std::span<const double> state_before(std::size_t j) const {
    return j == 0 ? std::span<const double>(work_.initial) : work_.forward.row(j - 1);
  }
  std::size_t window_begin(std::size_t i) const { return i > window_ ? i - window_ : 0; }
  std::size_t window_end(std::size_t i) const { return std::min(length_, i + window_ + 1); }

  // Weights of jumps from position m to positions window_begin(m) and on.
  const double* window_weights(std::size_t m) const {
    return work_.jump_weights[m] +
           (static_cast<std::ptrdiff_t>(window_begin(m)) - static_cast<std::ptrdiff_t>(m));
  }
  double far_left(std::size_t m) const { return work_.jump_weights[m][-reach_]; }
  double far_right(std::size_t m) const { return work_.jump_weights[m][reach_]; }
  double* taken(JumpCounts& counts, std::size_t m) const {
    return counts.taken.data() + work_.word_class[m] * jumps_.buckets();
  }

  void set_outgoing(std::span<const double> before);
  double step_forward(std::size_t j);
  void step_backward(std::size_t j, std::span<double> posterior, JumpCounts& counts);
  void spread_window(std::span<double> posterior, JumpCounts& counts);
  void spread_far(std::span<double> posterior, JumpCounts& counts);

  const JumpModel& jumps_;
  const PairMatrix& emissions_;
  HmmWorkspace& work_;
  double null_;
  std::size_t length_;
  std::size_t window_;
  std::ptrdiff_t reach_;  // the shortest far jump
};

void Chain::set_outgoing(std::span<const double> before) {
  for (std::size_t i = 0; i < length_; ++i) {
    work_.outgoing[i] = before[i + 1] * (1.0 - null_) / work_.normalizer[i];
  }
}

// Fills row j of the forward matrix, scaled to sum 1, and returns the sum before scaling.
double Chain::step_forward(std::size_t j) {
  const auto before = state_before(j);
  const auto emission = emissions_.row(j);
  const auto after = work_.forward.row(j);
  set_outgoing(before);
  const double start_jump = before[0] * (1.0 - null_);
  for (std::size_t i = 0; i < length_; ++i) after[i + 1] = start_jump * work_.first_jump[i];
  for (std::size_t m = 0; m < length_; ++m) {
    const double mass = work_.outgoing[m];
    const double* const weight = window_weights(m);
    const std::size_t begin = window_begin(m);
    double* const reached = after.data() + begin + 1;
    for (std::size_t k = 0; k < window_end(m) - begin; ++k) reached[k] += mass * weight[k];
  }
  // Positions beyond the window: sums from either end. A position m left of the window jumps right, and vice
  // versa.
  double left = 0.0;
  for (std::size_t i = window_ + 1; i < length_; ++i) {
    const std::size_t m = i - window_ - 1;
    left += work_.outgoing[m] * far_right(m);
    after[i + 1] += left;
  }
  double right = 0.0;
  for (std::size_t i = length_ > window_ ? length_ - window_ - 1 : 0; i-- > 0;) {
    const std::size_t m = i + window_ + 1;
    right += work_.outgoing[m] * far_left(m);
    after[i + 1] += right;
  }
  const double null_emission = null_ * emission[0];
  after[0] = null_emission * before[0];
  double total = after[0];
  for (std::size_t i = 1; i <= length_; ++i) {
    after[i] = emission[i] * after[i] + null_emission * before[i];
    total += after[i];
  }
  const double scale = 1.0 / total;
  for (double& value : after) value *= scale;
  return total;
}

double Chain::forward() {
  const std::size_t words = emissions_.generated();
  work_.forward.resize(words, length_);
  work_.scale.resize(words);
  double log_likelihood = 0.0;
  for (std::size_t j = 0; j < words; ++j) {
    work_.scale[j] = step_forward(j);
    log_likelihood += std::log(work_.scale[j]);
  }
  return log_likelihood;
}

// Jumps inside the window. Sets backward_before[m + 1] to the weighted sum over positions still to be
// multiplied by the probability of jumping and divided by the normaliser.
void Chain::spread_window(std::span<double> posterior, JumpCounts& counts) {
  for (std::size_t m = 0; m < length_; ++m) {
    const double mass = work_.outgoing[m];
    const double* const weight = window_weights(m);
    const std::size_t begin = window_begin(m);
    double* const made =
        taken(counts, m) + jumps_.bucket(static_cast<std::ptrdiff_t>(begin) - static_cast<std::ptrdiff_t>(m));
    double sum = 0.0;
    for (std::size_t k = 0; k < window_end(m) - begin; ++k) {
      const double reached = weight[k] * work_.incoming[begin + k];
      sum += reached;
      posterior[begin + k + 1] += mass * reached;
      made[k] += mass * reached;
    }
    work_.backward_before[m + 1] = sum;
  }
}

// Jumps beyond the window, with running sums over the positions that take part.
void Chain::spread_far(std::span<double> posterior, JumpCounts& counts) {
  const std::size_t reach = window_ + 1;
  if (length_ <= reach) return;
  double leaving = 0.0;   // weighted outgoing mass of positions 0 .. i - reach, which jump right
  double backward = 0.0;  // incoming mass of the same positions, for jumps to the left from i
  for (std::size_t i = reach; i < length_; ++i) {
    leaving += work_.outgoing[i - reach] * far_right(i - reach);
    backward += work_.incoming[i - reach];
    posterior[i + 1] += leaving * work_.incoming[i];
    work_.backward_before[i + 1] += far_left(i) * backward;
    taken(counts, i)[0] += far_left(i) * backward * work_.outgoing[i];
  }
  leaving = 0.0;
  backward = 0.0;
  for (std::size_t i = length_ - reach; i-- > 0;) {
    leaving += work_.outgoing[i + reach] * far_left(i + reach);
    backward += work_.incoming[i + reach];
    posterior[i + 1] += leaving * work_.incoming[i];
    work_.backward_before[i + 1] += far_right(i) * backward;
    taken(counts, i)[jumps_.buckets() - 1] += far_right(i) * backward * work_.outgoing[i];
  }
}

// From the backward masses after word j to those before it, with the posteriors and jumps of word j on the
// way.
void Chain::step_backward(std::size_t j, std::span<double> posterior, JumpCounts& counts) {
  const auto before = state_before(j);
  const auto emission = emissions_.row(j);
  const double scale = 1.0 / work_.scale[j];
  const double null_emission = null_ * emission[0] * scale;
  set_outgoing(before);
  const double start_jump = before[0] * (1.0 - null_);
  double from_start = 0.0;
  for (std::size_t i = 0; i < length_; ++i) {
    work_.incoming[i] = emission[i + 1] * work_.backward[i + 1] * scale;
    const double reached = work_.first_jump[i] * work_.incoming[i];
    posterior[i + 1] = start_jump * reached;
    counts.first_taken[jumps_.first_bucket(i)] += start_jump * reached;
    from_start += reached;
  }
  counts.offer_first(jumps_, length_, start_jump * from_start);
  spread_window(posterior, counts);
  spread_far(posterior, counts);
  double null_posterior = before[0] * null_emission * work_.backward[0];
  work_.backward_before[0] = (1.0 - null_) * from_start + null_emission * work_.backward[0];
  for (std::size_t i = 0; i < length_; ++i) {
    work_.jumped[i] += work_.outgoing[i] * work_.backward_before[i + 1];
    const double jump = (1.0 - null_) / work_.normalizer[i] * work_.backward_before[i + 1];
    work_.backward_before[i + 1] = jump + null_emission * work_.backward[i + 1];
    null_posterior += before[i + 1] * null_emission * work_.backward[i + 1];
  }
  posterior[0] = null_posterior;
  std::swap(work_.backward, work_.backward_before);
}

void Chain::backward(PairMatrix& posteriors, JumpCounts& counts) {
  posteriors.resize(emissions_.generated(), length_);
  work_.backward.assign(length_ + 1, 1.0);
  work_.backward_before.resize(length_ + 1);
  work_.jumped.assign(length_, 0.0);
  for (std::size_t j = emissions_.generated(); j-- > 0;) step_backward(j, posteriors.row(j), counts);
  for (std::size_t i = 0; i < length_; ++i) {
    counts.offer(jumps_, {work_.word_class[i], i, length_}, work_.jumped[i]);
  }
}

}  // namespace

double hmm_posteriors(const HmmParameters& parameters, const HmmSentence& sentence, HmmWorkspace& workspace,
                      PairMatrix& posteriors, JumpCounts* counts) {
  if (counts == nullptr) {
    JumpCounts& unwanted = workspace.unwanted;
    const JumpModel& jumps = parameters.jumps;
    if (unwanted.taken.size() != jumps.all_weights().size() ||
        unwanted.first_taken.size() != jumps.first_weights().size()) {
      unwanted = JumpCounts(jumps);
    }
    counts = &unwanted;
  }
  Chain chain(parameters, sentence, workspace);
  const double log_likelihood = chain.forward();
  chain.backward(posteriors, *counts);
  return log_likelihood;
}

}  // namespace calque::align
