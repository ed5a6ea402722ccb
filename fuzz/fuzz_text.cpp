// Any line of text through the tokeniser and back, and through the readers of alignments. Nothing may crash, and every
// token must be a plain, non-empty word.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "text/alignment.h"
#include "text/detokenizer.h"
#include "text/tokenizer.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace calque;
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  for (const char* language : {"en", "de", "fr", "ja", ""}) {
    const std::vector<std::string> tokens = text::Tokenizer(language).tokenize(line);
    for (const std::string& token : tokens) {
      CALQUE_CHECK(!token.empty() && token.find(' ') == std::string::npos);
    }
    const std::string joined = text::Detokenizer(language).detokenize(tokens);
    CALQUE_CHECK(text::find_invalid_utf8(line) || !text::find_invalid_utf8(joined));
  }
  try {
    text::parse_pharaoh(line, 10, 10, {"fuzz", 1});
  } catch (const DataError&) {
  }
  try {
    text::parse_gold(line, {"fuzz", 1});
  } catch (const DataError&) {
  }
  return 0;
}
