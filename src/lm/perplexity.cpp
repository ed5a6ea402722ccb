#include "lm/perplexity.h"

#include <cmath>
#include <numbers>
#include <vector>

#include "base/parse.h"

namespace calque::lm {
namespace {

double perplexity_of(double log10, std::uint64_t tokens) {
  return tokens == 0 ? 0.0 : std::pow(10.0, -log10 / static_cast<double>(tokens));
}

}  // namespace

double TextScore::perplexity() const {
  return perplexity_of(log10, tokens);
}
double TextScore::perplexity_without_oov() const {
  return perplexity_of(log10_known, tokens - oov);
}

TextScore& TextScore::operator+=(const TextScore& other) {
  sentences += other.sentences;
  tokens += other.tokens;
  oov += other.oov;
  log10 += other.log10;
  log10_known += other.log10_known;
  return *this;
}

TextScore score_line(const Model& model, std::string_view line) {
  TextScore score;
  score.sentences = 1;
  State state = model.begin_state();
  const auto add = [&](text::WordId word) {
    const double log10 = model.score(state, word, state) / std::numbers::ln10;
    ++score.tokens;
    score.log10 += log10;
    if (word == model.unknown()) {
      ++score.oov;
    } else {
      score.log10_known += log10;
    }
  };
  for (const std::string_view word : split_words(line)) add(model.find(word));
  add(model.sentence_end());
  return score;
}

}  // namespace calque::lm
