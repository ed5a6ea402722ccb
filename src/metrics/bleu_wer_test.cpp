#include <array>
#include <cmath>
#include <map>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "metrics/bleu.h"
#include "metrics/edit_distance.h"
#include "metrics/testing.h"
#include "metrics/word_errors.h"

namespace calque::metrics {
namespace {

using testing::corpus_score;
using testing::random_words;
using text::WordId;

BleuOptions plain_bleu() {
  BleuOptions options;
  options.tokenization = Tokenization::kNone;
  options.smoothing = BleuSmoothing::kNone;
  return options;
}

// theory/metrics.md#worked-example.
TEST(Bleu, WorkedExample) {
  const Score score = corpus_score(Bleu(plain_bleu()), {{"the cat sat on the mat"}}, {"the cat sat on mat"});
  EXPECT_NEAR(score.value, 57.893007, 5e-7);
  ASSERT_EQ(score.figures.size(), 7U);
  EXPECT_DOUBLE_EQ(score.figures[0].value, 100.0);
  EXPECT_DOUBLE_EQ(score.figures[1].value, 75.0);
  EXPECT_DOUBLE_EQ(score.figures[2].value, 200.0 / 3);
  EXPECT_DOUBLE_EQ(score.figures[3].value, 50.0);
  EXPECT_NEAR(score.figures[4].value, 0.81873075, 5e-9);
}

TEST(Wer, WorkedExample) {
  const Wer wer({Tokenization::kNone, false});
  EXPECT_DOUBLE_EQ(corpus_score(wer, {{"the cat sat on the mat"}}, {"the cat sat on mat"}).value, 100.0 / 6);
}

// Counts with a map of n-grams, the plain way.
BleuCounts naive_counts(const std::vector<WordId>& hypothesis,
                        const std::vector<std::vector<WordId>>& references) {
  using Ngram = std::vector<WordId>;
  const auto ngrams = [](const std::vector<WordId>& words) {
    std::map<Ngram, std::int64_t> counts;
    for (std::size_t n = 1; n <= kBleuOrder; ++n) {
      for (std::size_t b = 0; b + n <= words.size(); ++b) {
        ++counts[Ngram(words.begin() + static_cast<std::ptrdiff_t>(b),
                       words.begin() + static_cast<std::ptrdiff_t>(b + n))];
      }
    }
    return counts;
  };
  std::map<Ngram, std::int64_t> best;
  for (const auto& reference : references) {
    for (const auto& [ngram, count] : ngrams(reference)) best[ngram] = std::max(best[ngram], count);
  }
  BleuCounts counts;
  for (const auto& [ngram, count] : ngrams(hypothesis)) {
    counts.totals[ngram.size() - 1] += count;
    counts.matches[ngram.size() - 1] += std::min(count, best[ngram]);
  }
  counts.hypothesis_length = static_cast<std::int64_t>(hypothesis.size());
  std::int64_t best_distance = INT64_MAX;
  for (const auto& reference : references) {
    const auto length = static_cast<std::int64_t>(reference.size());
    const std::int64_t distance = std::abs(length - counts.hypothesis_length);
    if (distance < best_distance || (distance == best_distance && length < counts.reference_length)) {
      best_distance = distance;
      counts.reference_length = length;
    }
  }
  return counts;
}

TEST(Bleu, LearningValueIsSmoothedBleuOfTheSentence) {
  const Bleu bleu({});
  std::vector<std::int64_t> row(bleu.statistics_size());
  write_statistics({{3, 1, 0, 0}, {4, 3, 2, 1}, 4, 5}, row);
  const double precisions = 4.0 / 5 * 2.0 / 4 * 1.0 / 3 * 1.0 / 2;
  EXPECT_NEAR(bleu.learning_value(row), 100 * std::exp(1 - 6.0 / 4) * std::pow(precisions, 0.25), 1e-9);
  // Longer than the reference: no reward and no punishment but that of precision.
  write_statistics({{3, 1, 0, 0}, {4, 3, 2, 1}, 4, 3}, row);
  EXPECT_NEAR(bleu.learning_value(row), 100 * std::pow(precisions, 0.25), 1e-9);
  write_statistics({}, row);
  EXPECT_EQ(bleu.learning_value(row), 0.0);
}

// theory/tuning.md#worked-example: matches and totals of words and pairs, then the two lengths.
TEST(Bleu, CountsOfTheTuningExample) {
  const struct {
    const char* reference;
    const char* words;
    std::array<std::int64_t, 6> counts;
  } kCandidates[] = {{"the house is small", "the house is little", {3, 4, 2, 3, 4, 4}},
                     {"the house is small", "small is the house", {4, 4, 1, 3, 4, 4}},
                     {"the house is small", "the house small", {3, 3, 1, 2, 3, 4}},
                     {"he reads a book", "he reads book", {3, 3, 1, 2, 3, 4}},
                     {"he reads a book", "a book he reads", {4, 4, 2, 3, 4, 4}},
                     {"he reads a book", "he is reading a book", {3, 5, 1, 4, 5, 4}}};
  for (const auto& [reference, words, expected] : kCandidates) {
    std::map<std::string, WordId> ids;
    const auto to_ids = [&](const char* text) {
      std::vector<WordId> numbers;
      std::istringstream stream(text);
      for (std::string word; stream >> word;) {
        const WordId next{static_cast<std::uint32_t>(ids.size())};
        numbers.push_back(ids.try_emplace(word, next).first->second);
      }
      return numbers;
    };
    BleuCounter counter;
    counter.start_sentence();
    counter.add_reference(to_ids(reference));
    const BleuCounts counts = counter.count(to_ids(words));
    const std::array<std::int64_t, 6> found{counts.matches[0],        counts.totals[0],
                                            counts.matches[1],        counts.totals[1],
                                            counts.hypothesis_length, counts.reference_length};
    EXPECT_EQ(found, expected) << words;
  }
}

TEST(Bleu, CounterAgreesWithPlainCounting) {
  Rng rng(7);
  BleuCounter counter;
  for (int round = 0; round < 500; ++round) {
    std::vector<std::vector<WordId>> references(1 + rng.below(3));
    counter.start_sentence();
    for (auto& reference : references) {
      reference = random_words(rng, round % 50 == 0 ? 600 : 15, 5);
      counter.add_reference(reference);
    }
    for (int h = 0; h < 3; ++h) {
      const auto hypothesis = random_words(rng, 15, 6);
      EXPECT_EQ(counter.count(hypothesis), naive_counts(hypothesis, references));
    }
  }
}

TEST(Bleu, SmoothingMethods) {
  BleuCounts counts;  // 5 words against 5: no trigram or 4-gram matches
  counts.matches = {4, 2, 0, 0};
  counts.totals = {5, 4, 3, 2};
  counts.hypothesis_length = counts.reference_length = 5;
  const auto bleu = [&](BleuSmoothing smoothing) {
    BleuOptions options = plain_bleu();
    options.smoothing = smoothing;
    return compute_bleu(counts, options).bleu;
  };
  const auto mean = [](double a, double b, double c, double d) {
    return 100.0 * std::pow(a * b * c * d, 0.25);
  };
  EXPECT_EQ(bleu(BleuSmoothing::kNone), 0.0);
  EXPECT_NEAR(bleu(BleuSmoothing::kExp), mean(4.0 / 5, 2.0 / 4, 0.5 / 3, 0.25 / 2), 1e-10);
  EXPECT_NEAR(bleu(BleuSmoothing::kFloor), mean(4.0 / 5, 2.0 / 4, 0.1 / 3, 0.1 / 2), 1e-10);
  EXPECT_NEAR(bleu(BleuSmoothing::kAddK), mean(4.0 / 5, 3.0 / 5, 1.0 / 4, 1.0 / 3), 1e-10);
}

TEST(Bleu, EffectiveOrderHelpsShortSentences) {
  BleuOptions options = plain_bleu();
  EXPECT_EQ(corpus_score(Bleu(options), {{"yes"}}, {"yes"}).value, 0.0);
  options.effective_order = true;
  EXPECT_NEAR(corpus_score(Bleu(options), {{"yes"}}, {"yes"}).value, 100.0, 1e-9);
}

TEST(Bleu, EmptyCorpusAndEmptyLines) {
  const Bleu bleu{BleuOptions{}};
  EXPECT_EQ(corpus_score(bleu, {{}}, {}).value, 0.0);
  EXPECT_EQ(corpus_score(bleu, {{""}}, {""}).value, 0.0);
  const Score nothing = corpus_score(bleu, {{"a b"}}, {""});
  EXPECT_EQ(nothing.value, 0.0);
  EXPECT_EQ(nothing.figures[4].value, 0.0);
  EXPECT_EQ(corpus_score(bleu, {{""}}, {"a b"}).value, 0.0);
}

TEST(Bleu, SeveralReferencesUseTheClosestLengthAndTheBestCount) {
  const Score score = corpus_score(Bleu(plain_bleu()), {{"a a b c"}, {"a b c d e f"}}, {"a a b c d"});
  EXPECT_DOUBLE_EQ(score.figures[6].value, 4.0);  // 4 and 6 are equally close to 5: the shorter
  EXPECT_DOUBLE_EQ(score.figures[0].value, 100.0);
}

TEST(Bleu, Signature) {
  EXPECT_EQ(Bleu(BleuOptions{}).signature(1), "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp");
  BleuOptions options = plain_bleu();
  options.lowercase = true;
  options.smoothing = BleuSmoothing::kFloor;
  EXPECT_EQ(Bleu(options).signature(2), "nrefs:2|case:lc|eff:no|tok:none|smooth:floor[0.10]");
  options.smoothing_value = std::nan("");
  EXPECT_THROW(Bleu{options}, UsageError);
}

TEST(Bleu, SameStatisticsForAnyNumberOfThreads) {
  Rng rng(3);
  std::vector<std::string> lines(2000);
  ReferenceSets references(1, std::vector<std::string>(2000));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const WordId w : random_words(rng, 12, 9)) lines[i] += std::to_string(text::index_of(w)) + " ";
    for (const WordId w : random_words(rng, 12, 9))
      references[0][i] += std::to_string(text::index_of(w)) + " ";
  }
  ThreadPool one(1);
  const auto bound = Bleu(plain_bleu()).bind(references, one);
  const auto expected = collect_statistics(*bound, lines, one).total();
  for (const std::size_t count : {2, 4, 7}) {
    ThreadPool threads(count);
    EXPECT_EQ(collect_statistics(*bound, lines, threads).total(), expected);
  }
}

std::int64_t naive_distance(const std::vector<WordId>& a, const std::vector<WordId>& b) {
  std::vector<std::int64_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<std::int64_t>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::int64_t diagonal = row[0];
    row[0] = static_cast<std::int64_t>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::int64_t next =
          std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = row[j];
      row[j] = next;
    }
  }
  return row[b.size()];
}

TEST(Wer, DistanceAgreesWithTheTable) {
  Rng rng(11);
  for (int round = 0; round < 300; ++round) {
    const std::size_t longest = round % 3 == 0 ? 300 : 20;
    const auto a = random_words(rng, longest, 1 + static_cast<std::uint32_t>(rng.below(20)));
    const auto b = random_words(rng, longest, 1 + static_cast<std::uint32_t>(rng.below(20)));
    ASSERT_EQ(word_edit_distance(a, b), naive_distance(a, b)) << "round " << round;
  }
}

TEST(Wer, LengthsAroundTheMachineWord) {
  for (const std::size_t n : {1, 63, 64, 65, 127, 128, 129}) {
    const std::vector<WordId> a(n, WordId{1});
    std::vector<WordId> b = a;
    b.back() = WordId{2};
    EXPECT_EQ(word_edit_distance(a, a), 0);
    EXPECT_EQ(word_edit_distance(b, a), 1);
    EXPECT_EQ(word_edit_distance({}, a), static_cast<std::int64_t>(n));
    EXPECT_EQ(word_edit_distance(a, {}), static_cast<std::int64_t>(n));
  }
}

TEST(Wer, BestReferenceBySentenceAndDegenerateCases) {
  const Wer wer({Tokenization::kNone, false});
  EXPECT_DOUBLE_EQ(corpus_score(wer, {{"a b", "c"}, {"a b c d", "x y"}}, {"a b c", "x y"}).value,
                   100.0 * 1 / 6);
  EXPECT_EQ(corpus_score(wer, {{}}, {}).value, 0.0);
  EXPECT_EQ(corpus_score(wer, {{""}}, {""}).value, 0.0);
  EXPECT_EQ(corpus_score(wer, {{""}}, {"a b"}).value, 200.0);
  EXPECT_EQ(corpus_score(wer, {{"a b"}}, {""}).value, 100.0);
}

}  // namespace
}  // namespace calque::metrics
