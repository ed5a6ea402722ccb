// Numbers as words of a language: "13" is "thirteen" and "thirteenth", and as a month "12" is "December". All
// that is known comes from the locale data of Unicode.
//
// Immutable once made; shareable between threads.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace calque::text {

class NumberWords {
 public:
  // Learns how these numbers are said. A language that Unicode's data does not have says no number.
  NumberWords(std::string_view language, std::span<const std::uint64_t> numbers);

  bool knows_language() const { return known_; }

  // Whether some of these neighbouring words say the number, as a cardinal or an ordinal. Case, hyphens and
  // where the words are cut do not matter.
  bool say(std::uint64_t number, std::span<const std::string_view> words) const;
  // Whether one of them is the name of this month, from 1.
  bool say_month(std::uint64_t month, std::span<const std::string_view> words) const;

 private:
  bool known_ = false;
  std::string language_;
  std::map<std::uint64_t, std::vector<std::string>>
      spellings_;                                 // sorted, in small letters, nothing between words
  std::vector<std::vector<std::string>> months_;  // the same
};

}  // namespace calque::text
