// A text with the model that translates it, cut into sentences as that model wants them.
#pragma once

#include <string>

#include "serve/model_set.h"
#include "serve/text_layout.h"

namespace calque::serve {

struct SourceText {
  const Model* model;  // of the call's set
  TextLayout layout;
};

SourceText source_text(const Model& model, std::string text);

}  // namespace calque::serve
