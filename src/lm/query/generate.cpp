#include "lm/query/generate.h"

#include <algorithm>
#include <cmath>

namespace calque::lm {
namespace {

// After so many words that were listed after the longer context already, take the next as it comes: only a
// model whose probabilities do not sum to one gets there.
constexpr unsigned kMaxTries = 10000;

}  // namespace

Sampler::Sampler(const NgramModelData& data) : data_(data) {
  for (unsigned n = 1; n <= data.order(); ++n) {
    std::vector<std::uint32_t>& words = last_words_.emplace_back(data.levels[n - 1].size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = n == 1 ? static_cast<std::uint32_t>(i) : last_words_[n - 2][data.levels[n - 1].suffix[i]];
    }
  }
  for (unsigned n = 0; n < data.order(); ++n) after_.push_back(list_continuations(n));
}

Sampler::Continuations Sampler::list_continuations(unsigned n) const {
  const NgramLevel& level = data_.levels[n];
  const auto context = [&](std::size_t i) { return n == 0 ? 0U : level.context[i]; };
  Continuations result;
  result.offsets.assign(n == 0 ? 2 : data_.levels[n - 1].size() + 1, 0);
  for (std::size_t i = 0; i < level.size(); ++i) ++result.offsets[context(i) + 1];
  for (std::size_t i = 1; i < result.offsets.size(); ++i) result.offsets[i] += result.offsets[i - 1];
  std::vector<std::uint32_t> next(result.offsets.begin(), result.offsets.end() - 1);
  result.ngrams.resize(level.size());
  result.last_word.resize(level.size());
  result.cumulative.resize(level.size());
  for (std::size_t i = 0; i < level.size(); ++i) {  // sorted by last word, and so is each context's part
    const std::uint32_t slot = next[context(i)]++;
    result.ngrams[slot] = static_cast<std::uint32_t>(i);
    result.last_word[slot] = last_words_[n][i];
    const bool is_mark = last_words_[n][i] == kSentenceBeginIndex;  // never predicted
    const double before = slot == result.offsets[context(i)] ? 0.0 : result.cumulative[slot - 1];
    result.cumulative[slot] = before + (is_mark ? 0.0 : std::exp(static_cast<double>(level.log_prob[i])));
  }
  return result;
}

bool Sampler::lists(Position context, std::uint32_t word) const {
  const Continuations& after = after_[context.length];
  const auto begin = after.last_word.begin() + after.offsets[context.number];
  const auto end = after.last_word.begin() + after.offsets[context.number + 1];
  return std::binary_search(begin, end, word);
}

Sampler::Position Sampler::shorten(Position context) const {
  if (context.length == 1) return {};
  return {context.length - 1, data_.levels[context.length - 1].suffix[context.number]};
}

std::uint32_t Sampler::last_word(Position ngram) const {
  return last_words_[ngram.length - 1][ngram.number];
}

// With the probability of the listed words one of them, otherwise one of the others, drawn after the shorter
// context until it is none of the listed.
Sampler::Position Sampler::draw(Position context, Rng& rng) const {
  const Continuations& after = after_[context.length];
  const auto begin = after.cumulative.begin() + after.offsets[context.number];
  const auto end = after.cumulative.begin() + after.offsets[context.number + 1];
  const double total = begin == end ? 0.0 : *(end - 1);
  const double point = rng.uniform() * (context.length == 0 ? total : 1.0);
  if (begin != end && (point < total || context.length == 0)) {
    const auto found = std::min(std::upper_bound(begin, end, point), end - 1);
    return {context.length + 1, after.ngrams[static_cast<std::size_t>(found - after.cumulative.begin())]};
  }
  const Position shorter = shorten(context);
  Position drawn = draw(shorter, rng);
  for (unsigned tries = 0; tries < kMaxTries && lists(context, last_word(drawn)); ++tries)
    drawn = draw(shorter, rng);
  return drawn;
}

std::vector<text::WordId> Sampler::sentence(Rng& rng, std::size_t max_words) const {
  std::vector<text::WordId> words;
  Position context = data_.order() == 1 ? Position{} : Position{1, kSentenceBeginIndex};
  while (words.size() < max_words) {
    const Position drawn = draw(context, rng);
    const std::uint32_t word = last_word(drawn);
    if (word == kSentenceEndIndex) break;
    words.push_back(text::WordId{word});
    context = drawn.length < data_.order() ? drawn : shorten(drawn);
  }
  return words;
}

std::string Sampler::line(Rng& rng, std::size_t max_words) const {
  std::string line;
  for (const text::WordId word : sentence(rng, max_words)) {
    if (!line.empty()) line += ' ';
    line += data_.vocabulary.word(word);
  }
  return line;
}

}  // namespace calque::lm
