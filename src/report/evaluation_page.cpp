#include "report/evaluation_page.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/parse.h"
#include "metrics/registry.h"
#include "report/html.h"
#include "report/plot.h"

namespace calque::report {
namespace {

using metrics::Comparison;
using metrics::EvaluatedSystem;
using metrics::Evaluation;
using metrics::LengthClass;
using metrics::SystemMetric;

// Differences are found with a table of this many cells at most; longer pairs of lines are shown unmarked.
constexpr std::size_t kMaxCells = 4'000'000;
constexpr double kSignificant = 0.05;

std::string metric_name(const Evaluation& evaluation, std::size_t m) {
  return std::string(metrics::display_name(evaluation.metrics[m]->name()));
}

std::string last_part(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// The system's colour and its file's name, without folders if that tells the systems apart.
Html system_name(const Evaluation& evaluation, std::size_t system) {
  const std::string& path = evaluation.systems[system].name;
  const auto like_this = std::ranges::count_if(evaluation.systems, [&](const EvaluatedSystem& other) {
    return last_part(other.name) == last_part(path);
  });
  return colour_key(system) + with_tooltip(like_this > 1 ? path : last_part(path), path);
}

Html with_range(const std::string& number, const std::string& range) {
  return Html(number) + element("span", range, "range");
}

// Whether the system scores better than every other; a single system does not.
bool is_best(const Evaluation& evaluation, std::size_t system, std::size_t m) {
  const double sign = evaluation.metrics[m]->higher_is_better() ? 1.0 : -1.0;
  const auto value = [&](const EvaluatedSystem& s) { return sign * s.metrics[m].score.value; };
  const double own = value(evaluation.systems[system]);
  return evaluation.systems.size() > 1 &&
         std::ranges::count_if(evaluation.systems, [&](const auto& s) { return value(s) >= own; }) == 1;
}

Html scores_table(const Evaluation& evaluation) {
  std::vector<Html> head{"System"};
  for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
    head.push_back(Html(metric_name(evaluation, m)) +
                   Html::markup(evaluation.metrics[m]->higher_is_better() ? " &uarr;" : " &darr;"));
  }
  Table table(std::move(head));
  for (std::size_t s = 0; s < evaluation.systems.size(); ++s) {
    std::vector<Cell> row{system_name(evaluation, s)};
    for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
      const SystemMetric& result = evaluation.systems[s].metrics[m];
      const std::string score = fmt::format("{:.2f}", result.score.value);
      row.emplace_back(result.interval
                           ? with_range(score, fmt::format("{:.2f} to {:.2f}", result.interval->low,
                                                           result.interval->high))
                           : Html(score),
                       is_best(evaluation, s, m));
    }
    table.add(std::move(row));
  }
  Html signatures;
  for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
    signatures +=
        element("p", Html(metric_name(evaluation, m) + " ") + element("code", evaluation.signatures[m])) +
        Html("\n");
  }
  return table.html() + folded("Signatures", signatures);
}

// One row for each method and pair of systems: comparisons come in that order, one for each metric.
Html significance_section(const Evaluation& evaluation) {
  if (evaluation.comparisons.empty()) return {};
  std::vector<Html> head{"Systems", "Method"};
  for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) head.emplace_back(metric_name(evaluation, m));
  Table table(std::move(head), 2);
  std::vector<Cell> row;
  for (const Comparison& comparison : evaluation.comparisons) {
    if (comparison.metric == 0) {
      row = {system_name(evaluation, comparison.a) + Html::markup("<br>") +
                 system_name(evaluation, comparison.b),
             comparison.method};
    }
    row.emplace_back(
        with_range(fmt::format("{:.4f}", comparison.p), fmt::format("{:+.2f}", comparison.difference)),
        comparison.p < kSignificant);
    if (comparison.metric + 1 == evaluation.metrics.size()) table.add(row);
  }
  return section("Significance",
                 fmt::format("p values; differences below them. Green: below {}.", kSignificant),
                 table.html());
}

Html plots(const Evaluation& evaluation) {
  const auto classes = evaluation.length_classes();
  Html by_length;
  Html by_score;
  for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
    const std::string name = metric_name(evaluation, m);
    BarPlot bars{name + " by words of the reference", {}, {}};
    for (const LengthClass& length_class : classes) bars.labels.push_back(length_class.label());
    std::vector<std::vector<double>> scores(evaluation.systems.size());
    for (std::size_t s = 0; s < evaluation.systems.size(); ++s) {
      auto& values = bars.values.emplace_back();
      for (const LengthClass& length_class : classes)
        values.push_back(evaluation.score_of(s, m, length_class));
      for (std::size_t i = 0; i < evaluation.sentence_count(); ++i)
        scores[s].push_back(evaluation.sentence_score(s, m, i));
    }
    by_length += figure(bars.title, bar_plot(bars));
    const XyPlot lines = distribution("Sentences by " + name, scores);
    by_score += figure(lines.title, xy_plot(lines));
  }
  return section("By sentence length", "", side_by_side(by_length)) +
         section("Scores of single sentences", "", side_by_side(by_score));
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

// The line with the words marked that are not in the reference at their place.
Html marked(const std::string& line, const std::string& reference) {
  const auto words = split_words(line);
  const auto reference_words = split_words(reference);
  if ((words.size() + 1) * (reference_words.size() + 1) > kMaxCells) return line;
  const std::vector<bool> common = common_words(words, reference_words);
  Html html;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) html += " ";
    html += common[i] ? Html(words[i]) : element("mark", words[i]);
  }
  return html;
}

// The sentences on which systems differ most by the first metric; of a single system those it does worst.
std::vector<std::size_t> interesting_sentences(const Evaluation& evaluation, std::size_t maximum) {
  const std::size_t count = evaluation.sentence_count();
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

Html sentences_section(const Evaluation& evaluation, std::size_t maximum) {
  const std::string metric = metric_name(evaluation, 0);
  const auto chosen = interesting_sentences(evaluation, maximum);
  Html html;
  for (const std::size_t i : chosen) {
    Table table({}, 3);
    for (std::size_t r = 0; r < evaluation.references.size(); ++r) {
      table.add({evaluation.references.size() > 1 ? fmt::format("Reference {}", r + 1) : "Reference", "",
                 evaluation.references[r][i]});
    }
    for (std::size_t s = 0; s < evaluation.systems.size(); ++s) {
      table.add({system_name(evaluation, s),
                 element("span", fmt::format("{:.1f}", evaluation.sentence_score(s, 0, i)), "n"),
                 marked(evaluation.systems[s].lines[i], evaluation.references.front()[i])});
    }
    html += element("div", element("h3", fmt::format("Sentence {}", i + 1)) + table.html(), "sentence") +
            Html("\n");
  }
  return section(
      "Sentences",
      fmt::format("{} of {}, {} first. Marked words are not in the reference at that place.", chosen.size(),
                  evaluation.sentence_count(),
                  evaluation.systems.size() > 1 ? "largest difference in " + metric : "worst " + metric),
      html);
}

std::string counted(std::size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace

std::string evaluation_page(const Evaluation& evaluation, std::size_t max_sentences) {
  std::string summary = fmt::format("{}, {}, {}.", counted(evaluation.sentence_count(), "sentence"),
                                    counted(evaluation.references.size(), "reference set"),
                                    counted(evaluation.systems.size(), "system"));
  if (evaluation.resamples > 0) {
    summary +=
        fmt::format(" Ranges are bootstrap confidence intervals from {} resamples.", evaluation.resamples);
  }
  return page("Evaluation", element("p", summary, "soft") + Html("\n") + scores_table(evaluation) +
                                significance_section(evaluation) + plots(evaluation) +
                                sentences_section(evaluation, max_sentences));
}

}  // namespace calque::report
