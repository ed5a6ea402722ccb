// A text as it was sent, cut into the sentences that its model translates.
#pragma once

#include <string>

#include "serve/model_set.h"
#include "serve/text_layout.h"

namespace calque::serve {

struct SourceText {
  const Model* model;  // of the call's set
  TextLayout layout;
};

// The text, cut as the model wants it.
SourceText source_text(const Model& model, std::string text);

}  // namespace calque::serve
