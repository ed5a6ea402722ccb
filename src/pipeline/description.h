// What is inside a translation system or a model file, as JSON.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "pipeline/system.h"
#include "store/container.h"

namespace calque::pipeline {

nlohmann::ordered_json describe_system(const TranslationSystem& system, const std::string& folder);
// The weights of each feature, in the order of n-best lists.
nlohmann::ordered_json describe_features(const TranslationSystem& system);
// The translations of a phrase given as running text; none if the phrase table does not have it.
nlohmann::ordered_json describe_phrase(const TranslationSystem& system, const std::string& phrase);
// The sections of a container file of any kind.
nlohmann::ordered_json describe_container(const std::string& path, store::Verify verify);
// A language model file of any form, ARPA text included.
nlohmann::ordered_json describe_language_model(const std::string& path, store::Verify verify);

}  // namespace calque::pipeline
