#include "library/translation_input.h"

#include <cstdint>

#include <fmt/format.h>

#include "base/error.h"
#include "text/utf8.h"

namespace calque {

TranslationInput::TranslationInput(const TranslationFiles& files, Reporter& reporter)
    : skip_bad_lines_(files.skip_bad_lines),
      whole_lines_(files.whole_lines),
      reporter_(reporter),
      reader_(files.input) {
  if (!files.reference.empty()) references_.emplace(files.reference);
}

bool TranslationInput::next(const Request& common, Request& request) {
  request = common;
  store::LinePart part = store::LinePart::kWhole;
  if (!(whole_lines_ ? reader_.next(request.text) : reader_.next_part(request.text, part))) {
    std::string more;
    if (references_ && references_->next(more)) refuse("more");
    return false;
  }
  request.number = reader_.line_number() - 1;
  request.place = reader_.place();
  request.verbatim = is_verbatim(request, part);
  const bool begins = part == store::LinePart::kWhole || part == store::LinePart::kFirst;
  if (begins && references_ && !references_->next(request.reference.emplace())) refuse("fewer");
  const bool ends = part == store::LinePart::kWhole || part == store::LinePart::kLast;
  if (request.verbatim && ends) request.text += '\n';
  return true;
}

bool TranslationInput::is_verbatim(const Request& request, store::LinePart part) {
  if (part == store::LinePart::kFirst) {
    reporter_.warning(fmt::format(
        "line {} is longer than {} bytes and passed through as it is (--max-line allows longer ones)",
        request.number + 1, store::max_line_bytes()));
  }
  if (part != store::LinePart::kWhole) return true;
  if (!skip_bad_lines_ || !text::find_invalid_utf8(request.text)) return false;
  reporter_.warning(fmt::format("line {} is not UTF-8 and passed through as it is", request.number + 1));
  return true;
}

void TranslationInput::refuse(const char* what) const {
  throw DataError(references_->place(), fmt::format("there are {} lines here than lines to translate", what),
                  "give one line for each line of the text");
}

std::string dropped_words(const Response& response) {
  std::string words;
  if (response.translations.empty()) return words;
  for (const std::uint32_t position : response.best().dropped)
    words += (words.empty() ? "" : ", ") + response.source_tokens[position];
  return words;
}

}  // namespace calque
