#include "pipeline/system.h"

#include <atomic>
#include <filesystem>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "decode/features/standard_parts.h"
#include "pipeline/manifest.h"
#include "pipeline/model_parts.h"
#include "pipeline/pre_image_scores.h"
#include "store/text_file.h"

namespace calque::pipeline {
namespace {

std::atomic<std::size_t> loaded_systems{0};

text::Preparation load_preparation(const std::string& folder) {
  const std::string path = path_in(folder, kPreparationFile);
  return text::parse_preparation(store::read_whole(path), path);
}

std::shared_ptr<const text::TruecaseModel> load_truecaser(const text::Preparation& preparation,
                                                          const std::string& path) {
  if (preparation.casing != text::Casing::kTruecase) return nullptr;
  return std::make_shared<const text::TruecaseModel>(text::TruecaseModel::load(path));
}

decode::LearnedReorderingModels load_learned(const LearnedReorderingSpec& spec, const std::string& folder,
                                             store::Verify verify) {
  decode::LearnedReorderingModels models;
  const LearnedReordering& settings = spec.settings;
  models.form = settings.form;
  models.adjustment.beta = settings.beta;
  models.adjustment.max_ratio = settings.max_ratio;
  models.adjustment.charge_unlikely_rest = settings.charge_unlikely_rest;
  if (settings.unknown == UnknownFallback::kUniform) models.unknown = decode::UnknownPhrases::kUniform;
  for (const auto& [direction, file] : spec.files) {
    const std::string path = path_in(folder, file);
    auto model =
        std::make_shared<const reorder::ReorderingModel>(reorder::ReorderingModel::load(path, verify));
    if (word_classes_mark(*model) != spec.word_classes_mark) {
      throw FormatError({path}, "the reordering model was trained with other word classes than the system",
                        "copy the model again or train it again");
    }
    (direction == reorder::Direction::kBackward ? models.backward : models.forward) = std::move(model);
  }
  models.validate();
  return models;
}

decode::Models load_files(const SystemSpec& spec, const std::string& folder, store::Verify verify) {
  decode::Models models{phrase::PhraseTable::open(path_in(folder, kPhraseTableFile), verify), {}};
  for (std::size_t k = 0; k < spec.language_models; ++k)
    models.language_models.push_back(lm::Model::load(path_in(folder, language_model_file(k)), verify));
  if (!spec.sparse_features.empty()) {
    const std::string file = path_in(folder, kWordLabelsFile);
    models.labels =
        decode::WordLabels::parse(store::read_whole(file), file, models.phrases.source_vocabulary(),
                                  models.phrases.target_vocabulary());
  }
  for (const LearnedReorderingSpec& learned : spec.learned)
    models.learned_reordering.push_back(load_learned(learned, folder, verify));
  if (spec.has_block_model())
    models.blocks = block::BlockModel::load(path_in(folder, kBlockModelFile), verify);
  if (spec.kernel) models.kernel = kernel::KernelModel::load(path_in(folder, kKernelFile), verify);
  return models;
}

// Scores that were given with the pairs are those of one type only.
void check_reordering(const decode::Models& models, const std::optional<phrase::ReorderingType>& named,
                      const std::string& folder) {
  const auto& given = models.phrases.given_reordering_type();
  if (!given || !named || *given == *named) return;
  throw FormatError({path_in(folder, kManifestFile)},
                    fmt::format("the manifest names reordering {} but the phrase table holds {}",
                                named->name(), given->name()),
                    "copy the model again or import it again");
}

}  // namespace

TranslationSystem TranslationSystem::load_models(nlohmann::json manifest, const std::string& folder,
                                                 store::Verify verify) {
  ++loaded_systems;
  TranslationSystem system;
  system.manifest_ = std::move(manifest);
  system.spec_ = parse_system_spec(system.manifest_, path_in(folder, kManifestFile));
  system.search_options_ = system.spec_.search_options();
  system.preparation_ = load_preparation(folder);
  system.folder_ = folder;
  system.preparer_ = std::make_shared<const text::SourcePreparer>(
      system.preparation_, load_truecaser(system.preparation_, path_in(folder, kSourceTruecaseFile)));
  system.restorer_ = std::make_shared<const text::Restorer>(system.preparation_);
  system.models_ = std::make_shared<const decode::Models>(load_files(system.spec_, folder, verify));
  check_reordering(*system.models_, system.reordering(), folder);
  if (system.spec_.function_words) {
    const std::string file = path_in(folder, kFunctionWordsFile);
    system.dropped_words_ =
        std::make_shared<const DroppedWords>(system.models_->phrases, store::read_whole(file), file);
  }
  system.decoder_parts_ = system.spec_.kind == SystemKind::kBlock
                              ? decode::block_parts(system.models_)
                              : decode::standard_parts(system.models_, system.spec_.features());
  if (system.spec_.pre_image) system.pre_image_features_ = pre_image_features(*system.models_->kernel);
  return system;
}

TranslationSystem TranslationSystem::load(const std::string& folder, store::Verify verify) {
  nlohmann::json manifest = read_manifest(folder);
  const SystemSpec spec = parse_system_spec(manifest, path_in(folder, kManifestFile));
  check_parts(manifest, spec, folder, Moment::kBeforeLoading);
  const TranslationSystem system = load_models(std::move(manifest), folder, verify);
  system.pair_model();  // what is damaged is told now
  check_parts(system.manifest_, spec, folder, Moment::kAfterLoading);
  return system.with_weights(
      decode::read_weights(path_in(folder, kWeightsFile), system.score_descriptions()));
}

TranslationSystem TranslationSystem::load_untuned(nlohmann::json manifest, const std::string& folder) {
  const TranslationSystem system = load_models(std::move(manifest), folder, store::Verify::kUsual);
  return system.with_weights(decode::default_weights(system.score_descriptions()));
}

TranslationSystem TranslationSystem::with_weights(decode::Weights weights) const {
  TranslationSystem system = *this;
  system.weights_ = std::move(weights);
  if (spec_.pre_image)
    system.pre_image_ = std::make_shared<const PreImageTranslator>(models_, system.weights_);
  return system;
}

std::size_t TranslationSystem::load_count() {
  return loaded_systems;
}

const text::TargetPreparer& TranslationSystem::target_preparer() const {
  std::call_once(target_->once, [&] {
    target_->preparer.emplace(preparation_,
                              load_truecaser(preparation_, path_in(folder_, kTargetTruecaseFile)));
  });
  return *target_->preparer;
}

const align::AlignmentModel* TranslationSystem::pair_model() const {
  if (!spec_.pair_model) return nullptr;
  std::call_once(pair_model_->once,
                 [&] { pair_model_->model = align::AlignmentModel::load(path_in(folder_, kPairModelFile)); });
  return &*pair_model_->model;
}

std::string TranslationSystem::prepare(std::string_view line) const {
  return fmt::format("{}", fmt::join(preparer_->prepare(line), " "));
}

std::string TranslationSystem::restore(const decode::Translation& translation,
                                       std::string_view source_line) const {
  const std::vector<std::string_view> words(translation.words.begin(), translation.words.end());
  return restorer_->restore(words, source_line);
}

text::Restorer TranslationSystem::source_restorer() const {
  text::Preparation preparation = preparation_;
  preparation.target_language = preparation.source_language;
  return text::Restorer(preparation);
}

std::string TranslationSystem::path(const char* name) const {
  return path_in(folder_, name);
}

decode::Decoder TranslationSystem::decoder(const decode::SearchOptions& options) const {
  if (pre_image_) return {decoder_parts_, decode::default_weights(features().descriptions()), options};
  return decoder(options, weights_);
}

decode::Decoder TranslationSystem::decoder(const decode::SearchOptions& options,
                                           const decode::Weights& weights) const {
  if (weights.sparse.empty()) return {decoder_parts_, weights, options};
  // Sparse features hold the weights of their indicators.
  decode::FeatureChoice choice = spec_.features();
  choice.sparse_weights = weights.sparse;
  return {decode::standard_parts(models_, choice), weights, options};
}

}  // namespace calque::pipeline
