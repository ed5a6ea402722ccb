// Places in UTF-8 text counted in characters (code points), for clients whose strings are not bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace calque::serve {

std::size_t character_count(std::string_view text);

// Turns places in bytes into places in characters. Quick for places that rise; others count from the start.
class CharacterCounter {
 public:
  // The text must outlive the object.
  explicit CharacterCounter(std::string_view text) : text_(text) {}

  // Places behind the end count as the end.
  std::size_t characters_before(std::size_t byte);

 private:
  std::string_view text_;
  std::size_t byte_ = 0;
  std::size_t characters_ = 0;
};

}  // namespace calque::serve
