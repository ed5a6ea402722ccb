#include "pipeline/report.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include <fmt/format.h>

namespace calque::pipeline {
namespace {

// What all pages of this module look like; a page adds its own.
constexpr const char* kPageStyle = R"css(
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --line: #d5dbe3; --accent: #2f6f8f; --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #9aa6b5; --line: #36404d; --accent: #7fc1e0; --paper: #151a21; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } th, td { padding: .2rem 1rem .2rem 0; } th { color: var(--soft); font-weight: 500; }
svg text { fill: var(--soft); font-size: 11px; }
)css";

constexpr const char* kReportStyle = R"css(
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; border-bottom: 1px solid var(--line); }
th, td { text-align: left; vertical-align: top; } td.number { text-align: right; font-variant-numeric: tabular-nums; }
.samples td { border-top: 1px solid var(--line); padding: .4rem 1rem .4rem 0; } .soft { color: var(--soft); }
svg rect { fill: var(--accent); } pre { overflow-x: auto; font-size: .85rem; }
)css";

// 1234567 -> "1,234,567".
std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string count_of(const nlohmann::json& facts, const char* name) {
  return grouped(facts.value(name, std::uint64_t{0}));
}

void add_row(std::string& html, std::string_view label, std::string_view value) {
  html += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td></tr>\n", escape_html(label),
                      value);
}

// Bars over sentence lengths 1, 2, 3, ...; the last one holds all longer sentences.
std::string histogram(const nlohmann::json& counts, const std::string& label) {
  constexpr int kBar = 7;
  constexpr int kHeight = 90;
  std::uint64_t highest = 1;
  for (const auto& count : counts) highest = std::max(highest, count.get<std::uint64_t>());
  const int width = static_cast<int>(counts.size()) * kBar;
  std::string svg =
      fmt::format("<svg role=\"img\" aria-label=\"{}\" width=\"{}\" height=\"{}\">\n<title>{}</title>\n",
                  label, width + 10, kHeight + 20, label);
  int x = 0;
  int length = 0;
  for (const auto& count : counts) {
    const double height =
        static_cast<double>(count.get<std::uint64_t>()) / static_cast<double>(highest) * kHeight;
    svg += fmt::format("<rect x=\"{}\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\"/>", x, kHeight - height,
                       kBar - 1, height);
    if (length % 10 == 0) svg += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>", x, kHeight + 14, length);
    svg += '\n';
    x += kBar;
    ++length;
  }
  return svg + "</svg>\n";
}

void add_corpus(std::string& html, const nlohmann::json& facts) {
  if (facts.is_null()) return;
  html += "<h2>Corpus</h2>\n<table>\n";
  add_row(html, "Sentence pairs read", count_of(facts, "pairs_read"));
  add_row(html, "Sentence pairs used", count_of(facts, "pairs_kept"));
  for (const auto& [reason, count] : facts.at("removed").items()) {
    add_row(html, "removed: " + reason, grouped(count.get<std::uint64_t>()));
  }
  html +=
      "</table>\n<table>\n<tr><th></th><th>Words</th><th>Different words</th><th>Words per "
      "sentence</th></tr>\n";
  for (const char* side : {"source", "target"}) {
    const auto& s = facts.at(side);
    html += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td><td class=\"number\">{}</td>"
        "<td class=\"number\">{:.1f}</td></tr>\n",
        side, count_of(s, "words"), count_of(s, "vocabulary"), s.value("mean_length", 0.0));
  }
  html += "</table>\n";
  for (const char* side : {"source", "target"}) {
    html += fmt::format("<p class=\"soft\">Sentences by length, {}</p>\n", side);
    html += histogram(facts.at(side).at("length_histogram"),
                      fmt::format("{} sentences by number of words", side));
  }
}

void add_models(std::string& html, const ReportInput& input) {
  html += "<h2>Models</h2>\n<table>\n";
  for (const nlohmann::json& alignment : input.alignments) {
    const std::string model = alignment.value("model", "");
    add_row(html, fmt::format("Word alignment ({}): links", model), count_of(alignment, "links"));
    add_row(html, "source words without link", count_of(alignment, "unaligned_source"));
    add_row(html, "target words without link", count_of(alignment, "unaligned_target"));
  }
  if (!input.language_model.is_null()) {
    int n = 1;
    for (const auto& count : input.language_model.at("ngrams")) {
      add_row(html, fmt::format("Language model {}-grams", n++), grouped(count.get<std::uint64_t>()));
    }
  }
  if (!input.phrases.is_null()) {
    add_row(html, "Phrase pairs found", count_of(input.phrases, "occurrences"));
    add_row(html, "Different phrase pairs", count_of(input.phrases, "pairs"));
    add_row(html, "Different source phrases", count_of(input.phrases, "source_phrases"));
  }
  for (const nlohmann::json& learned : input.reordering) {
    for (const auto& [direction, figures] : learned.at("models").items()) {
      add_row(html, fmt::format("Reordering ({}, {}): samples", learned.value("learner", ""), direction),
              count_of(figures, "samples"));
      add_row(html, "features", count_of(figures, "features"));
    }
  }
  html += "</table>\n";
}

void add_evaluation(std::string& html, const ReportInput& input) {
  if (input.evaluation.is_null()) return;
  html += fmt::format(
      "<h2>Development set</h2>\n<p>BLEU <strong>{:.2f}</strong> on {} sentences <span "
      "class=\"soft\">({})</span></p>\n",
      input.evaluation.value("bleu", 0.0), count_of(input.evaluation, "sentences"),
      escape_html(input.evaluation.value("signature", "")));
  html += "<table class=\"samples\">\n<tr><th>Source</th><th>Translation</th><th>Reference</th></tr>\n";
  for (const SampleTranslation& sample : input.samples) {
    html +=
        fmt::format("<tr><td>{}</td><td>{}</td><td class=\"soft\">{}</td></tr>\n", escape_html(sample.source),
                    escape_html(sample.translation), escape_html(sample.reference));
  }
  html += "</table>\n";
}

void add_times(std::string& html, const std::vector<ReportStep>& steps) {
  constexpr double kFullBar = 320;
  double longest = 1e-9;
  for (const ReportStep& step : steps) longest = std::max(longest, step.seconds);
  html += "<h2>Time</h2>\n<table>\n";
  for (const ReportStep& step : steps) {
    html += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"number\">{:.1f} s</td><td><svg width=\"{}\" height=\"12\" "
        "aria-hidden=\"true\"><rect width=\"{:.1f}\" height=\"12\"/></svg></td></tr>\n",
        escape_html(step.title), step.seconds, kFullBar, step.seconds / longest * kFullBar);
  }
  html += "</table>\n";
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string begin_page(std::string_view title, std::string_view style) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<title>{0}</title>\n<style>{1}{2}</style>\n"
      "</head>\n<body>\n<h1>{0}</h1>\n",
      escape_html(title), kPageStyle, style);
}

std::string render_report(const ReportInput& input) {
  std::string html = begin_page(input.title, kReportStyle);
  add_corpus(html, input.preparation);
  add_models(html, input);
  add_evaluation(html, input);
  add_times(html, input.steps);
  html += "<h2>Manifest</h2>\n<details><summary>Options, inputs and versions</summary>\n<pre>" +
          escape_html(input.manifest.dump(2)) + "</pre>\n</details>\n</body>\n</html>\n";
  return html;
}

}  // namespace calque::pipeline
