// References as word ids, and hypotheses in the same numbering: what word-based metrics compare.
//
// Immutable after construction and safe to share; hypothesis_words writes to the caller's buffers only.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "metrics/metric.h"
#include "metrics/tokenization.h"
#include "text/corpus.h"

namespace calque::metrics {

// A hypothesis word that no reference contains; equal to no reference word.
inline constexpr text::WordId kUnseenWord{0xffffffffU};

// Leaves the tokens of a line in buffer.tokens. Called from many threads.
using Tokenize = std::function<void(std::string_view line, TokenBuffer& buffer)>;

// The tokeniser of the metrics that take --tokenize.
Tokenize segment_tokenizer(Tokenization tokenization, bool lowercase);

class TokenizedReferences {
 public:
  TokenizedReferences(const ReferenceSets& references, Tokenize tokenize, ThreadPool& threads);

  std::size_t sentence_count() const { return sets_.front().size(); }
  std::size_t set_count() const { return sets_.size(); }
  std::span<const text::WordId> reference(std::size_t set, std::size_t sentence) const {
    return sets_[set].sentence(sentence);
  }
  const text::Corpus& set(std::size_t index) const { return sets_[index]; }
  const text::Vocabulary& vocabulary() const { return vocabulary_; }
  // Overwrites `words`. The tokens themselves stay in buffer.tokens.
  void hypothesis_words(std::string_view line, TokenBuffer& buffer, std::vector<text::WordId>& words) const;

 private:
  void add_set(const std::vector<std::string>& lines, ThreadPool& threads);

  Tokenize tokenize_;
  text::Vocabulary vocabulary_;
  std::vector<text::Corpus> sets_;
};

}  // namespace calque::metrics
