// The features of one system side by side: where each one's scores and state bytes stand in the shared
// arrays.
//
// Immutable and shareable between threads. Debug builds keep a guard after each state and check it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "decode/feature.h"

namespace calque::decode {

class FeatureSet {
 public:
  // Requires: names differ, every feature has at least one score.
  explicit FeatureSet(std::vector<std::unique_ptr<const Feature>> features);

  std::size_t size() const { return features_.size(); }
  const Feature& operator[](std::size_t i) const { return *features_[i]; }
  std::span<const FeatureDescription> descriptions() const { return descriptions_; }

  // Scores of feature i are [score_offset(i), score_offset(i) + score_count of i) of all score_count().
  std::size_t score_offset(std::size_t i) const { return score_offsets_[i]; }
  std::size_t score_count() const { return score_count_; }
  // State of feature i begins at state_offset(i) of all state_bytes(); both are multiples of 8.
  std::size_t state_offset(std::size_t i) const { return state_offsets_[i]; }
  std::size_t state_bytes() const { return state_bytes_; }
  // Bytes from the start of feature i's state to the next one's; 0 if it has none.
  std::size_t state_stride(std::size_t i) const {
    return (i + 1 < size() ? state_offsets_[i + 1] : state_bytes_) - state_offsets_[i];
  }

  // Writes all state_bytes().
  void write_begin_states(std::byte* states) const;
  // In debug builds throws std::logic_error if a feature wrote beyond its state.
  void check_guards(const std::byte* states) const;

  std::vector<std::unique_ptr<SentenceCache>> new_sentence_caches() const;

 private:
  std::vector<std::unique_ptr<const Feature>> features_;
  std::vector<FeatureDescription> descriptions_;
  std::vector<std::size_t> score_offsets_;
  std::vector<std::size_t> state_offsets_;
  std::size_t score_count_ = 0;
  std::size_t state_bytes_ = 0;
};

}  // namespace calque::decode
