#include "pipeline/system_spec.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "decode/features/registry.h"
#include "phrase/text_format.h"
#include "pipeline/manifest.h"

namespace calque::pipeline {
namespace {

constexpr const char* kBlockSystem = "block";   // options.system
constexpr const char* kMoses = "moses";         // options.imported
constexpr const char* kPreImage = "pre-image";  // options.translation

constexpr const char* kCopyAgain = "copy the model again or train it again";

// Typed look-ups in one JSON object of a manifest.
class Fields {
 public:
  // `prefix` is the path of the object's keys, such as "options.".
  Fields(const nlohmann::json& object, std::string file, std::string prefix)
      : object_(object), file_(std::move(file)), prefix_(std::move(prefix)) {
    if (!object.is_object()) {
      throw FormatError({file_}, fmt::format("'{}' is no JSON object", prefix_.substr(0, prefix_.size() - 1)),
                        kCopyAgain);
    }
  }

  bool contains(const char* key) const { return object_.contains(key); }

  template <typename T>
  T required(const char* key) const {
    if (!contains(key)) fail(key, "is missing");
    return typed<T>(key);
  }
  template <typename T>
  T optional(const char* key, T otherwise) const {
    return contains(key) ? typed<T>(key) : std::move(otherwise);
  }

  // Makes a value of a name with a function that throws UsageError for names it does not know.
  template <typename Parse>
  auto named(const char* key, const std::string& name, const Parse& parse) const {
    try {
      return parse(name);
    } catch (const UsageError&) {
      unknown(key, name);
    }
  }
  template <NamedEnum Enum>
  Enum parsed(const char* key, const std::string& name) const {
    if (const auto value = find_enum<Enum>(name)) return *value;
    unknown(key, name);
  }
  // The only value that the key may have, or nothing.
  bool is(const char* key, const char* value) const {
    const auto found = optional<std::string>(key, "");
    if (!found.empty() && found != value) unknown(key, found);
    return found == value;
  }

  [[noreturn]] void unknown(const char* key, const std::string& value) const {
    throw FormatError({file_}, fmt::format("'{}{}' is '{}', which is not known here", prefix_, key, value),
                      "use a newer calque, or train the model again");
  }
  [[noreturn]] void fail(const char* key, const char* problem) const {
    throw FormatError({file_}, fmt::format("'{}{}' {}", prefix_, key, problem), kCopyAgain);
  }
  Fields inner(const char* key) const {
    if (!contains(key)) fail(key, "is missing");
    return {object_.at(key), file_, prefix_ + key + "."};
  }
  const nlohmann::json& value() const { return object_; }
  const std::string& file() const { return file_; }

 private:
  template <typename T>
  T typed(const char* key) const {
    const nlohmann::json& found = object_.at(key);
    if constexpr (std::is_same_v<T, std::string>) {
      if (!found.is_string()) fail(key, "is no text");
    } else if constexpr (std::is_same_v<T, bool>) {
      if (!found.is_boolean()) fail(key, "is neither true nor false");
    } else if constexpr (std::is_same_v<T, double>) {
      if (!found.is_number()) fail(key, "is no number");
    } else {
      if (!found.is_number_unsigned()) fail(key, "is no count");
    }
    return found.get<T>();
  }

  const nlohmann::json& object_;
  std::string file_;
  std::string prefix_;
};

LearnedReorderingSpec parse_learned(const Fields& fields) {
  LearnedReorderingSpec spec;
  LearnedReordering& settings = spec.settings;
  const auto read = [&]<typename Enum>(const char* key, Enum& value) {
    if (fields.contains(key)) value = fields.parsed<Enum>(key, fields.required<std::string>(key));
  };
  settings.learner =
      fields.named("learner", fields.optional("learner", settings.learner.name()), reorder::Learner::parse);
  settings.classes = fields.optional("classes", settings.classes);
  fields.named("classes", settings.classes, reorder::ReorderingClasses::parse);
  read("orientation", settings.orientation);
  read("directions", settings.directions);
  settings.features = fields.optional("features", settings.features);
  settings.word_classes = fields.optional("word_classes", settings.word_classes);
  settings.unknown =
      fields.parsed<UnknownFallback>("unknown_phrases", fields.required<std::string>("unknown_phrases"));
  const auto form = fields.required<std::string>("form");
  if (!decode::reordering_form(form)) fields.unknown("form", form);
  settings.form = *decode::reordering_form(form);
  settings.beta = fields.required<double>("beta");
  settings.max_ratio = fields.optional("most_ratio", settings.max_ratio);
  settings.charge_unlikely_rest = fields.optional("charge_unlikely_rest", false);
  spec.word_classes_mark = fields.required<std::string>("word_classes_mark");
  const Fields files = fields.inner("files");
  for (const auto& [name, value] : files.value().items()) {
    const auto direction = fields.parsed<reorder::Direction>("files", name);
    spec.files[direction] = files.required<std::string>(name.c_str());
  }
  if (spec.files.empty()) fields.fail("files", "names no file");
  return spec;
}

nlohmann::json learned_entry(const LearnedReorderingSpec& spec) {
  const LearnedReordering& settings = spec.settings;
  nlohmann::json entry = training_settings(settings);
  for (const auto& [direction, file] : spec.files) entry["files"][std::string(name_of(direction))] = file;
  entry["form"] = decode::name_of(settings.form);
  entry["beta"] = settings.beta;
  // JSON has no infinity, and models without these settings have neither field.
  if (std::isfinite(settings.max_ratio)) entry["most_ratio"] = settings.max_ratio;
  if (settings.charge_unlikely_rest) entry["charge_unlikely_rest"] = true;
  entry["word_classes_mark"] = spec.word_classes_mark;
  return entry;
}

void parse_reordering_models(const Fields& options, SystemSpec& spec) {
  const auto name = options.required<std::string>("reordering");
  spec.distance = name != kNoReordering;
  if (spec.distance && name != kDistanceOnly)
    spec.lexicalised = options.named("reordering", name, phrase::ReorderingType::parse);
  if (!options.contains("learned_reordering")) return;
  const nlohmann::json& entries = options.value().at("learned_reordering");
  if (!entries.is_array()) options.fail("learned_reordering", "is no list");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    spec.learned.push_back(
        parse_learned({entries[k], options.file(), fmt::format("options.learned_reordering[{}].", k)}));
  }
}

void parse_search(const nlohmann::json& manifest, const std::string& file, SystemSpec& spec) {
  if (!manifest.contains("search")) return;
  const Fields search(manifest.at("search"), file, "search.");
  for (const auto& [name, value] : search.value().items())
    spec.search[name] = search.required<std::string>(name.c_str());
  try {
    spec.search_options();
  } catch (const UsageError& error) {
    throw FormatError({file}, error.what(), "use a newer calque, or remove the setting from 'search'");
  }
}

}  // namespace

LearnedReorderingSpec LearnedReorderingSpec::trained(const LearnedReordering& settings, std::size_t k,
                                                     std::string word_classes_mark) {
  LearnedReorderingSpec spec{settings, {}, std::move(word_classes_mark)};
  if (settings.beta == 0)
    spec.settings.beta = static_cast<double>(reorder::ReorderingClasses::parse(settings.classes).size());
  for (const reorder::Direction direction : settings.direction_list())
    spec.files[direction] = reordering_file(k, direction);
  return spec;
}

std::string SystemSpec::reordering_name() const {
  if (lexicalised) return lexicalised->name();
  return distance ? kDistanceOnly : kNoReordering;
}

decode::FeatureChoice SystemSpec::features() const {
  return {.reordering = lexicalised,
          .phrase_features = phrase_features,
          .sparse_features = sparse_features,
          .sparse_weights = {},
          .distance = distance,
          .distance_weight = distance_weight,
          .blocks = block_features,
          .kernel = kernel && !pre_image};
}

decode::SearchOptions SystemSpec::search_options() const {
  decode::SearchOptions options;
  for (const auto& [name, value] : search) {
    if (!decode::set_option(options, name, value))
      throw UsageError({}, fmt::format("the search setting '{}' is not known here", name), "leave it out");
  }
  options.validate();
  return options;
}

std::vector<std::string> SystemSpec::model_files() const {
  std::vector<std::string> files{kPhraseTableFile};
  for (std::size_t k = 0; k < language_models; ++k) files.push_back(language_model_file(k));
  if (function_words) files.emplace_back(kFunctionWordsFile);
  if (pair_model) files.emplace_back(kPairModelFile);
  if (!sparse_features.empty()) files.emplace_back(kWordLabelsFile);
  for (const LearnedReorderingSpec& model : learned) {
    for (const auto& [direction, file] : model.files) files.push_back(file);
  }
  if (kernel) files.emplace_back(kKernelFile);
  if (has_block_model()) files.emplace_back(kBlockModelFile);
  return files;
}

SystemSpec parse_system_spec(const nlohmann::json& manifest, const std::string& file) {
  SystemSpec spec;
  const Fields options = Fields(manifest, file, "").inner("options");
  if (options.is("system", kBlockSystem)) {
    spec.kind = SystemKind::kBlock;
  } else if (options.is("imported", kMoses)) {
    spec.kind = SystemKind::kImported;
  }
  parse_reordering_models(options, spec);
  spec.distance_weight = options.optional("distance_weight", 0.0);
  if (!(spec.distance_weight >= 0 && std::isfinite(spec.distance_weight)))
    options.fail("distance_weight", "is no weight of a cost");
  spec.language_models = std::max<std::size_t>(1, options.optional("language_models", std::size_t{1}));
  const auto names = [&](const char* key) { return options.optional<std::string>(key, ""); };
  const auto features = [&](const char* key, decode::FeatureOption option) {
    return options.named(key, names(key),
                         [&](const std::string& list) { return decode::parse_feature_names(option, list); });
  };
  spec.phrase_features = features("phrase_features", decode::FeatureOption::kPhrase);
  spec.sparse_features = features("sparse_features", decode::FeatureOption::kSparse);
  if (const std::string kernel = names("kernel"); !kernel.empty())
    spec.kernel = kernel::parse_options(kernel, file);
  spec.pre_image = options.is("translation", kPreImage);
  if (spec.pre_image && !spec.kernel)
    options.fail("kernel", "is missing: there is no kernel model to translate with");
  spec.block_features = options.optional("block_features", false);
  spec.function_words = options.optional("function_words", false);
  spec.pair_model = options.optional("pair_model", false);
  parse_search(manifest, file, spec);
  return spec;
}

void write_system_spec(const SystemSpec& spec, nlohmann::json& manifest) {
  nlohmann::json& options = manifest["options"];
  options["reordering"] = spec.reordering_name();
  // A block system has no other features to name, and a Moses system none of the last two.
  if (spec.kind == SystemKind::kBlock) options["system"] = kBlockSystem;
  if (spec.kind == SystemKind::kImported) options["imported"] = kMoses;
  if (spec.kind != SystemKind::kBlock)
    options["phrase_features"] = fmt::format("{}", fmt::join(spec.phrase_features, ","));
  if (spec.kind == SystemKind::kTrained) {
    options["language_models"] = spec.language_models;
    options["sparse_features"] = fmt::format("{}", fmt::join(spec.sparse_features, ","));
  }
  // The rest only where there is any, so that manifests of other models stay as they are.
  options.erase("learned_reordering");
  options.erase("function_words");
  options.erase("pair_model");
  for (const LearnedReorderingSpec& learned : spec.learned)
    options["learned_reordering"].push_back(learned_entry(learned));
  if (spec.distance_weight > 0) options["distance_weight"] = spec.distance_weight;
  if (spec.kernel) options["kernel"] = kernel::to_text(*spec.kernel);
  if (spec.pre_image) options["translation"] = kPreImage;
  if (spec.block_features) options["block_features"] = true;
  if (spec.function_words) options["function_words"] = true;
  if (spec.pair_model) options["pair_model"] = true;
  if (!spec.search.empty()) manifest["search"] = spec.search;
}

}  // namespace calque::pipeline
