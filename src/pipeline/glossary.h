// Terms with given translations, found in a sentence.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "calque/translation.h"
#include "decode/request.h"

namespace calque::pipeline {

// The sentence twice: as it was cut into words, and with the case that the models know.
struct GlossaryText {
  std::span<const std::string> cut;
  std::span<const std::string> cased;
};

// How text is cut into words.
struct GlossaryRules {
  std::function<std::vector<std::string>(std::string_view)> cut_source;
  std::function<std::vector<std::string>(std::string_view)> cut_target;
};

// Appends a suggestion for every occurrence of a glossary entry or a kept word. A term matches where each of
// its words equals the word of the text in either of its forms. Where terms overlap with each other or with
// suggestions that are there already, the longest that begins first wins. Throws UsageError for an empty
// entry.
void add_glossary(const Request& request, const GlossaryText& text, const GlossaryRules& rules,
                  std::vector<decode::Suggestion>& suggestions);

}  // namespace calque::pipeline
