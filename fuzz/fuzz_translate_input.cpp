// Any line through the reader of marked-up input, and what it gives through the decoder. A line must be
// refused with an error that says why, or give words and spans that fit together and a translation of all of
// them.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/parse.h"
#include "decode/markup.h"
#include "decode/testing/toy_models.h"

namespace {

using namespace calque;

constexpr std::size_t kMaxWords = 25;  // more would only make the fuzzer slow

std::vector<std::string> cut(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string_view word : split_words(text)) words.emplace_back(word);
  return words;
}

void check(const decode::MarkedLine& marked) {
  for (const decode::Suggestion& suggestion : marked.suggestions) {
    CALQUE_CHECK(!suggestion.source.empty() && suggestion.source.end <= marked.words.size());
    CALQUE_CHECK(!suggestion.words.empty() && suggestion.log_prob <= 0);
  }
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
                                .placeholders = marked.placeholders};
  const auto found = system.decoder(options).translate(request, workspace).translations;
  CALQUE_CHECK(!found.empty() && std::isfinite(found[0].score));
  std::size_t covered = 0;
  for (const decode::PhraseStep& step : found[0].phrases) covered += step.source.size();
  CALQUE_CHECK(covered == words.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::string_view line(reinterpret_cast<const char*>(data), size);
    const decode::MarkedLine marked = decode::parse_markup(line, {cut, cut, true}, {"fuzz", 1});
    check(marked);
    if (marked.words.size() <= kMaxWords) translate(marked);
  } catch (const DataError&) {
  }
  return 0;
}
