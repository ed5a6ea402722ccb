// Word alignment of a parallel corpus: training in both directions, decoding, symmetrisation.
//
// Results are the same bits for any number of threads. Throws UsageError for bad options, NumericError if
// training leaves the finite numbers. Pairs with an empty side get an empty alignment; over-long pairs are
// aligned piece by piece (segments.h). An empty corpus gives an empty result.
#pragma once

#include <memory>
#include <vector>

#include "align/lexicon.h"
#include "align/options.h"
#include "base/reporter.h"
#include "base/thread_pool.h"
#include "text/alignment.h"
#include "text/corpus.h"

namespace calque::align {

// Word translation probabilities in both directions. Immutable; safe to share.
class Lexicon {
 public:
  Lexicon() = default;
  Lexicon(std::shared_ptr<const CooccurrenceTable> table, LexicalParameters source_generates_target,
          LexicalParameters target_generates_source)
      : table_(std::move(table)),
        source_generates_target_(std::move(source_generates_target)),
        target_generates_source_(std::move(target_generates_source)) {}

  // 0 for words that never occurred together.
  double p_target_given_source(text::WordId target, text::WordId source) const;
  double p_source_given_target(text::WordId source, text::WordId target) const;
  double p_target_given_null(text::WordId target) const;
  double p_source_given_null(text::WordId source) const;

  // For going through all pairs; null before training.
  const CooccurrenceTable* table() const { return table_.get(); }
  const LexicalParameters& source_generates_target() const { return source_generates_target_; }
  const LexicalParameters& target_generates_source() const { return target_generates_source_; }

 private:
  std::shared_ptr<const CooccurrenceTable> table_;
  LexicalParameters source_generates_target_;
  LexicalParameters target_generates_source_;
};

struct AlignmentResult {
  text::AlignmentCorpus symmetrized;
  text::AlignmentCorpus
      source_to_target;  // source generates target: at most one link per target word (Viterbi)
  text::AlignmentCorpus
      target_to_source;  // target generates source: at most one link per source word (Viterbi)
  Lexicon lexicon;
  // Natural log-likelihood of the corpus at the start of every iteration, Model 1 first.
  std::vector<double> source_to_target_log_likelihood;
  std::vector<double> target_to_source_log_likelihood;
  std::size_t empty_pairs = 0;
  std::size_t cut_pairs = 0;
};

AlignmentResult align_both_directions(const text::ParallelCorpus& corpus, const AlignOptions& options,
                                      ThreadPool& threads, Reporter& reporter);

// The symmetrised alignment alone.
text::AlignmentCorpus align_corpus(const text::ParallelCorpus& corpus, const AlignOptions& options,
                                   ThreadPool& threads, Reporter& reporter);

}  // namespace calque::align
