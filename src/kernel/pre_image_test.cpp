#include "kernel/pre_image.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernel/cholesky.h"
#include "kernel/search_problem.h"

namespace calque::kernel {
namespace {

using testing::counted_kernel;
using testing::naive_score;
using testing::ngram_counts;
using testing::random_corpus;
using testing::random_words;
using testing::SearchProblem;
using testing::Side;
using testing::Task;
using testing::Words;

double fast_score(SearchNgrams& ngrams, std::size_t column, std::span<const text::WordId> words) {
  TranslationState state;
  for (const auto word : words) state.push(word, ngrams);
  double gain = 0;
  for (const auto ngram : state.ngrams()) gain += ngrams.gain(ngram, column);
  return PrefixScore().cost(column, gain, state.sums());
}

TEST(PreImageScores, WorkedExample) {
  Side source = testing::example_source();
  Side target = testing::example_target();
  const SpectrumArrays x(source.corpus, {2});
  const SpectrumArrays y(target.corpus, {2});
  ThreadPool threads(1);
  const auto factor = factorise(x.index(), 0, 1U << 30U, threads);
  const CholeskyRegression regression(x.index(), factor.tiles, factor.ridge);
  const auto dual =
      regression.weights(SourcePrefixes::whole(x.index(), source.words(testing::kExampleInput)));
  EXPECT_NEAR(predicted_squared_norm(y.index(), dual, 0), 7.97826087, 1e-7);
  SearchNgrams ngrams;
  ngrams.reset(y.index(), dual);
  const double expected[] = {-5.13043478, -6.21739130, -1, -7};
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(fast_score(ngrams, 0, target.words(testing::example_candidates()[k])), expected[k], 1e-7);
}

// theory/kernel-regression.md#what-must-hold, 2 and 6: also with few weighted sentences, whose n-grams are
// added up at once.
TEST(PreImageScores, EqualNaiveSumsAndDistances) {
  Rng random(21);
  const auto source = random_corpus(random, 60, 12, 8);
  const auto target = random_corpus(random, 60, 7, 8);
  const SpectrumArrays x(source, {3});
  const SpectrumArrays y(target, {3});
  for (const std::size_t neighbours : {5U, 30U, 60U}) {
    const LocalRegression regression(x.index(), {neighbours, NeighbourChoice::kNearest, 0.3});
    const auto input = random_words(random, 12, 6);
    const auto dual = regression.weights(SourcePrefixes::all(x.index(), input));
    SearchNgrams ngrams;
    ngrams.reset(y.index(), dual);
    for (int round = 0; round < 20; ++round) {
      const auto words = random_words(random, 8, 9);
      for (std::size_t column = 0; column < input.size(); ++column) {
        const double score = fast_score(ngrams, column, words);
        EXPECT_NEAR(score, naive_score(target, dual, column, words, 3), 1e-9);
        auto difference = ngram_counts(words, 3);
        for (std::size_t i = 0; i < dual.sentences.size(); ++i)
          for (const auto& [ngram, count] : ngram_counts(target.sentence(dual.sentences[i]), 3))
            difference[ngram] -= dual.weights.row(i)[column] * count;
        double distance = 0;
        for (const auto& [ngram, value] : difference) distance += value * value;
        EXPECT_NEAR(score + predicted_squared_norm(y.index(), dual, column), distance, 1e-9);
      }
    }
  }
}

TEST(TranslationState, PopsWhatWasPushed) {
  Rng random(22);
  const auto target = random_corpus(random, 20, 4, 8);
  const SpectrumArrays y(target, {3});
  SearchNgrams ngrams;
  ngrams.reset(y.index(), DualWeights{});
  TranslationState state;
  const auto words = random_words(random, 5, 12);
  std::vector<TranslationSums> sums;
  for (const auto word : words) {
    sums.push_back(state.sums());
    state.push(word, ngrams);
    EXPECT_DOUBLE_EQ(state.sums().self_kernel, counted_kernel(state.words(), state.words(), 3));
    EXPECT_DOUBLE_EQ(state.sums().self_kernel, y.index().self_kernel(state.words()));
  }
  for (std::size_t i = words.size(); i-- > 0;) {
    state.pop();
    EXPECT_EQ(state.sums().self_kernel, sums[i].self_kernel);
    EXPECT_EQ(state.sums().mean_kernel, sums[i].mean_kernel);
    EXPECT_EQ(state.words().size(), i);
  }
}

// Options cover the source once, and out of order only as exchanged neighbours.
void expect_disjoint_swaps(const Task& task, const PreImage& image, std::uint32_t words) {
  std::uint32_t covered = 0;
  for (std::size_t i = 0; i < image.options.size(); ++i) {
    const text::Span span = task.options[image.options[i]].source;
    if (span.begin == covered) {
      covered = span.end;
      continue;
    }
    ASSERT_LT(i + 1, image.options.size());
    const text::Span next = task.options[image.options[i + 1]].source;
    EXPECT_EQ(next.begin, covered);
    EXPECT_EQ(next.end, span.begin);
    covered = span.end;
    ++i;
  }
  EXPECT_EQ(covered, words);
}

// theory/kernel-regression.md#what-must-hold, 7.
TEST(PreImageSearch, WithoutBeamEqualsEnumeration) {
  Rng random(23);
  PreImageSearch search;
  for (int round = 0; round < 12; ++round) {
    const SearchProblem problem(random, 4, {2, 30, 6});
    for (const std::uint32_t longest_exchange : {kAnyExchange, 3U, 2U, 0U}) {
      SearchNgrams ngrams;
      ngrams.reset(problem.y.index(), problem.dual);
      const auto found =
          search.search(4, problem.task.options, {PrefixScore(), ngrams}, {0, longest_exchange});
      std::set<Words> all;
      enumerate(problem.task, 4, longest_exchange, 0, {}, all);
      ASSERT_EQ(found.size(), all.size());
      double before = -std::numeric_limits<double>::infinity();
      for (const PreImage& image : found) {
        const Words words = words_of(problem.task, image);
        EXPECT_TRUE(all.contains(words));
        EXPECT_NEAR(image.cost, naive_score(problem.target, problem.dual, 3, words, 2), 1e-9);
        EXPECT_GE(image.cost, before);
        before = image.cost;
        expect_disjoint_swaps(problem.task, image, 4);
      }
    }
  }
}

// A cost of each word after the one before it, and of the last one.
class PairCosts final : public WordCosts {
 public:
  static double cost_of(std::size_t before, std::size_t word) {
    return static_cast<double>((before * 7 + word * 3) % 5) * 0.25;
  }
  static double cost_of(const Words& words) {
    double sum = 0;
    std::size_t before = 99;
    for (const text::WordId word : words) {
      sum += cost_of(before, text::index_of(word));
      before = text::index_of(word);
    }
    return sum + cost_of(before, 77);
  }

  void start(std::span<const text::WordId> words) override {
    words_.assign(1, 99);
    for (const text::WordId word : words) words_.push_back(text::index_of(word));
  }
  double push(text::WordId word) override {
    words_.push_back(text::index_of(word));
    return cost_of(words_[words_.size() - 2], words_.back());
  }
  void pop() override { words_.pop_back(); }
  double end() const override { return cost_of(words_.back(), 77); }

 private:
  std::vector<std::size_t> words_;
};

TEST(PreImageSearch, AddsWhatWordsCostAndWeighsLengths) {
  Rng random(29);
  PreImageSearch search;
  for (int round = 0; round < 6; ++round) {
    const SearchProblem problem(random, 4, {2, 30, 6});
    // With the second length weighing nothing scores are those of single words.
    SearchNgrams ngrams;
    ngrams.reset(problem.y.index(), problem.dual, {{1, 0}, {1, 0}});
    PairCosts costs;
    const PrefixScore fit;
    const auto found = search.search(4, problem.task.options, {fit, ngrams, &costs}, {0});
    std::set<Words> all;
    enumerate(problem.task, 4, kAnyExchange, 0, {}, all);
    ASSERT_EQ(found.size(), all.size());
    for (const PreImage& image : found) {
      const Words words = words_of(problem.task, image);
      EXPECT_NEAR(image.cost,
                  naive_score(problem.target, problem.dual, 3, words, 1) + PairCosts::cost_of(words), 1e-9);
    }
  }
}

TEST(PreImageSearch, NarrowBeamsGiveNoBetterCosts) {
  Rng random(24);
  const SearchProblem problem(random, 7, {3, 40, 8});
  PreImageSearch search;
  SearchNgrams ngrams;
  ngrams.reset(problem.y.index(), problem.dual);
  const double best = search.search(7, problem.task.options, {PrefixScore(), ngrams}, {0})[0].cost;
  for (const std::size_t beam : {1U, 3U, 10U, 100U}) {
    const auto found = search.search(7, problem.task.options, {PrefixScore(), ngrams}, {beam});
    ASSERT_FALSE(found.empty());
    EXPECT_LE(found.size(), beam);
    EXPECT_GE(found[0].cost, best - 1e-9);
    std::set<Words> different;
    for (const PreImage& image : found) EXPECT_TRUE(different.insert(words_of(problem.task, image)).second);
  }
}

TEST(PreImageSearch, CountsCostsOfOptionsAndExchanges) {
  Side side({"a b"});
  const SpectrumArrays y(side.corpus, {1});
  SearchNgrams ngrams;
  const DualWeights nothing{{}, Panel(0, 2)};  // is predicted, so each word costs 1
  ngrams.reset(y.index(), nothing);
  const Words words = side.words("a b");
  const std::vector<PreImageOption> options{{{0, 1}, std::span(words).first(1), 0.25},
                                            {{1, 2}, std::span(words).last(1), 0.5}};
  PreImageSearch search;
  const auto found = search.search(2, options, {PrefixScore(), ngrams}, {.beam = 0, .swap_cost = 3});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_DOUBLE_EQ(found[0].cost, 2.75);
  EXPECT_THAT(found[0].options, ::testing::ElementsAre(0, 1));
  EXPECT_DOUBLE_EQ(found[1].cost, 5.75);
  EXPECT_THAT(found[1].options, ::testing::ElementsAre(1, 0));
}

TEST(PreImageSearch, NoWords) {
  Side side({"a"});
  const SpectrumArrays y(side.corpus, {2});
  SearchNgrams ngrams;
  ngrams.reset(y.index(), {});
  PreImageSearch search;
  const auto found = search.search(0, {}, {PrefixScore(), ngrams}, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].options.empty());
  EXPECT_EQ(found[0].cost, 0.0);
}

// theory/kernel-regression.md#what-must-hold, 9: a language with other words in the same order, learned from
// random sentences. Every target word is offered for every source word, so that the regression alone decides.
TEST(PreImageSearch, LearnsAWordForWordLanguage) {
  Rng random(25);
  const std::size_t vocabulary = 12;
  const auto source = random_corpus(random, 600, vocabulary, 7);
  const auto translate = [&](std::span<const text::WordId> words) {
    Words target;
    for (const auto word : words)
      target.push_back(text::WordId{static_cast<std::uint32_t>((text::index_of(word) * 5 + 3) % vocabulary)});
    return target;
  };
  text::Corpus target;
  for (std::size_t i = 0; i < source.size(); ++i) target.add_sentence(translate(source.sentence(i)));
  const SpectrumArrays x(source, {2});
  const SpectrumArrays y(target, {2});
  ThreadPool threads(2);
  const auto factor = factorise(x.index(), 0.01, 1U << 30U, threads);
  const CholeskyRegression regression(x.index(), factor.tiles, factor.ridge);
  PreImageSearch search;
  for (int round = 0; round < 10; ++round) {
    Words input = random_words(random, vocabulary, 4);
    input.push_back(text::WordId{1});
    Words candidates;
    for (std::uint32_t w = 0; w < vocabulary; ++w) candidates.push_back(text::WordId{w});
    std::vector<PreImageOption> options;
    for (std::uint32_t i = 0; i < input.size(); ++i)
      for (std::size_t w = 0; w < vocabulary; ++w)
        options.push_back({{i, i + 1}, std::span(candidates).subspan(w, 1)});
    const auto dual = regression.weights(SourcePrefixes::all(x.index(), input));
    SearchNgrams ngrams;
    ngrams.reset(y.index(), dual);
    const auto found = search.search(static_cast<std::uint32_t>(input.size()), options,
                                     {PrefixScore(), ngrams}, {.beam = 100, .longest_exchange = 0});
    Words said;
    for (const std::uint32_t option : found[0].options) said.push_back(options[option].target[0]);
    EXPECT_EQ(said, translate(input));
  }
}

}  // namespace
}  // namespace calque::kernel
