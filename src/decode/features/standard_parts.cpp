#include "decode/features/standard_parts.h"

#include <utility>

#include "base/error.h"
#include "decode/features/block_binary.h"
#include "decode/features/block_features.h"
#include "decode/features/distortion.h"
#include "decode/features/exponential_reordering.h"
#include "decode/features/kernel_regression.h"
#include "decode/features/language_model.h"
#include "decode/features/lexicalised_reordering.h"
#include "decode/features/penalties.h"
#include "decode/features/registry.h"
#include "decode/features/table_phrases.h"
#include "decode/features/translation_model.h"

namespace calque::decode {
namespace {

std::unique_ptr<const Feature> make_learned(const LearnedReorderingModels& models,
                                            text::VocabularyView target, std::size_t number) {
  if (models.form == ReorderingForm::kExponential)
    return std::make_unique<ExponentialReordering>(models, target, number);
  return std::make_unique<LearnedReordering>(models, target, number);
}

// Throws FormatError if the block model belongs to another phrase table. Requires: models->blocks.
void append_block_features(const std::shared_ptr<const Models>& models, BlockUse use,
                           std::vector<std::unique_ptr<const Feature>>& features) {
  CALQUE_CHECK(models->blocks.has_value());
  const SharedBlockModel model(models, &*models->blocks);
  const std::shared_ptr<const phrase::PhraseTable> table(models, &models->phrases);
  if (model->block_count() != table->pair_count()) {
    throw FormatError({model->name()}, "the block model belongs to another phrase table",
                      "copy the model again or train it again");
  }
  const bool alone = use == BlockUse::kAlone;
  const bool oriented = model->kind() == block::ModelKind::kOrientation;
  if (oriented) {
    features.push_back(std::make_unique<BlockOrientation>(model, use));
  } else {
    features.push_back(std::make_unique<BlockPairs>(model, use));
    features.push_back(std::make_unique<BlockDistortion>(model, use));
  }
  if (alone) {
    features.push_back(std::make_unique<BlockLanguage>(
        model, std::shared_ptr<const lm::Model>(models, &models->language_models[0]),
        table->target_vocabulary()));
    if (!oriented)
      features.push_back(std::make_unique<WordPenalty>(model->weights()[block::DistortionFloat::kLength]));
    features.push_back(std::make_unique<PhrasePenalty>(kBlockBonus));
    features.push_back(std::make_unique<UnknownWordPenalty>());
  }
  if (model->has_binary()) features.push_back(std::make_unique<BlockBinary>(model, table, use));
}

}  // namespace

DecoderParts standard_parts(std::shared_ptr<const Models> models, const FeatureChoice& choice) {
  const FeatureInput input{models, choice.sparse_weights};
  const std::shared_ptr<const phrase::PhraseTable> table = input.table();
  std::vector<std::unique_ptr<const Feature>> features;
  features.push_back(std::make_unique<TranslationModel>());
  for (std::size_t i = 0; i < models->language_models.size(); ++i) {
    features.push_back(std::make_unique<LanguageModel>(
        std::shared_ptr<const lm::Model>(models, &models->language_models[i]), table->target_vocabulary(),
        LanguageModelNumber{i, models->language_models.size()}));
  }
  if (choice.distance) {
    const bool alone = models->learned_reordering.empty() && !choice.reordering;
    const double beside =
        choice.distance_weight > 0 ? choice.distance_weight : Distortion::kDefaultWeightBesideOrientations;
    features.push_back(std::make_unique<Distortion>(alone ? Distortion::kDefaultWeight : beside));
  }
  features.push_back(std::make_unique<WordPenalty>());
  features.push_back(std::make_unique<PhrasePenalty>());
  features.push_back(std::make_unique<UnknownWordPenalty>());
  if (choice.reordering)
    features.push_back(std::make_unique<LexicalisedReordering>(table, *choice.reordering));
  for (std::size_t i = 0; i < models->learned_reordering.size(); ++i) {
    features.push_back(make_learned(models->learned_reordering[i], table->target_vocabulary(), i));
  }
  append_features(FeatureOption::kPhrase, choice.phrase_features, input, features);
  if (choice.kernel) {
    CALQUE_CHECK(models->kernel.has_value());
    features.push_back(std::make_unique<KernelRegression>(
        std::shared_ptr<const kernel::KernelModel>(models, &*models->kernel), table->target_vocabulary()));
  }
  append_features(FeatureOption::kSparse, choice.sparse_features, input, features);
  if (choice.blocks) append_block_features(models, BlockUse::kBesideOthers, features);
  return {std::make_shared<TablePhrases>(table), std::make_shared<FeatureSet>(std::move(features))};
}

DecoderParts block_parts(std::shared_ptr<const Models> models) {
  std::shared_ptr<const phrase::PhraseTable> table(models, &models->phrases);
  std::vector<std::unique_ptr<const Feature>> features;
  append_block_features(models, BlockUse::kAlone, features);
  return {std::make_shared<TablePhrases>(std::move(table)),
          std::make_shared<FeatureSet>(std::move(features))};
}

}  // namespace calque::decode
