// What is asked of the decoder: marked-up lines, glossaries, and what running text itself asks for. A line is
// refused with an error that says why, or gives words and spans that fit together and a translation of all of
// them.
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/parse.h"
#include "calque/translation.h"
#include "decode/markup.h"
#include "decode/testing/toy_models.h"
#include "pipeline/glossary.h"
#include "pipeline/text_hints.h"
#include "reader.h"
#include "table.h"
#include "text/utf8.h"

namespace calque::fuzz {
namespace {

constexpr std::size_t kMaxWords = 25;  // more would only make the fuzzer slow

std::vector<std::string> cut(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string_view word : split_words(text)) words.emplace_back(word);
  return words;
}

void check(const std::vector<decode::Suggestion>& suggestions, std::size_t words) {
  for (const decode::Suggestion& suggestion : suggestions) {
    CALQUE_CHECK(!suggestion.source.empty() && suggestion.source.end <= words);
    CALQUE_CHECK(!suggestion.words.empty() && suggestion.log_prob <= 0);
  }
}

void check(const decode::MarkedLine& marked) {
  check(marked.suggestions, marked.words.size());
  for (const text::Span& zone : marked.constraints.zones()) CALQUE_CHECK(zone.end <= marked.words.size());
  for (const decode::Placeholder& each : marked.placeholders)
    CALQUE_CHECK(each.position < marked.words.size());
}

void translate(const decode::MarkedLine& marked) {
  static const decode::testing::ToySystem system =
      decode::testing::make_toy_system({{{"a"}, {"x"}, {}, {}},
                                        {{"a", "b"}, {"y", "x"}, {}, {}},
                                        {{"b"}, {"z"}, {}, {}},
                                        {{"b"}, {"z", "z"}, {}, {}}});
  static decode::Workspace workspace;
  decode::SearchOptions options;
  options.stack_size = 10;
  const std::vector<std::string_view> words(marked.words.begin(), marked.words.end());
  const decode::Request request{.words = words,
                                .n = 3,
                                .suggestions = marked.suggestions,
                                .constraints = marked.constraints,
                                .units = marked.units,
                                .placeholders = marked.placeholders};
  const auto found = system.decoder(options).translate(request, workspace).translations;
  CALQUE_CHECK(!found.empty() && std::isfinite(found[0].score));
  std::size_t covered = 0;
  for (const decode::PhraseStep& step : found[0].phrases) covered += step.source.size();
  CALQUE_CHECK(covered == words.size());
}

void read_markup(Bytes bytes) {
  const decode::MarkedLine marked = decode::parse_markup(text_of(bytes), {cut, cut, true}, {"fuzz", 1});
  check(marked);
  if (marked.words.size() <= kMaxWords) translate(marked);
}

// The first line is the sentence; each other one is an entry, SOURCE<TAB>TARGET, or a word to keep.
void read_glossary(Bytes bytes) {
  Request request;
  for (const std::string_view line : split_fields(text_of(bytes), "\n")) {
    const auto fields = split_fields(line, "\t");
    if (request.text.empty()) {
      request.text = std::string(line);
    } else if (fields.size() == 2) {
      request.glossary.push_back(
          {std::string(fields[0]), std::string(fields[1]), request.glossary.size() % 2 == 0});
    } else {
      request.kept_words.emplace_back(line);
    }
  }
  const std::vector<std::string> words = cut(request.text);
  std::vector<decode::Suggestion> suggestions;
  pipeline::add_glossary(request, {words, words}, {cut, cut}, suggestions);
  check(suggestions, words.size());
}

// Words between blanks, with what their numbers, marks and brackets ask for.
void find_hints(Bytes bytes) {
  static const std::vector<pipeline::TextHints> hints{
      {small_table(), "de", "en"}, {small_table(), "ar", "zh"}, {small_table(), "", ""}};
  const std::string_view text = text_of(bytes);
  if (text.empty() || text::find_invalid_utf8(text)) return;
  const pipeline::TextHints& some = hints[bytes[0] % hints.size()];
  decode::MarkedLine line;
  const std::vector<std::string> words = cut(text);
  pipeline::TextHints::FittedWords fitted = some.fit(words);
  CALQUE_CHECK(fitted.origins.size() == fitted.words.size());
  CALQUE_CHECK(fitted.origins.empty() || fitted.origins.back() + 1 == words.size());
  line.words = std::move(fitted.words);
  some.add(line, {});
  check(line);
  for (const text::Span& unit : line.units) CALQUE_CHECK(unit.end <= line.words.size());
  if (line.words.size() <= kMaxWords) translate(line);
}

const Registered hints({"hints", find_hints});
const Registered markup({"markup", read_markup});
const Registered glossary({"glossary", read_glossary});

}  // namespace
}  // namespace calque::fuzz
