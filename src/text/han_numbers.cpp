#include "text/han_numbers.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include <unicode/uchar.h>

#include "text/utf8.h"

namespace calque::text {
namespace {

// A digit, or a unit such as 百.
struct Numeral {
  std::uint64_t value = 0;
  bool unit = false;
  bool han = true;
};

std::optional<Numeral> numeral_of(char32_t code) {
  static constexpr std::u32string_view kDigits = U"〇一二三四五六七八九";
  static constexpr std::array<std::pair<char32_t, std::uint64_t>, 8> kUnits{{{U'十', 10},
                                                                             {U'百', 100},
                                                                             {U'千', 1000},
                                                                             {U'万', 10'000},
                                                                             {U'萬', 10'000},
                                                                             {U'億', 100'000'000},
                                                                             {U'亿', 100'000'000},
                                                                             {U'兆', 1'000'000'000'000}}};
  const std::size_t digit = kDigits.find(code);
  if (digit != std::u32string_view::npos) return Numeral{digit};
  if (code == U'零') return Numeral{0};
  if (code == U'两') return Numeral{2};
  for (const auto& [unit, value] : kUnits) {
    if (unit == code) return Numeral{value, true};
  }
  const std::int32_t ascii = u_charDigitValue(static_cast<UChar32>(code));
  if (ascii >= 0) return Numeral{static_cast<std::uint64_t>(ascii), false, false};
  return std::nullopt;
}

// Every digit is a place: 二〇一〇.
std::optional<std::uint64_t> value_of_places(std::span<const Numeral> numerals) {
  bool zero = false;
  std::uint64_t value = 0;
  for (const Numeral& numeral : numerals) {
    zero = zero || numeral.value == 0;
    value = value * 10 + numeral.value;
  }
  // Two or three digits without a zero are rather "two or three".
  if (numerals.size() > 1 && numerals.size() < 4 && !zero) return std::nullopt;
  return value;
}

// Reads a number with units from left to right.
class UnitReader {
 public:
  // False: no number goes on like this.
  bool read(const Numeral& numeral) {
    if (!numeral.unit) return read_digit(numeral);
    return numeral.value < kGroup ? read_unit(numeral.value) : read_group(numeral.value);
  }
  std::uint64_t value() const { return total_ + below_ + (has_digit_ ? digit_ : 0); }

 private:
  static constexpr std::uint64_t kGroup = 10'000;  // the first unit that multiplies all before it

  bool read_digit(const Numeral& numeral) {
    // Only what is written in digits has several before a unit: 20万.
    if (has_digit_ && digit_ != 0 && numeral.han) return false;
    digit_ = has_digit_ ? digit_ * 10 + numeral.value : numeral.value;
    has_digit_ = true;
    return true;
  }
  bool read_unit(std::uint64_t unit) {
    if (unit >= last_unit_) return false;
    below_ += (has_digit_ ? digit_ : 1) * unit;
    last_unit_ = unit;
    has_digit_ = false;
    return true;
  }
  bool read_group(std::uint64_t group) {
    below_ += has_digit_ ? digit_ : 0;
    if (group >= last_group_ || below_ >= kGroup) return false;
    total_ += (below_ == 0 ? 1 : below_) * group;
    last_group_ = group;
    last_unit_ = kGroup;
    below_ = 0;
    has_digit_ = false;
    return true;
  }

  std::uint64_t total_ = 0;
  std::uint64_t below_ = 0;  // of the group of four places at hand
  std::uint64_t digit_ = 0;  // waits for its unit
  bool has_digit_ = false;
  std::uint64_t last_unit_ = kGroup;  // in the group; units fall
  std::uint64_t last_group_ = 1'000'000'000'000'000;
};

std::optional<std::uint64_t> value_of(std::span<const Numeral> numerals) {
  constexpr std::size_t kMaxDigits = 18;
  if (numerals.empty() || numerals.size() > kMaxDigits) return std::nullopt;
  if (std::none_of(numerals.begin(), numerals.end(), [](const Numeral& numeral) { return numeral.unit; }))
    return value_of_places(numerals);
  UnitReader reader;
  for (const Numeral& numeral : numerals) {
    if (!reader.read(numeral)) return std::nullopt;
  }
  return reader.value();
}

struct Run {
  HanNumber number;
  std::vector<Numeral> numerals;
  bool begins_word = true;  // nothing stands before it in its first word
  bool has_han = false;
};

void close(Run& run, bool ends_word, std::vector<HanNumber>& out) {
  if (run.has_han) {
    run.number.whole = run.begins_word && ends_word;
    run.number.numerals = run.numerals.size();
    run.number.value = value_of(run.numerals);
    out.push_back(run.number);
  }
  run = {};
}

}  // namespace

std::optional<std::uint64_t> han_number(std::string_view word) {
  const std::vector<HanNumber> numbers = han_numbers({&word, 1});
  return numbers.size() == 1 && numbers[0].whole ? numbers[0].value : std::nullopt;
}

std::vector<HanNumber> han_numbers(std::span<const std::string_view> words) {
  std::vector<HanNumber> numbers;
  Run run;
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    for (std::size_t at = 0; at < words[i].size();) {
      const Utf8Character character = character_at(words[i], at);
      const auto numeral = numeral_of(character.code);
      if (numeral) {
        if (run.numerals.empty()) {
          run.number.words.begin = i;
          run.begins_word = at == 0;
        }
        run.number.words.end = i + 1;
        run.number.end_in_word = at + character.bytes;
        run.numerals.push_back(*numeral);
        run.has_han = run.has_han || numeral->han;
      } else {
        close(run, at == 0, numbers);
      }
      at += character.bytes;
    }
  }
  close(run, true, numbers);
  return numbers;
}

}  // namespace calque::text
