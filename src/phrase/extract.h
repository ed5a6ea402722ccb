// Phrase pairs that are consistent with a word alignment, with their orientations and reordering distance.
//
// PhraseExtractor owns scratch memory: one per thread. The free functions are safe to call from many threads.
// Throws UsageError for bad options or files that do not fit together, DataError for links outside a
// sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "phrase/pair_rules.h"
#include "phrase/types.h"
#include "text/alignment.h"
#include "text/corpus.h"
#include "text/types.h"

namespace calque::phrase {

// Which blocks after a pair decide its forward orientation in the phrase and hierarchical models. Moses looks
// at those that end at the next target word, hence cover that word only; the mirror image of the backward
// orientation looks at those that begin there. docs/modules/phrase.md says more.
enum class ForwardBlocks : std::uint8_t { kOneTargetWord, kMirrored };

struct ExtractOptions {
  std::size_t max_length = 7;  // most words on either side of a pair, 1 .. kMaxPhraseLength
  // What the orientations of the occurrences refer to; the set of pairs does not depend on it.
  OrientationModel orientation = OrientationModel::kHierarchical;
  ForwardBlocks forward_blocks = ForwardBlocks::kOneTargetWord;
  PairRules rules{};  // which pairs are left out although the alignment allows them

  // Throws UsageError naming the field.
  void validate() const;
  // Whether extractors with either of the options find the same, orientations included.
  bool same_occurrences(const ExtractOptions& other) const {
    return max_length == other.max_length && orientation == other.orientation &&
           forward_blocks == other.forward_blocks;
  }
};

// One or several word alignments of the same corpus, made by different models: a phrase pair counts once for
// each that it is consistent with. A view.
class Alignments {
 public:
  static constexpr std::size_t kMaximum = 255;

  Alignments(const text::AlignmentCorpus& one) : all_(&one, 1) {}
  Alignments(std::span<const text::AlignmentCorpus> all) : all_(all) {}

  std::size_t size() const { return all_.size(); }
  std::uint64_t link_count() const;
  std::span<const text::Link> links(std::size_t alignment, std::size_t sentence) const {
    return all_[alignment].alignment(sentence);
  }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

 private:
  std::span<const text::AlignmentCorpus> all_;
};

// One extracted pair at one place of the corpus. No words: they stand in the corpus.
struct Occurrence {
  std::uint32_t sentence = 0;
  std::uint32_t source_begin = 0;
  std::uint32_t target_begin = 0;
  std::uint32_t first_link = 0;  // the links inside the pair are a run of the sentence's sorted links
  std::int32_t distance = 0;     // theory/reordering.md#distance-and-classes: < 0 jump forward, > 0 back
  std::uint16_t link_count = 0;
  std::uint8_t source_length = 0;
  std::uint8_t target_length = 0;
  std::uint8_t alignment = 0;  // which of the Alignments
  Orientation backward = Orientation::kDiscontinuousRight;
  Orientation forward = Orientation::kDiscontinuousRight;

  text::Span source() const { return {source_begin, source_begin + source_length}; }
  text::Span target() const { return {target_begin, target_begin + target_length}; }
};

// The links inside the pair, positions still those of the sentence. `sentence_links` as given to the
// extractor.
inline std::span<const text::Link> inner_links(std::span<const text::Link> sentence_links,
                                               const Occurrence& occurrence) {
  return sentence_links.subspan(occurrence.first_link, occurrence.link_count);
}

// One sentence pair as the extractor sees it.
struct AlignedPair {
  std::size_t sentence = 0;   // its number, kept in the occurrences
  std::size_t alignment = 0;  // the same
  std::size_t source_length = 0;
  std::size_t target_length = 0;
  std::span<const text::Link> links;  // sorted, without repeats
};

class PhraseExtractor {
 public:
  explicit PhraseExtractor(const ExtractOptions& options);

  // Appends every pair of spans of at most max_length words with at least one link inside and no link from
  // inside to outside. Order: target begin, target end, then source begin falling, source end.
  void extract(const AlignedPair& pair, std::vector<Occurrence>& out);

  // How many sentence pairs all extractors of this process have been given so far.
  static std::size_t pair_count();

 private:
  // A corner of a block that is looked for: the block ends (or begins) on the target side at `target` and on
  // the source side at `source`, and reaches from there to the left (step -1) or to the right (step +1).
  struct Corner {
    std::int64_t target;
    std::int64_t target_step;
    std::int64_t source;
    std::int64_t source_step;
    std::int64_t max_target_size;
  };

  void index(const AlignedPair& pair);
  void extend(text::Span target, text::Span source, std::vector<Occurrence>& out);
  void emit(text::Span target, text::Span source, std::vector<Occurrence>& out) const;
  bool linked(std::int64_t source, std::int64_t target) const;
  std::int64_t block_limit() const;
  bool block_at(const Corner& corner) const;
  Orientation orientation(const Corner& monotone, const Corner& swap, bool rightwards) const;
  std::uint32_t links_before_source(std::int64_t position) const {
    return source_links_[static_cast<std::size_t>(position)];
  }
  std::uint32_t links_before_target(std::int64_t position) const {
    return target_links_[static_cast<std::size_t>(position)];
  }

  ExtractOptions options_;
  AlignedPair pair_;
  std::vector<std::uint32_t> source_links_;  // number of links of the source words before a position
  std::vector<std::uint32_t> target_links_;  // the same for target words
  std::vector<text::Span> reach_;            // source positions a target word is linked to, first to last
  // theory/reordering.md#training-samples: the last source word of what precedes a target position, -1 at the
  // sentence's start; and the first of what follows it, the sentence's length at its end.
  std::vector<std::int32_t> previous_end_;
  std::vector<std::int32_t> next_begin_;
};

// Throws UsageError if corpus and alignments have not the same number of sentence pairs.
void check_fit(const text::ParallelCorpus& corpus, const Alignments& alignments);

// All occurrences of a corpus, in corpus order, the same for any number of threads.
std::vector<Occurrence> extract_occurrences(const text::ParallelCorpus& corpus, const Alignments& alignments,
                                            const ExtractOptions& options, ThreadPool& threads);

}  // namespace calque::phrase
