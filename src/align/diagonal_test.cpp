// The diagonal prior against plain sums, its derivative against finite differences, and the estimated
// tension.
#include "align/diagonal.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace calque::align {
namespace {

constexpr std::array<double, 5> kTensions{kMinTension, 0.5, 4.0, 17.0, kMaxTension};

// Equal and unequal lengths, both ways round, up to long ones.
std::vector<DiagonalRow> many_rows() {
  std::vector<DiagonalRow> rows;
  for (const std::size_t generated_length : {1, 2, 3, 5, 10, 40}) {
    for (const std::size_t generators : {1, 2, 3, 5, 10, 40, 977}) {
      for (std::size_t j = 0; j < generated_length; ++j) rows.push_back({j, generated_length, generators});
    }
  }
  return rows;
}

struct PlainSums {
  double weight = 0.0;
  double distance = 0.0;
};

PlainSums plain_sums(const DiagonalRow& row, double tension) {
  PlainSums sums;
  for (std::size_t i = 1; i <= row.generators; ++i) {
    const double h =
        std::abs(static_cast<double>(i) / static_cast<double>(row.generators) -
                 static_cast<double>(row.generated + 1) / static_cast<double>(row.generated_length));
    sums.weight += std::exp(-tension * h);
    sums.distance += h * std::exp(-tension * h);
  }
  return sums;
}

TEST(Diagonal, ClosedFormsAgreeWithPlainSums) {
  for (const DiagonalRow& row : many_rows()) {
    for (const double tension : kTensions) {
      const PlainSums sums = plain_sums(row, tension);
      ASSERT_NEAR(log_normalizer(row, tension), std::log(sums.weight), 1e-11);
      ASSERT_NEAR(expected_distance(row, tension), sums.distance / sums.weight, 1e-10)
          << row.generated << " of " << row.generated_length << " from " << row.generators << " at "
          << tension;
    }
  }
}

TEST(Diagonal, ExpectedDistanceIsTheDerivativeOfTheNormalizer) {
  constexpr double kStep = 1e-4;
  for (const DiagonalRow& row : many_rows()) {
    for (const double tension : {0.5, 4.0, 17.0}) {
      const double slope =
          (log_normalizer(row, tension + kStep) - log_normalizer(row, tension - kStep)) / (2 * kStep);
      ASSERT_NEAR(expected_distance(row, tension), -slope, 1e-7)
          << row.generated << " of " << row.generated_length << " from " << row.generators << " at "
          << tension;
    }
  }
}

// Where lengths differ they must not be mixed up. Word 3 of 10 from 5 generators: the distances are 0.1, 0.1,
// 0.3, 0.5, 0.7.
TEST(Diagonal, ExpectedDistanceOfUnequalLengthsByHand) {
  const double e1 = std::exp(-0.4);
  const double e3 = std::exp(-1.2);
  const double e5 = std::exp(-2.0);
  const double e7 = std::exp(-2.8);
  const double expected = (0.2 * e1 + 0.3 * e3 + 0.5 * e5 + 0.7 * e7) / (2 * e1 + e3 + e5 + e7);
  EXPECT_NEAR(expected_distance({2, 10, 5}, 4.0), expected, 1e-14);
  EXPECT_GT(std::abs(expected_distance({2, 5, 10}, 4.0) - expected), 0.01);
}

struct Links {
  std::vector<Segment> segments;
  std::vector<PairMatrix> posteriors;
  DiagonalCounts counts;
};

// Segments of random lengths whose links are drawn from the prior of that tension, with half the mass on the
// null word in every third row.
Links links_of(double tension, Direction direction, std::uint64_t seed) {
  Rng rng(seed);
  Links links;
  for (std::uint32_t k = 0; k < 60; ++k) {
    const auto source = static_cast<std::uint32_t>(1 + rng.below(12));
    const auto target = static_cast<std::uint32_t>(1 + rng.below(12));
    links.segments.push_back({k, {0, source}, {0, target}});
    const bool forward = is_forward(direction);
    PairMatrix& matrix = links.posteriors.emplace_back();
    matrix.resize(forward ? target : source, forward ? source : target);
    for (std::size_t j = 0; j < matrix.generated(); ++j) {
      const auto row = matrix.row(j);
      const DiagonalRow place{j, matrix.generated(), matrix.generators()};
      row[0] = j % 3 == 0 ? 0.5 : 0.0;
      for (std::size_t i = 0; i < matrix.generators(); ++i) {
        row[i + 1] =
            (1.0 - row[0]) * std::exp(-tension * place.distance(i)) / plain_sums(place, tension).weight;
      }
    }
  }
  links.counts = DiagonalCounts(links.segments, direction);
  for (std::size_t k = 0; k < links.segments.size(); ++k) links.counts.add(k, links.posteriors[k]);
  return links;
}

TEST(DiagonalCounts, ExpectedLogLikelihoodAgreesWithItsDefinition) {
  for (const Direction direction : {Direction::kSourceGeneratesTarget, Direction::kTargetGeneratesSource}) {
    const Links links = links_of(6.0, direction, 3);
    for (const double tension : kTensions) {
      double expected = 0.0;
      double mass = 0.0;
      for (const PairMatrix& matrix : links.posteriors) {
        for (std::size_t j = 0; j < matrix.generated(); ++j) {
          const DiagonalRow place{j, matrix.generated(), matrix.generators()};
          for (std::size_t i = 0; i < matrix.generators(); ++i) {
            const double p = matrix.row(j)[i + 1];
            expected +=
                p * std::log(std::exp(-tension * place.distance(i)) / plain_sums(place, tension).weight);
            mass += p;
          }
        }
      }
      EXPECT_NEAR(links.counts.expected_log_likelihood(tension), expected, 1e-5);
      EXPECT_NEAR(links.counts.links(), mass, 1e-6);
    }
  }
}

TEST(DiagonalCounts, GradientAgreesWithFiniteDifferences) {
  constexpr double kStep = 1e-4;
  const Links links = links_of(6.0, Direction::kSourceGeneratesTarget, 4);
  for (const double tension : {0.5, 2.0, 6.0, 20.0}) {
    const double slope = (links.counts.expected_log_likelihood(tension + kStep) -
                          links.counts.expected_log_likelihood(tension - kStep)) /
                         (2 * kStep);
    EXPECT_NEAR(links.counts.gradient(tension), slope, 1e-5) << tension;
  }
}

TEST(BestTension, RecoversTheTensionThatLinksWereDrawnFrom) {
  for (const double tension : {0.3, 2.0, 6.0, 20.0}) {
    for (const double start : {kMinTension, 4.0, kMaxTension}) {
      const Links links = links_of(tension, Direction::kTargetGeneratesSource, 5);
      EXPECT_NEAR(best_tension(links.counts, start), tension, 1e-4) << start;
    }
  }
}

TEST(BestTension, StaysInRangeAndStaysWhereNothingCanBeLearned) {
  std::vector<Segment> segments{{0, {0, 4}, {0, 4}}};
  PairMatrix posteriors;
  posteriors.resize(4, 4);
  for (std::size_t j = 0; j < 4; ++j) {
    std::fill(posteriors.row(j).begin(), posteriors.row(j).end(), 0.0);
    posteriors.row(j)[j + 1] = 1.0;
  }
  DiagonalCounts on_diagonal(segments, Direction::kSourceGeneratesTarget);
  on_diagonal.add(0, posteriors);
  EXPECT_EQ(best_tension(on_diagonal, 4.0), kMaxTension);
  for (std::size_t j = 0; j < 4; ++j) {
    std::fill(posteriors.row(j).begin(), posteriors.row(j).end(), 0.0);
    posteriors.row(j)[4 - j] = 1.0;
  }
  DiagonalCounts across(segments, Direction::kSourceGeneratesTarget);
  across.add(0, posteriors);
  EXPECT_EQ(best_tension(across, 4.0), kMinTension);
  EXPECT_EQ(best_tension(DiagonalCounts(segments, Direction::kSourceGeneratesTarget), 4.0), 4.0);
  EXPECT_EQ(best_tension(DiagonalCounts(), 4.0), 4.0);
  // One generator only: every tension is as good.
  segments = {{0, {0, 1}, {0, 3}}};
  posteriors.resize(3, 1);
  for (std::size_t j = 0; j < 3; ++j) {
    posteriors.row(j)[0] = 0.3;
    posteriors.row(j)[1] = 0.7;
  }
  DiagonalCounts single(segments, Direction::kSourceGeneratesTarget);
  single.add(0, posteriors);
  EXPECT_EQ(best_tension(single, 4.0), 4.0);
}

}  // namespace
}  // namespace calque::align
