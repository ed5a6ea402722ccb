// A language model on disk, in the order of its n-grams: what estimation leaves that was too large for
// memory. It can be written as ARPA in a stream, or taken into memory if there is room after all.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "lm/estimate/spooled_counts.h"
#include "lm/files/ngram_data.h"

namespace calque::lm {

struct SpooledModel {
  text::Vocabulary vocabulary;
  std::vector<Discounts> discounts;
  std::vector<float> unigram_log_probs;
  std::vector<float> unigram_backoffs;  // empty for order 1
  SpooledCounts counts;
  std::vector<std::uint64_t> thresholds;  // [n - 1]: n-grams that occur so often or less are left out
  std::vector<store::Spool> probs;        // [n - 1] for n > 1: a double, and the context's number below
  std::vector<store::Spool> backoffs;     // [n - 1] for 1 < n < order: a float

  unsigned order() const { return static_cast<unsigned>(thresholds.size()); }
  // N-grams of length n, without the pruned ones.
  std::uint64_t size(unsigned n) const { return counts.levels[n - 1].kept; }
};

// Walks over the n-grams of one length above 1 that the model keeps.
class SpooledNgrams {
 public:
  SpooledNgrams(const SpooledModel& model, unsigned length);

  // False after the last; then nothing below is meant to be read.
  bool next();
  // In reading order.
  std::span<const std::uint32_t> words() const { return {words_.data(), length_}; }
  float log_prob() const { return log_prob_; }
  // 0 at the highest order.
  float backoff() const { return backoff_; }
  // Number of its suffix among those that the model keeps, one level below.
  std::uint32_t suffix() const { return suffix_; }

 private:
  void find_words(const CountedNgram& ngram);

  unsigned length_;
  std::vector<LevelReader> levels_;        // the length itself, then one less, ..., 2
  std::vector<CountedNgram> current_;      // where each of them stands
  std::vector<std::uint32_t> kept_;        // n-grams kept up to and with that
  std::vector<std::uint64_t> thresholds_;  // for each of them
  store::SpoolReader probs_;
  store::SpoolReader backoffs_;
  std::array<std::uint32_t, kMaxOrder> words_{};
  float log_prob_ = 0.0F;
  float backoff_ = 0.0F;
  std::uint32_t suffix_ = 0;
};

NgramModelData load(const SpooledModel& model, ThreadPool& threads);

// The same file as write_arpa() makes of the model in memory, in a stream.
void write_arpa(const SpooledModel& model, const std::string& path, ThreadPool& threads);

}  // namespace calque::lm
