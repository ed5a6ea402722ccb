// Makes one back-off model out of several: a weighted mean of their probabilities (linear), or of their
// logarithms, normalised (log-linear).
//
// The new model lists every n-gram that one of the models lists. Linear: a word that a model does not know
// has probability 0 there. After a context, words that no model lists there get the probability of the
// shorter context times one back-off, where the exact mixture would weigh the models' own back-offs anew.
// Log-linear: a word that a model does not know is <unk> there; the result is the exact normalised product
// (Heafield et al. 2016, "Normalized log-linear interpolation of backoff language models is efficient").
// Either way probabilities sum to one after every context. Stateless.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "lm/files/ngram_data.h"

namespace calque::lm {

enum class Mixture { kLinear, kLogLinear };

// Weights are of the order of the models; linear ones must not be negative and are divided by their sum.
// Throws UsageError for weights that cannot be, and without models.
NgramModelData interpolate(std::span<const NgramModelData> models, std::span<const double> weights,
                           Mixture mixture);

struct TunedWeights {
  std::vector<double> weights;
  double perplexity = 0.0;  // of the exact linear mixture on the text, words that no model knows left out
  unsigned rounds = 0;
};

// The weights of the linear mixture that make the text most likely, by expectation maximisation from equal
// ones. Throws UsageError or DataError if the text cannot be read, DataError if it has no known words.
TunedWeights tune_weights(std::span<const NgramModelData> models, const std::string& text_path);

// The whole way from files. Behind `calque lm interpolate`.
struct Interpolation {
  std::vector<std::string> models;  // ARPA, or binary in the trie layout
  std::vector<double> weights;      // empty: all the same
  std::string tune;                 // text to tune the weights on; empty: do not
  Mixture mixture = Mixture::kLinear;

  void validate() const;
};
struct InterpolatedModel {
  NgramModelData model;
  std::vector<double> weights;
  std::optional<TunedWeights> tuned;
};
InterpolatedModel interpolate(const Interpolation& interpolation, Reporter& reporter);

}  // namespace calque::lm
