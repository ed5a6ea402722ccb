// One language's side of a corpus as explicit n-gram features: the n-grams of each sentence, and the
// sentences of each n-gram.
//
// An n-gram that occurs c times in a sentence stands c times in its row, and the sentence c times in the
// n-gram's postings, so no counts are stored and a product of counts is a walk. SpectrumArrays owns what was
// built; SpectrumIndex is a view of it or of a mapped file, cheap to copy and safe to share between threads.
// Offsets and numbers that come from a file are checked when a row or posting list is read: FormatError
// for values that cannot be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernel/ngram_trie.h"
#include "kernel/spectrum.h"
#include "store/container.h"
#include "text/corpus.h"

namespace calque::kernel {

class SpectrumArrays;

class SpectrumIndex {
 public:
  SpectrumIndex() = default;
  // From the sections that save() wrote. `file` must outlive the index.
  static SpectrumIndex open(const store::Container& file, const std::string& prefix, SpectrumOptions options,
                            store::Verify verify);
  void save(store::ContainerWriter& file, const std::string& prefix) const;

  const SpectrumOptions& options() const { return options_; }
  std::size_t order() const { return options_.order; }
  std::size_t sentence_count() const { return row_offsets_.empty() ? 0 : row_offsets_.size() - 1; }
  std::size_t ngram_count() const { return trie_.size(); }
  const NgramTrieView& trie() const { return trie_; }

  // N-grams of a training sentence by the position of their last word, then by length; with repeats.
  std::span<const Ngram> row(std::size_t sentence) const;
  // Sentences with the n-gram, rising, with repeats.
  std::span<const std::uint32_t> postings(Ngram ngram) const;
  // How often the n-gram occurs in the corpus.
  std::size_t occurrences(Ngram ngram) const { return postings_range(ngram).size; }
  // What a product of two counts of the n-gram is multiplied by.
  double weight(Ngram ngram) const { return weights_.empty() ? 1.0 : double{weights_[ngram]}; }
  bool all_weights_one() const { return weights_.empty(); }
  // The same for n-grams that do not occur in the corpus.
  double unseen_weight(std::size_t length) const;

  // The n-grams of any sentence that occur in the corpus: appended in the order of row(). If `ends` is given,
  // it gets one number for each word: how many n-grams end at it or before.
  void append_ngrams(std::span<const text::WordId> words, std::vector<Ngram>& ngrams,
                     std::vector<std::uint32_t>* ends = nullptr) const;
  // The kernel of a sentence's first one, two, ... words with themselves; n-grams that the corpus does not
  // know count too.
  std::vector<double> prefix_self_kernels(std::span<const text::WordId> words) const;
  double self_kernel(std::span<const text::WordId> words) const;
  // The same of each training sentence.
  std::vector<double> self_kernels() const;

 private:
  friend class SpectrumArrays;
  struct Range {
    std::size_t begin;
    std::size_t size;
  };
  Range postings_range(Ngram ngram) const;
  [[noreturn]] void damaged() const;
  void check_all() const;

  SpectrumOptions options_;
  NgramTrieView trie_;
  std::span<const std::uint64_t> row_offsets_;
  std::span<const Ngram> rows_;
  std::span<const std::uint64_t> posting_offsets_;
  std::span<const std::uint32_t> postings_;
  std::span<const float> weights_;          // empty: all 1
  const store::Container* file_ = nullptr;  // whose values are not checked yet
};

class SpectrumArrays {
 public:
  // Throws UsageError for bad options.
  SpectrumArrays(const text::Corpus& corpus, const SpectrumOptions& options);
  SpectrumArrays(const SpectrumArrays&) = delete;
  SpectrumArrays& operator=(const SpectrumArrays&) = delete;

  // A view, valid while the arrays live.
  const SpectrumIndex& index() const { return index_; }

 private:
  void add_rows(const text::Corpus& corpus, std::vector<std::uint8_t>& lengths);
  void add_postings();
  void add_weights(std::span<const std::uint8_t> lengths);

  NgramTrie trie_;
  std::vector<std::uint64_t> row_offsets_;
  std::vector<Ngram> rows_;
  std::vector<std::uint64_t> posting_offsets_;
  std::vector<std::uint32_t> postings_;
  std::vector<float> weights_;
  SpectrumIndex index_;
};

}  // namespace calque::kernel
