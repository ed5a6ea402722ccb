// What is inside models, from the JSON that describes them (pipeline/description.h) as text for people. Pure
// functions; every line has its line end.
#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace calque::report {

// A model file of any kind: its sections.
std::string container_text(const nlohmann::ordered_json& container);
// A system: a line for each field.
std::string system_text(const nlohmann::ordered_json& system);
// The weights of features, as files of weights have them.
std::string features_text(const nlohmann::ordered_json& features);
// A phrase and at most so many of its translations, in columns.
std::string phrase_text(const nlohmann::ordered_json& phrase, std::size_t limit);

// A language model file: a line for each field that people want to know.
std::string language_model_text(const nlohmann::ordered_json& model);

}  // namespace calque::report
