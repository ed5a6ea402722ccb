// The models that a server translates with, one for each pair of languages.
//
// A set is immutable and shared by all requests that began while it was in use; a reload makes another set.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calque/translator.h"
#include "serve/detector.h"

namespace calque::serve {

struct Model {
  std::string name{};    // of its folder
  std::string source{};  // language codes
  std::string target{};
  Translator translator;
};

class ModelSet {
 public:
  // Requires: at least one model, and no pair twice.
  ModelSet(std::vector<Model> models, std::shared_ptr<const Detector> detector);

  const std::vector<Model>& models() const { return models_; }
  // Knows all languages of the models, on either side.
  const Detector& detector() const { return *detector_; }
  const std::shared_ptr<const Detector>& shared_detector() const { return detector_; }
  // Null if there is no model for that pair. Codes as language_code() gives them.
  const Model* find(std::string_view source, std::string_view target) const;
  // All languages that something is translated from, sorted; and those that one is translated into.
  std::vector<std::string> sources() const;
  std::vector<std::string> targets(std::string_view source) const;

 private:
  std::vector<Model> models_;
  std::shared_ptr<const Detector> detector_;
};

// Loads model folders. Each is a path, or "de-en=PATH" for a model that does not say its languages.
// Glossaries are files, "de-en=PATH" for the model of that pair; "PATH" if there is only one model. Throws
// what loading a model or reading a glossary throws, and UsageError for a pair that occurs twice, languages
// that nobody says, and a glossary that is for no model.
std::shared_ptr<const ModelSet> load_models(const std::vector<std::string>& folders,
                                            const std::vector<std::string>& glossaries = {});

}  // namespace calque::serve
