#include "serve/text_characters.h"

#include <algorithm>

namespace calque::serve {

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::size_t CharacterCounter::characters_before(std::size_t byte) {
  byte = std::min(byte, text_.size());
  if (byte < byte_) {
    byte_ = 0;
    characters_ = 0;
  }
  characters_ += character_count(text_.substr(byte_, byte - byte_));
  byte_ = byte;
  return characters_;
}

}  // namespace calque::serve
