#include "pipeline/moses_import.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "decode/features/registry.h"
#include "decode/search_options.h"
#include "decode/weights.h"
#include "lm/files/binary.h"
#include "phrase/moses_reordering.h"
#include "phrase/moses_table.h"
#include "phrase/phrase_table_writer.h"
#include "pipeline/manifest.h"
#include "pipeline/model_parts.h"
#include "pipeline/moses_settings.h"
#include "pipeline/new_folder.h"
#include "pipeline/system.h"
#include "pipeline/system_spec.h"
#include "store/byte_source.h"
#include "store/content_hash.h"
#include "store/text_file.h"
#include "text/preparation.h"

namespace calque::pipeline {
namespace {

namespace fs = std::filesystem;

class Import {
 public:
  Import(MosesImport import, Reporter& reporter) : import_(std::move(import)), reporter_(reporter) {}

  MosesImportResult run() {
    read_configuration();
    check_names();
    NewFolder folder(import_.model_folder);
    write_language_model(folder);
    write_phrases(folder);
    write_preparation(folder);
    const nlohmann::json manifest = describe(folder);
    write_weights(manifest, folder);
    write_manifest(folder.path(), manifest);
    folder.keep();
    return result_;
  }

 private:
  void read_configuration() {
    if (import_.configuration.empty()) return;
    settings_ = read_moses_ini(import_.configuration);
    for (const std::string& warning : settings_.warnings) reporter_.warning(warning);
    if (import_.phrase_table.empty()) import_.phrase_table = settings_.phrase_table;
    if (import_.language_model.empty()) import_.language_model = settings_.language_model;
    if (import_.reordering.empty()) import_.reordering = settings_.reordering;
    if (!import_.reordering_type) import_.reordering_type = settings_.reordering_type;
    if (import_.phrase_features.empty()) import_.phrase_features = settings_.phrase_features;
    decode::SearchOptions options;
    for (const auto& [name, value] : settings_.search) decode::set_option(options, name, value);
    options.validate();
  }

  void check_names() const {
    if (import_.phrase_table.empty() || import_.language_model.empty()) {
      throw UsageError({}, "a phrase table and a language model are needed",
                       "name them with --phrase-table and --lm, or a moses.ini with --ini");
    }
    if (import_.reordering_type && import_.reordering.empty()) {
      throw UsageError({}, "a reordering type is named but no reordering table", "add --reordering FILE");
    }
    for (const std::string& file : inputs()) {
      if (file == "-") {
        throw UsageError({"-"}, "the files are read more than once", "give files, not standard input");
      }
      store::open_byte_source(file);  // a missing file is found before the others are read
    }
  }

  std::vector<std::string> inputs() const {
    std::vector<std::string> files{import_.phrase_table, import_.language_model};
    for (const std::string* file : {&import_.reordering, &import_.weights, &import_.configuration}) {
      if (!file->empty()) files.push_back(*file);
    }
    return files;
  }

  void write_language_model(NewFolder& folder) {
    reporter_.stage("reading the language model");
    refuse_kenlm_binary(import_.language_model);
    const lm::NgramModelData model = lm::read_ngram_data(import_.language_model);
    for (const lm::NgramLevel& level : model.levels) result_.ngrams += level.size();
    lm::write_binary(model, folder.file_path(kLanguageModelFile));
  }

  static void refuse_kenlm_binary(const std::string& path) {
    constexpr std::string_view kBeginning = "mmap lm http://kheafield.com/code";
    std::string bytes(kBeginning.size(), '\0');
    const auto source = store::open_byte_source(path);
    std::size_t size = 0;
    for (std::size_t more = 1; more > 0 && size < bytes.size(); size += more)
      more = source->read(std::span(bytes).subspan(size));
    if (bytes != kBeginning) return;
    throw UsageError({path}, "this is a KenLM binary, which only KenLM reads",
                     "give the ARPA file it was made from");
  }

  void write_phrases(NewFolder& folder) {
    std::size_t extra_scores = 0;
    for (const std::string& name : import_.phrase_features) {
      extra_scores +=
          decode::registered_feature(decode::FeatureOption::kPhrase, name).description.score_count();
    }
    const phrase::ImportedPhrases imported =
        phrase::read_moses_table(import_.phrase_table, reporter_, extra_scores);
    result_.phrase_pairs = imported.phrases.pairs.size();
    result_.source_phrases = imported.phrases.source.size();
    for (std::size_t i = 0; i < imported.phrases.source.size(); ++i)
      longest_source_ = std::max(longest_source_, imported.phrases.source[i].size());
    std::optional<phrase::GivenReordering> reordering;
    if (!import_.reordering.empty()) {
      reordering =
          phrase::read_moses_reordering(import_.reordering, import_.reordering_type, imported, reporter_);
      type_ = reordering->type;
    }
    result_.reordering = type_ ? type_->name() : std::string(kDistanceOnly);
    reporter_.stage("writing the model");
    phrase::write_phrase_table(imported.phrases, {imported.source_vocabulary, imported.target_vocabulary},
                               folder.file_path(kPhraseTableFile), reordering ? &*reordering : nullptr);
  }

  void write_weights(const nlohmann::json& manifest, NewFolder& folder) const {
    const auto system = TranslationSystem::load_untuned(manifest, folder.path());
    const auto features = system.score_descriptions();
    decode::Weights weights = system.weights();
    if (!import_.weights.empty()) {
      weights = parse_moses_weights(store::read_whole(import_.weights), import_.weights, features, type_);
    } else if (!settings_.weight_lines.empty()) {
      weights = parse_moses_weights(settings_.weight_lines, import_.configuration, features, type_);
    }
    decode::write_weights(weights, folder.file_path(kWeightsFile));
  }

  void write_preparation(NewFolder& folder) const {
    text::Preparation preparation;
    preparation.source_language = import_.source_language;
    preparation.target_language = import_.target_language;
    preparation.pretokenized = true;
    preparation.casing = text::Casing::kKeep;
    store::write_whole(folder.file_path(kPreparationFile), text::to_text(preparation));
  }

  nlohmann::json describe(NewFolder& folder) {
    // The default would leave longer phrases of the table unused.
    const decode::SearchOptions defaults;
    if (longest_source_ > defaults.max_phrase_length && !settings_.search.contains("max-phrase-length"))
      settings_.search["max-phrase-length"] = std::to_string(longest_source_);
    // Moses' own default, with which its weights were found.
    settings_.search.try_emplace("distortion-limit", "6");
    nlohmann::json manifest;
    const SystemSpec spec{.kind = SystemKind::kImported,
                          .lexicalised = type_,
                          .phrase_features = import_.phrase_features,
                          .search = settings_.search};
    write_system_spec(spec, manifest);
    for (const std::string& file : inputs()) {
      manifest["inputs"].push_back(
          {{"file", fs::path(file).filename().string()}, {"hash", store::hash_file(file)}});
    }
    manifest["parts"] = describe_parts(spec, folder.path());
    return manifest;
  }

  MosesImport import_;
  Reporter& reporter_;
  MosesSettings settings_;
  std::optional<phrase::ReorderingType> type_;
  std::size_t longest_source_ = 0;
  MosesImportResult result_;
};

}  // namespace

MosesImportResult import_moses(MosesImport import, Reporter& reporter) {
  return Import(std::move(import), reporter).run();
}

}  // namespace calque::pipeline
