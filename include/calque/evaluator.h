// Scores translations against references.
//
//   const calque::Evaluator evaluator({.metrics = {"bleu", "chrf"}});
//   for (const calque::MetricScore& score : evaluator.score(output_lines, {reference_lines}))
//     std::cout << score.metric << ' ' << score.value << ' ' << score.signature << '\n';
//
// Immutable and safe for any number of threads. BLEU, chrF and TER are those of sacreBLEU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "calque/export.h"

namespace calque {

struct EvaluatorOptions {
  std::vector<std::string> metrics = {"bleu", "chrf", "ter"};
  std::string tokenization = "13a";  // 13a, none, intl, zh or char
  bool lowercase = false;
  std::size_t resamples = 1000;  // of the bootstrap in compare()
  std::uint64_t seed = 1;
  std::size_t threads = 0;  // 0: one per core
};

struct MetricScore {
  std::string metric{};
  double value = 0;
  std::string signature{};                                // everything that the value depends on
  std::vector<std::pair<std::string, double>> figures{};  // that explain it, e.g. "brevity_penalty"
};

// Two systems by one metric.
struct MetricComparison {
  std::string metric{};
  double a = 0;
  double b = 0;
  double p = 1;  // paired bootstrap: how likely so large a difference would be by chance
};

class CALQUE_API Evaluator {
 public:
  // Throws UsageError for metrics and tokenisations that do not exist.
  explicit Evaluator(const EvaluatorOptions& options = {});

  // One set of reference lines for each translator, each with as many lines as there are translations. Throws
  // DataError if they do not fit together.
  using References = std::vector<std::vector<std::string>>;
  std::vector<MetricScore> score(std::span<const std::string> translations,
                                 const References& references) const;
  // Each line as a text of its own: by metric, then by line.
  std::vector<std::vector<double>> line_scores(std::span<const std::string> translations,
                                               const References& references) const;
  std::vector<MetricComparison> compare(std::span<const std::string> a, std::span<const std::string> b,
                                        const References& references) const;

 private:
  struct Shared;
  std::shared_ptr<const Shared> shared_;
};

}  // namespace calque
