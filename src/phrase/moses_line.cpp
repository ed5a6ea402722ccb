#include "phrase/moses_line.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/parse.h"
#include "phrase/types.h"
#include "text/utf8.h"

namespace calque::phrase {
namespace {

constexpr std::string_view kBars = "|||";
constexpr double kLowestLogProb = -100.0;
constexpr double kHighestProbability = 1.001;

}  // namespace

MosesFields::MosesFields(std::string_view line, std::size_t minimum, const Place& place) {
  text::check_utf8(line, place);
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(kBars, begin), line.size());
    if (size_ == kMaximum) {
      throw DataError(place, fmt::format("the line has more than {} fields between |||", kMaximum),
                      "write a | inside a word as &#124;");
    }
    fields_[size_++] = trim(line.substr(begin, end - begin));
    begin = end + kBars.size();
  }
  if (size_ < minimum) {
    throw DataError(place,
                    fmt::format("the line has {} field{} between ||| where at least {} are needed", size_,
                                size_ == 1 ? "" : "s", minimum),
                    "check that this is a Moses text table, one pair per line, and that the line is whole");
  }
}

void split_phrase(std::string_view field, std::string_view side, const Place& place,
                  std::vector<std::string_view>& words) {
  split_words(field, words);
  if (words.empty()) {
    throw DataError(place, fmt::format("the {} phrase is empty", side), "remove the line");
  }
  if (words.size() > kMaxPhraseLength) {
    throw DataError(
        place,
        fmt::format("the {} phrase has {} words; the limit is {}", side, words.size(), kMaxPhraseLength),
        "remove the line");
  }
}

void parse_log_probs(std::span<const std::string_view> numbers, const Place& place,
                     std::span<float> log_probs) {
  if (numbers.size() != log_probs.size()) {
    throw DataError(place,
                    fmt::format("{} score{} where {} are expected", numbers.size(),
                                numbers.size() == 1 ? "" : "s", log_probs.size()),
                    "give every line as many scores as the model has; drop a constant phrase penalty");
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::optional<double> value = parse_real(numbers[i]);
    if (!value || *value < 0 || *value > kHighestProbability) {
      throw DataError(place, fmt::format("score '{}' is not a probability", numbers[i]),
                      "write numbers from 0 to 1, not logarithms");
    }
    const double log_prob = *value > 0 ? std::log(*value) : kLowestLogProb;
    log_probs[i] = static_cast<float>(std::max(log_prob, kLowestLogProb));
  }
}

}  // namespace calque::phrase
