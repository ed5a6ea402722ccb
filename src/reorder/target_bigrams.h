// How likely a target phrase is as text: a bigram model over keys of words, small enough to be a part of a
// reordering model.
//
//     p(w | v) = max(0, c(vw) - 3/4) / c(v) + 3/4 * (different words after v) / c(v) * p(w)
//
// Immutable, safe to share. Words that training did not see are as likely as one that it saw once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "reorder/feature_keys.h"
#include "reorder/key_table.h"
#include "reorder/shared_array.h"
#include "store/container.h"

namespace calque::reorder {

class TargetBigrams {
 public:
  TargetBigrams() = default;
  // Of whole sentences.
  static TargetBigrams train(const std::vector<std::vector<Key>>& sentences);

  // Natural logarithms: of a word alone, and behind another.
  double log_prob(Key word) const;
  double log_prob(Key before, Key word) const;
  // The mean over the words of a phrase, the first of them alone; 0 without words.
  double mean_log_prob(std::span<const Key> phrase) const;

  void write(store::ContainerWriter& file, const std::string& prefix) const;
  // Throws FormatError for values that are no logarithms of probabilities.
  static TargetBigrams read(const std::shared_ptr<const store::Container>& file, const std::string& prefix);

 private:
  KeyTable words_;
  SharedArray<float> log_probs_;  // by word
  SharedArray<float> back_off_;   // by word: what is left for words that were not seen behind it, logarithm
  KeyTable pairs_;
  SharedArray<float> pair_log_probs_;
  SharedArray<float> unseen_;  // one number
};

}  // namespace calque::reorder
