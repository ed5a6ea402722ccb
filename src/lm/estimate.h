// From a text to a language model: counts, smoothing, pruning
// (theory/language-models.md#kneser-ney-smoothing).
//
// Stateless; the same model for any number of threads. Each sentence is read between <s> and </s>, which must
// not be words themselves: where the text has them they count as <unk>, with a warning. A literal <unk> in
// the text is the unknown word. An order whose counts allow no discounts (tiny or odd texts) gets fixed ones,
// with one warning for all such orders. An empty text gives a model in which <unk> and </s> are equally
// likely. Orders longer than any sentence have no n-grams.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "lm/model.h"
#include "lm/ngram_data.h"
#include "lm/position_sort.h"
#include "lm/training_text.h"
#include "text/corpus.h"
#include "text/vocabulary.h"

namespace calque::lm {

enum class Smoothing { kKneserNey, kKatz };

struct EstimateOptions {
  // Longest n-gram, 1 to kMaxOrder.
  unsigned order = 5;
  Smoothing smoothing = Smoothing::kKneserNey;
  // prune[n - 1]: n-grams of length n that occur so often or less are left out; the last value holds for all
  // longer ones too. Empty: keep all. The first must be 0, and none may be below the one before it.
  std::vector<std::uint64_t> prune = {};
  VocabularyLimits words = {};
  // Most bytes to use (0: no limit). Only train() keeps to it, by working on disk where it must.
  std::uint64_t memory_bytes = 0;
  // Whether the caller of train() will load a model that is on disk: if that would take more than the limit,
  // train() refuses as soon as it knows.
  bool will_be_loaded = false;
  // Where train() puts temporary files; empty: the system's folder for them.
  std::string temporary_folder = {};

  // Throws UsageError for an order or thresholds that cannot be.
  void validate() const;
  // The threshold for n-grams of length n.
  std::uint64_t prune_threshold(unsigned n) const;
  bool prunes() const;
};

// In memory. Throws UsageError for options that cannot be and for a text of 2^32 words or more.
NgramModelData estimate(const text::Corpus& corpus, const text::Vocabulary& words,
                        const EstimateOptions& options, ThreadPool& threads, Reporter& reporter);

// The same for a text that is marked already, and for one whose positions are sorted already. Both are used
// up. Requires: options are valid, the text is not spooled.
NgramModelData estimate(TrainingText text, const EstimateOptions& options, ThreadPool& threads,
                        Reporter& reporter);
NgramModelData estimate(TrainingText text, SortedPositions sorted, const EstimateOptions& options,
                        ThreadPool& threads, Reporter& reporter);

}  // namespace calque::lm
