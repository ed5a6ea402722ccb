#include "report/training_page.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "report/html.h"
#include "report/plot.h"
#include "store/json_text.h"

namespace calque::report {
namespace {

using nlohmann::json;

std::string count_of(const json& facts, const char* name) {
  return grouped(facts.value(name, std::uint64_t{0}));
}

// Sentences with 0, 1, 2, ... words; the last bar holds all longer ones.
Html length_histogram(const json& counts, const std::string& side) {
  BarPlot plot{fmt::format("{} sentences by number of words", side), {}, {{}}};
  for (const auto& count : counts) {
    plot.labels.push_back(std::to_string(plot.labels.size()));
    plot.values.front().push_back(static_cast<double>(count.get<std::uint64_t>()));
  }
  return figure(fmt::format("Sentences by number of words, {}", side), bar_plot(plot));
}

Html corpus_section(const json& facts) {
  if (facts.is_null()) return {};
  Table pairs({});
  pairs.add({"Sentence pairs read", count_of(facts, "pairs_read")});
  pairs.add({"Sentence pairs used", count_of(facts, "pairs_kept")});
  for (const auto& [reason, count] : facts.at("removed").items())
    pairs.add({"removed: " + reason, grouped(count.get<std::uint64_t>())});
  Table words({"", "Words", "Different words", "Words per sentence"});
  Html histograms;
  for (const char* side : {"source", "target"}) {
    const json& figures = facts.at(side);
    words.add({side, count_of(figures, "words"), count_of(figures, "vocabulary"),
               fmt::format("{:.1f}", figures.value("mean_length", 0.0))});
    histograms += length_histogram(figures.at("length_histogram"), side);
  }
  return section("Corpus", "", pairs.html() + words.html() + side_by_side(histograms));
}

Html models_section(const TrainingReport& report) {
  Table table({});
  for (const json& alignment : report.alignments) {
    table.add({fmt::format("Word alignment ({}): links", alignment.value("model", "")),
               count_of(alignment, "links")});
    table.add({"source words without link", count_of(alignment, "unaligned_source")});
    table.add({"target words without link", count_of(alignment, "unaligned_target")});
  }
  if (!report.language_model.is_null()) {
    int n = 1;
    for (const auto& count : report.language_model.at("ngrams"))
      table.add({fmt::format("Language model {}-grams", n++), grouped(count.get<std::uint64_t>())});
  }
  if (!report.phrases.is_null()) {
    table.add({"Phrase pairs found", count_of(report.phrases, "occurrences")});
    table.add({"Different phrase pairs", count_of(report.phrases, "pairs")});
    table.add({"Different source phrases", count_of(report.phrases, "source_phrases")});
  }
  for (const json& learned : report.reordering) {
    for (const auto& [direction, figures] : learned.at("models").items()) {
      table.add({fmt::format("Reordering ({}, {}): samples", learned.value("learner", ""), direction),
                 count_of(figures, "samples")});
      table.add({"features", count_of(figures, "features")});
    }
  }
  return table.empty() ? Html() : section("Models", "", table.html());
}

Html evaluation_section(const TrainingReport& report) {
  if (report.evaluation.is_null()) return {};
  const Html score = element(
      "p", Html("BLEU ") + element("strong", fmt::format("{:.2f}", report.evaluation.value("bleu", 0.0))) +
               fmt::format(" on {} sentences ", count_of(report.evaluation, "sentences")) +
               element("span", fmt::format("({})", report.evaluation.value("signature", "")), "soft"));
  Table samples({"Source", "Translation", "Reference"}, 3);
  for (const SampleTranslation& sample : report.samples)
    samples.add({sample.source, sample.translation, element("span", sample.reference, "soft")});
  return section("Development set", "", score + Html("\n") + (samples.empty() ? Html() : samples.html()));
}

Html time_section(const std::vector<StepTime>& steps) {
  constexpr double kFullBar = 20.0;
  double longest = 1e-9;
  for (const StepTime& step : steps) longest = std::max(longest, step.seconds);
  Table table({}, 2);
  for (const StepTime& step : steps) {
    const Html bar = Html::markup(fmt::format("<span class=\"bar\" style=\"width: {:.2f}rem\"></span>",
                                              step.seconds / longest * kFullBar));
    table.add({step.title, bar, fmt::format("{:.1f} s", step.seconds)});
  }
  return table.empty() ? Html() : section("Time", "", table.html());
}

}  // namespace

std::string training_page(const TrainingReport& report) {
  // Names of files need not be UTF-8.
  const std::string manifest = store::lenient_json_text(report.manifest, 2);
  return page(report.title,
              corpus_section(report.preparation) + models_section(report) + evaluation_section(report) +
                  time_section(report.steps) +
                  section("Manifest", "", folded("Options, inputs and versions", element("pre", manifest))));
}

}  // namespace calque::report
