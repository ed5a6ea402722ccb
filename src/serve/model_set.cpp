#include "serve/model_set.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "calque/glossary.h"
#include "serve/languages.h"
#include "serve/model_words.h"

namespace calque::serve {
namespace {

// A path, perhaps with a pair of languages before it.
struct NamedPath {
  std::string path;
  std::string source;
  std::string target;
};

bool is_code(std::string_view text) {
  return text.size() >= 2 && text.size() <= 8 &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

NamedPath parse_path(const std::string& given) {
  const std::size_t equals = given.find('=');
  const std::size_t dash = given.find('-');
  if (equals == std::string::npos || dash >= equals) return {given, {}, {}};
  NamedPath folder{given.substr(equals + 1), given.substr(0, dash),
                   given.substr(dash + 1, equals - dash - 1)};
  if (!is_code(folder.source) || !is_code(folder.target)) return {given, {}, {}};
  return folder;
}

std::string name_of_folder(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).lexically_normal();
  return (folder.has_filename() ? folder.filename() : folder.parent_path().filename()).string();
}

Model load_model(const std::string& given) {
  const NamedPath folder = parse_path(given);
  TranslatorOptions options;
  options.threads = 1;
  Model model{name_of_folder(folder.path), {}, {}, Translator::load(folder.path, options)};
  model.source = language_code(folder.source.empty() ? model.translator.source_language() : folder.source);
  model.target = language_code(folder.target.empty() ? model.translator.target_language() : folder.target);
  if (model.source.empty() || model.target.empty())
    throw UsageError({folder.path, 0, 0}, "the model does not say its languages",
                     fmt::format("give them before its name, as in -m de-en={}", folder.path));
  return model;
}

// What all glossaries have for each model, in the order in which they are given.
void add_glossaries(const std::vector<std::string>& given, std::vector<Model>& models) {
  std::vector<Glossary> terms(models.size());
  for (const std::string& each : given) {
    const NamedPath file = parse_path(each);
    if (file.source.empty() && models.size() > 1)
      throw UsageError({file.path, 0, 0},
                       "there are several models, and nobody says for which this glossary is",
                       fmt::format("give its languages before its name, as in de-en={}", file.path));
    const auto model = std::find_if(models.begin(), models.end(), [&](const Model& other) {
      return file.source.empty() ||
             (other.source == language_code(file.source) && other.target == language_code(file.target));
    });
    if (model == models.end())
      throw UsageError({file.path, 0, 0},
                       fmt::format("no model translates {} into {}", file.source, file.target),
                       "give the languages of a model that is served");
    Glossary read = read_glossary(file.path, model->source, model->target);
    Glossary& all = terms[static_cast<std::size_t>(model - models.begin())];
    std::move(read.entries.begin(), read.entries.end(), std::back_inserter(all.entries));
    std::move(read.kept_words.begin(), read.kept_words.end(), std::back_inserter(all.kept_words));
  }
  for (std::size_t i = 0; i < models.size(); ++i)
    models[i].translator = models[i].translator.with_glossary(terms[i]);
}

}  // namespace

ModelSet::ModelSet(std::vector<Model> models, std::shared_ptr<const Detector> detector)
    : models_(std::move(models)), detector_(std::move(detector)) {
  CALQUE_CHECK(!models_.empty() && detector_ != nullptr);
}

const Model* ModelSet::find(std::string_view source, std::string_view target) const {
  const auto found = std::find_if(models_.begin(), models_.end(), [&](const Model& model) {
    return model.source == source && model.target == target;
  });
  return found == models_.end() ? nullptr : &*found;
}

std::vector<std::string> ModelSet::sources() const {
  std::vector<std::string> sources;
  for (const Model& model : models_) sources.push_back(model.source);
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

std::vector<std::string> ModelSet::targets(std::string_view source) const {
  std::vector<std::string> targets;
  for (const Model& model : models_)
    if (model.source == source) targets.push_back(model.target);
  std::sort(targets.begin(), targets.end());
  return targets;
}

std::shared_ptr<const ModelSet> load_models(const std::vector<std::string>& folders,
                                            const std::vector<std::string>& glossaries) {
  if (folders.empty()) throw UsageError({}, "there is no model to serve", "name a model folder: -m FOLDER");
  std::vector<Model> models;
  Detector detector;
  for (const std::string& folder : folders) {
    Model model = load_model(folder);
    for (const Model& other : models) {
      if (other.source == model.source && other.target == model.target)
        throw UsageError({},
                         fmt::format("two models translate {} into {}: '{}' and '{}'", model.source,
                                     model.target, other.name, model.name),
                         "leave one of them out");
    }
    add_model_words(parse_path(folder).path, model.source, model.target, detector);
    models.push_back(std::move(model));
  }
  add_glossaries(glossaries, models);
  return std::make_shared<const ModelSet>(std::move(models),
                                          std::make_shared<const Detector>(std::move(detector)));
}

}  // namespace calque::serve
