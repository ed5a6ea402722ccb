// A translation that grows and shrinks at its end, with the sums that score it: each word costs a few
// look-ups, whatever came before (theory/kernel-regression.md#pre-image-search).
//
// Scratch memory of one search. Words are ids of the target vocabulary; ids outside it are words that match
// only themselves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tsl/robin_map.h>

#include "kernel/mixed_hash.h"
#include "kernel/ngram_gains.h"
#include "kernel/prefix_score.h"
#include "kernel/spectrum_index.h"

namespace calque::kernel {

// An n-gram of the search: where its predicted values are and what it weighs. Numbers are valid for one
// input.
struct SearchNgram {
  std::uint32_t slot = 0;  // of NgramGains
  Ngram ngram = kUnseenNgram;
  double weight = 0;       // in the kernel
  double self_weight = 0;  // of the translation with itself, in the search
  double gain_weight = 0;  // of what is predicted, in the search
  double mean = 0;         // weight times its mean count in a training sentence
};

// Factors of n-grams in the search besides their weights in the kernel, by length. Empty: 1.
struct LengthFactors {
  std::vector<double> self;  // of the translation with itself
  std::vector<double> gain;  // of what is predicted
};

// The n-grams that occur in the search of one input, most of them many times.
class SearchNgrams {
 public:
  void reset(const SpectrumIndex& target, const DualWeights& dual, const LengthFactors& factors = {});

  static constexpr std::uint32_t kEmpty = 0xffffffffU;
  // Number of the n-gram that continues number `parent` (of `length` - 1 words) with the word.
  std::uint32_t find(std::uint32_t parent, text::WordId word, std::size_t length);
  const SearchNgram& operator[](std::uint32_t number) const { return ngrams_[number]; }
  // Its part of the gain in a column, weighted.
  double gain(std::uint32_t number, std::size_t column) const {
    const SearchNgram& ngram = ngrams_[number];
    return ngram.gain_weight * gains_.values(ngram.slot)[column];
  }
  // Its predicted value in a column.
  double predicted(std::uint32_t number, std::size_t column) const {
    return gains_.values(ngrams_[number].slot)[column];
  }
  const SpectrumIndex& target() const { return *target_; }

 private:
  SearchNgram weighted(Ngram ngram, double weight, std::size_t length) const;

  const SpectrumIndex* target_ = nullptr;
  LengthFactors factors_;
  NgramGains gains_;
  std::vector<SearchNgram> ngrams_;  // first the unseen ones, one for each length
  tsl::robin_map<std::uint64_t, std::uint32_t, MixedHash> numbers_;
};

class TranslationState {
 public:
  // Takes over a translation: `ngrams` are its n-grams by the position of the last word, then by length.
  void assign(std::span<const text::WordId> words, std::span<const std::uint32_t> ngrams,
              const TranslationSums& sums);
  void push(text::WordId word, SearchNgrams& search);
  void pop();

  std::span<const text::WordId> words() const { return words_; }
  // In the order of assign().
  std::span<const std::uint32_t> ngrams() const { return ngrams_; }
  const TranslationSums& sums() const { return sums_; }

 private:
  struct Mark {
    std::size_t ngrams;
    TranslationSums sums;
  };

  std::vector<text::WordId> words_;
  std::vector<std::uint32_t> ngrams_;
  TranslationSums sums_;
  std::vector<Mark> marks_;  // before each push since assign()
};

}  // namespace calque::kernel
