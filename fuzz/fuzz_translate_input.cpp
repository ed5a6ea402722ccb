// Any line through the reader of marked-up input. It must be refused with a DataError or give words and spans
// that fit together.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/parse.h"
#include "decode/markup.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace calque;
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  const auto cut = [](std::string_view text) {
    std::vector<std::string> words;
    for (const std::string_view word : split_words(text)) words.emplace_back(word);
    return words;
  };
  try {
    const decode::MarkedLine marked = decode::parse_markup(line, {cut, cut, true}, {"fuzz", 1});
    for (const decode::Suggestion& suggestion : marked.suggestions) {
      CALQUE_CHECK(!suggestion.source.empty() && suggestion.source.end <= marked.words.size());
      CALQUE_CHECK(!suggestion.words.empty() && suggestion.log_prob <= 0);
    }
    for (const text::Span& zone : marked.constraints.zones()) CALQUE_CHECK(zone.end <= marked.words.size());
    for (const decode::Placeholder& each : marked.placeholders)
      CALQUE_CHECK(each.position < marked.words.size());
  } catch (const DataError&) {
  }
  return 0;
}
