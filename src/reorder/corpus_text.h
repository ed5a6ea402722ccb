// A word-aligned corpus as features see it: words as keys, words' classes, links counted from the phrase's
// start.
//
// CorpusText is a view of corpus and alignments, which must outlive it; immutable and safe to share.
// A SentenceLoader owns scratch memory: one per thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "reorder/features.h"
#include "reorder/samples.h"
#include "text/alignment.h"
#include "text/corpus.h"
#include "text/word_classes.h"

namespace calque::reorder {

// Classes of the words of both vocabularies; either may be absent.
struct ClassesOfWords {
  std::optional<text::WordClasses> source{};
  std::optional<text::WordClasses> target{};
};

class CorpusText {
 public:
  CorpusText(const text::ParallelCorpus& corpus, const text::AlignmentCorpus& alignments,
             ClassesOfWords classes);

  const text::ParallelCorpus& corpus() const { return *corpus_; }
  const text::AlignmentCorpus& alignments() const { return *alignments_; }
  const ClassesOfWords& classes() const { return classes_; }
  // By word id.
  const std::vector<Key>& source_keys() const { return source_keys_; }
  const std::vector<Key>& target_keys() const { return target_keys_; }

 private:
  friend class SentenceLoader;
  const text::ParallelCorpus* corpus_;
  const text::AlignmentCorpus* alignments_;
  ClassesOfWords classes_;
  std::vector<Key> source_keys_;
  std::vector<Key> target_keys_;
};

class SentenceLoader {
 public:
  explicit SentenceLoader(const CorpusText& text) : text_(text) {}

  // Views below are of this sentence until the next call.
  void load(std::size_t sentence);
  WordsView source() const { return {source_words_, source_classes_}; }
  WordsView target() const { return {target_words_, target_classes_}; }
  // Of a sample of this sentence; valid until the next call of either.
  TargetPhrase target_phrase(const Sample& sample);

  Key source_phrase(const Sample& sample) const {
    return source_phrase_key(source().part(sample.source()).words);
  }
  Key phrase_pair(const Sample& sample) const {
    return phrase_pair_key(source().part(sample.source()).words, target().part(sample.target()).words);
  }

 private:
  static constexpr std::size_t kNothing = static_cast<std::size_t>(-1);
  const CorpusText& text_;
  std::size_t sentence_ = kNothing;
  std::vector<Key> source_words_;
  std::vector<Key> target_words_;
  std::vector<std::uint32_t> source_classes_;
  std::vector<std::uint32_t> target_classes_;
  std::vector<phrase::InternalLink> links_;
};

}  // namespace calque::reorder
