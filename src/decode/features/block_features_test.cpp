// The block bigram systems in the decoder: against all derivations of short sentences under each reordering
// rule, and against the block model asked step by step.
#include "decode/features/block_features.h"

#include <bit>
#include <cmath>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "decode/testing/all_derivations.h"
#include "decode/testing/random_models.h"

namespace calque::decode {
namespace {

using block::BinaryKind;
using block::ModelKind;
using block::Orientation;

// At most so many translations of each phrase, so that all derivations can be gone through.
class FewPhrases final : public PhraseSource {
 public:
  FewPhrases(std::shared_ptr<const PhraseSource> all, std::size_t most) : all_(std::move(all)), most_(most) {}
  std::optional<text::WordId> source_word(std::string_view word) const override {
    return all_->source_word(word);
  }
  std::string_view target_word(text::WordId word) const override { return all_->target_word(word); }
  std::size_t target_vocabulary_size() const override { return all_->target_vocabulary_size(); }
  std::size_t max_source_length() const override { return all_->max_source_length(); }
  void append_translations(std::span<const text::WordId> source,
                           std::vector<phrase::Translation>& out) const override {
    const std::size_t before = out.size();
    all_->append_translations(source, out);
    out.resize(std::min(out.size(), before + most_));
  }

 private:
  std::shared_ptr<const PhraseSource> all_;
  std::size_t most_;
};

class BlockSystems : public testing::RandomModels {
 protected:
  void SetUp() override {
    RandomModels::SetUp();
    for (const ModelKind kind : {ModelKind::kOrientation, ModelKind::kDistortion})
      systems_.push_back(with_blocks(kind));
  }

  // The random table and language model with random costs, counts and weights of blocks.
  std::shared_ptr<const Models> with_blocks(ModelKind kind) const {
    Models models{phrase::PhraseTable::open(path_.string()), {}};
    ThreadPool pool(1);
    models.language_models.push_back(lm::Model::from_data(
        lm::estimate(corpus_.target, corpus_.target_vocabulary, {.order = 3}, pool, silent_reporter())));
    Rng rng(5);
    const std::size_t blocks = models.phrases.pair_count();
    block::ModelData data;
    data.kind = kind;
    const auto cost = [&] { return static_cast<float>(6 * rng.uniform()); };
    for (std::size_t b = 0; b < blocks; ++b) {
      data.prior_costs.push_back(cost());
      data.lexical_costs.push_back(cost());
      if (kind == ModelKind::kOrientation) {
        data.orientations.push_back(
            {static_cast<std::uint32_t>(rng.below(6)), static_cast<std::uint32_t>(rng.below(8))});
      }
    }
    if (kind == ModelKind::kDistortion) {
      const std::size_t rows = models.phrases.source_vocabulary().size() + 2;
      for (std::size_t i = 0; i < rows * block::kStepCount; ++i) {
        data.steps.outbound.push_back(cost());
        data.steps.inbound.push_back(cost());
      }
    }
    const auto count = static_cast<std::size_t>(kind == ModelKind::kOrientation ? 5 : 7);
    for (std::size_t i = 0; i < count; ++i) data.weights.push_back(-rng.uniform());
    if (kind == ModelKind::kOrientation) {
      for (int i = 0; i < 4; ++i) data.neutral_weights.push_back(-rng.uniform());
    }
    add_binary(models.phrases, rng, data);
    models.blocks = block::BlockModel::from_data(std::move(data));
    return std::make_shared<const Models>(std::move(models));
  }

  // Weights for pairs of frequent blocks, of the target phrases and of boundary words.
  static void add_binary(const phrase::PhraseTable& table, Rng& rng, block::ModelData& data) {
    std::vector<block::BlockSides> sides;
    for (std::uint32_t node = 0; node < table.id_limit(); ++node) {
      const phrase::SourcePhraseId id{node};
      for (std::size_t i = 0; i < std::min<std::size_t>(table.translation_count(id), 3); ++i) {
        const auto translation = table.translation(id, i);
        if (table.source_words(id).size() <= 2)
          sides.push_back(
              block::BlockSides::of(static_cast<block::BlockId>(translation.pair), translation.target));
      }
    }
    std::array<std::set<std::uint64_t>, block::kBinaryKinds> keys;
    for (const auto& previous : sides) {
      for (const auto& next : sides) {
        if (!rng.chance(0.3)) continue;
        for (std::size_t k = 0; k < block::kBinaryKinds; ++k) {
          const auto kind = static_cast<BinaryKind>(k);
          keys[k].insert(block::feature_key(kind, block::predecessor_key(kind, previous), next));
        }
      }
    }
    for (std::size_t k = 0; k < block::kBinaryKinds; ++k) {
      for (const std::uint64_t key : keys[k])
        data.binary[k].push_back({key, static_cast<float>(2 * rng.uniform() - 1)});
    }
  }

  static SearchOptions exhaustive() {
    SearchOptions options;
    options.stack_size = options.pop_limit = options.table_limit = 0;
    options.beam_threshold = 0;
    options.early_discarding = 0;
    return options;
  }
  static std::vector<std::string> sentence(Rng& rng, std::size_t length) {
    std::vector<std::string> words;
    while (words.size() < length) words.push_back("s" + std::to_string(rng.below(13)));  // s12 is unknown
    return words;
  }

  std::vector<std::shared_ptr<const Models>> systems_;
};

std::uint32_t holes_in(std::uint32_t covered) {
  std::uint32_t holes = 0;
  for (; covered != 0; covered >>= 1U) {
    if ((covered & 3U) == 2U) ++holes;
  }
  return holes;
}

std::uint32_t mask_of(text::Span span) {
  return (1U << span.end) - (1U << span.begin);
}

// Spec 04 section 7, written out anew.
testing::StepRule window_rule(std::uint32_t most_holes, std::uint32_t window) {
  return [=](const testing::NextStep& step) {
    const text::Span span = step.option.source;
    if (span.begin == step.first_free) return true;
    return span.end - 1 - step.first_free < window && holes_in(step.covered | mask_of(span)) <= most_holes;
  };
}

class SwapRule {
 public:
  SwapRule(const Components& components, const block::BlockModel* model,
           std::span<const std::string_view> words)
      : components_(components), model_(model) {
    for (const std::string_view word : words)
      ids_.push_back(components.phrases->source_word(word).value_or(kUnknownSourceWord));
  }
  bool operator()(const testing::NextStep& step) const {
    const text::Span span = step.option.source;
    const bool clean = (step.covered & (step.covered + 1)) == 0;
    if (!clean) {
      std::uint32_t end = step.first_free;
      while ((step.covered >> end & 1U) == 0) ++end;
      return span.begin == step.first_free && span.end == end && may_stand_left(step.option.pair);
    }
    if (span.begin == step.first_free) return true;
    std::vector<phrase::Translation> fillers;
    components_.phrases->append_translations(
        std::span(ids_).subspan(step.first_free, span.begin - step.first_free), fillers);
    const bool copied = fillers.empty() && span.begin == step.first_free + 1;
    return (copied && may_stand_left(kNoPair)) ||
           std::any_of(fillers.begin(), fillers.end(),
                       [&](const phrase::Translation& filler) { return may_stand_left(filler.pair); });
  }

 private:
  bool may_stand_left(std::size_t pair) const {
    if (model_ == nullptr) return true;
    return pair != kNoPair && model_->orientations(static_cast<block::BlockId>(pair)).left >= 3;
  }

  const Components& components_;
  const block::BlockModel* model_;
  std::vector<text::WordId> ids_;
};

TEST_F(BlockSystems, NBestListsAreThoseOfAllDerivationsUnderEachRule) {
  Rng rng(8);
  std::size_t derivations = 0;
  for (const auto& models : systems_) {
    Components components = block_components(models);
    components.phrases = std::make_shared<FewPhrases>(components.phrases, 2);
    const Weights weights = default_weights(components.features->descriptions());
    const bool oriented = models->blocks->kind() == ModelKind::kOrientation;
    for (int round = 0; round < 12; ++round) {
      const auto words = sentence(rng, 1 + rng.below(5));
      const std::vector<std::string_view> views(words.begin(), words.end());
      SearchOptions monotone = exhaustive();
      monotone.distortion_limit = 0;
      SearchOptions swap = exhaustive();
      swap.reordering = Reordering::kSwap;
      std::vector<std::pair<SearchOptions, testing::StepRule>> rules{
          {monotone, testing::within_distance(0)},
          {swap, SwapRule(components, oriented ? &*models->blocks : nullptr, views)}};
      for (const std::uint32_t holes : {0U, 1U, 2U}) {
        for (const std::uint32_t window : {2U, 4U}) {
          SearchOptions options = exhaustive();
          options.reordering = Reordering::kWindow;
          options.max_holes = holes;
          options.window = window;
          rules.emplace_back(options, window_rule(holes, window));
        }
      }
      for (auto& [options, rule] : rules) {
        for (const auto algorithm : {SearchAlgorithm::kStacks, SearchAlgorithm::kCube}) {
          options.search = algorithm;
          const Decoder decoder(components, weights, options);
          testing::AllDerivations all(components, decoder.weights(), views, rule);
          Workspace workspace;
          std::vector<double> found;
          for (const Translation& translation : decoder.translate(views, workspace, 40))
            found.push_back(translation.score);
          const std::vector<double> expected = all.best_scores(40);
          ASSERT_EQ(found.size(), expected.size());
          for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-4);
          derivations += all.count();
        }
      }
    }
  }
  EXPECT_GT(derivations, 10000U);
}

// Costs from the translation's phrases and the models alone.
class Rescoring {
 public:
  Rescoring(const Models& models, const std::vector<std::string>& source) : models_(models) {
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
      total += 0.5 + (pair ? 0 : -100);
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
          kind, block::feature_key(kind, block::predecessor_key(kind, before),
                                   block::BlockSides::of(id(next), next.target)))};
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
  std::vector<text::WordId> ids_;
};

TEST_F(BlockSystems, EveryHypothesisCanBeRescoredFromItsBlocks) {
  Rng rng(9);
  for (const auto& models : systems_) {
    const Components components = block_components(models);
    const Weights weights = default_weights(components.features->descriptions());
    for (const Reordering rule : {Reordering::kDistance, Reordering::kSwap, Reordering::kWindow}) {
      SearchOptions options;
      options.reordering = rule;
      const Decoder decoder(components, weights, options);
      Workspace workspace;
      for (int round = 0; round < 10; ++round) {
        const auto words = sentence(rng, rng.below(12));
        const std::vector<std::string_view> views(words.begin(), words.end());
        const Rescoring rescoring(*models, words);
        for (const Translation& translation : decoder.translate(views, workspace, 20))
          EXPECT_NEAR(rescoring.score(translation), translation.score, 1e-3);
      }
    }
  }
}

// Spec 04 section 12, 7.
TEST_F(BlockSystems, OrderKeepsToTheRules) {
  Rng rng(10);
  for (const auto& models : systems_) {
    const Components components = block_components(models);
    const Weights weights = default_weights(components.features->descriptions());
    for (int round = 0; round < 20; ++round) {
      const auto words = sentence(rng, 10);
      const std::vector<std::string_view> views(words.begin(), words.end());
      Workspace workspace;
      SearchOptions options;
      options.distortion_limit = 0;
      for (const auto& translation : Decoder(components, weights, options).translate(views, workspace, 10)) {
        std::uint32_t end = 0;
        for (const PhraseStep& step : translation.phrases) {
          EXPECT_EQ(step.source.begin, end);
          end = step.source.end;
        }
      }
      options.reordering = Reordering::kWindow;
      for (const auto& translation : Decoder(components, weights, options).translate(views, workspace, 10)) {
        std::uint32_t covered = 0;
        for (const PhraseStep& step : translation.phrases) {
          const auto first_free = static_cast<std::uint32_t>(std::countr_one(covered));
          covered |= mask_of(step.source);
          EXPECT_LE(holes_in(covered), 2U);
          EXPECT_TRUE(step.source.begin == first_free || step.source.end - 1 - first_free < 6U);
        }
      }
      options.reordering = Reordering::kSwap;
      for (const auto& translation : Decoder(components, weights, options).translate(views, workspace, 10)) {
        std::uint32_t covered = 0;
        for (const PhraseStep& step : translation.phrases) {
          covered |= mask_of(step.source);
          EXPECT_LE(holes_in(covered), 1U);
        }
      }
    }
  }
}

TEST_F(BlockSystems, CoverageLimitsKeepTheSearchAlive) {
  Rng rng(11);
  for (const auto& models : systems_) {
    const Components components = block_components(models);
    const Weights weights = default_weights(components.features->descriptions());
    const auto words = sentence(rng, 15);
    const std::vector<std::string_view> views(words.begin(), words.end());
    double last = -std::numeric_limits<double>::infinity();
    for (const std::uint32_t limit : {1U, 20U, 0U}) {
      SearchOptions options = exhaustive();
      options.table_limit = 5;
      options.stack_size = 500;
      options.reordering = Reordering::kWindow;
      options.coverage_limit = limit;
      Workspace workspace;
      const double score = Decoder(components, weights, options).translate(views, workspace)[0].score;
      EXPECT_TRUE(limit == 20 || score >= last);
      last = score;
    }
  }
}

TEST_F(BlockSystems, BesideOtherFeaturesTheyWeighNothingUntilTuned) {
  Rng rng(12);
  for (const auto& models : systems_) {
    FeatureChoice with;
    with.blocks = true;
    const Components plain = standard_components(models);
    const Components more = standard_components(models, with);
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
  const Components components = block_components(models);
  const Decoder decoder(components, default_weights(components.features->descriptions()), {});
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

TEST_F(BlockSystems, AModelOfAnotherTableIsRefused) {
  Models models{phrase::PhraseTable::open(path_.string()), {}};
  block::ModelData data;
  data.prior_costs = {1};
  data.lexical_costs = {1};
  data.orientations = {{}};
  data.weights.resize(5);
  data.neutral_weights.resize(4);
  models.blocks = block::BlockModel::from_data(std::move(data));
  EXPECT_THROW(block_components(std::make_shared<const Models>(std::move(models))), FormatError);
}

}  // namespace
}  // namespace calque::decode
