// How the aligned position moves from one generated word to the next.
//
// A weight for every jump width up to a window, one for all longer jumps to the left and one for those to the
// right; a jump's probability is its weight over the sum of the weights of all positions that the sentence
// has. There is a set of weights for every class of the generator word that is jumped from. The first
// position has weights of its own, counted from the sentence start. Weights are relative: only ratios matter.
// JumpModel is plain data, JumpCounts additive; neither throws.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace calque::align {

struct JumpCounts;

// Where a jump begins: at word `position` of `length` generators, which is of class `word_class`.
struct JumpOrigin {
  std::size_t word_class = 0;
  std::size_t position = 0;
  std::size_t length = 1;
};

// No weight is smaller, so that every position can be reached; the largest of a class is 1.
inline constexpr double kSmallestJumpWeight = 1e-7;

class JumpModel {
 public:
  // The start of training: one step to the right is likeliest and other widths lose weight with their
  // distance from it. A uniform start would leave sentences of words seen only once without any order to
  // prefer.
  explicit JumpModel(std::size_t window, std::size_t classes = 1);
  // Given weights: by class and bucket, and by first bucket.
  JumpModel(std::vector<double> weights, std::vector<double> first_weights);

  std::size_t window() const { return window_; }
  std::size_t buckets() const { return 2 * window_ + 3; }
  std::size_t classes() const { return weights_.size() / buckets(); }

  // Buckets: 0 is "further left than the window", 1 .. 2 * window + 1 the widths -window .. window, the last
  // "further right".
  std::size_t bucket(std::ptrdiff_t width) const {
    const auto limit = static_cast<std::ptrdiff_t>(window_);
    if (width < -limit) return 0;
    if (width > limit) return 2 * window_ + 2;
    return static_cast<std::size_t>(width + limit) + 1;
  }
  // Buckets 0 .. window for the first positions, window + 1 for all others.
  std::size_t first_bucket(std::size_t position) const {
    return position <= window_ ? position : window_ + 1;
  }

  // By bucket.
  std::span<const double> weights(std::size_t word_class) const {
    return std::span(weights_).subspan(word_class * buckets(), buckets());
  }
  // By class and bucket.
  const std::vector<double>& all_weights() const { return weights_; }
  const std::vector<double>& first_weights() const { return first_weights_; }

  // Sum of the weights of all positions of the sentence, from a position or from the start.
  double normalizer(const JumpOrigin& origin) const;
  double first_normalizer(std::size_t length) const;

 private:
  friend void estimate(const JumpCounts& counts, JumpModel& model);

  std::size_t window_;
  std::vector<double> weights_;
  std::vector<double> first_weights_;
};

// Expected numbers by class and bucket. `taken`: jumps made. `offered`: for every jump made from a position,
// the number of positions in the bucket over the normaliser there; the share of the jump that a unit of
// weight would have got.
struct JumpCounts {
  explicit JumpCounts(std::size_t window = 0, std::size_t classes = 1)
      : taken(classes * (2 * window + 3), 0.0),
        offered(taken.size(), 0.0),
        first_taken(window + 2, 0.0),
        first_offered(window + 2, 0.0) {}
  explicit JumpCounts(const JumpModel& model) : JumpCounts(model.window(), model.classes()) {}

  std::vector<double> taken;
  std::vector<double> offered;
  std::vector<double> first_taken;
  std::vector<double> first_offered;

  JumpCounts& operator+=(const JumpCounts& other);
  // `jumps` jumps started at a position, or at the start of a sentence.
  void offer(const JumpModel& model, const JumpOrigin& origin, double jumps);
  void offer_first(const JumpModel& model, std::size_t length, double jumps);
};

// New weights: taken / offered. The best weights have no closed form because the normaliser depends on what
// the sentence offers; this is the step of the minorise-maximise method for such ratio models (Hunter 2004),
// which never lowers the expected log-likelihood. So training is a generalised EM and the likelihood never
// falls.
void estimate(const JumpCounts& counts, JumpModel& model);

}  // namespace calque::align
