// Interpolated modified Kneser-Ney smoothing: from a text to a language model (spec 00 section 2, "language
// model").
//
// Every n-gram is kept (no pruning). Stateless; the same model for any number of threads.
#pragma once

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "lm/ngram_data.h"
#include "text/corpus.h"
#include "text/vocabulary.h"

namespace calque::lm {

struct EstimateOptions {
  // Longest n-gram, 1 to kMaxOrder.
  unsigned order = 5;
};

// Each sentence is read between <s> and </s>, which must not be words themselves: where the text has them
// they count as <unk>, with a warning. A literal <unk> in the text is the unknown word. An order whose counts
// allow no discounts (tiny or odd texts) gets the discounts 0.5, 1 and 1.5, with one warning for all such
// orders. An empty text gives a model in which <unk> and </s> are equally likely. Throws UsageError for an
// order out of range and for a text of 2^32 words or more.
NgramModelData estimate(const text::Corpus& corpus, const text::Vocabulary& words,
                        const EstimateOptions& options, ThreadPool& threads, Reporter& reporter);

// The discounts of one order from its adjusted counts (Chen and Goodman's estimates); counts of 0 are left
// out.
Discounts estimate_discounts(std::span<const std::uint32_t> counts);

}  // namespace calque::lm
