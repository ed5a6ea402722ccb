// The n-best store: the candidate translations of every sentence that tuning chooses among, merged over
// rounds without duplicates (same words and same features).
//
// Flat arrays only. Features lie sentence by sentence and, inside a sentence, feature by feature, since a
// line search reads one feature of all candidates at a time. A word sequence is kept once per sentence
// however many derivations lead to it, and the metric's statistics belong to it. Reading is safe from many
// threads; merge and score are not. Views live until the next merge. Throws DataError for candidates that do
// not fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tsl/robin_map.h>

#include "base/thread_pool.h"
#include "decode/feature.h"
#include "metrics/metric.h"

namespace calque::tune {

// An indicator of a sparse feature and how often it holds.
struct SparseValue {
  std::uint32_t name;  // CandidateLists::sparse_names()
  float value;

  bool operator==(const SparseValue&) const = default;
};

// Candidates on their way into the store, in any order of sentences.
class CandidateBatch {
 public:
  // Requires: as many features as the store has; words joined by single blanks.
  void add(std::size_t sentence, std::string_view words, std::span<const double> features);
  // An indicator of the candidate added last.
  void add_sparse(std::string_view name, double value);

  std::size_t size() const { return sentences_.size(); }

 private:
  friend class CandidateLists;
  std::string_view words(std::size_t i) const {
    return std::string_view(text_).substr(text_ends_[i], text_ends_[i + 1] - text_ends_[i]);
  }

  std::vector<std::uint32_t> sentences_;
  std::vector<float> features_;  // by candidate
  std::string text_;
  std::vector<std::size_t> text_ends_{0};
  std::vector<SparseValue> sparse_;
  std::vector<std::size_t> sparse_ends_{0};
  std::vector<std::string> names_;
  tsl::robin_map<std::string, std::uint32_t> name_ids_;
};

class CandidateLists {
 public:
  CandidateLists(std::vector<decode::FeatureDescription> features, std::size_t sentences);

  // Adds what is new; returns how many candidates that were. Their order is that of arrival.
  std::size_t merge(const CandidateBatch& batch);
  // Compares word sequences that came since the last call with the references. The metric must stay the same.
  void score(const metrics::BoundMetric& metric, ThreadPool& threads);

  const std::vector<decode::FeatureDescription>& features() const { return features_; }
  const std::vector<std::string>& sparse_names() const { return sparse_names_; }
  // The number of an indicator's name; nothing if no candidate has it.
  std::optional<std::uint32_t> sparse_id(const std::string& name) const {
    const auto found = sparse_ids_.find(name);
    return found == sparse_ids_.end() ? std::nullopt : std::optional(found->second);
  }
  std::size_t feature_count() const { return feature_count_; }
  std::size_t sentence_count() const { return firsts_.size() - 1; }
  std::size_t candidate_count() const { return firsts_.back(); }
  std::size_t text_count() const { return text_sentences_.size(); }

  // Candidates of sentence s are first(s) .. first(s) + size(s) - 1 of all.
  std::size_t first(std::size_t s) const { return firsts_[s]; }
  std::size_t size(std::size_t s) const { return firsts_[s + 1] - firsts_[s]; }
  // Feature k of the sentence's candidates.
  std::span<const float> column(std::size_t s, std::size_t k) const {
    return {values_.data() + firsts_[s] * feature_count_ + k * size(s), size(s)};
  }
  std::span<const SparseValue> sparse(std::size_t candidate) const {
    return {sparse_.data() + sparse_ends_[candidate], sparse_ends_[candidate + 1] - sparse_ends_[candidate]};
  }
  std::uint32_t text_of(std::size_t candidate) const { return candidate_texts_[candidate]; }
  std::string_view words(std::uint32_t text) const {
    return std::string_view(text_).substr(text_ends_[text], text_ends_[text + 1] - text_ends_[text]);
  }
  // Of the candidate's words. Requires: score() was called since the last merge.
  std::span<const std::int64_t> statistics(std::size_t candidate) const {
    return {statistics_.data() + std::size_t{candidate_texts_[candidate]} * statistics_size_,
            statistics_size_};
  }
  std::size_t statistics_size() const { return statistics_size_; }

  // The sentences named, in that order, with their statistics: for cross-validation.
  CandidateLists subset(std::span<const std::size_t> sentences) const;

  // docs/formats/candidates.md. Statistics are not kept: the next score() makes them again.
  void save(const std::string& path) const;
  static CandidateLists load(const std::string& path);

 private:
  struct Row;
  class RowSet;
  // Candidate i of sentence s, and candidate i of the batch with its texts interned.
  Row row_of(std::size_t s, std::size_t i) const;
  Row row_from(const CandidateBatch& batch, std::size_t i, std::span<const std::uint32_t> names);
  // Requires: sentences come in order.
  void append_sentence(std::size_t s, std::span<const Row> rows);
  std::uint32_t intern(std::size_t sentence, std::string_view words);
  std::vector<std::uint32_t> adopt_names(const CandidateBatch& batch);
  void index_texts();

  std::vector<decode::FeatureDescription> features_;
  std::size_t feature_count_ = 0;
  std::vector<std::size_t> firsts_;
  std::vector<float> values_;
  std::vector<std::uint32_t> candidate_texts_;
  std::vector<SparseValue> sparse_;
  std::vector<std::size_t> sparse_ends_{0};
  std::vector<std::string> sparse_names_;
  tsl::robin_map<std::string, std::uint32_t> sparse_ids_;
  std::string text_;
  std::vector<std::size_t> text_ends_{0};
  std::vector<std::uint32_t> text_sentences_;
  tsl::robin_map<std::uint64_t, std::uint32_t> text_ids_;  // by hash; a taken slot moves on to another hash
  std::size_t statistics_size_ = 0;
  std::vector<std::int64_t> statistics_;  // by text
};

}  // namespace calque::tune
