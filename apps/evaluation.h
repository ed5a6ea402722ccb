// Scores of several systems against the same references: what `calque evaluate` computes before it prints.
//
// Throws UsageError for bad options and DataError for files that do not fit together.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "metrics/metric.h"
#include "metrics/significance.h"

namespace calque::apps {

struct EvaluationOptions {
  std::vector<std::string> references;
  std::vector<std::string> hypotheses;
  std::string metrics = "bleu,chrf,ter,wer,nist,meteor";
  std::string tokenization = "13a";
  std::string smoothing = "exp";
  double smoothing_value = -1.0;
  bool lowercase = false;
  bool ter_normalize = false;
  bool ter_no_punctuation = false;
  bool ter_asian = false;
  bool ter_cased = false;
  std::string stem_language = "en";
  std::string synonyms;                  // file; empty: none
  std::optional<std::size_t> bootstrap;  // resamples; usual: 1,000 if there are several systems
  std::size_t randomization = 0;         // shuffles; 0: none
  bool t_test = false;
  double confidence = 95.0;  // of the intervals, per cent
};

struct SystemMetric {
  metrics::Score score;
  metrics::StatisticsTable table;
  std::optional<metrics::Interval> interval;
};

struct EvaluatedSystem {
  std::string name;
  std::vector<std::string> lines;
  std::vector<SystemMetric> metrics;  // as Evaluation::metrics
};

// One method's verdict on two systems by one metric.
struct Comparison {
  std::size_t a = 0;  // systems
  std::size_t b = 0;
  std::size_t metric = 0;
  std::string method;       // paired-bootstrap, approximate-randomization, t-test
  double difference = 0.0;  // a minus b, of corpus scores; t-test: the mean of sentence scores
  double p = 1.0;
  std::vector<metrics::Figure> figures;
};

struct Evaluation {
  std::vector<std::unique_ptr<const metrics::Metric>> metrics;
  std::vector<std::string> signatures;
  metrics::ReferenceSets references;
  std::vector<EvaluatedSystem> systems;
  std::vector<Comparison> comparisons;
  std::size_t resamples = 0;

  double sentence_score(std::size_t system, std::size_t metric, std::size_t sentence) const;
};

// One of the metrics by its name, with the options that are its own.
std::unique_ptr<const metrics::Metric> make_metric(std::string_view name, const EvaluationOptions& options);

// The lines of a text file; throws DataError for lines that are not UTF-8.
std::vector<std::string> read_lines(const std::string& path);

Evaluation evaluate(const EvaluationOptions& options, std::uint64_t seed, ThreadPool& threads);

// Sentences whose (first) reference has `from` to `to` words; to 0: no upper end.
struct LengthClass {
  std::size_t from = 0;
  std::size_t to = 0;
  std::vector<std::size_t> sentences;
};

// The classes that have sentences.
std::vector<LengthClass> length_classes(const Evaluation& evaluation);
metrics::Score score_of(const Evaluation& evaluation, std::size_t system, std::size_t metric,
                        const LengthClass& length_class);

}  // namespace calque::apps
