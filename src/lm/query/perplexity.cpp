#include "lm/query/perplexity.h"

#include <cmath>
#include <cstdint>
#include <numbers>

#include "base/parse.h"

namespace calque {
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

namespace lm {

void add_token(TextScore& score, double log_prob, bool is_known) {
  const double log10 = log_prob / std::numbers::ln10;
  ++score.tokens;
  score.log10 += log10;
  if (is_known) {
    score.log10_known += log10;
  } else {
    ++score.oov;
  }
}

TextScore LineScorer::score(std::string_view line) {
  split_words(line, pieces_);
  words_.clear();
  for (const std::string_view piece : pieces_) words_.push_back(model_.find(piece));
  log_probs_.resize(words_.size() + 1);
  model_.score_sentence(words_, log_probs_);
  TextScore score;
  score.sentences = 1;
  for (std::size_t i = 0; i < words_.size(); ++i)
    add_token(score, double{log_probs_[i]}, words_[i] != model_.unknown());
  add_token(score, double{log_probs_.back()}, true);
  return score;
}

TextScore score_line(const Model& model, std::string_view line) {
  return LineScorer(model).score(line);
}

}  // namespace lm
}  // namespace calque
