#include "evaluation_page.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/parse.h"
#include "evaluation_plots.h"
#include "metrics/registry.h"
#include "pipeline/report.h"
#include "text/utf8.h"

namespace calque::apps {
namespace {

// Differences are found with a table of this many cells at most; longer pairs of lines are shown unmarked.
using metrics::Comparison;
using metrics::display_name;
using metrics::EvaluatedSystem;
using metrics::Evaluation;
using metrics::LengthClass;
using metrics::SystemMetric;
constexpr std::size_t kMaxCells = 4'000'000;

constexpr const char* kEvaluationStyle = R"css(
:root { color-scheme: light dark; --ink: #1b232e; --soft: #5b6675; --line: #dde2e9; --paper: #fff; --card: #f7f8fa;
  --wrong: #fde3df; --wrong-ink: #8c2417; --best: #1d7a4c;
  --c0: #2f6f9f; --c1: #d1742c; --c2: #3f8f5f; --c3: #8a5fb0; --c4: #b8475c; --c5: #7a7a3a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9f0; --soft: #9aa6b5; --line: #323b47; --paper: #14191f;
  --card: #1b222b; --wrong: #4a2320; --wrong-ink: #ffb4a6; --best: #6fd3a0;
  --c0: #77b8e4; --c1: #f0a468; --c2: #7fcf9f; --c3: #c3a0e6; --c4: #ee8b9d; --c5: #c9c97d; } }
* { box-sizing: border-box; }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 72rem;
  margin: 2rem auto 4rem; padding: 0 1.2rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
p.soft, .soft { color: var(--soft); } .scroll { overflow-x: auto; }
table { border-collapse: collapse; } th, td { padding: .35rem .9rem .35rem 0; text-align: left; vertical-align: top; }
th { color: var(--soft); font-weight: 500; white-space: nowrap; } tbody tr { border-top: 1px solid var(--line); }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; } td .range { display: block; font-weight: 400; white-space: nowrap; color: var(--soft); font-size: .8rem; }
td.best { color: var(--best); font-weight: 600; }
.key { display: inline-block; width: .75em; height: .75em; border-radius: 2px; margin-right: .45em; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem; }
figure { margin: 0; background: var(--card); border-radius: 8px; padding: .8rem; } figcaption { color: var(--soft); font-size: .9rem; }
svg { width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 11px; } .grid { stroke: var(--line); }
polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
.sentence { background: var(--card); border-radius: 8px; padding: .7rem 1rem; margin: .8rem 0; }
.sentence h3 { font-size: .85rem; font-weight: 500; color: var(--soft); margin: 0 0 .3rem; }
.sentence td { padding: .2rem .8rem .2rem 0; } .sentence tr { border: 0; } .sentence td:first-child { white-space: nowrap; color: var(--soft); }
mark { background: var(--wrong); color: var(--wrong-ink); border-radius: 3px; padding: 0 .15em; }
code { font-size: .82rem; overflow-wrap: anywhere; }
)css";

std::string style() {
  std::string css = kEvaluationStyle;
  for (std::size_t c = 0; c < kSystemColours; ++c) {
    css += fmt::format(
        ".s{0} {{ fill: var(--c{0}); background: var(--c{0}); }} .l{0} {{ stroke: var(--c{0}); }}\n", c);
  }
  return css;
}

std::string last_part(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

// The file's name, without its folders if that tells the systems apart; all of it when pointed at. Names need
// not be UTF-8; the page must be.
std::string shown_name(const Evaluation& evaluation, std::size_t system) {
  const std::string& path = evaluation.systems[system].name;
  if (text::find_invalid_utf8(path)) return "(name is not UTF-8)";
  const auto like_this =
      std::count_if(evaluation.systems.begin(), evaluation.systems.end(),
                    [&](const EvaluatedSystem& other) { return last_part(other.name) == last_part(path); });
  return fmt::format("<span title=\"{}\">{}</span>", pipeline::escape_html(path),
                     pipeline::escape_html(like_this > 1 ? path : last_part(path)));
}

std::string key_of(std::size_t system) {
  return fmt::format("<span class=\"key s{}\"></span>", system % kSystemColours);
}

// The system with the best score, or the number of systems if several have it.
std::size_t best_system(const Evaluation& evaluation, std::size_t m) {
  const double sign = evaluation.metrics[m]->higher_is_better() ? 1.0 : -1.0;
  const auto value = [&](std::size_t s) { return sign * evaluation.systems[s].metrics[m].score.value; };
  std::size_t best = 0;
  std::size_t times = 1;
  for (std::size_t s = 1; s < evaluation.systems.size(); ++s) {
    if (value(s) > value(best)) {
      best = s;
      times = 1;
    } else if (value(s) == value(best)) {
      ++times;
    }
  }
  return times == 1 && evaluation.systems.size() > 1 ? best : evaluation.systems.size();
}

std::string scores_table(const Evaluation& evaluation) {
  std::string html = "<div class=\"scroll\"><table><thead><tr><th>System</th>";
  for (const auto& metric : evaluation.metrics) {
    html += fmt::format("<th class=\"n\">{} {}</th>", display_name(metric->name()),
                        metric->higher_is_better() ? "&uarr;" : "&darr;");
  }
  html += "</tr></thead><tbody>\n";
  for (std::size_t s = 0; s < evaluation.systems.size(); ++s) {
    html += fmt::format("<tr><td>{}{}</td>", key_of(s), shown_name(evaluation, s));
    for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
      const SystemMetric& result = evaluation.systems[s].metrics[m];
      html += fmt::format("<td class=\"n{}\">{:.2f}", best_system(evaluation, m) == s ? " best" : "",
                          result.score.value);
      if (result.interval) {
        html += fmt::format("<span class=\"range\">{:.2f} to {:.2f}</span>", result.interval->low,
                            result.interval->high);
      }
      html += "</td>";
    }
    html += "</tr>\n";
  }
  html += "</tbody></table></div>\n<details><summary class=\"soft\">Signatures</summary>\n";
  for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
    html += fmt::format("<p>{} <code>{}</code></p>\n", display_name(evaluation.metrics[m]->name()),
                        pipeline::escape_html(evaluation.signatures[m]));
  }
  return html + "</details>\n";
}

// One row for each pair of systems and method; comparisons come grouped by method and pair, a run per metric.
std::string significance_table(const Evaluation& evaluation) {
  if (evaluation.comparisons.empty()) return "";
  std::string html =
      "<h2>Significance</h2>\n<p class=\"soft\">p values; differences below them. Green: below 0.05.</p>\n"
      "<div class=\"scroll\"><table><thead><tr><th>Systems</th><th>Method</th>";
  for (const auto& metric : evaluation.metrics) {
    html += fmt::format("<th class=\"n\">{}</th>", display_name(metric->name()));
  }
  html += "</tr></thead><tbody>\n";
  for (std::size_t i = 0; i < evaluation.comparisons.size(); ++i) {
    const Comparison& comparison = evaluation.comparisons[i];
    if (comparison.metric == 0) {
      html += fmt::format("<tr><td>{}{}<br>{}{}</td><td>{}</td>", key_of(comparison.a),
                          shown_name(evaluation, comparison.a), key_of(comparison.b),
                          shown_name(evaluation, comparison.b), comparison.method);
    }
    html += fmt::format("<td class=\"n{}\">{:.4f}<span class=\"range\">{:+.2f}</span></td>",
                        comparison.p < 0.05 ? " best" : "", comparison.p, comparison.difference);
    if (comparison.metric + 1 == evaluation.metrics.size()) html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string plots(const Evaluation& evaluation) {
  std::string html = "<h2>By sentence length</h2>\n<div class=\"plots\">\n";
  const auto classes = evaluation.length_classes();
  for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
    const std::string name = std::string(display_name(evaluation.metrics[m]->name()));
    BarPlot plot{name + " by words of the reference", {}, {}};
    for (const LengthClass& length_class : classes) plot.labels.push_back(length_class.label());
    for (std::size_t s = 0; s < evaluation.systems.size(); ++s) {
      auto& values = plot.values.emplace_back();
      for (const LengthClass& length_class : classes) {
        values.push_back(evaluation.score_of(s, m, length_class));
      }
    }
    html += fmt::format("<figure><figcaption>{}</figcaption>\n{}</figure>\n", plot.title, bar_plot_svg(plot));
  }
  html += "</div>\n<h2>Scores of single sentences</h2>\n<div class=\"plots\">\n";
  for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
    DistributionPlot plot{
        fmt::format("Sentences by {}", display_name(evaluation.metrics[m]->name())), {}, 20};
    for (std::size_t s = 0; s < evaluation.systems.size(); ++s) {
      auto& values = plot.values.emplace_back();
      for (std::size_t i = 0; i < evaluation.references.front().size(); ++i) {
        values.push_back(evaluation.sentence_score(s, m, i));
      }
    }
    html += fmt::format("<figure><figcaption>{}</figcaption>\n{}</figure>\n", plot.title,
                        distribution_plot_svg(plot));
  }
  return html + "</div>\n";
}

// Which hypothesis words belong to a longest common subsequence with the reference.
std::vector<bool> common_words(const std::vector<std::string_view>& hypothesis,
                               const std::vector<std::string_view>& reference) {
  const std::size_t width = reference.size() + 1;
  std::vector<std::uint32_t> longest((hypothesis.size() + 1) * width, 0);
  for (std::size_t i = hypothesis.size(); i-- > 0;) {
    for (std::size_t j = reference.size(); j-- > 0;) {
      longest[i * width + j] = hypothesis[i] == reference[j]
                                   ? longest[(i + 1) * width + j + 1] + 1
                                   : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  std::vector<bool> common(hypothesis.size(), false);
  std::size_t j = 0;
  for (std::size_t i = 0; i < hypothesis.size() && j < reference.size();) {
    if (hypothesis[i] == reference[j]) {
      common[i++] = true;
      ++j;
    } else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return common;
}

std::string marked(const std::string& line, const std::string& reference) {
  const auto words = split_words(line);
  const auto reference_words = split_words(reference);
  if ((words.size() + 1) * (reference_words.size() + 1) > kMaxCells) return pipeline::escape_html(line);
  const std::vector<bool> common = common_words(words, reference_words);
  std::string html;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) html += ' ';
    const std::string word = pipeline::escape_html(words[i]);
    html += common[i] ? word : "<mark>" + word + "</mark>";
  }
  return html;
}

// How much the page wants to show a sentence: the spread of the systems, or how bad a single system is.
std::vector<std::size_t> interesting_sentences(const Evaluation& evaluation, std::size_t maximum) {
  const std::size_t count = evaluation.references.front().size();
  const double sign = evaluation.metrics.front()->higher_is_better() ? 1.0 : -1.0;
  std::vector<double> interest(count);
  for (std::size_t i = 0; i < count; ++i) {
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (std::size_t s = 0; s < evaluation.systems.size(); ++s) {
      const double score = sign * evaluation.sentence_score(s, 0, i);
      low = std::min(low, score);
      high = std::max(high, score);
    }
    interest[i] = evaluation.systems.size() > 1 ? high - low : -low;
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return interest[a] > interest[b]; });
  order.resize(std::min(maximum, count));
  return order;
}

std::string sentences(const Evaluation& evaluation, std::size_t maximum) {
  const std::string metric = std::string(display_name(evaluation.metrics.front()->name()));
  const auto chosen = interesting_sentences(evaluation, maximum);
  std::string html = fmt::format(
      "<h2>Sentences</h2>\n<p class=\"soft\">{} of {}, {} first. Marked words are not in the reference at "
      "that "
      "place.</p>\n",
      chosen.size(), evaluation.references.front().size(),
      evaluation.systems.size() > 1 ? "largest difference in " + metric : "worst " + metric);
  for (const std::size_t i : chosen) {
    html += fmt::format("<div class=\"sentence\"><h3>Sentence {}</h3><table>\n", i + 1);
    for (std::size_t r = 0; r < evaluation.references.size(); ++r) {
      html += fmt::format("<tr><td>Reference{}</td><td></td><td>{}</td></tr>\n",
                          evaluation.references.size() > 1 ? fmt::format(" {}", r + 1) : "",
                          pipeline::escape_html(evaluation.references[r][i]));
    }
    for (std::size_t s = 0; s < evaluation.systems.size(); ++s) {
      html += fmt::format("<tr><td>{}{}</td><td class=\"n\">{:.1f}</td><td>{}</td></tr>\n", key_of(s),
                          shown_name(evaluation, s), evaluation.sentence_score(s, 0, i),
                          marked(evaluation.systems[s].lines[i], evaluation.references.front()[i]));
    }
    html += "</table></div>\n";
  }
  return html;
}

}  // namespace

std::string evaluation_page(const metrics::Evaluation& evaluation, std::size_t max_sentences) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Evaluation</title>\n"
      "<style>{}</style>\n</head>\n<body>\n<h1>Evaluation</h1>\n<p class=\"soft\">{} sentences, {} reference "
      "{}, {} {}{}</p>\n",
      style(), evaluation.references.front().size(), evaluation.references.size(),
      evaluation.references.size() == 1 ? "set" : "sets", evaluation.systems.size(),
      evaluation.systems.size() == 1 ? "system" : "systems",
      evaluation.resamples > 0 ? fmt::format(". Ranges are bootstrap confidence intervals from {} resamples.",
                                             evaluation.resamples)
                               : ".");
  html += scores_table(evaluation);
  html += significance_table(evaluation);
  html += plots(evaluation);
  html += sentences(evaluation, max_sentences);
  return html + "</body>\n</html>\n";
}

}  // namespace calque::apps
