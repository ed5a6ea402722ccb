// References as word ids, and hypotheses in the same numbering: what word-based metrics compare.
//
// Immutable after construction and safe to share; hypothesis_words writes to the caller's buffers only.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "metrics/metric.h"
#include "metrics/tokenization.h"
#include "text/corpus.h"

namespace calque::metrics {

// A hypothesis word that no reference contains; equal to no reference word.
inline constexpr text::WordId kUnseenWord{0xffffffffU};

class TokenizedReferences {
 public:
  TokenizedReferences(const ReferenceSets& references, SegmentTokenizer tokenizer);

  std::size_t sentence_count() const { return sets_.empty() ? 0 : sets_.front().size(); }
  std::size_t set_count() const { return sets_.size(); }
  std::span<const text::WordId> reference(std::size_t set, std::size_t sentence) const {
    return sets_[set].sentence(sentence);
  }
  // Overwrites `words`.
  void hypothesis_words(std::string_view line, TokenBuffer& buffer, std::vector<text::WordId>& words) const;

 private:
  SegmentTokenizer tokenizer_;
  text::Vocabulary vocabulary_;
  std::vector<text::Corpus> sets_;
};

}  // namespace calque::metrics
