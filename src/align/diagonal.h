// IBM Model 2 with a diagonal prior (Dyer, Chahuneau and Smith 2013): a generated word comes from the null
// word with probability p_null, otherwise from a generator near the same fraction of its sentence.
//
// With h = |i/I - j/J| for generator i of I and generated word j of J, both counted from 1,
//     p(i) = (1 - p_null) exp(-tension h) / Z,  Z = sum over all generators of exp(-tension h).
// Going left or right from the diagonal, the terms of Z are geometric series, so Z takes constant time.
//
// Functions are pure. DiagonalCounts may be added to from many threads at once; its sums are integers and do
// not depend on the order. Nothing throws except for want of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "align/lexicon.h"
#include "align/pair_matrix.h"
#include "align/segments.h"

namespace calque::align {

struct DiagonalPositions {
  double null_probability = 0.2;
  double tension = 4.0;
};

// Learned tensions stay in this range: nearly uniform, and nearly on the diagonal alone.
inline constexpr double kMinTension = 0.01;
inline constexpr double kMaxTension = 50.0;

// One generated word's place. Counted from 0: word `generated` of `generated_length`, which has `generators`
// words to come from.
struct DiagonalRow {
  std::size_t generated = 0;
  std::size_t generated_length = 1;
  std::size_t generators = 1;

  double distance(std::size_t generator) const;
};

// log Z.
double log_normalizer(const DiagonalRow& row, double tension);
// The mean of h under the prior, which is minus the derivative of log Z by the tension.
double expected_distance(const DiagonalRow& row, double tension);

// Turns emissions, all positive, into the posterior probability of every link, in place (each row sums to 1),
// and returns the natural logarithm of the probability of the generated sentence.
double diagonal_posteriors(const DiagonalPositions& positions, PairMatrix& emissions);

// What the tension is estimated from: the expected distance of all links, and how many links every place is
// expected to have. Segments of the same two lengths share their places.
class DiagonalCounts {
 public:
  DiagonalCounts() = default;
  DiagonalCounts(std::span<const Segment> segments, Direction direction);

  void clear();
  void add(std::size_t segment, const PairMatrix& posteriors);

  // Expected number of links to words other than the null word.
  double links() const;
  // The part of the expected log-likelihood that depends on the tension, and its derivative. It is concave:
  // the second derivative is minus a sum of variances.
  double expected_log_likelihood(double tension) const;
  double gradient(double tension) const;

 private:
  struct Shape {
    std::uint32_t generated;
    std::uint32_t generators;
    std::size_t first_place;
  };
  template <typename Visit>
  void for_places(const Visit& visit) const;

  std::vector<Shape> shapes_;
  std::vector<std::uint32_t> shape_of_segment_;
  std::vector<std::uint64_t> links_;  // by place, in units of LexicalCounts
  std::uint64_t distance_ = 0;
};

// The tension in the allowed range at which the counts are likeliest, by following the gradient from `start`.
double best_tension(const DiagonalCounts& counts, double start);

}  // namespace calque::align
