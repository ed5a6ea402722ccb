#include "reorder_page.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "pipeline/report.h"
#include "text/utf8.h"
#include "xy_plot.h"

namespace calque::apps {
namespace {

constexpr const char* kReorderStyle = R"css(
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; border-bottom: 1px solid var(--line); }
th, td { text-align: left; vertical-align: top; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
td { white-space: nowrap; } .soft { color: var(--soft); } .scroll { overflow-x: auto; } .best { font-weight: 600; }
)css";
constexpr double kSignificant = 0.05;
// Smaller differences of a source phrase are not marked in the scatter plot
// (theory/reordering.md#evaluation).
constexpr double kShownDifference = 0.1;
constexpr std::size_t kMaxPhrases = 15;

std::string escape(std::string_view text) {
  return pipeline::escape_html(text);
}

std::string number_cell(const std::string& text, bool best = false) {
  return fmt::format("<td class=\"n{}\">{}</td>", best ? " best" : "", text);
}

// A table up to its rows; the first column holds names.
std::string begin_table(const std::vector<std::string>& head) {
  std::string html = "<div class=\"scroll\"><table><tr>";
  for (std::size_t i = 0; i < head.size(); ++i)
    html += fmt::format("<th{}>{}</th>", i == 0 ? "" : " class=\"n\"", escape(head[i]));
  return html + "</tr>\n";
}
constexpr const char* kEndTable = "</table></div>\n";

std::string section(std::string_view title, std::string_view text, const std::string& body) {
  return fmt::format("<h2>{}</h2>\n<p class=\"soft\">{}</p>\n{}", escape(title), text, body);
}

double mean_of(const std::vector<reorder::LearnerRun>& runs, double reorder::TrainingReport::*field) {
  double sum = 0.0;
  for (const reorder::LearnerRun& run : runs) sum += run.report.*field;
  return sum / static_cast<double>(runs.size());
}

std::string learners_table(const reorder::Comparison& comparison) {
  const std::size_t whole = comparison.sizes().size() - 1;
  std::vector<std::string> head{"learner", "precision %"};
  for (const std::string& label : comparison.classes().labels()) head.push_back("F1 of " + label);
  for (const char* more :
       {"gain %", "log probability", "rows s", "training s", "KiB", "features", "sub-models"})
    head.emplace_back(more);
  std::string html = begin_table(head);
  for (const reorder::LearnerSeries& series : comparison.series()) {
    const bool best = &series == &comparison.best();
    const auto precisions = series.precisions(whole);
    html += fmt::format("<tr><td>{}</td>", escape(series.learner.name()));
    html += number_cell(fmt::format("{:.2f} ± {:.2f}", 100.0 * reorder::mean(precisions),
                                    100.0 * reorder::deviation(precisions)),
                        best);
    for (const double f1 : series.mean_f1(whole)) html += number_cell(fmt::format("{:.2f}", 100.0 * f1));
    html += number_cell(comparison.lexical() == nullptr
                            ? ""
                            : fmt::format("{:+.1f}", 100.0 * comparison.gain(series, whole)));
    double log_prob = 0.0;
    for (const reorder::LearnerRun& run : series.whole())
      log_prob += run.evaluation.mean_log_prob / static_cast<double>(series.whole().size());
    html += number_cell(fmt::format("{:.3f}", log_prob));
    html += number_cell(
        fmt::format("{:.2f}", mean_of(series.whole(), &reorder::TrainingReport::prepare_seconds)));
    html +=
        number_cell(fmt::format("{:.2f}", mean_of(series.whole(), &reorder::TrainingReport::train_seconds)));
    const reorder::LearnerRun& last = series.whole().back();
    html += number_cell(fmt::format("{:.0f}", static_cast<double>(last.bytes) / 1024.0));
    html += number_cell(fmt::format("{}", last.report.features));
    html += number_cell(fmt::format("{}", last.report.sub_models)) + "</tr>\n";
  }
  return html + kEndTable;
}

std::string t_test_table(const reorder::Comparison& comparison) {
  std::vector<std::string> head{"learner", "precision"};
  for (const std::string& label : comparison.classes().labels()) head.push_back("F1 of " + label);
  std::string html = begin_table(head);
  for (const reorder::LearnerSeries& series : comparison.series()) {
    if (&series == &comparison.best()) continue;
    html += fmt::format("<tr><td>{}</td>", escape(series.learner.name()));
    for (const double p : comparison.p_values(series))
      html += number_cell(fmt::format("{:.2g}", p), p < kSignificant);
    html += "</tr>\n";
  }
  return html + kEndTable;
}

std::string learning_curve(const reorder::Comparison& comparison) {
  XyPlot plot{"Precision by training samples", "training samples", "precision %", true, false, {}};
  for (const reorder::LearnerSeries& series : comparison.series()) {
    XySeries line{series.learner.name(), {}};
    for (std::size_t size = 0; size < comparison.sizes().size(); ++size) {
      const auto precisions = series.precisions(size);
      line.points.push_back({static_cast<double>(comparison.train_samples()[size]),
                             100.0 * reorder::mean(precisions), 100.0 * reorder::deviation(precisions), 2.5,
                             ""});
    }
    plot.series.push_back(std::move(line));
  }
  return xy_plot_svg(plot);
}

std::string by_distance(const reorder::Comparison& comparison) {
  XyPlot plot{"Precision by distance", "distance d", "precision %", false, false, {}};
  for (const reorder::LearnerSeries& series : comparison.series()) {
    XySeries line{series.learner.name(), {}};
    for (const auto& [distance, hits] : series.by_distance()) {
      line.points.push_back({static_cast<double>(distance), 100.0 * hits.precision(), 0.0, 1.5,
                             fmt::format("{} at {:+}: {:.1f} % of {}", series.learner.name(), distance,
                                         100.0 * hits.precision(), hits.all)});
    }
    plot.series.push_back(std::move(line));
  }
  return xy_plot_svg(plot);
}

// Names need not be UTF-8; the page must be.
std::string shown_phrase(const reorder::Comparison& comparison, const reorder::ClusterComparison& cluster) {
  const std::string phrase = comparison.phrase_of(cluster);
  return text::find_invalid_utf8(phrase) ? "(not UTF-8)" : phrase;
}

std::string scatter(const reorder::Comparison& comparison,
                    const std::vector<reorder::ClusterComparison>& clusters) {
  XyPlot plot{"Accuracy by source phrase", "difference of accuracies", "training samples", false, true, {}};
  XySeries better{comparison.best().learner.name() + " better", {}, false};
  XySeries worse{"worse", {}, false};
  for (const auto& cluster : clusters) {
    const double difference = cluster.accuracy_a - cluster.accuracy_b;
    if (std::abs(difference) <= kShownDifference) continue;
    const double radius = 1.0 + 0.5 * std::sqrt(static_cast<double>(cluster.translations));
    (difference > 0.0 ? better : worse)
        .points.push_back(
            {difference, static_cast<double>(cluster.train_samples), 0.0, radius,
             fmt::format("{}: {:.0f} % to {:.0f} %, {} samples, {} translations",
                         shown_phrase(comparison, cluster), 100.0 * cluster.accuracy_b,
                         100.0 * cluster.accuracy_a, cluster.train_samples, cluster.translations)});
  }
  plot.series = {std::move(better), std::move(worse)};
  return xy_plot_svg(plot);
}

// The phrases whose movements were captured best: most samples gained.
std::string phrase_table(const reorder::Comparison& comparison,
                         std::vector<reorder::ClusterComparison> clusters) {
  const auto gained = [](const reorder::ClusterComparison& cluster) {
    return (cluster.accuracy_a - cluster.accuracy_b) * static_cast<double>(cluster.test_samples);
  };
  std::erase_if(clusters, [&](const auto& cluster) { return gained(cluster) <= 0.0; });
  std::stable_sort(clusters.begin(), clusters.end(),
                   [&](const auto& a, const auto& b) { return gained(a) > gained(b); });
  clusters.resize(std::min(clusters.size(), kMaxPhrases));
  std::string html = begin_table({"source phrase", "training samples", "translations", "test samples",
                                  comparison.best().learner.name() + " %",
                                  comparison.scatter_other().learner.name() + " %"});
  for (const auto& cluster : clusters) {
    html += fmt::format("<tr><td>{}</td>", escape(shown_phrase(comparison, cluster)));
    for (const std::uint64_t count : {cluster.train_samples, cluster.translations, cluster.test_samples})
      html += number_cell(fmt::format("{}", count));
    html += number_cell(fmt::format("{:.1f}", 100.0 * cluster.accuracy_a)) +
            number_cell(fmt::format("{:.1f}", 100.0 * cluster.accuracy_b)) + "</tr>\n";
  }
  return html + kEndTable;
}

std::string time_plot(const reorder::Comparison& comparison) {
  XyPlot plot{"Held-out error by training time", "CPU seconds", "error %", true, false, {}};
  for (const reorder::PassCurve& curve : comparison.curves()) {
    XySeries line{curve.name, {}};
    for (const reorder::PassPoint& point : curve.points) {
      line.points.push_back({point.seconds, 100.0 * point.test_error, 0.0, 2.0,
                             fmt::format("{}, pass {}: {:.2f} % after {:.2f} s", curve.name, point.pass,
                                         100.0 * point.test_error, point.seconds)});
    }
    plot.series.push_back(std::move(line));
  }
  return xy_plot_svg(plot);
}

std::string tolerance_table(const reorder::Comparison& comparison) {
  const double tolerance = reorder::common_tolerance(comparison.curves());
  std::string html =
      begin_table({"learner", "passes", "CPU s", "held-out error %", "CPU s to the tolerance"});
  for (const reorder::PassCurve& curve : comparison.curves()) {
    if (curve.points.empty()) continue;
    const reorder::PassPoint& last = curve.points.back();
    const reorder::PassPoint* reached = reorder::first_within(curve, tolerance);
    html += fmt::format("<tr><td>{}</td>", escape(curve.name)) + number_cell(fmt::format("{}", last.pass)) +
            number_cell(fmt::format("{:.2f}", last.seconds)) +
            number_cell(fmt::format("{:.2f}", 100.0 * last.test_error)) +
            number_cell(reached == nullptr ? "-" : fmt::format("{:.2f}", reached->seconds)) + "</tr>\n";
  }
  return html + kEndTable;
}

std::string settling_plot(const reorder::Comparison& comparison) {
  XyPlot plot{"Samples that are not settled", "passes", "% of the samples", false, false, {}};
  for (const reorder::PassCurve& curve : comparison.curves()) {
    if (curve.active.empty()) continue;
    XySeries line{curve.name, {{0.0, 100.0, 0.0, 2.0, ""}}};
    for (std::size_t pass = 0; pass < curve.active.size(); ++pass)
      line.points.push_back({static_cast<double>(pass + 1), 100.0 * curve.active[pass], 0.0, 2.0, ""});
    plot.series.push_back(std::move(line));
  }
  return plot.series.empty() ? "" : xy_plot_svg(plot);
}

std::string corpus_section(const reorder::Comparison& comparison) {
  XyPlot plot{"Samples by distance", "distance d", "samples", false, true, {}};
  XySeries line{"samples", {}};
  for (const auto& [distance, count] : comparison.distances())
    line.points.push_back({static_cast<double>(distance), static_cast<double>(count), 0.0, 2.0,
                           fmt::format("{:+}: {}", distance, count)});
  plot.series.push_back(std::move(line));
  std::string html =
      xy_plot_svg(plot) + begin_table({"samples of a source phrase", "source phrases", "samples"});
  for (const reorder::ClusterSizes& sizes : comparison.cluster_sizes()) {
    html += fmt::format("<tr><td>{}</td>", sizes.maximum == 0 ? fmt::format("{} and more", sizes.minimum)
                                           : sizes.minimum == sizes.maximum
                                               ? fmt::format("{}", sizes.minimum)
                                               : fmt::format("{} to {}", sizes.minimum, sizes.maximum)) +
            number_cell(fmt::format("{}", sizes.phrases)) + number_cell(fmt::format("{}", sizes.samples)) +
            "</tr>\n";
  }
  return html + kEndTable;
}

}  // namespace

std::string reorder_page(const reorder::Comparison& comparison) {
  std::string html = pipeline::begin_page("Movements of phrases", kReorderStyle + xy_plot_style());
  html += fmt::format("<p>{} samples, {} of them held out in the last of {} draws; classes {}.</p>\n",
                      comparison.samples().samples.size(), comparison.split().test.size(),
                      comparison.options().repeats, escape(comparison.classes().name()));
  html += section("Learners",
                  "Means over the draws. Gain: mean relative gain in F1 on the moving classes over relative "
                  "frequencies. Seconds are CPU time of all threads.",
                  learners_table(comparison));
  if (comparison.options().repeats * comparison.sizes().size() > 1) {
    html +=
        section("Is the best learner better?",
                fmt::format("p of two-tailed paired t-tests of {} against each, over all sizes and draws; "
                            "bold below {}.",
                            escape(comparison.best().learner.name()), kSignificant),
                t_test_table(comparison));
  }
  if (comparison.sizes().size() > 1)
    html += section("Learning curve", "Bars are one standard deviation over the draws.",
                    learning_curve(comparison));
  html += section("By distance", "Of all draws together.", by_distance(comparison));
  const auto clusters = comparison.clusters();
  html += section("By source phrase",
                  fmt::format("{} beside {}: one mark for each source phrase whose accuracies differ by more "
                              "than {}; larger marks have more translations.",
                              escape(comparison.best().learner.name()),
                              escape(comparison.scatter_other().learner.name()), kShownDifference),
                  scatter(comparison, clusters) + phrase_table(comparison, clusters));
  if (!comparison.curves().empty()) {
    html += section("Training time",
                    fmt::format("The tolerance is an error in training of {:.2f} %, which all reach.",
                                100.0 * reorder::common_tolerance(comparison.curves())),
                    time_plot(comparison) + tolerance_table(comparison));
    const std::string settling = settling_plot(comparison);
    if (!settling.empty())
      html += section("Settled samples", "Samples that mlr-dual still looks at, by level of shrinking.",
                      settling);
  }
  html += section("Corpus", "Where samples lie.", corpus_section(comparison));
  return html + "</body>\n</html>";
}

}  // namespace calque::apps
