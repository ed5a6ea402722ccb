#include "metrics/bleu.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "metrics/tokenized_references.h"

namespace calque::metrics {
namespace {

class BoundBleu final : public BoundMetric {
 public:
  BoundBleu(const ReferenceSets& references, const BleuOptions& options)
      : references_(references, SegmentTokenizer(options.tokenization, options.lowercase)) {}

  std::size_t sentence_count() const override { return references_.sentence_count(); }
  std::size_t statistics_size() const override { return 2 * kBleuOrder + 2; }

  void statistics(std::size_t first, std::span<const std::string> hypotheses,
                  std::span<std::int64_t> out) const override {
    TokenBuffer buffer;
    std::vector<text::WordId> words;
    BleuCounter counter;
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      counter.start_sentence();
      for (std::size_t set = 0; set < references_.set_count(); ++set) {
        counter.add_reference(references_.reference(set, first + i));
      }
      references_.hypothesis_words(hypotheses[i], buffer, words);
      write_statistics(counter.count(words), out.subspan(i * statistics_size(), statistics_size()));
    }
  }

 private:
  TokenizedReferences references_;
};

double smoothing_value(const BleuOptions& options) {
  if (options.smoothing_value >= 0.0) return options.smoothing_value;
  return options.smoothing == BleuSmoothing::kFloor ? 0.1 : 1.0;
}

std::string smoothing_name(const BleuOptions& options) {
  switch (options.smoothing) {
    case BleuSmoothing::kNone:
      return "none";
    case BleuSmoothing::kFloor:
      return fmt::format("floor[{:.2f}]", smoothing_value(options));
    case BleuSmoothing::kAddK:
      return fmt::format("add-k[{:.2f}]", smoothing_value(options));
    case BleuSmoothing::kExp:
      return "exp";
  }
  fail_check("a known smoothing", __FILE__, __LINE__);
}

}  // namespace

BleuCounts& BleuCounts::operator+=(const BleuCounts& other) {
  for (std::size_t n = 0; n < kBleuOrder; ++n) {
    matches[n] += other.matches[n];
    totals[n] += other.totals[n];
  }
  hypothesis_length += other.hypothesis_length;
  reference_length += other.reference_length;
  return *this;
}

void BleuOptions::validate() const {
  if (std::isfinite(smoothing_value)) return;
  throw UsageError({}, "the BLEU smoothing value is not a finite number", "give a number such as 0.1");
}

BleuScore compute_bleu(const BleuCounts& counts, const BleuOptions& options) {
  BleuScore result;
  if (counts.hypothesis_length < counts.reference_length) {
    const double ratio =
        static_cast<double>(counts.reference_length) / static_cast<double>(counts.hypothesis_length);
    result.brevity_penalty = counts.hypothesis_length > 0 ? std::exp(1.0 - ratio) : 0.0;
  }
  if (std::all_of(counts.matches.begin(), counts.matches.end(), [](auto m) { return m == 0; })) return result;

  const double value = smoothing_value(options);
  double halvings = 1.0;
  std::size_t orders = kBleuOrder;
  for (std::size_t n = 0; n < kBleuOrder; ++n) {
    const bool add = options.smoothing == BleuSmoothing::kAddK && n > 0;
    const double matches = static_cast<double>(counts.matches[n]) + (add ? value : 0.0);
    const double total = static_cast<double>(counts.totals[n]) + (add ? value : 0.0);
    if (total == 0.0) break;
    if (options.effective_order) orders = n + 1;
    if (matches > 0.0) {
      result.precisions[n] = 100.0 * matches / total;
    } else if (options.smoothing == BleuSmoothing::kExp) {
      halvings *= 2.0;
      result.precisions[n] = 100.0 / (halvings * total);
    } else if (options.smoothing == BleuSmoothing::kFloor) {
      result.precisions[n] = 100.0 * value / total;
    }
  }
  double log_sum = 0.0;
  for (std::size_t n = 0; n < orders; ++n) {
    if (result.precisions[n] <= 0.0) return result;
    log_sum += std::log(result.precisions[n]);
  }
  result.bleu = result.brevity_penalty * std::exp(log_sum / static_cast<double>(orders));
  return result;
}

void write_statistics(const BleuCounts& counts, std::span<std::int64_t> row) {
  for (std::size_t n = 0; n < kBleuOrder; ++n) {
    row[n] = counts.matches[n];
    row[kBleuOrder + n] = counts.totals[n];
  }
  row[2 * kBleuOrder] = counts.hypothesis_length;
  row[2 * kBleuOrder + 1] = counts.reference_length;
}

BleuCounts read_bleu_counts(std::span<const std::int64_t> row) {
  BleuCounts counts;
  for (std::size_t n = 0; n < kBleuOrder; ++n) {
    counts.matches[n] = row[n];
    counts.totals[n] = row[kBleuOrder + n];
  }
  counts.hypothesis_length = row[2 * kBleuOrder];
  counts.reference_length = row[2 * kBleuOrder + 1];
  return counts;
}

Bleu::Bleu(const BleuOptions& options) : options_(options) {
  options_.validate();
}

std::string Bleu::signature(std::size_t reference_count) const {
  return fmt::format("nrefs:{}|case:{}|eff:{}|tok:{}|smooth:{}", reference_count,
                     options_.lowercase ? "lc" : "mixed", options_.effective_order ? "yes" : "no",
                     name_of(options_.tokenization), smoothing_name(options_));
}

std::unique_ptr<const BoundMetric> Bleu::bind(const ReferenceSets& references) const {
  return std::make_unique<BoundBleu>(references, options_);
}

Score Bleu::score(std::span<const std::int64_t> statistics) const {
  const BleuCounts counts = read_bleu_counts(statistics);
  const BleuScore bleu = compute_bleu(counts, options_);
  Score score{bleu.bleu, {}};
  for (std::size_t n = 0; n < kBleuOrder; ++n) {
    score.figures.push_back({fmt::format("precision_{}", n + 1), bleu.precisions[n]});
  }
  score.figures.push_back({"brevity_penalty", bleu.brevity_penalty});
  score.figures.push_back({"hypothesis_length", static_cast<double>(counts.hypothesis_length)});
  score.figures.push_back({"reference_length", static_cast<double>(counts.reference_length)});
  return score;
}

}  // namespace calque::metrics
