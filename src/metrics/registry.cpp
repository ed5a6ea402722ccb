#include "metrics/registry.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "metrics/chrf.h"
#include "metrics/meteor.h"
#include "metrics/nist.h"
#include "metrics/ribes.h"
#include "metrics/word_errors.h"

namespace calque::metrics {
namespace {

using MadeMetric = std::unique_ptr<const Metric>;

MadeMetric make_bleu(const MetricOptions& options) {
  return std::make_unique<Bleu>(BleuOptions{.tokenization = options.tokenization,
                                            .lowercase = options.lowercase,
                                            .smoothing = options.smoothing,
                                            .smoothing_value = options.smoothing_value});
}

template <std::size_t word_order>
MadeMetric make_chrf(const MetricOptions& options) {
  return std::make_unique<Chrf>(ChrfOptions{.word_order = word_order, .lowercase = options.lowercase});
}

MadeMetric make_ter(const MetricOptions& options) {
  return std::make_unique<Ter>(options.ter);
}

// A metric whose options are tokenisation and case alone.
template <typename T, typename Options>
MadeMetric make_plain(const MetricOptions& options) {
  return std::make_unique<T>(Options{options.tokenization, options.lowercase});
}

MadeMetric make_meteor(const MetricOptions& options) {
  MeteorOptions meteor;
  meteor.tokenization = options.tokenization;
  meteor.lowercase = options.lowercase;
  meteor.stem_language = options.stem_language == "none" ? "" : options.stem_language;
  if (!options.synonyms.empty()) meteor.synonyms = std::make_shared<Synonyms>(options.synonyms);
  return std::make_unique<Meteor>(meteor);
}

constexpr unsigned kTakesText = kTakesTokenization | kTakesLowercase;

// In the order in which --metrics all prints them.
constexpr auto kMetrics = std::to_array<MetricRow>({
    {"bleu", "BLEU", "n-gram precision, brevity penalty", kTakesText | kTakesSmoothing, make_bleu},
    {"chrf", "chrF", "F-score of character n-grams", kTakesLowercase, make_chrf<0>},
    {"chrf++", "chrF++", "chrF with word n-grams", kTakesLowercase, make_chrf<2>},
    {"ter", "TER", "edits and moves per word", kTakesTer, make_ter},
    {"wer", "WER", "edits per word", kTakesText, make_plain<Wer, WordErrorOptions>},
    {"per", "PER", "wrong words in any order", kTakesText, make_plain<Per, WordErrorOptions>},
    {"nist", "NIST", "information of matched n-grams", kTakesText, make_plain<Nist, NistOptions>},
    {"meteor", "METEOR", "words, stems and synonyms in order", kTakesText | kTakesStems, make_meteor},
    {"ribes", "RIBES", "order of the words in common", kTakesText, make_plain<Ribes, RibesOptions>},
});

}  // namespace

std::span<const MetricRow> metric_rows() {
  return kMetrics;
}

std::string metric_names(std::string_view separator, unsigned options) {
  std::string names;
  for (const MetricRow& row : kMetrics) {
    if ((row.options & options) != options) continue;
    if (!names.empty()) names += separator;
    names += row.name;
  }
  return names;
}

std::string_view display_name(std::string_view metric) {
  const auto row = std::ranges::find(kMetrics, metric, &MetricRow::name);
  return row == kMetrics.end() ? metric : row->display_name;
}

std::unique_ptr<const Metric> make_metric(std::string_view name, const MetricOptions& options) {
  const auto row = std::ranges::find(kMetrics, name, &MetricRow::name);
  if (row != kMetrics.end()) return row->make(options);
  throw UsageError({}, fmt::format("unknown metric '{}'", name),
                   fmt::format("use all, or some of {}", metric_names(",")));
}

std::vector<std::unique_ptr<const Metric>> make_metrics(std::string_view names,
                                                        const MetricOptions& options) {
  const std::string chosen = names == "all" ? metric_names(",") : std::string(names);
  std::vector<std::unique_ptr<const Metric>> made;
  for (const std::string_view field : split_fields(chosen, ",")) {
    const std::string_view name = trim(field);
    if (std::ranges::none_of(made, [&](const auto& metric) { return metric->name() == name; }))
      made.push_back(make_metric(name, options));
  }
  return made;
}

}  // namespace calque::metrics
