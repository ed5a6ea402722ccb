#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "metrics/chrf.h"
#include "metrics/edit_distance.h"
#include "metrics/nist.h"
#include "metrics/testing.h"
#include "metrics/word_errors.h"

namespace calque::metrics {
namespace {

using testing::corpus_score;
using testing::random_words;
using text::WordId;

std::string line_of(const std::vector<WordId>& words) {
  std::string line;
  for (const WordId word : words) line += std::string(1, static_cast<char>('a' + text::index_of(word))) + " ";
  return line;
}

template <typename Symbol>
std::map<std::vector<Symbol>, int> ngrams(const std::vector<Symbol>& symbols, std::size_t n) {
  std::map<std::vector<Symbol>, int> counts;
  for (std::size_t b = 0; b + n <= symbols.size(); ++b) {
    ++counts[std::vector<Symbol>(symbols.begin() + static_cast<std::ptrdiff_t>(b),
                                 symbols.begin() + static_cast<std::ptrdiff_t>(b + n))];
  }
  return counts;
}

// chrF of one sentence with maps of n-grams.
double naive_chrf(const std::string& hypothesis, const std::string& reference, std::size_t order) {
  double precision = 0.0;
  double recall = 0.0;
  double orders = 0.0;
  for (std::size_t n = 1; n <= order; ++n) {
    const auto in_hypothesis = ngrams(std::vector<char>(hypothesis.begin(), hypothesis.end()), n);
    auto in_reference = ngrams(std::vector<char>(reference.begin(), reference.end()), n);
    if (in_hypothesis.empty() || in_reference.empty()) continue;
    double matches = 0.0;
    for (const auto& [ngram, count] : in_hypothesis) matches += std::min(count, in_reference[ngram]);
    precision += matches / static_cast<double>(hypothesis.size() - n + 1);
    recall += matches / static_cast<double>(reference.size() - n + 1);
    orders += 1.0;
  }
  if (precision + recall == 0.0) return 0.0;
  precision /= orders;
  recall /= orders;
  return 100.0 * 5.0 * precision * recall / (4.0 * precision + recall);
}

TEST(Chrf, AgreesWithPlainCounting) {
  Rng rng(1);
  const Chrf chrf{ChrfOptions{}};
  for (int round = 0; round < 300; ++round) {
    std::string hypothesis(rng.below(20), 'x');
    std::string reference(1 + rng.below(20), 'x');
    for (char& c : hypothesis) c = static_cast<char>('a' + rng.below(3));
    for (char& c : reference) c = static_cast<char>('a' + rng.below(3));
    EXPECT_NEAR(corpus_score(chrf, {{reference}}, {hypothesis}).value, naive_chrf(hypothesis, reference, 6),
                1e-9);
  }
}

TEST(Chrf, WhiteSpaceAndCase) {
  const Chrf chrf{ChrfOptions{}};
  EXPECT_NEAR(corpus_score(chrf, {{"a bc\u3000d"}}, {"ab cd"}).value, 100.0, 1e-9);
  ChrfOptions spaces;
  spaces.keep_white_space = true;
  EXPECT_LT(corpus_score(Chrf(spaces), {{"a bc d"}}, {"ab cd"}).value, 90.0);
  ChrfOptions lower;
  lower.lowercase = true;
  EXPECT_EQ(corpus_score(chrf, {{"\u00c9\u00c9\u00c9"}}, {"\u00e9\u00e9\u00e9"}).value, 0.0);
  EXPECT_NEAR(corpus_score(Chrf(lower), {{"\u00c9\u00c9\u00c9"}}, {"\u00e9\u00e9\u00e9"}).value, 100.0, 1e-9);
}

TEST(Chrf, WordsOfChrfPlusPlusLosePunctuation) {
  ChrfOptions options;
  options.character_order = 0;
  options.word_order = 1;
  EXPECT_NEAR(corpus_score(Chrf(options), {{"end . ( so"}}, {"end. (so"}).value, 100.0, 1e-9);
  // "(x)" only loses its last mark: one of two words is found, one of three is right.
  EXPECT_NEAR(corpus_score(Chrf(options), {{"(x)"}}, {"( x )"}).value, 500.0 / 11, 1e-9);
  EXPECT_NEAR(corpus_score(Chrf(options), {{"\u00e9 !"}}, {"\u00e9 !"}).value, 100.0, 1e-9);
}

TEST(Chrf, BadOptions) {
  ChrfOptions none;
  none.character_order = 0;
  EXPECT_THROW(Chrf{none}, UsageError);
  ChrfOptions beta;
  beta.beta = 0;
  EXPECT_THROW(Chrf{beta}, UsageError);
}

TEST(Chrf, Signatures) {
  ChrfOptions options;
  EXPECT_EQ(Chrf(options).signature(1), "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no");
  options.word_order = 2;
  options.beta = 3;
  EXPECT_EQ(Chrf(options).signature(2), "nrefs:2|case:mixed|eff:yes|nc:6|nw:2|space:no|beta:3");
}

// theory/metrics.md#worked-example.
TEST(Nist, WorkedExample) {
  const Nist nist({Tokenization::kNone, false});
  EXPECT_NEAR(corpus_score(nist, {{"the cat sat on the mat"}}, {"the cat sat on mat"}).value, 2.29038171,
              5e-9);
}

double naive_nist(const std::vector<std::vector<WordId>>& hypotheses,
                  const std::vector<std::vector<std::vector<WordId>>>& sets) {
  std::map<std::vector<WordId>, double> counts;
  double reference_words = 0.0;
  double hypothesis_words = 0.0;
  for (const auto& set : sets) {
    for (const auto& sentence : set) {
      reference_words += static_cast<double>(sentence.size());
      for (std::size_t n = 1; n <= kNistOrder; ++n) {
        for (const auto& [ngram, count] : ngrams(sentence, n)) counts[ngram] += count;
      }
    }
  }
  double score = 0.0;
  for (std::size_t n = 1; n <= kNistOrder; ++n) {
    double information = 0.0;
    double total = 0.0;
    for (std::size_t s = 0; s < hypotheses.size(); ++s) {
      for (const auto& [ngram, count] : ngrams(hypotheses[s], n)) {
        total += count;
        int best = 0;
        for (const auto& set : sets) best = std::max(best, ngrams(set[s], n)[ngram]);
        if (best == 0) continue;
        std::vector<WordId> context = ngram;
        context.pop_back();
        const double before = n == 1 ? reference_words : counts[context];
        information += std::min(count, best) * std::log2(before / counts[ngram]);
      }
    }
    if (total > 0.0) score += information / total;
  }
  for (const auto& hypothesis : hypotheses) hypothesis_words += static_cast<double>(hypothesis.size());
  if (hypothesis_words == 0.0) return 0.0;
  const double ratio = hypothesis_words / (reference_words / static_cast<double>(sets.size()));
  return score * std::exp(-4.2161736 * std::pow(std::log(std::min(1.0, ratio)), 2));
}

TEST(Nist, AgreesWithPlainCounting) {
  Rng rng(2);
  const Nist nist({Tokenization::kNone, false});
  for (int round = 0; round < 60; ++round) {
    std::vector<std::vector<WordId>> hypotheses(5);
    std::vector<std::vector<std::vector<WordId>>> sets(1 + rng.below(3), std::vector<std::vector<WordId>>(5));
    std::vector<std::string> lines;
    ReferenceSets references(sets.size());
    for (std::size_t s = 0; s < 5; ++s) {
      lines.push_back(line_of(hypotheses[s] = random_words(rng, 12, 4)));
      for (std::size_t set = 0; set < sets.size(); ++set) {
        references[set].push_back(line_of(sets[set][s] = random_words(rng, 12, 4)));
      }
    }
    EXPECT_NEAR(corpus_score(nist, references, lines).value, naive_nist(hypotheses, sets), 1e-6);
  }
}

// Position-independent errors are the edit distance of the best permutation.
TEST(Per, IsTheBestPermutationsDistance) {
  Rng rng(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<WordId> hypothesis = random_words(rng, 6, 4);
    std::vector<WordId> reference = random_words(rng, 6, 4);
    std::vector<WordId> permuted = hypothesis;
    std::sort(permuted.begin(), permuted.end());
    std::int64_t best = INT64_MAX;
    do {
      best = std::min(best, word_edit_distance(permuted, reference));
    } while (std::next_permutation(permuted.begin(), permuted.end()));
    EXPECT_EQ(unordered_word_errors(hypothesis, reference), best);
  }
}

TEST(Per, IgnoresOrderAndCountsLengthErrors) {
  const Per per({Tokenization::kNone, false});
  EXPECT_EQ(corpus_score(per, {{"a b c d"}}, {"d c b a"}).value, 0.0);
  EXPECT_DOUBLE_EQ(corpus_score(per, {{"a b c d"}}, {"a b c d e f"}).value, 50.0);
  EXPECT_DOUBLE_EQ(corpus_score(per, {{"a b c d"}}, {"a x"}).value, 75.0);
}

TEST(Wer, WordAccuracyIsTheRest) {
  const Score score = corpus_score(Wer({Tokenization::kNone, false}), {{"a b c d"}}, {"a b c"});
  ASSERT_EQ(score.figures.back().name, "word_accuracy");
  EXPECT_DOUBLE_EQ(score.figures.back().value, 75.0);
}

}  // namespace
}  // namespace calque::metrics
