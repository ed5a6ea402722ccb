// Which model translates a text: the languages as the client wrote them, or found out from the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "serve/detector.h"
#include "serve/model_set.h"

namespace calque::serve {

struct Choice {
  const Model* model = nullptr;          // null: the text is in the wanted language already
  std::optional<Detection> detection{};  // if the language was found out
};

// The source may be "auto" or empty, which is the same unless only one language can be meant; an empty target
// is the first that there is. Throws RequestError if no model translates so.
Choice choose_model(const ModelSet& models, std::string_view source, std::string_view target,
                    std::string_view text);

}  // namespace calque::serve
