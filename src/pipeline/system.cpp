#include "pipeline/system.h"

#include <deque>
#include <filesystem>
#include <mutex>

#include <fmt/format.h>

#include "base/error.h"
#include "base/ordered_stream.h"
#include "base/parse.h"
#include "pipeline/learned_reordering.h"
#include "pipeline/manifest.h"
#include "store/text_file.h"

namespace calque::pipeline {
namespace {

text::Preparation load_preparation(const std::string& folder) {
  const std::string path = path_in(folder, kPreparationFile);
  return text::parse_preparation(store::read_whole(path), path);
}

std::shared_ptr<const text::TruecaseModel> load_truecaser(const text::Preparation& preparation,
                                                          const std::string& path) {
  if (preparation.casing != text::Casing::kTruecase) return nullptr;
  return std::make_shared<const text::TruecaseModel>(text::TruecaseModel::load(path));
}

std::optional<phrase::ReorderingType> reordering_of(const nlohmann::json& manifest,
                                                    const std::string& folder) {
  const auto options = manifest.find("options");
  const bool named = options != manifest.end() && options->is_object() && options->contains("reordering") &&
                     options->at("reordering").is_string();
  if (!named) {
    throw FormatError({path_in(folder, kManifestFile)}, "the manifest does not name a reordering model",
                      "copy the model again or train it again");
  }
  const auto name = options->at("reordering").get<std::string>();
  if (name == kDistanceOnly || name == kNoReordering) return std::nullopt;
  return phrase::ReorderingType::parse(name);
}

// Models trained before there were such features do not name any.
std::string named_in(const nlohmann::json& manifest, const char* what) {
  const nlohmann::json& options = manifest.at("options");
  const auto names = options.find(what);
  return names != options.end() && names->is_string() ? names->get<std::string>() : std::string();
}

bool is_block_system(const nlohmann::json& manifest) {
  return named_in(manifest, "system") == kBlockSystem;
}

bool has_block_features(const nlohmann::json& manifest) {
  const nlohmann::json& options = manifest.at("options");
  const auto flag = options.find("block_features");
  return flag != options.end() && flag->is_boolean() && flag->get<bool>();
}

bool is_pre_image(const nlohmann::json& manifest) {
  return named_in(manifest, "translation") == kPreImage;
}

decode::Models load_models(const nlohmann::json& manifest, const std::string& folder, store::Verify verify) {
  decode::Models models{phrase::PhraseTable::open(path_in(folder, kPhraseTableFile), verify), {}};
  const nlohmann::json& options = manifest.at("options");
  const std::size_t count = options.value("language_models", std::size_t{1});
  for (std::size_t k = 0; k < std::max<std::size_t>(count, 1); ++k)
    models.language_models.push_back(lm::Model::load(path_in(folder, language_model_file(k)), verify));
  if (!named_in(manifest, "sparse_features").empty()) {
    const std::string file = path_in(folder, kWordLabelsFile);
    models.labels =
        decode::WordLabels::parse(store::read_whole(file), file, models.phrases.source_vocabulary(),
                                  models.phrases.target_vocabulary());
  }
  models.moves = load_learned(options, folder, verify);
  if (is_block_system(manifest) || has_block_features(manifest))
    models.blocks = block::BlockModel::load(path_in(folder, kBlockModelFile), verify);
  if (!named_in(manifest, "kernel").empty())
    models.kernel = kernel::KernelModel::load(path_in(folder, kKernelFile), verify);
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

decode::SearchOptions search_options_of(const nlohmann::json& manifest, const std::string& folder) {
  decode::SearchOptions options;
  const auto search = manifest.find("search");
  if (search == manifest.end()) return options;
  for (const auto& [name, value] : search->items()) {
    if (!value.is_string() || !decode::set_option(options, name, value.get<std::string>())) {
      throw FormatError({path_in(folder, kManifestFile)},
                        fmt::format("the search setting '{}' is not known here", name),
                        "use a newer calque or remove the setting");
    }
  }
  options.validate();
  return options;
}

decode::FeatureChoice choice_of(const nlohmann::json& manifest, const std::string& folder) {
  return {.reordering = reordering_of(manifest, folder),
          .counts = decode::parse_phrase_count_kinds(named_in(manifest, "phrase_features")),
          .sparse = decode::parse_sparse_kinds(named_in(manifest, "sparse_features")),
          .distance = named_in(manifest, "reordering") != kNoReordering,
          .blocks = has_block_features(manifest),
          .kernel = !named_in(manifest, "kernel").empty() && !is_pre_image(manifest)};
}

}  // namespace

decode::Weights default_weights(const nlohmann::json& manifest, const std::string& folder) {
  const decode::FeatureChoice choice = choice_of(manifest, folder);
  const auto models =
      std::make_shared<const decode::Models>(load_models(manifest, folder, store::Verify::kHeader));
  if (is_pre_image(manifest) && models->kernel)
    return decode::default_weights(pre_image_features(*models->kernel));
  const auto decoder_parts = decode::standard_parts(models, choice);
  return decode::default_weights(decoder_parts.features->descriptions());
}

TranslationSystem TranslationSystem::load(const std::string& folder, store::Verify verify) {
  TranslationSystem system;
  system.manifest_ = read_manifest(folder);
  system.preparation_ = load_preparation(folder);
  system.preparer_ = std::make_shared<const text::SourcePreparer>(
      system.preparation_, load_truecaser(system.preparation_, path_in(folder, kSourceTruecaseFile)));
  system.restorer_ = std::make_shared<const text::Restorer>(system.preparation_);
  system.choice_ = choice_of(system.manifest_, folder);
  system.models_ = std::make_shared<const decode::Models>(load_models(system.manifest_, folder, verify));
  system.search_options_ = search_options_of(system.manifest_, folder);
  check_reordering(*system.models_, system.reordering(), folder);
  system.decoder_parts_ = is_block_system(system.manifest_)
                              ? decode::block_parts(system.models_)
                              : decode::standard_parts(system.models_, system.choice_);
  const std::string weights_file = path_in(folder, kWeightsFile);
  if (is_pre_image(system.manifest_)) {
    if (!system.models_->kernel) {
      throw FormatError({path_in(folder, kManifestFile)},
                        "the manifest names no kernel model to translate with",
                        "copy the model again or train it again");
    }
    system.weights_ = decode::read_weights(weights_file, pre_image_features(*system.models_->kernel));
    system.pre_image_ = std::make_shared<const PreImageTranslator>(system.models_, system.weights_);
  } else {
    system.weights_ = decode::read_weights(weights_file, system.features().descriptions());
  }
  return system;
}

std::string TranslationSystem::prepare(std::string_view line) const {
  return fmt::format("{}", fmt::join(preparer_->prepare(line), " "));
}

std::string TranslationSystem::restore(const decode::Translation& translation,
                                       std::string_view source_line) const {
  const std::vector<std::string_view> words(translation.words.begin(), translation.words.end());
  return restorer_->restore(words, source_line);
}

decode::Decoder TranslationSystem::decoder(const decode::SearchOptions& options) const {
  if (pre_image_) return {decoder_parts_, decode::default_weights(features().descriptions()), options};
  return decoder(options, weights_);
}

decode::Decoder TranslationSystem::decoder(const decode::SearchOptions& options,
                                           const decode::Weights& weights) const {
  if (weights.sparse.empty()) return {decoder_parts_, weights, options};
  // Sparse features hold the weights of their indicators.
  decode::FeatureChoice choice = choice_;
  choice.sparse_weights = weights.sparse;
  return {decode::standard_parts(models_, choice), weights, options};
}

namespace {

void translate_by_pre_image(const TranslateJob& job, ThreadPool& threads, const decode::LineSource& source,
                            const std::function<void(const TranslatedLine&)>& sink) {
  struct Line {
    std::string raw;
    std::string prepared;
  };
  constexpr std::size_t kLinesPerThread = 16;
  const PreImageTranslator& translator = job.pre_image != nullptr ? *job.pre_image : *job.system.pre_image();
  std::vector<PreImageWorkspace> workspaces(threads.threads());
  OrderedStream<Line, decode::Response> stream;
  stream.read = [&](Line& line) {
    if (!source(line.raw)) return false;
    line.prepared = job.system.prepare(line.raw);
    return true;
  };
  stream.work = [&](const Line& line, std::size_t thread) {
    const std::vector<std::string_view> words = split_words(line.prepared);
    return translator.translate({.words = words, .n = job.wishes.n}, job.decoder.options(),
                                workspaces[thread]);
  };
  stream.deliver = [&](const Line& line, decode::Response& response, std::uint64_t number) {
    sink({number, line.raw, line.prepared, &response.translations});
  };
  run_in_order(threads, stream, kLinesPerThread * threads.threads());
}

}  // namespace

void translate_text(const TranslateJob& job, ThreadPool& threads, const decode::LineSource& source,
                    const std::function<void(const TranslatedLine&)>& sink) {
  if (job.system.pre_image() != nullptr) {
    translate_by_pre_image(job, threads, source, sink);
    return;
  }
  // Raw lines wait here between being read and being answered; both happen in order.
  std::mutex mutex;
  std::deque<std::string> waiting;
  const auto prepared_source = [&](std::string& line) {
    std::string raw;
    if (!source(raw)) return false;
    line = job.system.prepare(raw);
    const std::lock_guard lock(mutex);
    waiting.push_back(std::move(raw));
    return true;
  };
  decode::translate_lines(job.decoder, threads, job.wishes, prepared_source,
                          [&](const std::string& prepared,
                              const std::vector<decode::Translation>& translations, std::uint64_t number) {
                            TranslatedLine line{number, {}, prepared, &translations};
                            {
                              const std::lock_guard lock(mutex);
                              line.source = std::move(waiting.front());
                              waiting.pop_front();
                            }
                            sink(line);
                          });
}

}  // namespace calque::pipeline
