#include "report/comparison_page.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "report/html.h"
#include "report/plot.h"

namespace calque::report {
namespace {

using reorder::ClusterComparison;
using reorder::Comparison;
using reorder::LearnerRun;
using reorder::LearnerSeries;
using reorder::PassCurve;
using reorder::PassPoint;

constexpr double kSignificant = 0.05;
// Source phrases whose accuracies differ by no more than this are not marked in the scatter plot.
constexpr double kShownDifference = 0.1;
constexpr std::size_t kMaxPhrases = 15;

std::string per_cent(double part) {
  return fmt::format("{:.2f}", 100.0 * part);
}

double mean_of(const std::vector<LearnerRun>& runs, double reorder::TrainingReport::*field) {
  double sum = 0.0;
  for (const LearnerRun& run : runs) sum += run.report.*field;
  return sum / static_cast<double>(runs.size());
}

// "learner", the given columns, and one for each class.
std::vector<Html> learner_head(const Comparison& comparison, const char* precision) {
  std::vector<Html> head{"learner", precision};
  for (const std::string& label : comparison.classes().labels()) head.emplace_back("F1 of " + label);
  return head;
}

Html learners_table(const Comparison& comparison) {
  const std::size_t whole = comparison.sizes().size() - 1;
  std::vector<Html> head = learner_head(comparison, "precision %");
  for (const char* more :
       {"gain %", "log probability", "rows s", "training s", "KiB", "features", "sub-models"})
    head.emplace_back(more);
  Table table(std::move(head));
  for (const LearnerSeries& series : comparison.series()) {
    const auto precisions = series.precisions(whole);
    std::vector<Cell> row{series.learner.name()};
    row.emplace_back(per_cent(reorder::mean(precisions)) + " ± " + per_cent(reorder::deviation(precisions)),
                     &series == &comparison.best());
    for (const double f1 : series.mean_f1(whole)) row.emplace_back(per_cent(f1));
    row.emplace_back(comparison.lexical() == nullptr
                         ? ""
                         : fmt::format("{:+.1f}", 100.0 * comparison.gain(series, whole)));
    double log_prob = 0.0;
    for (const LearnerRun& run : series.whole())
      log_prob += run.evaluation.mean_log_prob / static_cast<double>(series.whole().size());
    row.emplace_back(fmt::format("{:.3f}", log_prob));
    for (const auto field :
         {&reorder::TrainingReport::prepare_seconds, &reorder::TrainingReport::train_seconds})
      row.emplace_back(fmt::format("{:.2f}", mean_of(series.whole(), field)));
    const LearnerRun& last = series.whole().back();
    row.emplace_back(fmt::format("{:.0f}", static_cast<double>(last.bytes) / 1024.0));
    row.emplace_back(grouped(last.report.features));
    row.emplace_back(grouped(last.report.sub_models));
    table.add(std::move(row));
  }
  return table.html();
}

Html t_test_table(const Comparison& comparison) {
  Table table(learner_head(comparison, "precision"));
  for (const LearnerSeries& series : comparison.series()) {
    if (&series == &comparison.best()) continue;
    std::vector<Cell> row{series.learner.name()};
    for (const double p : comparison.p_values(series))
      row.emplace_back(fmt::format("{:.2g}", p), p < kSignificant);
    table.add(std::move(row));
  }
  return table.html();
}

// A plot with one line for each learner, whose points `points_of` gives.
template <typename PointsOf>
Html learner_plot(const Comparison& comparison, XyPlot plot, PointsOf&& points_of) {
  for (const LearnerSeries& series : comparison.series())
    plot.series.push_back({series.learner.name(), points_of(series)});
  return figure(plot.title, xy_plot(plot));
}

Html learning_curve(const Comparison& comparison) {
  XyPlot plot{.title = "Precision by training samples",
              .x_label = "training samples",
              .y_label = "precision %",
              .log_x = true};
  return learner_plot(comparison, std::move(plot), [&](const LearnerSeries& series) {
    std::vector<PlotPoint> points;
    for (std::size_t size = 0; size < comparison.sizes().size(); ++size) {
      const auto precisions = series.precisions(size);
      points.push_back({.x = static_cast<double>(comparison.train_samples()[size]),
                        .y = 100.0 * reorder::mean(precisions),
                        .error = 100.0 * reorder::deviation(precisions)});
    }
    return points;
  });
}

Html by_distance(const Comparison& comparison) {
  XyPlot plot{.title = "Precision by distance", .x_label = "distance d", .y_label = "precision %"};
  return learner_plot(comparison, std::move(plot), [](const LearnerSeries& series) {
    std::vector<PlotPoint> points;
    for (const auto& [distance, hits] : series.by_distance()) {
      points.push_back({.x = static_cast<double>(distance),
                        .y = 100.0 * hits.precision(),
                        .radius = 1.5,
                        .tooltip = fmt::format("{} at {:+}: {:.1f} % of {}", series.learner.name(), distance,
                                               100.0 * hits.precision(), hits.all)});
    }
    return points;
  });
}

Html scatter(const Comparison& comparison, const std::vector<ClusterComparison>& clusters) {
  XyPlot plot{.title = "Accuracy by source phrase",
              .x_label = "difference of accuracies",
              .y_label = "training samples",
              .log_y = true};
  PlotSeries better{comparison.best().learner.name() + " better", {}, false};
  PlotSeries worse{"worse", {}, false};
  for (const ClusterComparison& cluster : clusters) {
    const double difference = cluster.accuracy_a - cluster.accuracy_b;
    if (std::abs(difference) <= kShownDifference) continue;
    (difference > 0.0 ? better : worse)
        .points.push_back({.x = difference,
                           .y = static_cast<double>(cluster.train_samples),
                           .radius = 1.0 + 0.5 * std::sqrt(static_cast<double>(cluster.translations)),
                           .tooltip = fmt::format("{}: {:.0f} % to {:.0f} %, {} samples, {} translations",
                                                  comparison.phrase_of(cluster), 100.0 * cluster.accuracy_b,
                                                  100.0 * cluster.accuracy_a, cluster.train_samples,
                                                  cluster.translations)});
  }
  plot.series = {std::move(better), std::move(worse)};
  return figure(plot.title, xy_plot(plot));
}

// The source phrases with the most test samples gained.
Html phrase_table(const Comparison& comparison, std::vector<ClusterComparison> clusters) {
  const auto gained = [](const ClusterComparison& cluster) {
    return (cluster.accuracy_a - cluster.accuracy_b) * static_cast<double>(cluster.test_samples);
  };
  std::erase_if(clusters, [&](const auto& cluster) { return gained(cluster) <= 0.0; });
  std::ranges::stable_sort(clusters, std::greater<>(), gained);
  clusters.resize(std::min(clusters.size(), kMaxPhrases));
  Table table({"source phrase", "training samples", "translations", "test samples",
               comparison.best().learner.name() + " %", comparison.scatter_other().learner.name() + " %"});
  for (const ClusterComparison& cluster : clusters) {
    table.add({comparison.phrase_of(cluster), grouped(cluster.train_samples), grouped(cluster.translations),
               grouped(cluster.test_samples), fmt::format("{:.1f}", 100.0 * cluster.accuracy_a),
               fmt::format("{:.1f}", 100.0 * cluster.accuracy_b)});
  }
  return table.empty() ? Html() : table.html();
}

Html time_plot(const Comparison& comparison) {
  XyPlot plot{.title = "Held-out error by training time",
              .x_label = "CPU seconds",
              .y_label = "error %",
              .log_x = true};
  for (const PassCurve& curve : comparison.curves()) {
    PlotSeries line{curve.name};
    for (const PassPoint& point : curve.points) {
      line.points.push_back({.x = point.seconds,
                             .y = 100.0 * point.test_error,
                             .radius = 2.0,
                             .tooltip = fmt::format("{}, pass {}: {:.2f} % after {:.2f} s", curve.name,
                                                    point.pass, 100.0 * point.test_error, point.seconds)});
    }
    plot.series.push_back(std::move(line));
  }
  return figure(plot.title, xy_plot(plot));
}

Html tolerance_table(const Comparison& comparison, double tolerance) {
  Table table({"learner", "passes", "CPU s", "held-out error %", "CPU s to the tolerance"});
  for (const PassCurve& curve : comparison.curves()) {
    if (curve.points.empty()) continue;
    const PassPoint& last = curve.points.back();
    const PassPoint* reached = reorder::first_within(curve, tolerance);
    table.add({curve.name, std::to_string(last.pass), fmt::format("{:.2f}", last.seconds),
               per_cent(last.test_error),
               reached == nullptr ? "-" : fmt::format("{:.2f}", reached->seconds)});
  }
  return table.html();
}

Html settling_section(const Comparison& comparison) {
  XyPlot plot{.title = "Samples that are not settled", .x_label = "passes", .y_label = "% of the samples"};
  for (const PassCurve& curve : comparison.curves()) {
    if (curve.active.empty()) continue;
    PlotSeries line{curve.name, {{.x = 0.0, .y = 100.0, .radius = 2.0}}};
    for (const double active : curve.active)
      line.points.push_back(
          {.x = static_cast<double>(line.points.size()), .y = 100.0 * active, .radius = 2.0});
    plot.series.push_back(std::move(line));
  }
  if (plot.series.empty()) return {};
  return section("Settled samples", "Samples that mlr-dual still looks at, by level of shrinking.",
                 figure(plot.title, xy_plot(plot)));
}

std::string range_text(const reorder::ClusterSizes& sizes) {
  if (sizes.maximum == 0) return fmt::format("{} and more", sizes.minimum);
  return sizes.minimum == sizes.maximum ? std::to_string(sizes.minimum)
                                        : fmt::format("{} to {}", sizes.minimum, sizes.maximum);
}

Html corpus_section(const Comparison& comparison) {
  XyPlot plot{.title = "Samples by distance", .x_label = "distance d", .y_label = "samples", .log_y = true};
  PlotSeries& line = plot.series.emplace_back();
  for (const auto& [distance, count] : comparison.distances()) {
    line.points.push_back({.x = static_cast<double>(distance),
                           .y = static_cast<double>(count),
                           .radius = 2.0,
                           .tooltip = fmt::format("{:+}: {}", distance, count)});
  }
  Table table({"samples of a source phrase", "source phrases", "samples"});
  for (const reorder::ClusterSizes& sizes : comparison.cluster_sizes())
    table.add({range_text(sizes), grouped(sizes.phrases), grouped(sizes.samples)});
  return section("Corpus", "Where samples lie.", figure(plot.title, xy_plot(plot)) + table.html());
}

Html accuracy_sections(const Comparison& comparison) {
  Html html =
      section("Learners",
              "Means over the draws. Gain: mean relative gain in F1 on the moving classes over relative "
              "frequencies. Seconds are CPU time of all threads.",
              learners_table(comparison));
  if (comparison.options().repeats * comparison.sizes().size() > 1) {
    html +=
        section("Is the best learner better?",
                fmt::format("p of two-tailed paired t-tests of {} against each, over all sizes and draws; "
                            "green below {}.",
                            comparison.best().learner.name(), kSignificant),
                t_test_table(comparison));
  }
  if (comparison.sizes().size() > 1) {
    html += section("Learning curve", "Bars are one standard deviation over the draws.",
                    learning_curve(comparison));
  }
  return html + section("By distance", "Of all draws together.", by_distance(comparison));
}

}  // namespace

std::string comparison_page(const Comparison& comparison) {
  Html html = element("p", fmt::format("{} samples, {} of them held out in the last of {} draws; classes {}.",
                                       comparison.samples().samples.size(), comparison.split().test.size(),
                                       comparison.options().repeats, comparison.classes().name())) +
              Html("\n") + accuracy_sections(comparison);
  const auto clusters = comparison.clusters();
  html += section("By source phrase",
                  fmt::format("{} beside {}: one mark for each source phrase whose accuracies differ by more "
                              "than {}; larger marks have more translations.",
                              comparison.best().learner.name(), comparison.scatter_other().learner.name(),
                              kShownDifference),
                  scatter(comparison, clusters) + phrase_table(comparison, clusters));
  if (!comparison.curves().empty()) {
    const double tolerance = reorder::common_tolerance(comparison.curves());
    html += section("Training time",
                    fmt::format("The tolerance is an error in training of {} %, which all reach.",
                                per_cent(tolerance)),
                    time_plot(comparison) + tolerance_table(comparison, tolerance)) +
            settling_section(comparison);
  }
  return page("Movements of phrases", html + corpus_section(comparison));
}

}  // namespace calque::report
