// TER: the edits, moves of word sequences among them, that make a hypothesis its reference, per cent of the
// reference length; Tercom's algorithm with the choices of sacreBLEU.
//
// The moves are searched greedily, within Tercom's limits (10 words moved by at most 50 positions, 1,000
// moves tried, an edit distance kept to a beam of 25 around the diagonal). Of several references the one with
// the fewest edits counts, over the average reference length. Everything is immutable except TerSearch, which
// is one thread's scratch memory.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "metrics/metric.h"
#include "metrics/tokenization.h"
#include "text/types.h"

namespace calque::metrics {

struct TerOptions {
  bool normalize = false;        // set punctuation apart, as Tercom's -N
  bool keep_punctuation = true;  // false: drop . , ? : ; ! " ( ) as Tercom's -P
  bool split_asian = false;      // with normalize: every Chinese character is a word
  bool case_sensitive = false;
};

// Leaves the words in buffer.tokens. Safe from many threads.
class TercomTokenizer {
 public:
  explicit TercomTokenizer(const TerOptions& options) : options_(options) {}
  void tokenize(std::string_view line, TokenBuffer& buffer) const;

 private:
  TerOptions options_;
  Lowercaser lowercaser_;
};

// Edits, moves included, from hypotheses to one reference.
class TerSearch {
 public:
  TerSearch();
  ~TerSearch();
  TerSearch(TerSearch&&) noexcept;
  TerSearch& operator=(TerSearch&&) noexcept;

  std::int64_t edits(std::span<const text::WordId> hypothesis, std::span<const text::WordId> reference);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

class Ter final : public Metric {
 public:
  explicit Ter(const TerOptions& options) : options_(options) {}

  std::string_view name() const override { return "ter"; }
  bool higher_is_better() const override { return false; }
  // Edits, reference words of all sets, reference sets, sentences.
  std::size_t statistics_size() const override { return 4; }
  std::string signature(std::size_t reference_count) const override;
  std::unique_ptr<const BoundMetric> bind(const ReferenceSets& references,
                                          ThreadPool& threads) const override;
  Score score(std::span<const std::int64_t> statistics) const override;

 private:
  TerOptions options_;
};

}  // namespace calque::metrics
