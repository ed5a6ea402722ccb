// Interpolation against the mixtures computed word by word.
#include "lm/estimate/interpolate.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"
#include "lm/files/binary.h"
#include "lm/testing/reference.h"
#include "store/text_file.h"

namespace calque::lm {
namespace {

using ::calque::testing::ScratchFolder;
using testing::BackoffReference;
using testing::estimate_lines;
using testing::for_each_context_sum;
using testing::Ngram;
using testing::random_lines;

std::vector<NgramModelData> two_models() {
  std::vector<NgramModelData> models;
  models.push_back(estimate_lines(random_lines(1, 60, 4), 3));
  models.push_back(estimate_lines(random_lines(2, 40, 6), 2));
  return models;
}

// Words of one model in another's numbers; words it lacks become `missing`.
Ngram translated(const Ngram& words, const NgramModelData& from, const NgramModelData& to,
                 std::uint32_t missing) {
  Ngram result;
  for (const std::uint32_t word : words) {
    const auto found = to.vocabulary.find(from.vocabulary.word(text::WordId{word}));
    result.push_back(found ? static_cast<std::uint32_t>(*found) : missing);
  }
  return result;
}

TEST(Interpolate, ListedNgramsHaveTheWeightedMean) {
  const std::vector<NgramModelData> models = two_models();
  const std::vector<double> weights = {3.0, 1.0};
  const NgramModelData mixed = interpolate(models, weights, Mixture::kLinear);
  const std::vector<BackoffReference> references = {BackoffReference(models[0]), BackoffReference(models[1])};
  ASSERT_EQ(mixed.order(), 3U);
  for (unsigned n = 1; n <= 3; ++n) {
    for (std::uint32_t i = 0; i < mixed.levels[n - 1].size(); ++i) {
      Ngram words(n);
      words_of(mixed, i, words);
      if (words.back() == 1) continue;
      double expected = 0.0;
      for (std::size_t k = 0; k < 2; ++k) {
        Ngram own = translated(words, mixed, models[k], 1000);
        const std::uint32_t last = own.back();
        own.pop_back();
        if (last != 1000) expected += weights[k] / 4 * std::exp(references[k].log_prob(own, last));
      }
      EXPECT_NEAR(std::exp(mixed.levels[n - 1].log_prob[i]), expected, 1e-6);
    }
  }
  for_each_context_sum(mixed, [](const Ngram&, double sum) { EXPECT_NEAR(sum, 1.0, 1e-5); });
}

TEST(Interpolate, AModelWithItselfStaysAsItIs) {
  const NgramModelData data = estimate_lines(random_lines(1, 60, 4), 3);
  const std::vector<NgramModelData> models = {data, data};
  for (const Mixture mixture : {Mixture::kLinear, Mixture::kLogLinear}) {
    const NgramModelData mixed = interpolate(models, std::vector<double>{0.3, 0.7}, mixture);
    for (unsigned n = 0; n < 3; ++n) {
      ASSERT_EQ(mixed.levels[n].first_word, data.levels[n].first_word);
      for (std::size_t i = 0; i < data.levels[n].size(); ++i) {
        EXPECT_NEAR(mixed.levels[n].log_prob[i], data.levels[n].log_prob[i], 1e-5);
        if (n < 2) {
          EXPECT_NEAR(mixed.levels[n].backoff[i], data.levels[n].backoff[i], 1e-4);
        }
      }
    }
  }
}

// Π p_k^weight over its sum, for every word after every context.
TEST(Interpolate, LogLinearIsTheNormalisedProduct) {
  const std::vector<NgramModelData> models = two_models();
  const std::vector<double> weights = {0.6, 0.7};
  const NgramModelData mixed = interpolate(models, weights, Mixture::kLogLinear);
  const BackoffReference result(mixed);
  const std::vector<BackoffReference> references = {BackoffReference(models[0]), BackoffReference(models[1])};
  const auto words = static_cast<std::uint32_t>(mixed.vocabulary.size());
  for_each_context_sum(mixed, [&](const Ngram& context, double sum) {
    EXPECT_NEAR(sum, 1.0, 1e-5);
    std::vector<double> products;
    double total = 0.0;
    for (std::uint32_t word = 0; word < words; ++word) {
      double log_product = 0.0;
      for (std::size_t k = 0; k < 2; ++k) {
        log_product += weights[k] * references[k].log_prob(translated(context, mixed, models[k], 1000),
                                                           translated({word}, mixed, models[k], 0).front());
      }
      products.push_back(std::exp(log_product));
      if (word != 1) total += products.back();
    }
    for (std::uint32_t word = 0; word < words; ++word) {
      if (word == 1) continue;
      EXPECT_NEAR(std::exp(result.log_prob(context, word)), products[word] / total, 1e-5);
    }
  });
}

TEST(Interpolate, RefusesWeightsThatCannotBe) {
  const std::vector<NgramModelData> models = two_models();
  const auto mix = [&](std::vector<double> weights) { interpolate(models, weights, Mixture::kLinear); };
  EXPECT_THROW(mix({1.0}), UsageError);
  EXPECT_THROW(mix({-1.0, 2.0}), UsageError);
  EXPECT_THROW(mix({0.0, 0.0}), UsageError);
  EXPECT_THROW(mix({std::nan(""), 1.0}), UsageError);
  EXPECT_THROW(interpolate({}, {}, Mixture::kLinear), UsageError);
}

TEST(Interpolate, TunedWeightsAreTheBestOfAGrid) {
  const ScratchFolder folder;
  std::vector<std::string> dev = random_lines(5, 40, 4);
  for (const std::string& line : random_lines(6, 20, 6)) dev.push_back(line + " zzz");
  store::TextWriter writer(folder.path("dev"));
  for (const std::string& line : dev) writer.write_line(line);
  writer.commit();
  const std::vector<NgramModelData> models = two_models();
  const TunedWeights tuned = tune_weights(models, folder.path("dev"));
  ASSERT_EQ(tuned.weights.size(), 2U);
  EXPECT_NEAR(tuned.weights[0] + tuned.weights[1], 1.0, 1e-9);
  const std::vector<BackoffReference> references = {BackoffReference(models[0]), BackoffReference(models[1])};
  const auto perplexity = [&](double weight) {
    double log_sum = 0.0;
    double tokens = 0.0;
    for (const std::string& line : dev) {
      std::vector<std::string> history{"<s>"};
      std::vector<std::string> rest;
      for (const std::string_view word : split_words(line)) rest.emplace_back(word);
      rest.emplace_back("</s>");
      for (const std::string& word : rest) {
        double prob = 0.0;
        for (std::size_t k = 0; k < 2; ++k) {
          const auto id = models[k].vocabulary.find(word);
          Ngram context;
          for (const std::string& past : history) {
            const auto past_id = models[k].vocabulary.find(past);
            context.push_back(past_id ? static_cast<std::uint32_t>(*past_id) : 0U);
          }
          if (id) {
            prob += (k == 0 ? weight : 1.0 - weight) *
                    std::exp(references[k].log_prob(context, static_cast<std::uint32_t>(*id)));
          }
        }
        history.push_back(word);
        if (prob == 0.0) continue;
        log_sum += std::log(prob);
        ++tokens;
      }
    }
    return std::exp(-log_sum / tokens);
  };
  EXPECT_NEAR(perplexity(tuned.weights[0]), tuned.perplexity, 1e-3);
  for (double weight = 0.05; weight < 1.0; weight += 0.05)
    EXPECT_LE(tuned.perplexity, perplexity(weight) + 1e-4) << weight;
}

TEST(Interpolate, ATextWithoutKnownWordsCannotTune) {
  const ScratchFolder folder;
  store::TextWriter writer(folder.path("empty"));
  writer.commit();
  EXPECT_THROW(tune_weights(two_models(), folder.path("empty")), DataError);
}

TEST(Interpolate, FilesAreMixedAsModelsAre) {
  const ScratchFolder folder;
  const std::vector<NgramModelData> models = two_models();
  Interpolation files;
  for (const NgramModelData& model : models) {
    files.models.push_back(folder.path(std::to_string(files.models.size()) + ".lm"));
    write_binary(model, {.layout = Layout::kTrie}, files.models.back());
  }
  const InterpolatedModel equal = interpolate(files, silent_reporter());
  EXPECT_EQ(equal.weights, std::vector<double>({0.5, 0.5}));
  EXPECT_EQ(equal.model.levels[2].log_prob,
            interpolate(models, equal.weights, Mixture::kLinear).levels[2].log_prob);
  files.tune = folder.file("text", "w1 w2\nw0 w3 w1\n");
  const InterpolatedModel tuned = interpolate(files, silent_reporter());
  ASSERT_TRUE(tuned.tuned);
  EXPECT_EQ(tuned.weights, tune_weights(models, files.tune).weights);
  files.mixture = Mixture::kLogLinear;
  EXPECT_THROW(interpolate(files, silent_reporter()), UsageError);
  files.mixture = Mixture::kLinear;
  files.weights = {1, 1};
  EXPECT_THROW(interpolate(files, silent_reporter()), UsageError);
}

}  // namespace
}  // namespace calque::lm
