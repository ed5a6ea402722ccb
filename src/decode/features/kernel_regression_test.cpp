// The kernel feature against predicted counts of whole translations.
#include "decode/features/kernel_regression.h"

#include <algorithm>
#include <filesystem>

#include "decode/testing/random_models.h"
#include "kernel/ngram_gains.h"

namespace calque::decode {
namespace {

class KernelFeature : public testing::RandomModels {
 protected:
  std::shared_ptr<const Models> with_kernel(std::size_t order) {
    kernel::KernelOptions options;
    options.source.order = options.target.order = order;
    options.neighbours = 40;
    const std::string path = path_.string() + ".kernel";
    ThreadPool pool(1);
    kernel::train_kernel(corpus_, options, path, pool, silent_reporter());
    Models models{phrase::PhraseTable::open(path_.string()), {}};
    models.language_models.push_back(lm::Model::from_data(
        lm::estimate(corpus_.target, corpus_.target_vocabulary, {.order = 3}, pool, silent_reporter())));
    models.kernel = kernel::KernelModel::load(path);
    std::filesystem::remove(path);
    return std::make_shared<const Models>(std::move(models));
  }

  // From all n-grams of the translation, each looked up on its own.
  static std::vector<double> naive(const kernel::KernelModel& model, std::span<const std::string_view> source,
                                   const std::vector<std::string>& target) {
    const auto dual = model.weights(kernel::SourcePrefixes::whole(
        model.source(), kernel::number_words(model.source_vocabulary(), source)));
    kernel::NgramGains gains;
    gains.reset(model.target(), dual);
    const std::vector<std::string_view> views(target.begin(), target.end());
    const auto words = kernel::number_words(model.target_vocabulary(), views);
    std::vector<double> scores(model.target().order(), 0.0);
    for (std::size_t begin = 0; begin < words.size(); ++begin) {
      kernel::Ngram ngram = kernel::kEmptyNgram;
      for (std::size_t length = 1; length <= scores.size() && begin + length <= words.size(); ++length) {
        ngram = model.target().trie().find(ngram, words[begin + length - 1]);
        scores[length - 1] += std::clamp(gains.values(gains.slot(ngram))[0], 0.0, 1.0) - 1.0;
      }
    }
    return scores;
  }
};

TEST_F(KernelFeature, EqualsPredictedCountsOfTheTranslation) {
  Rng rng(31);
  for (const std::size_t order : {1U, 2U, 3U}) {
    const auto models = with_kernel(order);
    const DecoderParts decoder_parts = standard_parts(models, {.kernel = true});
    Weights weights = default_weights(decoder_parts.features->descriptions());
    weights.groups.back().values.assign(order, 0.3);
    ASSERT_EQ(weights.groups.back().name, "Kernel0");
    SearchOptions options;
    options.segment_limit = 6;
    options.segment_length = 4;
    const Decoder decoder(decoder_parts, weights, options);
    Workspace workspace;
    for (int round = 0; round < 10; ++round) {
      std::vector<std::string> words(rng.below(10));  // some are cut into segments
      for (std::string& word : words) word = "s" + std::to_string(rng.below(14));
      const std::vector<std::string_view> views(words.begin(), words.end());
      for (const Translation& translation : decoder.translate(views, workspace, 20)) {
        const auto expected = naive(*models->kernel, views, translation.words);
        const std::size_t first = translation.features.size() - order;
        for (std::size_t k = 0; k < order; ++k)
          EXPECT_NEAR(translation.features[first + k], expected[k], 1e-4);
      }
    }
  }
}

TEST_F(KernelFeature, DoesNotDependOnWhatWasTranslatedBefore) {
  const auto models = with_kernel(3);
  const DecoderParts decoder_parts = standard_parts(models, {.kernel = true});
  Weights weights = default_weights(decoder_parts.features->descriptions());
  weights.groups.back().values.assign(3, 0.3);
  const Decoder decoder(decoder_parts, weights, {});
  Workspace used;
  decoder.translate_line("s3 s4 s5 s6", used);
  Workspace fresh;
  EXPECT_EQ(decoder.translate_line("s1 s2 s3 s9", used), decoder.translate_line("s1 s2 s3 s9", fresh));
}

}  // namespace
}  // namespace calque::decode
