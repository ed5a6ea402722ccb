#include "text/corpus.h"

#include <algorithm>

#include "base/parse.h"

namespace calque::text {

void Corpus::expect(double share) {
  constexpr double kMargin = 1.02;
  constexpr double kMost = 1 << 30;  // a first part that is unlike the rest may promise too much
  const auto expected = [&](std::size_t size) {
    return static_cast<std::size_t>(std::min(kMargin * static_cast<double>(size) / share, kMost));
  };
  tokens_.reserve(expected(tokens_.size()));
  offsets_.reserve(expected(offsets_.size()));
}

void Corpus::add_line(std::string_view line, Vocabulary& vocabulary) {
  for (const std::string_view word : split_words(line)) tokens_.push_back(vocabulary.add(word));
  offsets_.push_back(tokens_.size());
}

void Corpus::add_sentence(std::span<const WordId> words) {
  tokens_.insert(tokens_.end(), words.begin(), words.end());
  offsets_.push_back(tokens_.size());
}

}  // namespace calque::text
