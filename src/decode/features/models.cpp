#include "decode/features/models.h"

#include <utility>

#include "decode/features/distortion.h"
#include "decode/features/language_model.h"
#include "decode/features/lexicalised_reordering.h"
#include "decode/features/penalties.h"
#include "decode/features/table_phrases.h"
#include "decode/features/translation_model.h"

namespace calque::decode {

Components standard_components(std::shared_ptr<const Models> models,
                               const std::optional<phrase::ReorderingType>& reordering,
                               std::span<const PhraseCountKind> counts) {
  // Pointers to the parts that keep the whole alive.
  std::shared_ptr<const phrase::PhraseTable> table(models, &models->phrases);
  std::shared_ptr<const lm::Model> language_model(models, &models->language_model);
  std::vector<std::unique_ptr<const Feature>> features;
  features.push_back(std::make_unique<TranslationModel>());
  features.push_back(std::make_unique<LanguageModel>(std::move(language_model), table->target_vocabulary()));
  features.push_back(std::make_unique<Distortion>());
  features.push_back(std::make_unique<WordPenalty>());
  features.push_back(std::make_unique<PhrasePenalty>());
  features.push_back(std::make_unique<UnknownWordPenalty>());
  if (reordering) features.push_back(std::make_unique<LexicalisedReordering>(table, *reordering));
  for (const PhraseCountKind kind : counts) features.push_back(std::make_unique<PhraseCounts>(table, kind));
  return {std::make_shared<TablePhrases>(std::move(table)),
          std::make_shared<FeatureSet>(std::move(features))};
}

}  // namespace calque::decode
