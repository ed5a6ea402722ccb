// Data points from n-best lists (theory/block-bigrams.md#training-from-lists): each block of one derivation
// against the blocks that the list uses for the same source words.
//
// Immutable and shareable between threads; views must outlive it.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "block/data_points.h"
#include "block/vectors.h"
#include "decode/translation.h"
#include "metrics/metric.h"
#include "text/vocabulary.h"

namespace calque::pipeline {

// The entry with the best score as a sentence; the first among equals. The scorer stands at the sentence.
std::size_t best_entry(const std::vector<decode::Translation>& list, const metrics::Metric& metric,
                       metrics::SentenceScorer& scorer);

class ListPoints {
 public:
  // Vocabularies are those of the block set.
  ListPoints(const block::VectorMaker& vectors, const text::VocabularyView& source,
             const text::VocabularyView& target)
      : vectors_(vectors), source_words_(source), target_words_(target) {}

  struct Points {
    block::DataPoints points{0};
    block::DataPoints neutral{0};  // orientation model: blocks that do not touch the one before
  };

  // Adds a point for each block of entry number `best`. Words carried over give none, nor does the first
  // block in the distortion model, whose features are about the step from the one before.
  void add(std::span<const std::string_view> source, const std::vector<decode::Translation>& list,
           std::size_t best, Points& out) const;

 private:
  // A block and the source words that it translates somewhere in the list.
  using Used = std::set<std::pair<text::Span, block::BlockId>>;

  std::vector<text::WordId> target_of(const decode::Translation& translation,
                                      const decode::PhraseStep& step) const;
  std::optional<block::BlockId> block_of(std::span<const text::WordId> source,
                                         const decode::Translation& translation,
                                         const decode::PhraseStep& step) const;
  void add_point(std::span<const text::WordId> source, block::DerivationState derivation,
                 block::Candidate candidate, const Used& used, Points& out) const;

  const block::VectorMaker& vectors_;
  text::VocabularyView source_words_;
  text::VocabularyView target_words_;
};

}  // namespace calque::pipeline
