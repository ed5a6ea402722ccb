// Text scored line by line by one model, by several that are mixed, or by a model over word classes. Behind
// `calque lm query`.
//
// Throws UsageError for questions that contradict themselves and what loading models and reading text throws.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/reporter.h"
#include "calque/text_score.h"
#include "lm/query/model.h"
#include "store/container.h"

namespace calque::lm {

struct TextScoring {
  std::string model;
  std::string text = "-";             // one sentence per line
  std::string classes{};              // file of word classes: the model is one over these; empty: over words
  std::vector<std::string> others{};  // further models, mixed log-linearly with the first
  std::vector<double> weights{};      // of each model, the first model's first; empty: all the same
  bool unnormalized = false;          // sums of logarithms as they are
  store::Verify verify = store::Verify::kUsual;
  Residence residence = Residence::kMapped;

  void validate() const;
};

// Hands the score of each line to `each`, which may be empty, and returns the totals.
TextScore score_text(const TextScoring& scoring, const std::function<void(const TextScore&)>& each,
                     Reporter& reporter);

}  // namespace calque::lm
