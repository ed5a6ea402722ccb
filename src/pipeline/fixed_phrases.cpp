#include "pipeline/fixed_phrases.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/utf8.h"

namespace calque::pipeline {
namespace {

[[noreturn]] void refuse(const Request& request, const FixedPhrase& phrase, const std::string& problem,
                         const char* remedy) {
  const auto number = static_cast<std::size_t>(&phrase - request.fixed.data()) + 1;
  throw UsageError(request.place,
                   fmt::format("fixed phrase {}, tokens {} to {}, {}", number, phrase.source.begin,
                               phrase.source.end, problem),
                   remedy);
}

constexpr const char* kTokens =
    "count tokens from 0 as Response::source_tokens has them, the end not included";

}  // namespace

void check_fixed_phrases(const Request& request) {
  if (request.fixed.empty()) return;
  if (request.markup || request.reference) {
    throw UsageError(request.place, "fixed phrases cannot stand beside markup or a reference",
                     "give one of them");
  }
  std::vector<const FixedPhrase*> order;
  for (const FixedPhrase& phrase : request.fixed) {
    if (phrase.source.begin >= phrase.source.end) refuse(request, phrase, "has no tokens", kTokens);
    text::check_utf8(phrase.target, request.place);
    order.push_back(&phrase);
  }
  std::stable_sort(order.begin(), order.end(), [](const FixedPhrase* a, const FixedPhrase* b) {
    return a->source.begin < b->source.begin;
  });
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (order[i]->source.begin < order[i - 1]->source.end)
      refuse(request, *order[i], "overlaps with another one", "give every token one translation");
  }
}

void add_fixed_phrases(const Request& request, TokenWindow sentence,
                       const std::function<std::vector<std::string>(std::string_view)>& cut_target,
                       std::vector<decode::Suggestion>& suggestions) {
  const std::uint32_t end = sentence.first + sentence.count;
  for (const FixedPhrase& phrase : request.fixed) {
    if (phrase.source.begin < sentence.first || phrase.source.begin >= end) continue;
    if (phrase.source.end > end) {
      refuse(request, phrase, fmt::format("goes beyond its sentence, which ends before token {}", end),
             kTokens);
    }
    decode::Suggestion fixed{
        .source = {phrase.source.begin - sentence.first, phrase.source.end - sentence.first},
        .words = cut_target(phrase.target)};
    if (fixed.words.empty()) refuse(request, phrase, "has no target words", "give its translation");
    std::erase_if(suggestions, [&](const decode::Suggestion& other) {
      return other.source.begin < fixed.source.end && fixed.source.begin < other.source.end;
    });
    suggestions.push_back(std::move(fixed));
  }
}

void check_end_of_fixed_phrases(const Request& request, std::size_t tokens) {
  for (const FixedPhrase& phrase : request.fixed) {
    if (phrase.source.begin >= tokens)
      refuse(request, phrase, fmt::format("lies outside of the text, which has {} tokens", tokens), kTokens);
  }
}

}  // namespace calque::pipeline
