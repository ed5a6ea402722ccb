// Several models as one at query time: the weighted sum of their log probabilities (log-linear
// interpolation).
//
// Such sums are scores; they become probabilities when the logarithm of their total over all words is taken
// off, which queries every model for every word. interpolate.h makes a model of its own instead, once and for
// all. Immutable and safe to share; the models must outlive it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "lm/query/model.h"
#include "lm/query/perplexity.h"

namespace calque::lm {

class ModelMixture {
 public:
  // Weights in the order of the models. Throws UsageError unless there is at least one model and a finite
  // weight for each.
  ModelMixture(std::vector<const Model*> models, std::vector<double> weights);

  // States and ids below have one entry for each model, in order.
  std::size_t size() const noexcept { return models_.size(); }
  // The word in each model.
  std::vector<text::WordId> find(std::string_view word) const;
  std::vector<State> begin_states() const;
  std::vector<text::WordId> sentence_end() const;

  // Sum of weight times log_prob (natural log); the states become those after the word.
  double score(std::span<State> states, std::span<const text::WordId> ids) const noexcept;

  // Natural log of the sum of exp(score) over all words that a model knows, one unknown word and </s>.
  double log_normalizer(std::span<const State> states) const;

  // As lm::score_line(); a word is known if one of the models knows it. Normalised scores are probabilities.
  TextScore score_line(std::string_view line, bool normalized) const;

 private:
  std::vector<const Model*> models_;
  std::vector<double> weights_;
  std::vector<text::WordId> all_words_;  // ids of every word that can follow, model after model for each
};

}  // namespace calque::lm
