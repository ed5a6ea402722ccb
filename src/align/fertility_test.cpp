// The fertility model: posteriors against enumeration of all alignments, the sampler against the distribution
// it claims to draw from, and the counts it keeps.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "align/chain_group.h"
#include "align/fertility_model.h"
#include "align/fertility_trainer.h"
#include "align/testing.h"
#include "base/rng.h"

namespace calque::align {
namespace {

using testing::corpus_of;
using testing::random_corpus;
using text::index_of;
using text::WordId;

struct TinyModel {
  FertilityParameters parameters;
  std::vector<WordId> generators;
  FertilityWorkspace work;
};

TinyModel random_model(std::size_t generated, std::size_t generators, std::uint64_t seed) {
  Rng rng(seed);
  TinyModel tiny;
  double total = 0.0;
  std::vector<double> jumps(kJumpWidths);
  for (double& jump : jumps) total += jump = 0.01 + rng.uniform();
  for (const double jump : jumps)
    tiny.parameters.jump_probability.push_back(static_cast<float>(jump / total));
  tiny.parameters.null_odds = 0.3F;
  for (std::size_t i = 0; i < generators; ++i) {
    tiny.generators.push_back(WordId{static_cast<std::uint32_t>(i)});
    FertilityRatios ratios{};
    for (float& ratio : ratios) ratio = static_cast<float>(0.2 + rng.uniform());
    tiny.parameters.ratios.push_back(ratios);
  }
  TranslationMatrix& emissions = tiny.work.emissions;
  emissions.resize(generated, generators);
  for (std::size_t j = 0; j < generated; ++j) {
    emissions.null[j] = static_cast<float>(0.1 * rng.uniform());
    for (std::size_t i = 0; i < generators; ++i) {
      emissions.values[j * emissions.row + i] = static_cast<float>(0.01 + rng.uniform());
    }
  }
  return tiny;
}

// The probability of an alignment (0: null word, i + 1: generator i), up to a constant.
double weight_of(const TinyModel& tiny, const std::vector<std::size_t>& alignment) {
  const TranslationMatrix& emissions = tiny.work.emissions;
  const auto jump = [&](std::ptrdiff_t width) {
    return static_cast<double>(tiny.parameters.jump_probability[jump_bucket(width)]);
  };
  std::vector<std::size_t> fertility(emissions.generators, 0);
  std::ptrdiff_t previous = -1;
  double weight = 1.0;
  for (std::size_t j = 0; j < alignment.size(); ++j) {
    if (alignment[j] == 0) {
      weight *= static_cast<double>(tiny.parameters.null_odds) * static_cast<double>(emissions.null[j]);
      continue;
    }
    const std::size_t i = alignment[j] - 1;
    weight *= static_cast<double>(emissions.values[j * emissions.row + i]);
    weight *= jump(static_cast<std::ptrdiff_t>(i) - previous);
    weight *= static_cast<double>(tiny.parameters.ratios[i][fertility[i]++]);
    previous = static_cast<std::ptrdiff_t>(i);
  }
  return weight * jump(static_cast<std::ptrdiff_t>(emissions.generators) - previous);
}

// Posteriors by generated word, then null word and generators.
std::vector<std::vector<double>> enumerate(const TinyModel& tiny) {
  const std::size_t choices = tiny.work.emissions.generators + 1;
  const std::size_t words = tiny.work.emissions.generated;
  std::vector<std::vector<double>> posteriors(words, std::vector<double>(choices, 0.0));
  std::vector<std::size_t> alignment(words, 0);
  double total = 0.0;
  for (bool more = true; more;) {
    const double weight = weight_of(tiny, alignment);
    total += weight;
    for (std::size_t j = 0; j < words; ++j) posteriors[j][alignment[j]] += weight;
    more = false;
    for (std::size_t j = 0; j < words && !more; ++j) {
      alignment[j] = (alignment[j] + 1) % choices;
      more = alignment[j] != 0;
    }
  }
  for (auto& row : posteriors) {
    for (double& p : row) p /= total;
  }
  return posteriors;
}

double largest_difference(const std::vector<std::vector<double>>& expected, const PairMatrix& found) {
  double largest = 0.0;
  for (std::size_t j = 0; j < expected.size(); ++j) {
    for (std::size_t i = 0; i < expected[j].size(); ++i) {
      largest = std::max(largest, std::abs(expected[j][i] - found.row(j)[i]));
    }
  }
  return largest;
}

TEST(FertilityModel, PosteriorsWithoutFertilitiesAreExact) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    TinyModel tiny = random_model(1 + seed % 4, 1 + seed % 5, seed);
    for (auto& ratios : tiny.parameters.ratios) ratios.fill(1.0F);
    PairMatrix found;
    fertility_posteriors(tiny.parameters, tiny.generators, tiny.work, found);
    EXPECT_LT(largest_difference(enumerate(tiny), found), 1e-5) << "seed " << seed;
  }
}

TEST(FertilityModel, PosteriorsOfOneGeneratedWordAreExact) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    TinyModel tiny = random_model(1, 1 + seed % 6, seed);
    PairMatrix found;
    fertility_posteriors(tiny.parameters, tiny.generators, tiny.work, found);
    EXPECT_LT(largest_difference(enumerate(tiny), found), 1e-5) << "seed " << seed;
  }
}

TEST(FertilityModel, MeanFieldComesCloserToEnumerationThanIgnoringFertilities) {
  double with = 0.0;
  double without = 0.0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    TinyModel tiny = random_model(2 + seed % 3, 2 + seed % 3, seed);
    for (auto& ratios : tiny.parameters.ratios) ratios = {2.0F, 0.1F, 0.1F, 0.1F, 0.1F, 0.1F, 0.1F};
    const auto expected = enumerate(tiny);
    PairMatrix found;
    fertility_posteriors(tiny.parameters, tiny.generators, tiny.work, found);
    const double difference = largest_difference(expected, found);
    EXPECT_LT(difference, 0.25) << "seed " << seed;
    with += difference;
    tiny.parameters.rounds = 0;
    fertility_posteriors(tiny.parameters, tiny.generators, tiny.work, found);
    without += largest_difference(expected, found);
  }
  EXPECT_LT(with, 0.5 * without);
}

TEST(FertilityModel, RowsSumToOneForLongSentencesAndUnlikelyWords) {
  TinyModel tiny = random_model(150, 200, 7);
  for (std::size_t j = 0; j < 150; ++j) {
    for (std::size_t i = 0; i < 200; ++i)
      tiny.work.emissions.values[j * tiny.work.emissions.row + i] *= 1e-9F;
    tiny.work.emissions.null[j] = 1e-9F;
  }
  PairMatrix found;
  fertility_posteriors(tiny.parameters, tiny.generators, tiny.work, found);
  for (std::size_t j = 0; j < 150; ++j) {
    double sum = 0.0;
    for (const double p : found.row(j)) {
      ASSERT_TRUE(std::isfinite(p));
      ASSERT_GE(p, 0.0);
      sum += p;
    }
    EXPECT_NEAR(sum, 1.0, 1e-4);
  }
}

// Checks that the counts are those of the links.
void expect_counts_match(const TrainingData& data, const ChainGroup& group, std::size_t chains) {
  const text::ParallelCorpus& corpus = data.corpus();
  for (const Direction direction : kDirections) {
    const bool forward = is_forward(direction);
    const text::Corpus& generators = forward ? corpus.source : corpus.target;
    const text::Corpus& generated = forward ? corpus.target : corpus.source;
    std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> pairs;
    std::map<std::size_t, std::uint64_t> nulls;
    std::map<std::size_t, GeneratorCounts> words;
    std::map<std::size_t, std::uint64_t> jumps;
    for (std::size_t c = 0; c < chains; ++c) {
      for (const Segment& segment : data.segmentation().segments) {
        const auto causes = generators.sentence(segment.sentence);
        const auto results = generated.sentence(segment.sentence);
        std::vector<std::size_t> fertility(causes.size(), 0);
        std::ptrdiff_t previous = -1;
        for (std::size_t j = 0; j < results.size(); ++j) {
          const auto link = group.link(generated.offset(segment.sentence) + j, c, direction);
          if (!link) {
            ++nulls[index_of(results[j])];
            continue;
          }
          ASSERT_LT(*link, causes.size());
          const std::size_t cause = index_of(causes[*link]);
          const std::size_t result = index_of(results[j]);
          ++pairs[forward ? std::pair{cause, result} : std::pair{result, cause}];
          ++words[cause].links;
          ++fertility[*link];
          ++jumps[jump_bucket(static_cast<std::ptrdiff_t>(*link) - previous)];
          previous = static_cast<std::ptrdiff_t>(*link);
        }
        ++jumps[jump_bucket(static_cast<std::ptrdiff_t>(causes.size()) - previous)];
        for (std::size_t i = 0; i < causes.size(); ++i) {
          ++words[index_of(causes[i])].fertilities[std::min(fertility[i], kFertilities - 1)];
        }
      }
    }
    for (std::size_t s = 0; s < data.table().source_words(); ++s) {
      const auto row = data.table().row(s);
      for (std::size_t k = 0; k < row.size(); ++k) {
        const WordPair pair{data.table().row_begin(s) + k, s, row[k]};
        EXPECT_EQ(group.pair_links(pair, direction), (pairs[{s, row[k]}]));
      }
    }
    for (std::size_t w = 0; w < (forward ? data.table().target_words() : data.table().source_words()); ++w) {
      EXPECT_EQ(group.null_links(w, direction), nulls[w]);
    }
    for (std::size_t w = 0; w < (forward ? data.table().source_words() : data.table().target_words()); ++w) {
      EXPECT_EQ(group.generator_counts(w, direction).links, words[w].links);
      EXPECT_EQ(group.generator_counts(w, direction).fertilities, words[w].fertilities);
    }
    for (std::size_t b = 0; b < kJumpWidths; ++b) EXPECT_EQ(group.jumps(b, direction), jumps[b]);
  }
}

TEST(ChainGroup, CountsStayThoseOfTheLinks) {
  ThreadPool threads(1);
  const text::ParallelCorpus corpus = random_corpus(60, 12, 8, 5);  // few words: many repeats in a sentence
  const TrainingData data(corpus, AlignOptions{}, threads);
  for (const std::size_t chains : {1U, 2U, 4U}) {
    const auto group = make_chain_group(data, SamplerPriors{}, 0, chains, 3);
    std::uint64_t number = 0;
    for (const SamplingStage stage :
         {SamplingStage::kTranslation, SamplingStage::kJumps, SamplingStage::kFertility}) {
      for (int k = 0; k < 3; ++k) group->sweep(stage, number++);
      expect_counts_match(data, *group, chains);
    }
  }
}

TEST(ChainGroup, ChainsDoNotDependOnTheirGroup) {
  ThreadPool threads(1);
  const text::ParallelCorpus corpus = random_corpus(50, 10, 20, 6);
  const TrainingData data(corpus, AlignOptions{}, threads);
  const auto all = make_chain_group(data, SamplerPriors{}, 0, 4, 3);
  const auto last = make_chain_group(data, SamplerPriors{}, 3, 1, 3);
  for (std::uint64_t k = 0; k < 6; ++k) {
    const SamplingStage stage = k < 2 ? SamplingStage::kJumps : SamplingStage::kFertility;
    all->sweep(stage, k);
    last->sweep(stage, k);
  }
  for (std::size_t token = 0; token < corpus.target.token_count(); ++token) {
    EXPECT_EQ(all->link(token, 3, Direction::kSourceGeneratesTarget),
              last->link(token, 0, Direction::kSourceGeneratesTarget));
  }
}

// The collapsed probability of all target links, from translation counts alone: words drawn one after the
// other, each from the counts so far.
double collapsed_weight(const text::ParallelCorpus& corpus, const CooccurrenceTable& table,
                        const std::vector<std::size_t>& links, const SamplerPriors& priors) {
  std::map<std::pair<std::size_t, std::size_t>, double> pairs;
  std::map<std::size_t, double> totals;
  std::map<std::size_t, double> nulls;
  double all_nulls = 0.0;
  double weight = 1.0;
  const double prior = static_cast<double>(priors.translation);
  const double odds =
      static_cast<double>(priors.null_probability) / (1.0 - static_cast<double>(priors.null_probability));
  std::size_t token = 0;
  for (std::size_t n = 0; n < corpus.size(); ++n) {
    for (const WordId word : corpus.target.sentence(n)) {
      const std::size_t t = index_of(word);
      const std::size_t link = links[token++];
      if (link == 0) {
        weight *= odds * static_cast<double>(corpus.source.sentence(n).size());
        weight *= (nulls[t]++ + prior) / (all_nulls++ + prior * static_cast<double>(table.target_words()));
      } else {
        const std::size_t s = index_of(corpus.source.sentence(n)[link - 1]);
        weight *=
            (pairs[{s, t}]++ + prior) / (totals[s]++ + prior * static_cast<double>(table.row(s).size()));
      }
    }
  }
  return weight;
}

TEST(ChainGroup, DrawsFromTheCollapsedDistribution) {
  ThreadPool threads(1);
  const text::ParallelCorpus corpus = corpus_of({{"a b", "x y"}, {"b b", "y"}});
  const TrainingData data(corpus, AlignOptions{}, threads);
  SamplerPriors priors;
  priors.translation = priors.null_translation = 0.5F;
  std::map<std::vector<std::size_t>, double> expected;
  double total = 0.0;
  for (std::size_t code = 0; code < 27; ++code) {
    const std::vector<std::size_t> links{code % 3, code / 3 % 3, code / 9};
    total += expected[links] = collapsed_weight(corpus, data.table(), links, priors);
  }
  const auto group = make_chain_group(data, priors, 0, 4, 11);
  std::map<std::vector<std::size_t>, double> drawn;
  constexpr std::uint64_t kSweeps = 40'000;
  for (std::uint64_t k = 0; k < kSweeps; ++k) {
    group->sweep(SamplingStage::kTranslation, k);
    for (std::size_t c = 0; c < 4; ++c) {
      std::vector<std::size_t> links;
      for (std::size_t token = 0; token < 3; ++token) {
        const auto link = group->link(token, c, Direction::kSourceGeneratesTarget);
        links.push_back(link ? *link + 1 : 0);
      }
      drawn[links] += 1.0 / (4.0 * kSweeps);
    }
  }
  for (const auto& [links, weight] : expected) EXPECT_NEAR(drawn[links], weight / total, 0.01);
}

TEST(FertilityTrainer, TheModelDoesNotDependOnThreads) {
  const text::ParallelCorpus corpus = random_corpus(200, 12, 40, 9);
  AlignOptions options;
  options.sampling.chains = 3;
  std::vector<PairProbabilities> first;
  for (const std::size_t count : {1U, 2U, 5U}) {
    ThreadPool threads(count);
    const TrainingData data(corpus, options, threads);
    const AlignmentModel model = train_fertility_model(data, options, threads, silent_reporter());
    const auto found = model.lexicon().arrays().probabilities;
    if (first.empty()) first.assign(found.begin(), found.end());
    ASSERT_EQ(found.size(), first.size());
    EXPECT_TRUE(std::equal(found.begin(), found.end(), first.begin()));
  }
  EXPECT_FALSE(first.empty());
}

}  // namespace
}  // namespace calque::align
