// Sentences as flat arrays of word ids, and pairs of them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/types.h"
#include "text/vocabulary.h"

namespace calque::text {

// One language's sentences. Sentence i is tokens [offsets[i], offsets[i+1]).
class Corpus {
 public:
  std::size_t size() const { return offsets_.size() - 1; }
  std::size_t token_count() const { return tokens_.size(); }
  std::span<const WordId> sentence(std::size_t i) const {
    return {tokens_.data() + offsets_[i], static_cast<std::size_t>(offsets_[i + 1] - offsets_[i])};
  }
  // Where sentence i begins in the flat token array.
  std::uint64_t offset(std::size_t i) const { return offsets_[i]; }
  std::span<const WordId> tokens() const { return tokens_; }

  // Makes room for a text of which this share has been added, so that it is not held twice while it grows.
  void expect(double share);
  // Adds one sentence of words separated by blanks, numbering new words in `vocabulary`.
  void add_line(std::string_view line, Vocabulary& vocabulary);
  void add_sentence(std::span<const WordId> words);

 private:
  std::vector<WordId> tokens_;
  std::vector<std::uint64_t> offsets_{0};
};

// Sentence i of source and target translate each other.
struct ParallelCorpus {
  Vocabulary source_vocabulary;
  Vocabulary target_vocabulary;
  Corpus source;
  Corpus target;

  std::size_t size() const { return source.size(); }
};

}  // namespace calque::text
