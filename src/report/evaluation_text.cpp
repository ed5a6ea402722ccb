#include "report/evaluation_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "metrics/registry.h"
#include "store/json_text.h"

namespace calque::report {
namespace {

using metrics::Comparison;
using metrics::display_name;
using metrics::EvaluatedSystem;
using metrics::Evaluation;
using metrics::LengthClass;
using metrics::SystemMetric;
using nlohmann::ordered_json;

ordered_json metric_json(const Evaluation& evaluation, const EvaluatedSystem& system, std::size_t m) {
  const SystemMetric& result = system.metrics[m];
  ordered_json value{{"score", result.score.value}, {"signature", evaluation.signatures[m]}};
  for (const metrics::Figure& figure : result.score.figures) value[figure.name] = figure.value;
  if (result.interval) {
    value["confidence_low"] = result.interval->low;
    value["confidence_high"] = result.interval->high;
  }
  return value;
}

ordered_json sentences_json(const Evaluation& evaluation, std::size_t system) {
  ordered_json sentences = ordered_json::array();
  for (std::size_t i = 0; i < evaluation.sentence_count(); ++i) {
    ordered_json scores = ordered_json::object();
    for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
      scores[std::string(evaluation.metrics[m]->name())] = evaluation.sentence_score(system, m, i);
    }
    sentences.push_back(std::move(scores));
  }
  return sentences;
}

ordered_json breakdown_json(const Evaluation& evaluation, std::size_t system) {
  ordered_json by_length = ordered_json::array();
  for (const LengthClass& length_class : evaluation.length_classes()) {
    ordered_json entry{{"from", length_class.from},
                       {"to", length_class.to == 0 && length_class.from > 0 ? ordered_json(nullptr)
                                                                            : ordered_json(length_class.to)},
                       {"sentences", length_class.sentences.size()}};
    for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
      entry[std::string(evaluation.metrics[m]->name())] = evaluation.score_of(system, m, length_class);
    }
    by_length.push_back(std::move(entry));
  }
  ordered_json by_order = ordered_json::object();
  for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
    ordered_json orders = ordered_json::array();
    const auto total = evaluation.systems[system].metrics[m].table.total();
    for (const metrics::OrderScore& order : evaluation.metrics[m]->by_order(total)) {
      orders.push_back({{"unit", order.unit},
                        {"order", order.order},
                        {"matches", order.matches},
                        {"total", order.total},
                        {"score", order.score}});
    }
    if (!orders.empty()) by_order[std::string(evaluation.metrics[m]->name())] = std::move(orders);
  }
  return {{"by_length", std::move(by_length)}, {"by_order", std::move(by_order)}};
}

ordered_json comparison_json(const Evaluation& evaluation, const Comparison& comparison) {
  ordered_json value{{"a", evaluation.systems[comparison.a].name},
                     {"b", evaluation.systems[comparison.b].name},
                     {"metric", evaluation.metrics[comparison.metric]->name()},
                     {"p", comparison.p},
                     {"method", comparison.method},
                     {"difference", comparison.difference}};
  for (const metrics::Figure& figure : comparison.figures) value[figure.name] = figure.value;
  return value;
}

// "1", "2", ... stand for several systems after the first table.
std::string label_of(const Evaluation& evaluation, std::size_t system) {
  return evaluation.systems.size() == 1 ? evaluation.systems[system].name : fmt::format("[{}]", system + 1);
}

std::string numbered_name(const Evaluation& evaluation, std::size_t system) {
  if (evaluation.systems.size() == 1) return evaluation.systems[system].name;
  return fmt::format("[{}] {}", system + 1, evaluation.systems[system].name);
}

std::size_t name_width(const Evaluation& evaluation) {
  std::size_t width = 6;
  for (std::size_t s = 0; s < evaluation.systems.size(); ++s) {
    width = std::max(width, numbered_name(evaluation, s).size());
  }
  return width;
}

std::string header(const Evaluation& evaluation, std::size_t width, std::string_view first) {
  std::string line = fmt::format("{:<{}}", first, width);
  for (const auto& metric : evaluation.metrics) line += fmt::format("  {:>8}", display_name(metric->name()));
  return line + "\n";
}

void add_scores(std::string& out, const Evaluation& evaluation) {
  const std::size_t width = name_width(evaluation);
  out += header(evaluation, width, "system");
  for (std::size_t s = 0; s < evaluation.systems.size(); ++s) {
    const EvaluatedSystem& system = evaluation.systems[s];
    out += fmt::format("{:<{}}", numbered_name(evaluation, s), width);
    for (const SystemMetric& result : system.metrics) out += fmt::format("  {:8.2f}", result.score.value);
    out += "\n";
    if (evaluation.resamples == 0) continue;
    for (const bool high : {false, true}) {
      out += fmt::format("{:<{}}", high ? "  to" : "  from", width);
      for (const SystemMetric& result : system.metrics) {
        const auto interval = result.interval.value_or(metrics::Interval{});
        out += fmt::format("  {:8.2f}", high ? interval.high : interval.low);
      }
      out += "\n";
    }
  }
}

bool is_count(std::string_view figure) {
  return figure.ends_with("length") || figure.ends_with("matches") || figure == "edits" || figure == "chunks";
}

void add_details(std::string& out, const Evaluation& evaluation) {
  for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
    out += fmt::format("\n{}  {}\n", display_name(evaluation.metrics[m]->name()), evaluation.signatures[m]);
    for (std::size_t s = 0; s < evaluation.systems.size(); ++s) {
      out += evaluation.systems.size() == 1 ? " " : fmt::format("  {}", label_of(evaluation, s));
      for (const metrics::Figure& figure : evaluation.systems[s].metrics[m].score.figures) {
        const bool whole = figure.value == std::floor(figure.value) && is_count(figure.name);
        out += whole ? fmt::format(" {} {:.0f}", figure.name, figure.value)
                     : fmt::format(" {} {:.3f}", figure.name, figure.value);
      }
      out += "\n";
    }
  }
}

void add_comparisons(std::string& out, const Evaluation& evaluation) {
  if (evaluation.comparisons.empty()) return;
  out += "\nSignificance (* p below 0.05, ** p below 0.01)\n";
  for (const Comparison& comparison : evaluation.comparisons) {
    const char* mark = comparison.p < 0.01 ? "**" : (comparison.p < 0.05 ? "*" : "");
    out += fmt::format("  {} - {}  {:<7} {:<25} difference {:+.2f}  p {:.4f} {}",
                       label_of(evaluation, comparison.a), label_of(evaluation, comparison.b),
                       display_name(evaluation.metrics[comparison.metric]->name()), comparison.method,
                       comparison.difference, comparison.p, mark);
    while (out.back() == ' ') out.pop_back();
    out += "\n";
  }
}

void add_breakdown(std::string& out, const Evaluation& evaluation) {
  const auto classes = evaluation.length_classes();
  for (std::size_t s = 0; s < evaluation.systems.size(); ++s) {
    out += fmt::format("\n{}: by words of the reference\n", label_of(evaluation, s));
    out += header(evaluation, 22, "  words      sentences");
    for (const LengthClass& length_class : classes) {
      out += fmt::format("  {:<10}{:>10}", length_class.label(), length_class.sentences.size());
      for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
        out += fmt::format("  {:8.2f}", evaluation.score_of(s, m, length_class));
      }
      out += "\n";
    }
    out += fmt::format("\n{}: by n-gram order\n", label_of(evaluation, s));
    for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
      const auto total = evaluation.systems[s].metrics[m].table.total();
      for (const metrics::OrderScore& order : evaluation.metrics[m]->by_order(total)) {
        out += fmt::format("  {:<7} {:<9} {}  matches {:.0f} of {:.0f}  score {:.2f}\n",
                           display_name(evaluation.metrics[m]->name()), order.unit, order.order,
                           order.matches, order.total, order.score);
      }
    }
  }
}

// Tab-separated: sentence number from 1, system, one column per metric.
void add_sentences(std::string& out, const Evaluation& evaluation) {
  out += "sentence\tsystem";
  for (const auto& metric : evaluation.metrics) out += fmt::format("\t{}", metric->name());
  out += "\n";
  for (std::size_t i = 0; i < evaluation.sentence_count(); ++i) {
    for (std::size_t s = 0; s < evaluation.systems.size(); ++s) {
      out += fmt::format("{}\t{}", i + 1, evaluation.systems[s].name);
      for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
        out += fmt::format("\t{:.4f}", evaluation.sentence_score(s, m, i));
      }
      out += "\n";
    }
  }
}

}  // namespace

std::string evaluation_json(const metrics::Evaluation& evaluation, const OutputOptions& options) {
  ordered_json systems = ordered_json::array();
  for (std::size_t s = 0; s < evaluation.systems.size(); ++s) {
    ordered_json system{{"name", evaluation.systems[s].name}};
    for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
      system[std::string(evaluation.metrics[m]->name())] = metric_json(evaluation, evaluation.systems[s], m);
    }
    if (options.breakdown) system["breakdown"] = breakdown_json(evaluation, s);
    if (options.sentences) system["sentences"] = sentences_json(evaluation, s);
    systems.push_back(std::move(system));
  }
  ordered_json significance = ordered_json::array();
  for (const Comparison& comparison : evaluation.comparisons) {
    significance.push_back(comparison_json(evaluation, comparison));
  }
  const ordered_json all{{"systems", std::move(systems)}, {"significance", std::move(significance)}};
  // File names need not be UTF-8.
  return store::lenient_json_text(all);
}

std::string evaluation_text(const metrics::Evaluation& evaluation, const OutputOptions& options) {
  std::string out;
  if (options.sentences) {
    add_sentences(out, evaluation);
    return out;
  }
  add_scores(out, evaluation);
  add_details(out, evaluation);
  add_comparisons(out, evaluation);
  if (options.breakdown) add_breakdown(out, evaluation);
  return out;
}

}  // namespace calque::report
