// Training of both directions: jump classes, agreement, degenerate corpora, threads.
#include "align/em_training.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "align/testing.h"

namespace calque::align {
namespace {

using testing::corpus_of;
using testing::random_corpus;
using testing::unsmoothed_options;

constexpr std::array<AlignmentModelKind, 3> kTrainedByExpectation{
    AlignmentModelKind::kIbm1, AlignmentModelKind::kDiagonal, AlignmentModelKind::kHmm};

// Jumps from words of one class go forwards, from the other backwards: only classes can tell.
TEST(TrainByExpectation, JumpClassesMakeTheCorpusLikelier) {
  Rng rng(6);
  std::vector<std::pair<std::string, std::string>> lines;
  for (int k = 0; k < 200; ++k) {
    std::string source;
    std::string target;
    for (int i = 0; i < 4; ++i) {
      const auto first = std::to_string(rng.below(20));
      const auto second = std::to_string(rng.below(20));
      const bool swap = rng.chance(0.5);
      source += (swap ? "S" : "s") + first + " u" + second + " ";
      target += swap ? "v" + second + " T" + first + " " : "t" + first + " v" + second + " ";
    }
    lines.emplace_back(source, target);
  }
  const auto corpus = corpus_of(lines);
  ThreadPool threads(1);
  AlignOptions options = unsmoothed_options();
  options.model = AlignmentModelKind::kHmm;
  const TrainingData data(corpus, options, threads);
  const double without =
      train_by_expectation(data, options, threads, silent_reporter()).log_likelihood[0].back();
  options.jump_classes = 4;
  const TrainingResult with = train_by_expectation(data, options, threads, silent_reporter());
  EXPECT_GT(with.log_likelihood[0].back(), without + 50.0);
  EXPECT_EQ(std::get<HmmParameters>(with.model.positions(kDirections[0])).jumps.classes(), 4U);
}

// The expected share of links that the other direction has as well.
double agreed_share(const TrainingResult& trained, const text::ParallelCorpus& corpus) {
  double agreed = 0.0;
  double all = 0.0;
  InferenceWorkspace workspace;
  std::array<PairMatrix, 2> posteriors;
  for (std::size_t k = 0; k < corpus.size(); ++k) {
    const auto source = corpus.source.sentence(k);
    const auto target = corpus.target.sentence(k);
    if (source.empty() || target.empty()) continue;
    trained.model.look_up(source, target, workspace);
    trained.model.posteriors(kDirections[0], source, workspace, posteriors[0]);
    trained.model.posteriors(kDirections[1], target, workspace, posteriors[1]);
    for (std::size_t t = 0; t < target.size(); ++t) {
      for (std::size_t s = 0; s < source.size(); ++s) {
        const double one = posteriors[0].row(t)[s + 1];
        const double other = posteriors[1].row(s)[t + 1];
        agreed += one * other;
        all += 0.5 * (one + other);
      }
    }
  }
  return agreed / all;
}

TEST(TrainByExpectation, AgreementBringsTheDirectionsTogetherInEveryModel) {
  const auto corpus = random_corpus(200, 10, 20, 11);
  ThreadPool threads(2);
  AlignOptions options = unsmoothed_options();
  const TrainingData data(corpus, options, threads);
  for (const AlignmentModelKind kind : kTrainedByExpectation) {
    options.model = kind;
    options.agreement = false;
    const double alone =
        agreed_share(train_by_expectation(data, options, threads, silent_reporter()), corpus);
    options.agreement = true;
    const double agreed =
        agreed_share(train_by_expectation(data, options, threads, silent_reporter()), corpus);
    EXPECT_GT(agreed, alone) << name_of(kind);
  }
}

void expect_same(const TrainingResult& a, const TrainingResult& b) {
  EXPECT_EQ(a.log_likelihood, b.log_likelihood);
  const auto& one = a.model.lexicon().arrays();
  const auto& other = b.model.lexicon().arrays();
  EXPECT_TRUE(std::ranges::equal(one.row_begin, other.row_begin));
  EXPECT_TRUE(std::ranges::equal(one.targets, other.targets));
  EXPECT_TRUE(std::ranges::equal(one.probabilities, other.probabilities));
  for (const Direction direction : kDirections) {
    const auto d = index_of(direction);
    EXPECT_TRUE(std::ranges::equal(one.null[d], other.null[d]));
    ASSERT_EQ(a.model.positions(direction).index(), b.model.positions(direction).index());
    if (const auto* diagonal = std::get_if<DiagonalPositions>(&a.model.positions(direction))) {
      EXPECT_EQ(diagonal->tension, std::get<DiagonalPositions>(b.model.positions(direction)).tension);
    }
    if (const auto* hmm = std::get_if<HmmParameters>(&a.model.positions(direction))) {
      const auto& same = std::get<HmmParameters>(b.model.positions(direction));
      EXPECT_EQ(hmm->jumps.all_weights(), same.jumps.all_weights());
      EXPECT_EQ(hmm->classes.class_of, same.classes.class_of);
    }
  }
}

TEST(TrainByExpectation, SameBitsForAnyNumberOfThreadsAndWithoutTheIndex) {
  const auto corpus = random_corpus(1200, 12, 60, 21);
  ThreadPool one(1);
  for (const AlignmentModelKind kind : kTrainedByExpectation) {
    for (const bool agreement : {false, true}) {
      SCOPED_TRACE(::testing::Message() << name_of(kind) << (agreement ? " in agreement" : ""));
      AlignOptions options;
      options.model = kind;
      options.agreement = agreement;
      options.jump_classes = 5;
      options.ibm1_iterations = 3;
      options.hmm_iterations = 3;
      options.diagonal_iterations = 3;
      const TrainingData data(corpus, options, one);
      const TrainingResult expected = train_by_expectation(data, options, one, silent_reporter());
      for (const std::size_t count : {2, 4}) {
        ThreadPool threads(count);
        expect_same(train_by_expectation(data, options, threads, silent_reporter()), expected);
      }
      options.memory_bytes = data.memory().minimum() + 1;
      const TrainingData unindexed(corpus, options, one);
      ASSERT_FALSE(unindexed.index().stored());
      expect_same(train_by_expectation(unindexed, options, one, silent_reporter()), expected);
    }
  }
}

// Every probability of a model is one, and every posterior row of the corpus sums to 1.
void expect_sound(const TrainingResult& trained, const text::ParallelCorpus& corpus) {
  const auto& arrays = trained.model.lexicon().arrays();
  for (const auto& pair : arrays.probabilities) {
    for (const float p : pair) EXPECT_TRUE(p > 0.0F && p <= 1.0F) << p;
  }
  for (const auto& likelihoods : trained.log_likelihood) {
    for (const double value : likelihoods) EXPECT_TRUE(std::isfinite(value));
  }
  InferenceWorkspace workspace;
  PairMatrix posteriors;
  for (std::size_t k = 0; k < corpus.size(); ++k) {
    const auto source = corpus.source.sentence(k);
    const auto target = corpus.target.sentence(k);
    if (source.empty() || target.empty()) continue;
    trained.model.look_up(source, target, workspace);
    for (const Direction direction : kDirections) {
      const bool forward = is_forward(direction);
      trained.model.posteriors(direction, forward ? source : target, workspace, posteriors);
      for (std::size_t j = 0; j < posteriors.generated(); ++j) {
        double sum = 0.0;
        for (const double p : posteriors.row(j)) sum += p;
        EXPECT_NEAR(sum, 1.0, 1e-9);
      }
    }
  }
}

TEST(TrainByExpectation, TinyCorpora) {
  ThreadPool threads(2);
  std::string hundred;
  for (int k = 0; k < 100; ++k) hundred += "a ";
  for (const auto& corpus :
       {corpus_of({}), corpus_of({{"", ""}, {"a", ""}, {"", "b c"}}), corpus_of({{"a", "b"}}),
        corpus_of({{"a b c d e", "v w x y z"}}), corpus_of({{"a b", "x y"}, {"b a", "y"}}),
        corpus_of({{hundred, "b b"}, {"a", "b"}}), corpus_of({{hundred, hundred}})}) {
    for (const AlignmentModelKind kind : kTrainedByExpectation) {
      for (const bool agreement : {false, true}) {
        for (const LexicalSmoothing smoothing : {LexicalSmoothing::kNone, LexicalSmoothing::kVariational}) {
          AlignOptions options;
          options.model = kind;
          options.agreement = agreement;
          options.jump_classes = 3;
          options.lexical_smoothing = smoothing;
          const TrainingData data(corpus, options, threads);
          const auto trained = train_by_expectation(data, options, threads, silent_reporter());
          EXPECT_EQ(trained.log_likelihood[0].size(), kind == AlignmentModelKind::kIbm1 ? 5U : 10U);
          expect_sound(trained, corpus);
        }
      }
    }
  }
}

}  // namespace
}  // namespace calque::align
