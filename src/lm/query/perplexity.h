// How well a model predicts a text: totals per sentence and per text, and the perplexities that follow.
#pragma once

#include <string_view>
#include <vector>

#include "calque/text_score.h"
#include "lm/query/model.h"

namespace calque::lm {

// One more token with its natural log_prob.
void add_token(TextScore& score, double log_prob, bool is_known);

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
