#include "serve/text_layout.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "text/char_class.h"
#include "text/language_rules.h"
#include "text/utf8.h"

namespace calque::serve {

TextLayout::TextLayout(std::string text, const SentenceCutter& cut, std::string_view target_language)
    : text_(std::move(text)), tight_(text::language_rules(target_language).tight_wide_text) {
  if (!has_letters(text_)) {
    gaps_.push_back(text_);
    return;
  }
  gaps_.emplace_back();
  for (std::size_t begin = 0; begin < text_.size();) {
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    add_line(begin, end, cut);
    if (end < text_.size()) gaps_.back() += '\n';
    begin = end + 1;
  }
}

// Between two sentences of a line stands what a translation of the line as a whole would have there.
void TextLayout::add_line(std::size_t begin, std::size_t end, const SentenceCutter& cut) {
  const std::string_view line = std::string_view(text_).substr(begin, end - begin);
  std::size_t at = 0;
  for (const TextRange& range : cut(line)) {
    std::string_view gap = line.substr(at, range.begin - at);
    if (at > 0 && gap.empty()) gap = tight_ ? "" : " ";
    if (at > 0 && tight_ && gap == " ") gap = "";
    gaps_.back() += gap;
    sentences_.push_back({begin + range.begin, begin + range.end});
    gaps_.emplace_back();
    at = range.end;
  }
  gaps_.back() += line.substr(at);
}

std::string TextLayout::join(const std::vector<std::string_view>& translations,
                             std::vector<TextRange>* ranges) const {
  CALQUE_CHECK(translations.size() == sentences_.size());
  std::string whole;
  for (std::size_t i = 0; i < translations.size(); ++i) {
    whole += gaps_[i];
    if (ranges != nullptr) ranges->push_back({whole.size(), whole.size() + translations[i].size()});
    whole += translations[i];
  }
  whole += gaps_.back();
  return whole;
}

bool has_letters(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const text::Utf8Character character = text::character_at(text, i);
    const text::CharClass cls = text::class_of(character.code);
    if (cls == text::CharClass::kLetter || cls == text::CharClass::kUnspaced) return true;
    i += character.bytes;
  }
  return false;
}

}  // namespace calque::serve
