// The features of the block bigram systems: against the block model asked step by step.
#include "decode/features/block_features.h"

#include <bit>
#include <cmath>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "decode/testing/all_derivations.h"
#include "decode/testing/block_systems.h"
#include "decode/testing/explanations.h"

namespace calque::decode {
namespace {

using block::BinaryKind;
using block::ModelKind;
using block::Orientation;

using BlockSystems = testing::BlockSystemsTest;

// Costs from the translation's phrases and the models alone.
class Rescoring {
 public:
  Rescoring(const Models& models, const std::vector<std::string>& source, double bonus)
      : models_(models), bonus_(bonus) {
    for (const std::string& word : source)
      ids_.push_back(models.phrases.source_vocabulary().find(word).value_or(kUnknownSourceWord));
  }

  double score(const Translation& translation) const {
    const block::BlockModel& model = *models_.blocks;
    const bool oriented = model.kind() == ModelKind::kOrientation;
    const lm::Model& language = models_.language_models[0];
    lm::State state = language.begin_state();
    double total = 0;
    std::optional<text::Span> before;
    std::optional<phrase::Translation> block_before;
    for (std::size_t k = 0; k < translation.phrases.size(); ++k) {
      const PhraseStep& step = translation.phrases[k];
      const auto pair = pair_of(translation, step);
      double first = 0;
      double rest = 0;
      for (auto i = step.target.begin; i < step.target.end; ++i)
        (i == step.target.begin ? first : rest) -=
            double{language.score(state, language.find(translation.words[i]), state)};
      if (k + 1 == translation.phrases.size())
        rest -= double{language.score(state, language.sentence_end(), state)};
      const double prior = pair ? double{model.prior_cost(id(*pair))} : 18;
      const double lexical = pair ? double{model.lexical_cost(id(*pair))} : 18;
      const Orientation orientation =
          before ? block::orientation_of(*before, step.source) : Orientation::kNeutral;
      total += bonus_ + (pair ? 0 : -100);
      if (!oriented) {
        const auto w = model.weights();
        const std::int64_t from = before ? std::int64_t{before->end} - 1 : -1;
        const std::int64_t jump = std::int64_t{step.source.begin} - from;
        const auto left = before ? model.steps().row_of(ids_[before->end - 1]) : model.steps().begin_row();
        total += w[0] * prior + w[1] * lexical + w[2] * first + w[3] * rest +
                 w[4] * double{model.steps().inbound(model.steps().row_of(ids_[step.source.begin]), jump)} +
                 w[5] * double{model.steps().outbound(left, jump)} - w[6] * step.target.size();
      } else if (orientation == Orientation::kNeutral) {
        const auto n = model.neutral_weights();
        total += n[0] * prior / step.source.size() + n[1] * first + n[2] * rest + n[3] * lexical;
      } else {
        const auto w = model.weights();
        const double placed = double{model.orientation_cost(pair ? id(*pair) : block::kNoBlock, orientation)};
        total +=
            w[0] * prior / step.source.size() + w[1] * placed + w[2] * first + w[3] * rest + w[4] * lexical;
      }
      if (pair && block_before && !(oriented && orientation == Orientation::kNeutral))
        total += binary(*block_before, *pair);
      before = step.source;
      block_before = pair;
    }
    return total;
  }

 private:
  static block::BlockId id(const phrase::Translation& pair) { return static_cast<block::BlockId>(pair.pair); }
  double binary(const phrase::Translation& previous, const phrase::Translation& next) const {
    double sum = 0;
    for (std::size_t k = 0; k < block::kBinaryKinds; ++k) {
      const auto kind = static_cast<BinaryKind>(k);
      const auto before = block::BlockSides::of(id(previous), previous.target);
      sum += double{models_.blocks->binary_weight(
          kind, block::feature_key(kind, before, block::BlockSides::of(id(next), next.target)))};
    }
    return sum;
  }
  std::optional<phrase::Translation> pair_of(const Translation& translation, const PhraseStep& step) const {
    const auto source = models_.phrases.find(std::span(ids_).subspan(step.source.begin, step.source.size()));
    if (!source) return std::nullopt;
    for (std::size_t i = 0; i < models_.phrases.translation_count(*source); ++i) {
      const auto candidate = models_.phrases.translation(*source, i);
      std::vector<std::string> words;
      for (const auto word : candidate.target)
        words.emplace_back(models_.phrases.target_vocabulary().word(word));
      if (std::equal(words.begin(), words.end(), translation.words.begin() + step.target.begin,
                     translation.words.begin() + step.target.end))
        return candidate;
    }
    ADD_FAILURE() << "a phrase that is not in the table";
    return std::nullopt;
  }

  const Models& models_;
  double bonus_;  // of each block
  std::vector<text::WordId> ids_;
};

// theory/block-bigrams.md#alternatives: a constant for each block in place of the normaliser, the paper's
// among others.
TEST_F(BlockSystems, EveryHypothesisCanBeRescoredFromItsBlocks) {
  Rng rng(9);
  for (const auto& models : systems_) {
    const DecoderParts decoder_parts = block_parts(models);
    Weights weights = default_weights(decoder_parts.features->descriptions());
    double bonus = kBlockBonus;
    for (const Reordering rule : {Reordering::kDistance, Reordering::kSwap, Reordering::kWindow}) {
      SearchOptions options;
      options.reordering = rule;
      for (WeightGroup& group : weights.groups) {
        if (group.name == "PhrasePenalty0") group.values = {bonus};
      }
      const Decoder decoder(decoder_parts, weights, options);
      Workspace workspace;
      for (int round = 0; round < 10; ++round) {
        const auto words = sentence(rng, rng.below(12));
        const std::vector<std::string_view> views(words.begin(), words.end());
        const Rescoring rescoring(*models, words, bonus);
        for (const Translation& translation : decoder.translate(views, workspace, 20))
          EXPECT_NEAR(rescoring.score(translation), translation.score, 1e-3);
      }
      bonus += 0.5;
    }
  }
}

TEST_F(BlockSystems, BesideOtherFeaturesTheyWeighNothingUntilTuned) {
  Rng rng(12);
  for (const auto& models : systems_) {
    FeatureChoice with;
    with.blocks = true;
    const DecoderParts plain = standard_parts(models);
    const DecoderParts more = standard_parts(models, with);
    EXPECT_GT(more.features->score_count(), plain.features->score_count());
    const Decoder a(plain, default_weights(plain.features->descriptions()), {});
    const Decoder b(more, default_weights(more.features->descriptions()), {});
    Workspace workspace;
    for (int round = 0; round < 10; ++round) {
      const auto words = sentence(rng, 6);
      const std::vector<std::string_view> views(words.begin(), words.end());
      EXPECT_NEAR(a.translate(views, workspace)[0].score, b.translate(views, workspace)[0].score, 1e-6);
    }
  }
}

TEST_F(BlockSystems, IndicatorsNameTheBinaryFeaturesThatHold) {
  Rng rng(13);
  const auto& models = systems_[1];
  const DecoderParts decoder_parts = block_parts(models);
  const Decoder decoder(decoder_parts, default_weights(decoder_parts.features->descriptions()), {});
  Workspace workspace;
  std::size_t named = 0;
  for (int round = 0; round < 10; ++round) {
    const auto words = sentence(rng, 6);
    const std::vector<std::string_view> views(words.begin(), words.end());
    const Request request{.words = views, .with_indicators = true};
    const Response response = decoder.translate(request, workspace);
    for (const auto& [name, count] : response.translations[0].indicators) {
      EXPECT_TRUE(name.starts_with("BlockBinary0["));
      ++named;
    }
  }
  EXPECT_GT(named, 5U);
}

TEST_F(BlockSystems, ExplanationsTellSharesAndWhereABlockIsExpected) {
  Rng rng(14);
  std::set<std::string> seen;
  for (const auto& models : systems_) {
    const bool oriented = models->blocks->kind() == block::ModelKind::kOrientation;
    const DecoderParts decoder_parts = block_parts(models);
    const Decoder decoder(decoder_parts, default_weights(decoder_parts.features->descriptions()), {});
    Workspace workspace;
    for (int round = 0; round < 10; ++round) {
      const auto words = sentence(rng, 6);
      const std::vector<std::string_view> views(words.begin(), words.end());
      const Request request{.words = views, .n = 20, .explain = true};
      for (const Translation& translation : decoder.translate(request, workspace).translations) {
        testing::check_explanations(translation);
        for (std::size_t n = 0; n < translation.phrases.size(); ++n) {
          const text::Span now = translation.phrases[n].source;
          std::string expected;
          if (n > 0 && now.begin == translation.phrases[n - 1].source.end) expected = "right";
          if (n > 0 && now.end == translation.phrases[n - 1].source.begin) expected = "left";
          const auto& found = translation.explanations[n].reordering;
          ASSERT_EQ(found.size(), oriented && !expected.empty() ? 1U : 0U);
          if (found.empty()) continue;
          EXPECT_EQ(found[0].model, "BlockOrientation0");
          EXPECT_EQ(found[0].orientation, expected);
          seen.insert(expected);
        }
      }
    }
  }
  EXPECT_EQ(seen.size(), 2U);
}

TEST_F(BlockSystems, AModelOfAnotherTableIsRefused) {
  Models models{phrase::PhraseTable::open(path_.string()), {}};
  block::ModelData data;
  data.prior_costs = {1};
  data.lexical_costs = {1};
  data.orientations = {{}};
  data.weights.resize(5);
  data.neutral_weights.resize(4);
  models.blocks = block::BlockModel::from_data(std::move(data));
  EXPECT_THROW(block_parts(std::make_shared<const Models>(std::move(models))), FormatError);
}

}  // namespace
}  // namespace calque::decode
