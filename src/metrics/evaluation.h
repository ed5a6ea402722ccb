// Scores of several systems against the same references, and whether the differences between them mean
// anything.
//
// The result depends on texts, options and seed alone, never on threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "metrics/metric.h"
#include "metrics/significance.h"

namespace calque::metrics {

struct SystemOutput {
  std::string name;
  std::vector<std::string> lines;
};

// References and the output of systems, all with the same number of lines.
struct TestSet {
  ReferenceSets references;
  std::vector<SystemOutput> systems;
};

struct SignificanceOptions {
  std::optional<std::size_t>
      bootstrap{};                // resamples; default: 1,000 if there are several systems, else none
  std::size_t randomization = 0;  // shuffles; 0: none
  bool t_test = false;
  double confidence = 95.0;  // of the intervals, per cent
  std::uint64_t seed = 1;
};

struct SystemMetric {
  Score score;
  StatisticsTable table;
  std::optional<Interval> interval;  // if there are resamples
};

struct EvaluatedSystem {
  std::string name;
  std::vector<std::string> lines;
  std::vector<SystemMetric> metrics;  // in the order of Evaluation::metrics
};

// One method's verdict on two systems by one metric.
struct Comparison {
  std::size_t a = 0;  // systems
  std::size_t b = 0;
  std::size_t metric = 0;
  std::string method;       // paired-bootstrap, approximate-randomization, t-test
  double difference = 0.0;  // a minus b, of corpus scores; t-test: the mean of sentence scores
  double p = 1.0;
  std::vector<Figure> figures;
};

// Sentences whose (first) reference has `from` to `to` words; to 0: no upper end.
struct LengthClass {
  std::size_t from = 0;
  std::size_t to = 0;
  std::vector<std::size_t> sentences;

  std::string label() const;  // "10-19", "60+", "0"
};

struct Evaluation {
  std::vector<std::unique_ptr<const Metric>> metrics;
  std::vector<std::string> signatures;  // with the version of the program
  ReferenceSets references;
  std::vector<EvaluatedSystem> systems;
  std::vector<Comparison> comparisons;  // by method, then by pair of systems, then by metric
  std::size_t resamples = 0;

  std::size_t sentence_count() const { return references.front().size(); }
  double sentence_score(std::size_t system, std::size_t metric, std::size_t sentence) const;
  // The classes that have sentences.
  std::vector<LengthClass> length_classes() const;
  double score_of(std::size_t system, std::size_t metric, const LengthClass& length_class) const;
};

Evaluation evaluate(std::vector<std::unique_ptr<const Metric>> metrics, TestSet test_set,
                    const SignificanceOptions& options, ThreadPool& threads);

// The lines of a text file; throws DataError for lines that are not UTF-8.
std::vector<std::string> read_lines(const std::string& path);
// Throw DataError for files with different numbers of lines, and for references without any.
ReferenceSets read_references(const std::vector<std::string>& paths);
TestSet read_test_set(const std::vector<std::string>& references, const std::vector<std::string>& systems);

}  // namespace calque::metrics
