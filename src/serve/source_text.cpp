#include "serve/source_text.h"

#include <string_view>
#include <utility>

namespace calque::serve {

SourceText source_text(const Model& model, std::string text) {
  const auto cut = [&model](std::string_view line) { return model.translator.sentences(line); };
  return {&model, TextLayout(std::move(text), cut, model.target)};
}

}  // namespace calque::serve
