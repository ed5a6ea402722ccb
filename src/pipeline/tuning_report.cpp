// The page with the learning curves of a tuning run.
#include <algorithm>

#include <fmt/format.h>

#include "pipeline/report.h"
#include "pipeline/tuning.h"

namespace calque::pipeline {
namespace {

constexpr const char* kTuningStyle = R"css(
th, td { text-align: right; } svg polyline { fill: none; stroke: var(--accent); stroke-width: 2; } svg line { stroke: var(--line); }
)css";

constexpr double kWidth = 560;
constexpr double kHeight = 220;

// One line per run: the score of the translated set by round.
std::string curves(const std::vector<TuningRun>& runs) {
  double minimum = runs.front().rounds.front().score;
  double maximum = minimum;
  std::size_t rounds = 1;
  for (const TuningRun& run : runs) {
    rounds = std::max(rounds, run.rounds.size());
    for (const TuningRound& round : run.rounds) {
      minimum = std::min(minimum, round.score);
      maximum = std::max(maximum, round.score);
    }
  }
  const double span = maximum > minimum ? maximum - minimum : 1.0;
  std::string svg = fmt::format(
      "<svg role=\"img\" aria-label=\"Score by round\" width=\"{0}\" height=\"{1}\"><title>Score by "
      "round</title>"
      "<text x=\"0\" y=\"12\">{2:.2f}</text><text x=\"0\" y=\"{3}\">{4:.2f}</text><line x1=\"45\" y1=\"{3}\" "
      "x2=\"{0}\" y2=\"{3}\"/>\n",
      kWidth + 60, kHeight + 30, maximum, kHeight, minimum);
  for (const TuningRun& run : runs) {
    std::string points;
    for (std::size_t i = 0; i < run.rounds.size(); ++i) {
      const double x =
          50 + kWidth * static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(1, rounds - 1));
      points += fmt::format("{:.1f},{:.1f} ", x, 8 + (kHeight - 8) * (maximum - run.rounds[i].score) / span);
    }
    svg += fmt::format("<polyline points=\"{}\"/>\n", points);
  }
  return svg + "</svg>\n";
}

}  // namespace

std::string render_tuning_report(const TuningResult& result, const std::string& title,
                                 const std::string& metric) {
  std::string html = begin_page(title, kTuningStyle);
  html += fmt::format("<p>{} on the development set: {:.2f} before, {:.2f} after ({})</p>\n",
                      escape_html(metric), result.before, result.after, escape_html(result.signature));
  html += curves(result.runs);
  for (const TuningRun& run : result.runs) {
    html += fmt::format(
        "<h2>Seed {}</h2>\n<table>\n<tr><th>Round</th><th>{}</th><th>On the lists, after</th><th>New "
        "candidates</th><th>Candidates</th><th>Seconds</th></tr>\n",
        run.seed, escape_html(metric));
    for (std::size_t i = 0; i < run.rounds.size(); ++i) {
      const TuningRound& round = run.rounds[i];
      html += fmt::format(
          "<tr><td>{}</td><td>{:.2f}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1f}</td></tr>\n", i + 1,
          round.score, round.list_score == 0.0 ? "" : fmt::format("{:.2f}", round.list_score), round.added,
          round.candidates, round.seconds);
    }
    html += "</table>\n";
  }
  html += "<h2>Weights</h2>\n<pre>" + escape_html(decode::format_weights(result.weights)) + "</pre>\n";
  return html + "</body>\n</html>\n";
}

}  // namespace calque::pipeline
