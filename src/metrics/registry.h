// The metrics by name, one row each. A new metric is a class and a row here (CONTRIBUTING.md, "Add a
// metric").
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/bleu.h"
#include "metrics/metric.h"
#include "metrics/ter.h"
#include "metrics/tokenization.h"

namespace calque::metrics {

// The options of all metrics together. A metric reads those that its row names and ignores the others.
struct MetricOptions {
  Tokenization tokenization = Tokenization::k13a;
  bool lowercase = false;
  BleuSmoothing smoothing = BleuSmoothing::kExp;
  double smoothing_value = -1.0;  // negative: the usual value of the smoothing method
  TerOptions ter;
  std::string stem_language = "en";  // METEOR; "none": match without stems
  std::string synonyms;              // METEOR: file with sets of synonyms; empty: none
};

// Which of MetricOptions a metric depends on.
enum MetricOption : unsigned {
  kTakesTokenization = 1,
  kTakesLowercase = 2,
  kTakesSmoothing = 4,
  kTakesTer = 8,
  kTakesStems = 16,
};

struct MetricRow {
  std::string_view name;          // on the command line and in JSON: "chrf++"
  std::string_view display_name;  // for people: "chrF++"
  std::string_view help;          // a few words
  unsigned options = 0;           // a sum of MetricOption
  std::unique_ptr<const Metric> (*make)(const MetricOptions&) = nullptr;
};

std::span<const MetricRow> metric_rows();
// Names of the metrics that depend on all these options, separated by `separator`.
std::string metric_names(std::string_view separator, unsigned options = 0);
// "BLEU" for "bleu"; a name that is not registered stays as it is.
std::string_view display_name(std::string_view metric);

// Throws UsageError for a name that does not exist and for options that the metric refuses.
std::unique_ptr<const Metric> make_metric(std::string_view name, const MetricOptions& options);
// "all", or names separated by commas; a name given twice counts once.
std::vector<std::unique_ptr<const Metric>> make_metrics(std::string_view names, const MetricOptions& options);

}  // namespace calque::metrics
