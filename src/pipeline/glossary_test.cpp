#include "pipeline/glossary.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/parse.h"

namespace calque::pipeline {
namespace {

std::vector<std::string> cut(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string_view word : split_words(text)) words.emplace_back(word);
  return words;
}

// "begin-end=words" for each suggestion.
std::vector<std::string> found(const Request& request, std::string_view text, std::string_view cased,
                               std::vector<decode::Suggestion> suggestions = {}) {
  const std::vector<std::string> as_cut = cut(text);
  const std::vector<std::string> as_cased = cut(cased);
  add_apart(GlossaryTerms(request.glossary, request.kept_words, {cut, cut}, {})
                .find({as_cut, as_cased}, suggestions),
            suggestions);
  std::vector<std::string> result;
  for (const decode::Suggestion& each : suggestions) {
    std::string line = std::to_string(each.source.begin) + "-" + std::to_string(each.source.end) + "=";
    for (const std::string& word : each.words) line += (line.back() == '=' ? "" : " ") + word;
    result.push_back(line + (each.exclusive ? "" : "?"));
  }
  return result;
}

using Strings = std::vector<std::string>;

TEST(Glossary, FindsEveryOccurrenceInEitherCase) {
  Request request;
  request.glossary = {{"der Vertrag", "the agreement"}, {"Mai", "May", false}};
  EXPECT_EQ(found(request, "Der Vertrag und der Vertrag vom Mai", "der Vertrag und der Vertrag vom Mai"),
            (Strings{"0-2=the agreement", "3-5=the agreement", "6-7=May?"}));
  EXPECT_EQ(found(request, "der vertrag", "der vertrag"), Strings{});
}

TEST(Glossary, TheLongestTermThatBeginsFirstWins) {
  Request request;
  request.glossary = {{"b", "B"}, {"a b", "AB"}, {"b c d", "BCD"}};
  EXPECT_EQ(found(request, "a b c d", "a b c d"), Strings{"0-2=AB"});
  EXPECT_EQ(found(request, "b c d b", "b c d b"), (Strings{"0-3=BCD", "3-4=B"}));
}

TEST(Glossary, OfTermsForTheSameWordsTheFirstWins) {
  Request request;
  request.glossary = {{"a", "one"}, {"a", "two"}, {"A", "three"}};
  EXPECT_EQ(found(request, "a", "a"), Strings{"0-1=one"});
  EXPECT_EQ(found(request, "A b", "a b"), Strings{"0-1=three"});
}

TEST(Glossary, KeptWordsStandAsInTheText) {
  Request request;
  request.kept_words = {"calque train"};
  EXPECT_EQ(found(request, "run calque train now", "run calque train now"), Strings{"1-3=calque train"});
}

TEST(Glossary, LeavesWordsThatHaveSuggestionsAlone) {
  Request request;
  request.glossary = {{"a b", "AB"}, {"b", "B"}};
  EXPECT_EQ(found(request, "a b b", "a b b", {{.source = {1, 2}, .words = {"given"}}}),
            (Strings{"1-2=given", "2-3=B"}));
}

TEST(Glossary, SuggestionsMoveWithTheirWords) {
  std::vector<decode::Suggestion> suggestions{{.source = {0, 1}, .words = {"a"}},
                                              {.source = {1, 3}, .words = {"b"}},
                                              {.source = {3, 4}, .words = {"c"}}};
  // The second word was cut into two.
  move_to_pieces({0, 1, 1, 2, 3}, suggestions);
  EXPECT_EQ(suggestions[0].source, (text::Span{0, 1}));
  EXPECT_EQ(suggestions[1].source, (text::Span{1, 4}));
  EXPECT_EQ(suggestions[2].source, (text::Span{4, 5}));
  move_to_pieces({}, suggestions);
  EXPECT_EQ(suggestions[1].source, (text::Span{1, 4}));
  add_apart({{.source = {2, 3}, .words = {"d"}}, {.source = {5, 6}, .words = {"e"}}}, suggestions);
  EXPECT_EQ(suggestions.size(), 4U);
}

TEST(Glossary, RefusesEmptyEntries) {
  for (const GlossaryEntry& entry : {GlossaryEntry{"", "x"}, GlossaryEntry{"x", " "}}) {
    Request request;
    request.glossary = {entry};
    EXPECT_THROW(found(request, "x", "x"), UsageError);
  }
}

}  // namespace
}  // namespace calque::pipeline
