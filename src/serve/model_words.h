// What a detector learns from a model folder: the words of its phrase table, on both sides.
#pragma once

#include <string>

#include "serve/detector.h"

namespace calque::serve {

// Throws what opening the phrase table throws.
void add_model_words(const std::string& folder, const std::string& source_language,
                     const std::string& target_language, Detector& detector);

}  // namespace calque::serve
