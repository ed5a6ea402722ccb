#include "metrics/evaluation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "store/text_file.h"
#include "text/utf8.h"

namespace calque::metrics {
namespace {

constexpr std::size_t kUsualResamples = 1000;
// The first lengths of the length classes.
constexpr std::array<std::size_t, 8> kStarts{0, 1, 10, 20, 30, 40, 50, 60};

// References are bound a part at a time: tokenised text takes many times the memory of the lines.
constexpr std::size_t kPartBytes = std::size_t{4} << 20U;
// More would take gigabytes for statistics alone, and nobody translated that much for a test.
constexpr std::size_t kMaxLines = 10'000'000;

// The end of a part that begins with sentence `begin`.
std::size_t part_end(const ReferenceSets& references, std::size_t begin) {
  const std::size_t count = references.front().size();
  std::size_t end = begin;
  for (std::size_t bytes = 0; end < count && (end == begin || bytes < kPartBytes); ++end)
    for (const auto& lines : references) bytes += lines[end].size();
  return end;
}

ReferenceSets part_of(const ReferenceSets& references, std::size_t begin, std::size_t end) {
  ReferenceSets part;
  for (const auto& lines : references)
    part.emplace_back(lines.begin() + static_cast<std::ptrdiff_t>(begin),
                      lines.begin() + static_cast<std::ptrdiff_t>(end));
  return part;
}

void score_part(const BoundMetric& bound, std::size_t metric, std::size_t begin, Evaluation& evaluation,
                ThreadPool& threads) {
  const std::size_t count = bound.sentence_count();
  for (EvaluatedSystem& system : evaluation.systems) {
    const auto lines = std::span<const std::string>(system.lines).subspan(begin, count);
    const StatisticsTable part = collect_statistics(bound, lines, threads);
    for (std::size_t i = 0; i < count; ++i)
      std::ranges::copy(part.row(i), system.metrics[metric].table.row(begin + i).begin());
  }
}

void collect_all(const Metric& metric, std::size_t index, Evaluation& evaluation, ThreadPool& threads) {
  const ReferenceSets& references = evaluation.references;
  const std::size_t count = references.front().size();
  for (EvaluatedSystem& system : evaluation.systems)
    system.metrics.emplace_back().table = StatisticsTable(count, metric.statistics_size());
  if (metric.needs_all_references())
    return score_part(*metric.bind(references, threads), index, 0, evaluation, threads);
  for (std::size_t begin = 0; begin < count;) {
    const std::size_t end = part_end(references, begin);
    score_part(*metric.bind(part_of(references, begin, end), threads), index, begin, evaluation, threads);
    begin = end;
  }
}

void score_systems(Evaluation& evaluation, ThreadPool& threads) {
  for (const auto& metric : evaluation.metrics) {
    evaluation.signatures.push_back(metric->signature(evaluation.references.size()) +
                                    "|version:calque-" CALQUE_VERSION);
    const std::size_t index = evaluation.signatures.size() - 1;
    collect_all(*metric, index, evaluation, threads);
    for (EvaluatedSystem& system : evaluation.systems)
      system.metrics[index].score = metric->score(system.metrics[index].table.total());
  }
}

// Calls visit for each pair of systems and each metric, with a comparison that has everything but a verdict.
template <typename Visit>
void for_each_pair(Evaluation& evaluation, const std::string& method, Visit&& visit) {
  for (std::size_t a = 0; a < evaluation.systems.size(); ++a) {
    for (std::size_t b = a + 1; b < evaluation.systems.size(); ++b) {
      for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
        const SystemMetric& in_a = evaluation.systems[a].metrics[m];
        const SystemMetric& in_b = evaluation.systems[b].metrics[m];
        Comparison comparison{a, b, m, method, in_a.score.value - in_b.score.value, 1.0, {}};
        visit(comparison);
        evaluation.comparisons.push_back(std::move(comparison));
      }
    }
  }
}

void add_bootstrap(Evaluation& evaluation, const ResamplingOptions& options, double level,
                   ThreadPool& threads) {
  std::vector<ScoredTable> tables;
  for (const EvaluatedSystem& system : evaluation.systems) {
    for (std::size_t m = 0; m < system.metrics.size(); ++m) {
      tables.push_back({evaluation.metrics[m].get(), &system.metrics[m].table});
    }
  }
  const auto scores = bootstrap_scores(tables, options, threads);
  const std::size_t metric_count = evaluation.metrics.size();
  for (std::size_t t = 0; t < tables.size(); ++t) {
    evaluation.systems[t / metric_count].metrics[t % metric_count].interval =
        confidence_interval(scores[t], level);
  }
  for_each_pair(evaluation, "paired-bootstrap", [&](Comparison& comparison) {
    const auto& a = scores[comparison.a * metric_count + comparison.metric];
    const auto& b = scores[comparison.b * metric_count + comparison.metric];
    const auto verdict = paired_bootstrap(a, b, comparison.difference,
                                          evaluation.metrics[comparison.metric]->higher_is_better());
    comparison.p = verdict.p;
    comparison.figures = {{"wins_a", static_cast<double>(verdict.wins_a)},
                          {"wins_b", static_cast<double>(verdict.wins_b)},
                          {"ties", static_cast<double>(verdict.ties)}};
  });
}

void add_randomization(Evaluation& evaluation, const ResamplingOptions& options, ThreadPool& threads) {
  for_each_pair(evaluation, "approximate-randomization", [&](Comparison& comparison) {
    const auto verdict = approximate_randomization(
        *evaluation.metrics[comparison.metric],
        evaluation.systems[comparison.a].metrics[comparison.metric].table,
        evaluation.systems[comparison.b].metrics[comparison.metric].table, options, threads);
    comparison.p = verdict.p;
    comparison.figures = {{"shuffles", static_cast<double>(options.resamples)},
                          {"as_large", static_cast<double>(verdict.as_large)}};
  });
}

void add_t_tests(Evaluation& evaluation) {
  for_each_pair(evaluation, "t-test", [&](Comparison& comparison) {
    const std::size_t count = evaluation.references.front().size();
    std::vector<double> a(count);
    std::vector<double> b(count);
    for (std::size_t i = 0; i < count; ++i) {
      a[i] = evaluation.sentence_score(comparison.a, comparison.metric, i);
      b[i] = evaluation.sentence_score(comparison.b, comparison.metric, i);
    }
    const auto verdict = paired_t_test(a, b);
    comparison.p = verdict.p;
    comparison.difference = verdict.mean_difference;
    if (verdict.t) comparison.figures = {{"t", *verdict.t}};
  });
}

std::vector<std::string> read_lines_like(const std::string& path, const std::string& first_path,
                                         std::size_t count) {
  std::vector<std::string> lines = read_lines(path);
  if (lines.size() != count) {
    throw DataError(
        {path},
        fmt::format("the file has {} lines, but reference {} has {}", lines.size(), first_path, count),
        "give one line for each reference line, in the same order");
  }
  return lines;
}

}  // namespace

double Evaluation::sentence_score(std::size_t system, std::size_t metric, std::size_t sentence) const {
  return metrics[metric]->sentence_score(systems[system].metrics[metric].table.row(sentence)).value;
}

std::string LengthClass::label() const {
  if (from == 0) return "0";
  return to == 0 ? fmt::format("{}+", from) : fmt::format("{}-{}", from, to);
}

std::vector<LengthClass> Evaluation::length_classes() const {
  std::vector<LengthClass> classes;
  for (std::size_t i = 0; i < kStarts.size(); ++i) {
    classes.push_back({kStarts[i], i + 1 < kStarts.size() ? kStarts[i + 1] - 1 : 0, {}});
  }
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < sentence_count(); ++i) {
    split_words(references.front()[i], words);
    const auto next = std::upper_bound(kStarts.begin(), kStarts.end(), words.size());
    classes[static_cast<std::size_t>(next - kStarts.begin()) - 1].sentences.push_back(i);
  }
  std::erase_if(classes, [](const LengthClass& c) { return c.sentences.empty(); });
  return classes;
}

double Evaluation::score_of(std::size_t system, std::size_t metric, const LengthClass& length_class) const {
  const StatisticsTable& table = systems[system].metrics[metric].table;
  std::vector<std::int64_t> sums(table.columns(), 0);
  for (const std::size_t sentence : length_class.sentences) {
    const auto row = table.row(sentence);
    for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += row[c];
  }
  return metrics[metric]->score(sums).value;
}

Evaluation evaluate(std::vector<std::unique_ptr<const Metric>> metrics, TestSet test_set,
                    const SignificanceOptions& options, ThreadPool& threads) {
  Evaluation evaluation;
  evaluation.metrics = std::move(metrics);
  evaluation.references = std::move(test_set.references);
  for (SystemOutput& system : test_set.systems) {
    evaluation.systems.push_back({std::move(system.name), std::move(system.lines), {}});
  }
  score_systems(evaluation, threads);
  evaluation.resamples = options.bootstrap.value_or(evaluation.systems.size() > 1 ? kUsualResamples : 0);
  if (evaluation.resamples > 0) {
    add_bootstrap(evaluation, {evaluation.resamples, options.seed}, options.confidence / 100.0, threads);
  }
  if (options.randomization > 0) {
    add_randomization(evaluation, {options.randomization, options.seed}, threads);
  }
  if (options.t_test) add_t_tests(evaluation);
  return evaluation;
}

std::vector<std::string> read_lines(const std::string& path) {
  store::LineReader reader(path);
  std::vector<std::string> lines;
  std::string line;
  while (reader.next(line)) {
    text::check_utf8(line, reader.place());
    if (lines.size() == kMaxLines)
      throw DataError(reader.place(), fmt::format("the file has more than {} lines", kMaxLines),
                      "evaluate it in parts");
    lines.push_back(line);
  }
  return lines;
}

ReferenceSets read_references(const std::vector<std::string>& paths) {
  ReferenceSets sets;
  for (const std::string& path : paths) {
    sets.push_back(read_lines(path));
    if (sets.back().empty()) throw DataError({path}, "the file is empty", "give one reference per sentence");
    if (sets.back().size() == sets.front().size()) continue;
    throw DataError({path},
                    fmt::format("the file has {} lines, but {} has {}", sets.back().size(), paths.front(),
                                sets.front().size()),
                    "give reference files of the same sentences");
  }
  return sets;
}

TestSet read_test_set(const std::vector<std::string>& references, const std::vector<std::string>& systems) {
  TestSet set;
  const std::string& first = references.front();
  set.references.push_back(read_lines(first));
  const std::size_t count = set.references.front().size();
  if (count == 0)
    throw DataError({first}, "the file is empty",
                    "there is nothing to score; give one reference per sentence");
  for (std::size_t r = 1; r < references.size(); ++r) {
    set.references.push_back(read_lines_like(references[r], first, count));
  }
  for (const std::string& path : systems) set.systems.push_back({path, read_lines_like(path, first, count)});
  return set;
}

}  // namespace calque::metrics
