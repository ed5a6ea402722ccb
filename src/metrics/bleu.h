// BLEU-4 (theory/metrics.md#bleu) with the conventions of sacreBLEU: clipped n-gram counts, the reference of
// closest length (the shorter of two equally close ones), the same smoothing methods and the same signature.
//
// Everything is immutable or a pure function except BleuCounter, which is one thread's scratch memory.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/enum_names.h"
#include "metrics/metric.h"
#include "metrics/ngram_matcher.h"
#include "metrics/tokenization.h"
#include "text/types.h"

namespace calque::metrics {

inline constexpr std::size_t kBleuOrder = 4;

// Additive counts of one sentence or of a corpus.
struct BleuCounts {
  std::array<std::int64_t, kBleuOrder> matches{};  // clipped, by n-gram order 1..4
  std::array<std::int64_t, kBleuOrder> totals{};   // n-grams of the hypothesis
  std::int64_t hypothesis_length = 0;
  std::int64_t reference_length = 0;

  BleuCounts& operator+=(const BleuCounts& other);
  bool operator==(const BleuCounts&) const = default;
};

enum class BleuSmoothing {
  kNone,
  kFloor,  // an order without matches counts smoothing_value matches
  kAddK,   // smoothing_value is added to matches and totals of orders above 1
  kExp,    // the k-th order without matches counts 1/2^k matches
};
constexpr auto enum_names(BleuSmoothing) {
  using enum BleuSmoothing;
  return EnumNames<BleuSmoothing>("unknown smoothing",
                                  {{"none", kNone}, {"floor", kFloor}, {"add-k", kAddK}, {"exp", kExp}});
}

struct BleuOptions {
  Tokenization tokenization = Tokenization::k13a;
  bool lowercase = false;
  BleuSmoothing smoothing = BleuSmoothing::kExp;
  // For kFloor and kAddK; negative: the usual value of the method (0.1 and 1).
  double smoothing_value = -1.0;
  // Leave out orders longer than the hypothesis: for scores of single sentences.
  bool effective_order = false;

  // Throws UsageError for a smoothing value that is not finite.
  void validate() const;
};

struct BleuScore {
  double bleu = 0.0;                            // per cent
  std::array<double, kBleuOrder> precisions{};  // per cent, smoothed
  double brevity_penalty = 1.0;
};

// Only smoothing, smoothing_value and effective_order of the options matter. Orders above `longest` are left
// out of the score.
BleuScore compute_bleu(const BleuCounts& counts, const BleuOptions& options,
                       std::size_t longest = kBleuOrder);

// Counts clipped n-grams of word ids. Reuse it from sentence to sentence: memory grows to the longest
// sentence.
class BleuCounter {
 public:
  // References first (at least one), then any number of hypotheses for them.
  void start_sentence();
  void add_reference(std::span<const text::WordId> words);
  BleuCounts count(std::span<const text::WordId> hypothesis);

 private:
  NgramMatcher matcher_{kBleuOrder};
  std::vector<std::int64_t> reference_lengths_;
};

class Bleu final : public Metric {
 public:
  // Throws UsageError for bad options.
  explicit Bleu(const BleuOptions& options);

  std::string_view name() const override { return "bleu"; }
  bool higher_is_better() const override { return true; }
  std::size_t statistics_size() const override { return 2 * kBleuOrder + 2; }
  std::string signature(std::size_t reference_count) const override;
  std::unique_ptr<const BoundMetric> bind(const ReferenceSets& references,
                                          ThreadPool& threads) const override;
  Score score(std::span<const std::int64_t> statistics) const override;
  double value(std::span<const std::int64_t> statistics) const override;
  // With effective_order, as sacreBLEU scores single sentences.
  Score sentence_score(std::span<const std::int64_t> statistics) const override;
  // BLEU+1 whose brevity penalty is smoothed too: one match is added to every order and one word to the
  // reference. Without the latter, sentence scores forgive shortness more than the corpus score does.
  double learning_value(std::span<const std::int64_t> statistics) const override;
  std::vector<OrderScore> by_order(std::span<const std::int64_t> statistics) const override;

 private:
  BleuOptions options_;
};

// A row of statistics and back: matches by order, totals by order, hypothesis length, reference length.
void write_statistics(const BleuCounts& counts, std::span<std::int64_t> row);
BleuCounts read_bleu_counts(std::span<const std::int64_t> row);

}  // namespace calque::metrics
