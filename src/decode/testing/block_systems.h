// Block systems with random costs, counts and weights over the random table of RandomModels.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "decode/features/block_features.h"
#include "decode/testing/random_models.h"

namespace calque::decode::testing {

// At most so many translations of each phrase, so that all derivations can be gone through.
class FewPhrases final : public PhraseSource {
 public:
  FewPhrases(std::shared_ptr<const PhraseSource> all, std::size_t maximum)
      : all_(std::move(all)), maximum_(maximum) {}
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
    out.resize(std::min(out.size(), before + maximum_));
  }

 private:
  std::shared_ptr<const PhraseSource> all_;
  std::size_t maximum_;
};

class BlockSystemsTest : public RandomModels {
 protected:
  void SetUp() override {
    RandomModels::SetUp();
    for (const auto kind : {block::ModelKind::kOrientation, block::ModelKind::kDistortion})
      systems_.push_back(with_blocks(kind));
  }

  // The random table and language model with random costs, counts and weights of blocks.
  std::shared_ptr<const Models> with_blocks(block::ModelKind kind) const {
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
      if (kind == block::ModelKind::kOrientation) {
        data.orientations.push_back(
            {static_cast<std::uint32_t>(rng.below(6)), static_cast<std::uint32_t>(rng.below(8))});
      }
    }
    if (kind == block::ModelKind::kDistortion) {
      const std::size_t rows = models.phrases.source_vocabulary().size() + 2;
      for (std::size_t i = 0; i < rows * block::kStepCount; ++i) {
        data.steps.outbound.push_back(cost());
        data.steps.inbound.push_back(cost());
      }
    }
    const auto count = static_cast<std::size_t>(kind == block::ModelKind::kOrientation ? 5 : 7);
    for (std::size_t i = 0; i < count; ++i) data.weights.push_back(-rng.uniform());
    if (kind == block::ModelKind::kOrientation) {
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
          const auto kind = static_cast<block::BinaryKind>(k);
          keys[k].insert(block::feature_key(kind, previous, next));
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

}  // namespace calque::decode::testing
