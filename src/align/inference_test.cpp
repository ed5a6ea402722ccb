// Model 1 and HMM inference on one sentence pair against enumeration of all alignments.
#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "align/hmm.h"
#include "align/ibm1.h"
#include "base/rng.h"

namespace calque::align {
namespace {

PairMatrix random_emissions(std::size_t generated, std::size_t generators, Rng& rng) {
  PairMatrix matrix;
  matrix.resize(generated, generators);
  for (std::size_t j = 0; j < generated; ++j) {
    for (double& value : matrix.row(j)) value = 0.01 + rng.uniform();
  }
  return matrix;
}

// Jump weights away from uniform, by a step of estimation from random counts.
JumpModel random_jumps(std::size_t window, Rng& rng) {
  JumpModel jumps(window);
  JumpCounts counts(window);
  for (auto* values : {&counts.taken, &counts.offered, &counts.first_taken, &counts.first_offered}) {
    for (double& value : *values) value = 0.1 + rng.uniform();
  }
  estimate(counts, jumps);
  return jumps;
}

// Calls visit(alignment) for all (generators + 1)^generated alignments; 0 is the null word.
template <typename Visit>
void enumerate(std::size_t generated, std::size_t generators, const Visit& visit) {
  std::vector<std::uint32_t> alignment(generated, 0);
  while (true) {
    visit(alignment);
    std::size_t j = 0;
    while (j < generated && alignment[j] == generators) alignment[j++] = 0;
    if (j == generated) return;
    ++alignment[j];
  }
}

struct Expected {
  double likelihood = 0.0;
  std::vector<std::vector<double>> links;  // unnormalised
  double best_probability = 0.0;
  JumpCounts jumps;
};

template <typename Probability>
Expected sum_up(const PairMatrix& emissions, std::size_t window, const Probability& probability) {
  Expected expected;
  expected.jumps = JumpCounts(window);
  expected.links.assign(emissions.generated(), std::vector<double>(emissions.generators() + 1, 0.0));
  enumerate(emissions.generated(), emissions.generators(), [&](const std::vector<std::uint32_t>& alignment) {
    const double p = probability(alignment, expected);
    expected.likelihood += p;
    expected.best_probability = std::max(expected.best_probability, p);
    for (std::size_t j = 0; j < alignment.size(); ++j) expected.links[j][alignment[j]] += p;
  });
  return expected;
}

void expect_posteriors(const PairMatrix& posteriors, const Expected& expected) {
  for (std::size_t j = 0; j < posteriors.generated(); ++j) {
    double sum = 0.0;
    for (std::size_t c = 0; c <= posteriors.generators(); ++c) {
      EXPECT_NEAR(posteriors.row(j)[c], expected.links[j][c] / expected.likelihood, 1e-12) << j << " " << c;
      sum += posteriors.row(j)[c];
    }
    EXPECT_NEAR(sum, 1.0, 1e-12);
  }
}

double ibm1_probability(const PairMatrix& emissions, double p_null,
                        const std::vector<std::uint32_t>& alignment) {
  double p = 1.0;
  for (std::size_t j = 0; j < alignment.size(); ++j) {
    const double prior =
        alignment[j] == 0 ? p_null : (1.0 - p_null) / static_cast<double>(emissions.generators());
    p *= prior * emissions.row(j)[alignment[j]];
  }
  return p;
}

TEST(Ibm1, PosteriorsAndLikelihoodAgreeWithEnumeration) {
  Rng rng(1);
  for (const auto& [generated, generators] :
       {std::pair<std::size_t, std::size_t>{1, 1}, {1, 4}, {4, 1}, {5, 4}}) {
    PairMatrix matrix = random_emissions(generated, generators, rng);
    const PairMatrix emissions = matrix;
    const double p_null = 0.3;
    const Expected expected = sum_up(emissions, 0, [&](const auto& alignment, Expected&) {
      return ibm1_probability(emissions, p_null, alignment);
    });
    EXPECT_NEAR(ibm1_posteriors(p_null, matrix), std::log(expected.likelihood), 1e-10);
    expect_posteriors(matrix, expected);
    std::vector<std::uint32_t> best;
    ibm1_viterbi(p_null, emissions, best);
    EXPECT_NEAR(ibm1_probability(emissions, p_null, best), expected.best_probability, 1e-15);
  }
}

// The probability of one alignment, straight from the definition; adds its jumps, weighted by it, to `jumps`
// if given.
double hmm_probability(const HmmParameters& hmm, const PairMatrix& emissions,
                       const std::vector<std::uint32_t>& alignment, JumpCounts* jumps) {
  const std::size_t length = emissions.generators();
  double p = 1.0;
  for (std::size_t pass = 0; pass < 2; ++pass) {  // the second with p known, for the counts
    std::size_t state = 0;
    const double weight = p;
    for (std::size_t j = 0; j < alignment.size(); ++j) {
      const std::size_t to = alignment[j];
      if (pass == 0)
        p *= emissions.row(j)[to] * (to == 0 ? hmm.null_probability : 1.0 - hmm.null_probability);
      if (to == 0) continue;
      const std::size_t position = to - 1;
      if (state == 0) {
        const std::size_t bucket = hmm.jumps.first_bucket(position);
        if (pass == 0) p *= hmm.jumps.first_weights()[bucket] / hmm.jumps.first_normalizer(length);
        if (pass == 1) jumps->first_taken[bucket] += weight;
        if (pass == 1) jumps->offer_first(hmm.jumps, length, weight);
      } else {
        const auto width = static_cast<std::ptrdiff_t>(to) - static_cast<std::ptrdiff_t>(state);
        const std::size_t bucket = hmm.jumps.bucket(width);
        if (pass == 0) p *= hmm.jumps.weights()[bucket] / hmm.jumps.normalizer(state - 1, length);
        if (pass == 1) jumps->taken[bucket] += weight;
        if (pass == 1) jumps->offer(hmm.jumps, state - 1, length, weight);
      }
      state = to;
    }
    if (jumps == nullptr) break;
  }
  return p;
}

void expect_counts(const std::vector<double>& counts, const std::vector<double>& expected,
                   double likelihood) {
  ASSERT_EQ(counts.size(), expected.size());
  for (std::size_t b = 0; b < counts.size(); ++b)
    EXPECT_NEAR(counts[b], expected[b] / likelihood, 1e-11) << b;
}

TEST(Hmm, ForwardBackwardAgreesWithEnumeration) {
  Rng rng(2);
  // Lengths below, at and beyond the window, so that all buckets and both far sums take part.
  for (const auto& [generated, generators, window] : {std::array<std::size_t, 3>{1, 1, 1},
                                                      {1, 5, 1},
                                                      {5, 1, 2},
                                                      {4, 3, 5},
                                                      {4, 6, 1},
                                                      {4, 6, 2},
                                                      {5, 5, 3}}) {
    SCOPED_TRACE(::testing::Message()
                 << generated << " words, " << generators << " generators, window " << window);
    const HmmParameters hmm{random_jumps(window, rng), 0.25};
    const PairMatrix emissions = random_emissions(generated, generators, rng);
    const Expected expected = sum_up(emissions, window, [&](const auto& alignment, Expected& sums) {
      return hmm_probability(hmm, emissions, alignment, &sums.jumps);
    });
    HmmWorkspace workspace;
    PairMatrix posteriors;
    JumpCounts counts(window);
    EXPECT_NEAR(hmm_posteriors(hmm, emissions, workspace, posteriors, counts), std::log(expected.likelihood),
                1e-10);
    expect_posteriors(posteriors, expected);
    expect_counts(counts.taken, expected.jumps.taken, expected.likelihood);
    expect_counts(counts.offered, expected.jumps.offered, expected.likelihood);
    expect_counts(counts.first_taken, expected.jumps.first_taken, expected.likelihood);
    expect_counts(counts.first_offered, expected.jumps.first_offered, expected.likelihood);
    std::vector<std::uint32_t> best;
    hmm_viterbi(hmm, emissions, workspace, best);
    EXPECT_NEAR(hmm_probability(hmm, emissions, best, nullptr) / expected.best_probability, 1.0, 1e-12);
  }
}

TEST(Hmm, JumpProbabilitiesSumToOne) {
  Rng rng(3);
  const JumpModel jumps = random_jumps(3, rng);
  for (const std::size_t length : {1, 2, 4, 9}) {
    for (std::size_t from = 0; from < length; ++from) {
      double sum = 0.0;
      for (std::size_t to = 0; to < length; ++to) {
        sum +=
            jumps
                .weights()[jumps.bucket(static_cast<std::ptrdiff_t>(to) - static_cast<std::ptrdiff_t>(from))];
      }
      EXPECT_NEAR(sum / jumps.normalizer(from, length), 1.0, 1e-12);
    }
    double first = 0.0;
    for (std::size_t to = 0; to < length; ++to) first += jumps.first_weights()[jumps.first_bucket(to)];
    EXPECT_NEAR(first / jumps.first_normalizer(length), 1.0, 1e-12);
  }
}

TEST(Hmm, TinyEmissionsStayFinite) {
  const HmmParameters hmm{JumpModel(2), 0.2};
  PairMatrix emissions;
  emissions.resize(2000, 3);
  for (std::size_t j = 0; j < emissions.generated(); ++j) {
    for (double& value : emissions.row(j)) value = 1e-12;
  }
  HmmWorkspace workspace;
  PairMatrix posteriors;
  JumpCounts counts(2);
  EXPECT_NEAR(hmm_posteriors(hmm, emissions, workspace, posteriors, counts), 2000 * std::log(1e-12), 1e-6);
  EXPECT_NEAR(posteriors.row(1000)[0], 0.2, 1e-9);
}

}  // namespace
}  // namespace calque::align
