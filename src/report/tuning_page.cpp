#include "report/tuning_page.h"

#include <fmt/format.h>

#include "report/html.h"
#include "report/plot.h"

namespace calque::report {
namespace {

// One line per run: the score of the translated set by round.
Html learning_curves(const tune::TuningResult& result, std::string_view metric) {
  XyPlot plot{.title = "Score by round", .x_label = "round", .y_label = std::string(metric)};
  for (const tune::TuningRun& run : result.runs) {
    PlotSeries line{fmt::format("seed {}", run.seed)};
    for (const tune::TuningRound& round : run.rounds) {
      const std::size_t number = line.points.size() + 1;
      line.points.push_back(
          {.x = static_cast<double>(number),
           .y = round.score,
           .tooltip = fmt::format("seed {}, round {}: {:.2f}", run.seed, number, round.score)});
    }
    plot.series.push_back(std::move(line));
  }
  return figure(plot.title, xy_plot(plot));
}

Html rounds_table(const tune::TuningRun& run, std::string_view metric) {
  Table table({"Round", metric, "On the lists, after", "New candidates", "Candidates", "Seconds"});
  for (std::size_t i = 0; i < run.rounds.size(); ++i) {
    const tune::TuningRound& round = run.rounds[i];
    table.add({std::to_string(i + 1), fmt::format("{:.2f}", round.score),
               round.list_score == 0.0 ? "" : fmt::format("{:.2f}", round.list_score), grouped(round.added),
               grouped(round.candidates), fmt::format("{:.1f}", round.seconds)});
  }
  return table.html();
}

}  // namespace

std::string tuning_page(const tune::TuningResult& result, std::string_view title, std::string_view metric) {
  Html body = element("p", fmt::format("{} on the development set: {:.2f} before, {:.2f} after ({})", metric,
                                       result.before, result.after, result.signature)) +
              Html("\n") + learning_curves(result, metric);
  for (const tune::TuningRun& run : result.runs)
    body += section(fmt::format("Seed {}", run.seed), "", rounds_table(run, metric));
  body += section("Weights", "", element("pre", decode::format_weights(result.weights)) + Html("\n"));
  return page(title, body);
}

}  // namespace calque::report
