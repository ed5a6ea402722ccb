// Inference on one sentence pair against enumeration of all alignments: Model 1, diagonal, HMM.
#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "align/diagonal.h"
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
JumpModel random_jumps(std::size_t window, std::size_t classes, Rng& rng) {
  JumpModel jumps(window, classes);
  JumpCounts counts(jumps);
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
};

template <typename Probability>
Expected sum_up(const PairMatrix& emissions, const Probability& probability) {
  Expected expected;
  expected.links.assign(emissions.generated(), std::vector<double>(emissions.generators() + 1, 0.0));
  enumerate(emissions.generated(), emissions.generators(), [&](const std::vector<std::uint32_t>& alignment) {
    const double p = probability(alignment);
    expected.likelihood += p;
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

// The probability of one alignment whose words choose their generators independently: `prior(j, i)` is the
// probability of generator i given that it is not the null word.
template <typename Prior>
double independent_probability(const PairMatrix& emissions, double p_null,
                               const std::vector<std::uint32_t>& alignment, const Prior& prior) {
  double p = 1.0;
  for (std::size_t j = 0; j < alignment.size(); ++j) {
    const std::uint32_t a = alignment[j];
    p *= (a == 0 ? p_null : (1.0 - p_null) * prior(j, a - 1)) * emissions.row(j)[a];
  }
  return p;
}

constexpr std::array<std::pair<std::size_t, std::size_t>, 6> kShapes{
    {{1, 1}, {1, 4}, {4, 1}, {5, 4}, {3, 6}, {6, 2}}};

TEST(Ibm1, PosteriorsAndLikelihoodAgreeWithEnumeration) {
  Rng rng(1);
  for (const auto& [generated, generators] : kShapes) {
    PairMatrix matrix = random_emissions(generated, generators, rng);
    const PairMatrix emissions = matrix;
    const double p_null = 0.3;
    const Expected expected = sum_up(emissions, [&](const auto& alignment) {
      return independent_probability(emissions, p_null, alignment, [&](std::size_t, std::size_t) {
        return 1.0 / static_cast<double>(emissions.generators());
      });
    });
    EXPECT_NEAR(ibm1_posteriors({p_null}, matrix), std::log(expected.likelihood), 1e-10);
    expect_posteriors(matrix, expected);
  }
}

TEST(Diagonal, PosteriorsAndLikelihoodAgreeWithEnumeration) {
  Rng rng(5);
  for (const auto& [generated, generators] : kShapes) {
    for (const double tension : {0.01, 4.0, 30.0}) {
      PairMatrix matrix = random_emissions(generated, generators, rng);
      const PairMatrix emissions = matrix;
      // From the definition, by plain sums.
      const auto prior = [&](std::size_t j, std::size_t i) {
        const auto weight = [&](std::size_t k) {
          return std::exp(-tension *
                          std::abs(static_cast<double>(k + 1) / static_cast<double>(emissions.generators()) -
                                   static_cast<double>(j + 1) / static_cast<double>(emissions.generated())));
        };
        double sum = 0.0;
        for (std::size_t k = 0; k < emissions.generators(); ++k) sum += weight(k);
        return weight(i) / sum;
      };
      const double p_null = 0.3;
      const Expected expected = sum_up(emissions, [&](const auto& alignment) {
        return independent_probability(emissions, p_null, alignment, prior);
      });
      EXPECT_NEAR(diagonal_posteriors({p_null, tension}, matrix), std::log(expected.likelihood), 1e-10);
      expect_posteriors(matrix, expected);
    }
  }
}

// The probability of one alignment, straight from the definition; adds its jumps, weighted by it, to `jumps`.
double hmm_probability(const HmmParameters& hmm, const HmmSentence& sentence,
                       const std::vector<std::uint32_t>& alignment, JumpCounts& jumps) {
  const std::size_t length = sentence.emissions.generators();
  double p = 1.0;
  for (std::size_t pass = 0; pass < 2; ++pass) {  // the second with p known, for the counts
    std::size_t state = 0;
    const double weight = p;
    for (std::size_t j = 0; j < alignment.size(); ++j) {
      const std::size_t to = alignment[j];
      if (pass == 0)
        p *= sentence.emissions.row(j)[to] * (to == 0 ? hmm.null_probability : 1.0 - hmm.null_probability);
      if (to == 0) continue;
      const std::size_t position = to - 1;
      if (state == 0) {
        const std::size_t bucket = hmm.jumps.first_bucket(position);
        if (pass == 0) p *= hmm.jumps.first_weights()[bucket] / hmm.jumps.first_normalizer(length);
        if (pass == 1) jumps.first_taken[bucket] += weight;
        if (pass == 1) jumps.offer_first(hmm.jumps, length, weight);
      } else {
        const JumpOrigin origin{hmm.classes.of(sentence.generators[state - 1]), state - 1, length};
        const auto width = static_cast<std::ptrdiff_t>(to) - static_cast<std::ptrdiff_t>(state);
        const std::size_t bucket = hmm.jumps.bucket(width);
        if (pass == 0) p *= hmm.jumps.weights(origin.word_class)[bucket] / hmm.jumps.normalizer(origin);
        if (pass == 1) jumps.taken[origin.word_class * hmm.jumps.buckets() + bucket] += weight;
        if (pass == 1) jumps.offer(hmm.jumps, origin, weight);
      }
      state = to;
    }
  }
  return p;
}

void expect_counts(const std::vector<double>& counts, const std::vector<double>& expected,
                   double likelihood) {
  ASSERT_EQ(counts.size(), expected.size());
  for (std::size_t b = 0; b < counts.size(); ++b)
    EXPECT_NEAR(counts[b], expected[b] / likelihood, 1e-11) << b;
}

// Words 0 .. 5 in classes, by turns; others are of the last class.
text::WordClasses some_classes(std::size_t classes) {
  text::WordClasses result;
  result.classes = classes;
  for (std::uint32_t word = 0; word < 6; ++word)
    result.class_of.push_back(word % static_cast<std::uint32_t>(classes));
  result.unknown_class = static_cast<std::uint32_t>(classes - 1);
  return result;
}

std::vector<text::WordId> random_words(std::size_t count, Rng& rng) {
  std::vector<text::WordId> words;
  for (std::size_t i = 0; i < count; ++i)
    words.push_back(text::WordId{static_cast<std::uint32_t>(rng.below(8))});
  return words;
}

struct HmmShape {
  std::size_t generated;
  std::size_t generators;
  std::size_t window;
  std::size_t classes;
};

TEST(Hmm, ForwardBackwardAgreesWithEnumeration) {
  Rng rng(2);
  // Lengths below, at and beyond the window, so that all buckets and both far sums take part.
  for (const HmmShape& shape : {HmmShape{1, 1, 1, 1},
                                {1, 5, 1, 1},
                                {5, 1, 2, 1},
                                {4, 3, 5, 1},
                                {4, 6, 1, 1},
                                {4, 6, 2, 1},
                                {5, 5, 3, 1},
                                {4, 3, 5, 2},
                                {4, 6, 1, 3},
                                {4, 6, 2, 2},
                                {5, 5, 3, 3}}) {
    SCOPED_TRACE(::testing::Message()
                 << shape.generated << " words, " << shape.generators << " generators, window "
                 << shape.window << ", classes " << shape.classes);
    const HmmParameters hmm{random_jumps(shape.window, shape.classes, rng), 0.25,
                            some_classes(shape.classes)};
    const PairMatrix emissions = random_emissions(shape.generated, shape.generators, rng);
    const auto words = random_words(shape.generators, rng);
    const HmmSentence sentence{emissions, words};
    JumpCounts jumps(hmm.jumps);
    const Expected expected = sum_up(
        emissions, [&](const auto& alignment) { return hmm_probability(hmm, sentence, alignment, jumps); });
    HmmWorkspace workspace;
    PairMatrix posteriors;
    JumpCounts counts(hmm.jumps);
    EXPECT_NEAR(hmm_posteriors(hmm, sentence, workspace, posteriors, &counts), std::log(expected.likelihood),
                1e-10);
    expect_posteriors(posteriors, expected);
    expect_counts(counts.taken, jumps.taken, expected.likelihood);
    expect_counts(counts.offered, jumps.offered, expected.likelihood);
    expect_counts(counts.first_taken, jumps.first_taken, expected.likelihood);
    expect_counts(counts.first_offered, jumps.first_offered, expected.likelihood);
    PairMatrix again;
    hmm_posteriors(hmm, sentence, workspace, again, nullptr);
    expect_posteriors(again, expected);
  }
}

TEST(Hmm, JumpProbabilitiesSumToOne) {
  Rng rng(3);
  const JumpModel jumps = random_jumps(3, 2, rng);
  for (const std::size_t length : {1, 2, 4, 9}) {
    for (std::size_t c = 0; c < jumps.classes(); ++c) {
      for (std::size_t from = 0; from < length; ++from) {
        double sum = 0.0;
        for (std::size_t to = 0; to < length; ++to) {
          sum += jumps.weights(
              c)[jumps.bucket(static_cast<std::ptrdiff_t>(to) - static_cast<std::ptrdiff_t>(from))];
        }
        EXPECT_NEAR(sum / jumps.normalizer({c, from, length}), 1.0, 1e-12);
      }
    }
    double first = 0.0;
    for (std::size_t to = 0; to < length; ++to) first += jumps.first_weights()[jumps.first_bucket(to)];
    EXPECT_NEAR(first / jumps.first_normalizer(length), 1.0, 1e-12);
  }
}

TEST(Hmm, TinyEmissionsStayFinite) {
  const HmmParameters hmm{JumpModel(2), 0.2, {}};
  PairMatrix emissions;
  emissions.resize(2000, 3);
  for (std::size_t j = 0; j < emissions.generated(); ++j) {
    for (double& value : emissions.row(j)) value = 1e-12;
  }
  const std::vector<text::WordId> words(3, text::WordId{0});
  HmmWorkspace workspace;
  PairMatrix posteriors;
  JumpCounts counts(hmm.jumps);
  EXPECT_NEAR(hmm_posteriors(hmm, {emissions, words}, workspace, posteriors, &counts), 2000 * std::log(1e-12),
              1e-6);
  EXPECT_NEAR(posteriors.row(1000)[0], 0.2, 1e-9);
}

}  // namespace
}  // namespace calque::align
