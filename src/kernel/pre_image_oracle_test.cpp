// The pre-image search against a naive stack search, and against all translations for every form of score.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include <gtest/gtest.h>

#include "kernel/cosine_regression.h"
#include "kernel/margin_regression.h"
#include "kernel/search_problem.h"

namespace calque::kernel {
namespace {

using testing::counted_kernel;
using testing::SearchProblem;
using testing::Words;

// A cost of each word by the one before it and its place, so that no two translations cost the same.
class PlaceCosts final : public WordCosts {
 public:
  static double cost_of(std::size_t place, std::size_t before, std::size_t word) {
    return std::fmod(std::sin(static_cast<double>(97 * place + 13 * before + word + 1)) * 1000.0, 0.3) + 0.3;
  }
  static double cost_of(const Words& words) {
    double sum = 0;
    for (std::size_t i = 0; i < words.size(); ++i)
      sum += cost_of(i, i == 0 ? 9 : text::index_of(words[i - 1]), text::index_of(words[i]));
    return sum;
  }

  void start(std::span<const text::WordId> words) override { words_.assign(words.begin(), words.end()); }
  double push(text::WordId word) override {
    words_.push_back(word);
    const std::size_t place = words_.size() - 1;
    return cost_of(place, place == 0 ? 9 : text::index_of(words_[place - 1]), text::index_of(word));
  }
  void pop() override { words_.pop_back(); }
  double end() const override { return 0; }

 private:
  Words words_;
};

struct Said {
  Words words;
  double cost;
};

// theory/kernel-regression.md#pre-image-search, literally: a stack for each prefix of the source, all
// expansions of what is kept in it, each scored anew against its own prefix.
std::vector<Said> naive_stack_search(const SearchProblem& problem, std::uint32_t length, std::size_t order,
                                     std::size_t beam) {
  std::vector<std::map<Words, double>> stacks(length + 1);
  stacks[0][{}] = 0;
  const auto offer = [&](Words words, std::uint32_t to) {
    stacks[to][words] =
        testing::naive_score(problem.target, problem.dual, to - 1, words, order) + PlaceCosts::cost_of(words);
  };
  const auto append = [](Words words, const PreImageOption& option) {
    words.insert(words.end(), option.target.begin(), option.target.end());
    return words;
  };
  std::vector<Said> kept;
  for (std::uint32_t covered = 0; covered <= length; ++covered) {
    kept.clear();
    for (const auto& [words, cost] : stacks[covered]) kept.push_back({words, cost});
    std::stable_sort(kept.begin(), kept.end(), [](const Said& a, const Said& b) { return a.cost < b.cost; });
    kept.resize(std::min(kept.size(), beam));
    for (const Said& said : kept) {
      for (const PreImageOption& first : problem.task.options) {
        if (first.source.begin == covered) offer(append(said.words, first), first.source.end);
        for (const PreImageOption& second : problem.task.options) {
          if (second.source.begin == covered && second.source.end == first.source.begin)
            offer(append(append(said.words, first), second), first.source.end);
        }
      }
    }
  }
  return kept;
}

TEST(PreImageSearch, BeamOneIsGreedyByPrefix) {
  Rng random(31);
  PreImageSearch search;
  for (int round = 0; round < 20; ++round) {
    const SearchProblem problem(random, 6, {2, 30, 6});
    SearchNgrams ngrams;
    ngrams.reset(problem.y.index(), problem.dual);
    for (const std::size_t beam : {1U, 3U}) {
      PlaceCosts costs;
      const PrefixScore fit;
      const auto found = search.search(6, problem.task.options, {fit, ngrams, &costs}, {beam});
      const auto expected = naive_stack_search(problem, 6, 2, beam);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t k = 0; k < found.size(); ++k) {
        EXPECT_EQ(words_of(problem.task, found[k]), expected[k].words);
        EXPECT_NEAR(found[k].cost, expected[k].cost, 1e-9);
      }
    }
  }
}

// Every translation is found once, at the cost that `expected` gives its words, best first.
template <typename Cost>
void expect_all_translations(const SearchProblem& problem, const PrefixScore& score, const DualWeights& dual,
                             const Cost& expected) {
  SearchNgrams ngrams;
  ngrams.reset(problem.y.index(), dual);
  PreImageSearch search;
  const auto found = search.search(4, problem.task.options, {score, ngrams}, {0});
  std::set<Words> all;
  enumerate(problem.task, 4, kAnyExchange, 0, {}, all);
  ASSERT_EQ(found.size(), all.size());
  double before = -std::numeric_limits<double>::infinity();
  for (const PreImage& image : found) {
    const Words words = words_of(problem.task, image);
    EXPECT_TRUE(all.contains(words));
    EXPECT_NEAR(image.cost, expected(words), 1e-8);
    EXPECT_GE(image.cost, before);
    before = image.cost;
  }
}

TEST(PreImageSearch, WithoutBeamEqualsEnumerationOfCosines) {
  Rng random(32);
  for (int round = 0; round < 6; ++round) {
    const SearchProblem problem(random, 4, {2, 30, 6});
    const Ridge ridge = solver_ridge(problem.x.index(), true, 0.2);
    const CosineRegression regression(
        problem.x.index(), problem.y.index(),
        std::make_unique<LocalRegression>(problem.x.index(),
                                          LocalOptions{30, NeighbourChoice::kNearest, ridge}));
    const auto dual = regression.weights(SourcePrefixes::all(problem.x.index(), problem.input));
    expect_all_translations(problem, PrefixScore::cosine(), dual, [&](const Words& words) {
      double gain = 0;
      for (std::size_t i = 0; i < dual.sentences.size(); ++i)
        gain += dual.weights.row(i)[3] * counted_kernel(words, problem.target.sentence(dual.sentences[i]), 2);
      return 1 - 2 * gain / std::sqrt(counted_kernel(words, words, 2));
    });
  }
}

// Kernels of centred and normalised counts (theory/kernel-regression.md#maximum-margin).
class NaiveCentred {
 public:
  NaiveCentred(const text::Corpus& corpus, std::size_t order) : corpus_(corpus), order_(order) {
    for (std::size_t i = 0; i < corpus.size(); ++i)
      mean_of_means_ += mean(corpus.sentence(i)) / static_cast<double>(corpus.size());
  }
  double kernel(std::span<const text::WordId> a, std::span<const text::WordId> b) const {
    const double squares = centred(a, a) * centred(b, b);
    return squares <= 1e-12 ? 0.0 : centred(a, b) / std::sqrt(squares);
  }

 private:
  double mean(std::span<const text::WordId> words) const {
    double sum = 0;
    for (std::size_t i = 0; i < corpus_.size(); ++i)
      sum += counted_kernel(words, corpus_.sentence(i), order_);
    return sum / static_cast<double>(corpus_.size());
  }
  double centred(std::span<const text::WordId> a, std::span<const text::WordId> b) const {
    return counted_kernel(a, b, order_) - mean(a) - mean(b) + mean_of_means_;
  }

  const text::Corpus& corpus_;
  std::size_t order_;
  double mean_of_means_ = 0;
};

TEST(PreImageSearch, WithoutBeamEqualsEnumerationOfMargins) {
  Rng random(33);
  for (int round = 0; round < 3; ++round) {
    const SearchProblem problem(random, 4, {2, 12, 6});
    std::vector<double> alpha(12);
    for (double& value : alpha) value = random.chance(0.3) ? 0.0 : random.uniform();
    const MarginRegression regression(problem.x.index(), problem.y.index(), alpha);
    const auto dual = regression.weights(SourcePrefixes::all(problem.x.index(), problem.input));
    const NaiveCentred x(problem.source, 2);
    const NaiveCentred y(problem.target, 2);
    expect_all_translations(problem, PrefixScore(regression.constants(dual)), dual, [&](const Words& words) {
      double similarity = 0;
      for (std::size_t i = 0; i < alpha.size(); ++i)
        similarity += alpha[i] * y.kernel(problem.target.sentence(i), words) *
                      x.kernel(problem.source.sentence(i), problem.input);
      return -similarity;
    });
  }
}

}  // namespace
}  // namespace calque::kernel
