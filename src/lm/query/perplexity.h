// How well a model predicts a text: totals per sentence and per text, and the perplexities that follow.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lm/query/model.h"

namespace calque::lm {

// Sums over any number of sentences; </s> counts as a token. Totals are log10, as language model tools report
// them.
struct TextScore {
  std::uint64_t sentences = 0;
  std::uint64_t tokens = 0;
  std::uint64_t oov = 0;     // tokens the model does not know
  double log10 = 0.0;        // of all tokens
  double log10_known = 0.0;  // of the known tokens alone, in their full contexts

  // 10^(-log10 / tokens); 0 if there are no tokens.
  double perplexity() const;
  // The same over the known tokens alone.
  double perplexity_without_oov() const;

  // One more token with its natural log_prob.
  void add_token(double log_prob, bool is_known);
  TextScore& operator+=(const TextScore& other);
};

// Scores lines of words separated by blanks, each between <s> and </s>. Keeps memory from line to line, so
// one belongs to one thread; the model must outlive it.
class LineScorer {
 public:
  explicit LineScorer(const Model& model) : model_(model) {}
  TextScore score(std::string_view line);

 private:
  const Model& model_;
  std::vector<std::string_view> pieces_;
  std::vector<text::WordId> words_;
  std::vector<float> log_probs_;
};

// For a line or two.
TextScore score_line(const Model& model, std::string_view line);

}  // namespace calque::lm
