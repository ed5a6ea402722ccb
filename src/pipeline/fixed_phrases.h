// Phrases of a request that the person who sent it has translated already.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "calque/translation.h"
#include "decode/request.h"

namespace calque::pipeline {

// Tokens of the whole text that one sentence has.
struct TokenWindow {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

// What can be said without the sentences. Throws UsageError for phrases without tokens or target words, for
// two that overlap, and beside markup or a reference.
void check_fixed_phrases(const Request& request);

// Adds the phrases of this sentence as suggestions that allow no other translation, in place of those that
// overlap them. Throws UsageError for one that goes on in the next sentence or whose target has no words.
void add_fixed_phrases(const Request& request, TokenWindow sentence,
                       const std::function<std::vector<std::string>(std::string_view)>& cut_target,
                       std::vector<decode::Suggestion>& suggestions);

// Throws UsageError if a phrase lies behind the last token of the text.
void check_end_of_fixed_phrases(const Request& request, std::size_t tokens);

}  // namespace calque::pipeline
