#include "calque/evaluator.h"

#include <optional>

#include <fmt/format.h>

#include "base/enum_names.h"
#include "base/error.h"
#include "base/thread_pool.h"
#include "metrics/evaluation.h"
#include "metrics/registry.h"
#include "text/utf8.h"

namespace calque {
namespace {

std::vector<std::unique_ptr<const metrics::Metric>> metrics_of(const EvaluatorOptions& options) {
  metrics::MetricOptions internal;
  internal.tokenization = parse_enum<metrics::Tokenization>(options.tokenization);
  internal.lowercase = options.lowercase;
  return metrics::make_metrics(fmt::format("{}", fmt::join(options.metrics, ",")), internal);
}

void check_lines(std::span<const std::string> lines, std::string_view what, std::size_t count) {
  if (lines.size() != count) {
    throw DataError({}, fmt::format("{} lines of {} for {} translations", lines.size(), what, count),
                    "give one line for each translation, in the same order");
  }
  for (std::size_t i = 0; i < lines.size(); ++i) text::check_utf8(lines[i], {std::string(what), i + 1});
}

}  // namespace

struct Evaluator::Shared {
  EvaluatorOptions options;

  metrics::Evaluation evaluate(const std::vector<std::span<const std::string>>& systems,
                               const References& references, std::size_t resamples) const {
    if (references.empty()) throw UsageError({}, "there are no references", "give at least one set of lines");
    const std::size_t count = systems.front().size();
    metrics::TestSet test_set{references, {}};
    for (const std::vector<std::string>& lines : references) check_lines(lines, "references", count);
    for (const std::span<const std::string> lines : systems) {
      check_lines(lines, "translations", count);
      test_set.systems.push_back({{}, {lines.begin(), lines.end()}});
    }
    ThreadPool threads(options.threads);
    return metrics::evaluate(metrics_of(options), std::move(test_set),
                             {.bootstrap = resamples, .seed = options.seed}, threads);
  }
};

Evaluator::Evaluator(const EvaluatorOptions& options)
    : shared_(std::make_shared<const Shared>(Shared{options})) {
  metrics_of(options);  // throws for names that do not exist
}

std::vector<MetricScore> Evaluator::score(std::span<const std::string> translations,
                                          const References& references) const {
  const metrics::Evaluation evaluation = shared_->evaluate({translations}, references, 0);
  std::vector<MetricScore> scores;
  for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
    const metrics::Score& score = evaluation.systems[0].metrics[m].score;
    MetricScore& result = scores.emplace_back();
    result.metric = evaluation.metrics[m]->name();
    result.value = score.value;
    result.signature = evaluation.signatures[m];
    for (const metrics::Figure& figure : score.figures)
      result.figures.emplace_back(figure.name, figure.value);
  }
  return scores;
}

std::vector<std::vector<double>> Evaluator::line_scores(std::span<const std::string> translations,
                                                        const References& references) const {
  const metrics::Evaluation evaluation = shared_->evaluate({translations}, references, 0);
  std::vector<std::vector<double>> scores(evaluation.metrics.size());
  for (std::size_t m = 0; m < scores.size(); ++m) {
    for (std::size_t i = 0; i < translations.size(); ++i)
      scores[m].push_back(evaluation.sentence_score(0, m, i));
  }
  return scores;
}

std::vector<MetricComparison> Evaluator::compare(std::span<const std::string> a,
                                                 std::span<const std::string> b,
                                                 const References& references) const {
  const metrics::Evaluation evaluation = shared_->evaluate({a, b}, references, shared_->options.resamples);
  std::vector<MetricComparison> comparisons;
  for (const metrics::Comparison& each : evaluation.comparisons) {
    comparisons.push_back({std::string(evaluation.metrics[each.metric]->name()),
                           evaluation.systems[0].metrics[each.metric].score.value,
                           evaluation.systems[1].metrics[each.metric].score.value, each.p});
  }
  return comparisons;
}

}  // namespace calque
