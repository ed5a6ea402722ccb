// What /v1/translate answers, as JSON. Places in texts count characters (Unicode code points).
//
// Pure functions.
#pragma once

#include <cstddef>

#include <nlohmann/json_fwd.hpp>

#include "serve/model_set.h"
#include "serve/translation.h"

namespace calque::serve {

nlohmann::ordered_json model_json(const Model& model);

// Names and weights of the scores that translations have.
nlohmann::ordered_json features_json(const Model& model);

// One text with its sentences and all that is known of them.
nlohmann::ordered_json result_json(const TranslatedTexts& translated, std::size_t text);

}  // namespace calque::serve
