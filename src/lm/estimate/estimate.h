// From a text to a language model: counts, smoothing, pruning
// (theory/language-models.md#kneser-ney-smoothing).
//
// Stateless; the same model for any number of threads. Each sentence is read between <s> and </s>, which must
// not be words themselves: where the text has them they count as <unk>, with a warning. A literal <unk> in
// the text is the unknown word. An order whose counts allow no discounts (tiny or odd texts) gets fixed ones,
// with one warning for all such orders. An empty text gives a model in which <unk> and </s> are equally
// likely. Orders longer than any sentence have no n-grams.
#pragma once

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "lm/estimate/estimate_options.h"
#include "lm/estimate/position_sort.h"
#include "lm/estimate/training_text.h"
#include "lm/files/ngram_data.h"
#include "text/corpus.h"
#include "text/vocabulary.h"

namespace calque::lm {

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
