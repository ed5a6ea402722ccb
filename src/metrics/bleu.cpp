#include "metrics/bleu.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "base/error.h"
#include "metrics/bound_references.h"
#include "metrics/tokenized_references.h"

namespace calque::metrics {
namespace {

class BleuScorer final : public SentenceScorer {
 public:
  explicit BleuScorer(const TokenizedReferences& references) : references_(references) {}

  void start(std::size_t sentence) override {
    counter_.start_sentence();
    for (std::size_t set = 0; set < references_.set_count(); ++set) {
      counter_.add_reference(references_.reference(set, sentence));
    }
  }
  void statistics(std::string_view hypothesis, std::span<std::int64_t> row) override {
    references_.hypothesis_words(hypothesis, buffer_, words_);
    write_statistics(counter_.count(words_), row);
  }

 private:
  const TokenizedReferences& references_;
  TokenBuffer buffer_;
  std::vector<text::WordId> words_;
  BleuCounter counter_;
};

double smoothing_value(const BleuOptions& options) {
  if (options.smoothing_value >= 0.0) return options.smoothing_value;
  return options.smoothing == BleuSmoothing::kFloor ? 0.1 : 1.0;
}

std::string smoothing_name(const BleuOptions& options) {
  const bool has_value =
      options.smoothing == BleuSmoothing::kFloor || options.smoothing == BleuSmoothing::kAddK;
  const std::string_view name = name_of(options.smoothing);
  return has_value ? fmt::format("{}[{:.2f}]", name, smoothing_value(options)) : std::string(name);
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

void BleuCounter::start_sentence() {
  matcher_.clear();
  reference_lengths_.clear();
}

void BleuCounter::add_reference(std::span<const text::WordId> words) {
  matcher_.add_reference(words);
  reference_lengths_.push_back(static_cast<std::int64_t>(words.size()));
}

BleuCounts BleuCounter::count(std::span<const text::WordId> hypothesis) {
  CALQUE_CHECK(!reference_lengths_.empty());
  BleuCounts counts;
  counts.hypothesis_length = static_cast<std::int64_t>(hypothesis.size());
  counts.reference_length = reference_lengths_.front();
  for (const std::int64_t length : reference_lengths_) {
    const auto distance = std::abs(length - counts.hypothesis_length);
    const auto best = std::abs(counts.reference_length - counts.hypothesis_length);
    if (distance < best || (distance == best && length < counts.reference_length))
      counts.reference_length = length;
  }
  matcher_.count_matches(hypothesis, counts.matches);
  for (std::size_t n = 0; n < kBleuOrder; ++n) {
    counts.totals[n] = std::max<std::int64_t>(0, counts.hypothesis_length - static_cast<std::int64_t>(n));
  }
  return counts;
}

void BleuOptions::validate() const {
  if (std::isfinite(smoothing_value)) return;
  throw UsageError({}, "the BLEU smoothing value is not a finite number", "give a number such as 0.1");
}

BleuScore compute_bleu(const BleuCounts& counts, const BleuOptions& options, std::size_t longest) {
  BleuScore result;
  if (counts.hypothesis_length < counts.reference_length) {
    const double ratio =
        static_cast<double>(counts.reference_length) / static_cast<double>(counts.hypothesis_length);
    result.brevity_penalty = counts.hypothesis_length > 0 ? std::exp(1.0 - ratio) : 0.0;
  }
  if (std::all_of(counts.matches.begin(), counts.matches.end(), [](auto m) { return m == 0; })) return result;

  const double value = smoothing_value(options);
  double halvings = 1.0;
  std::size_t orders = longest;
  for (std::size_t n = 0; n < longest; ++n) {
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

std::unique_ptr<const BoundMetric> Bleu::bind(const ReferenceSets& references, ThreadPool& threads) const {
  return std::make_unique<BoundReferences<BleuScorer, TokenizedReferences>>(
      *this, references, segment_tokenizer(options_.tokenization, options_.lowercase), threads);
}

double Bleu::value(std::span<const std::int64_t> statistics) const {
  // The usual case without logarithms: every order has matches, so there is nothing to smooth.
  const bool plain =
      options_.smoothing != BleuSmoothing::kAddK &&
      std::all_of(statistics.begin(), statistics.begin() + kBleuOrder, [](auto m) { return m > 0; });
  if (!plain) return compute_bleu(read_bleu_counts(statistics), options_).bleu;
  double product = 1.0;
  for (std::size_t n = 0; n < kBleuOrder; ++n)
    product *= static_cast<double>(statistics[n]) / static_cast<double>(statistics[kBleuOrder + n]);
  const auto hypothesis = static_cast<double>(statistics[2 * kBleuOrder]);
  const auto reference = static_cast<double>(statistics[2 * kBleuOrder + 1]);
  const double brevity_penalty = hypothesis < reference ? std::exp(1.0 - reference / hypothesis) : 1.0;
  return 100.0 * brevity_penalty * std::sqrt(std::sqrt(product));
}

Score Bleu::sentence_score(std::span<const std::int64_t> statistics) const {
  BleuOptions options = options_;
  options.effective_order = true;
  return Bleu(options).score(statistics);
}

double Bleu::learning_value(std::span<const std::int64_t> statistics) const {
  const BleuCounts counts = read_bleu_counts(statistics);
  if (counts.hypothesis_length == 0) return 0.0;
  double log_sum = 0.0;
  for (std::size_t n = 0; n < kBleuOrder; ++n)
    log_sum +=
        std::log(static_cast<double>(counts.matches[n] + 1) / static_cast<double>(counts.totals[n] + 1));
  const double ratio =
      static_cast<double>(counts.reference_length + 1) / static_cast<double>(counts.hypothesis_length);
  return 100.0 * std::exp(log_sum / kBleuOrder + std::min(0.0, 1.0 - ratio));
}

std::vector<OrderScore> Bleu::by_order(std::span<const std::int64_t> statistics) const {
  const BleuCounts counts = read_bleu_counts(statistics);
  std::vector<OrderScore> orders;
  for (std::size_t n = 0; n < kBleuOrder; ++n) {
    orders.push_back({"word", n + 1, static_cast<double>(counts.matches[n]),
                      static_cast<double>(counts.totals[n]), compute_bleu(counts, options_, n + 1).bleu});
  }
  return orders;
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
