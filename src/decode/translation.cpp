#include "decode/translation.h"

namespace calque::decode {

std::string joined(const Translation& translation) {
  std::string text;
  for (const std::string& word : translation.words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

}  // namespace calque::decode
