#include "evaluation.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/meteor.h"
#include "metrics/nist.h"
#include "metrics/ter.h"
#include "metrics/word_errors.h"
#include "store/text_file.h"
#include "text/utf8.h"

namespace calque::apps {
namespace {

constexpr std::size_t kUsualResamples = 1000;
constexpr const char* kAllMetrics = "bleu,chrf,chrf++,ter,wer,per,nist,meteor";

metrics::Tokenization parse_tokenization(const std::string& name) {
  if (const auto tokenization = metrics::tokenization_from_name(name)) return *tokenization;
  throw UsageError({}, fmt::format("unknown tokenisation '{}'", name), "use 13a, none, intl, zh or char");
}

metrics::BleuSmoothing parse_bleu_smoothing(const std::string& name) {
  if (name == "none") return metrics::BleuSmoothing::kNone;
  if (name == "floor") return metrics::BleuSmoothing::kFloor;
  if (name == "add-k") return metrics::BleuSmoothing::kAddK;
  if (name == "exp") return metrics::BleuSmoothing::kExp;
  throw UsageError({}, fmt::format("unknown smoothing '{}'", name), "use none, floor, add-k or exp");
}

std::unique_ptr<const metrics::Metric> make_bleu(const EvaluationOptions& options) {
  metrics::BleuOptions bleu;
  bleu.tokenization = parse_tokenization(options.tokenization);
  bleu.lowercase = options.lowercase;
  bleu.smoothing = parse_bleu_smoothing(options.smoothing);
  bleu.smoothing_value = options.smoothing_value;
  return std::make_unique<metrics::Bleu>(bleu);
}

std::unique_ptr<const metrics::Metric> make_meteor(const EvaluationOptions& options) {
  metrics::MeteorOptions meteor;
  meteor.tokenization = parse_tokenization(options.tokenization);
  meteor.lowercase = options.lowercase;
  meteor.stem_language = options.stem_language == "none" ? "" : options.stem_language;
  if (!options.synonyms.empty()) meteor.synonyms = std::make_shared<metrics::Synonyms>(options.synonyms);
  return std::make_unique<metrics::Meteor>(meteor);
}

}  // namespace

std::unique_ptr<const metrics::Metric> make_metric(std::string_view name, const EvaluationOptions& options) {
  const metrics::Tokenization tokenization = parse_tokenization(options.tokenization);
  if (name == "bleu") return make_bleu(options);
  if (name == "chrf" || name == "chrf++") {
    metrics::ChrfOptions chrf;
    chrf.lowercase = options.lowercase;
    chrf.word_order = name == "chrf" ? 0 : 2;
    return std::make_unique<metrics::Chrf>(chrf);
  }
  if (name == "ter") {
    return std::make_unique<metrics::Ter>(metrics::TerOptions{
        options.ter_normalize, !options.ter_no_punctuation, options.ter_asian, options.ter_cased});
  }
  const metrics::WordErrorOptions word_errors{tokenization, options.lowercase};
  if (name == "wer") return std::make_unique<metrics::Wer>(word_errors);
  if (name == "per") return std::make_unique<metrics::Per>(word_errors);
  if (name == "nist") {
    return std::make_unique<metrics::Nist>(metrics::NistOptions{tokenization, options.lowercase});
  }
  if (name == "meteor") return make_meteor(options);
  throw UsageError({}, fmt::format("unknown metric '{}'", name),
                   fmt::format("use all, or some of {}", kAllMetrics));
}

namespace {

std::vector<std::unique_ptr<const metrics::Metric>> make_metrics(const EvaluationOptions& options) {
  std::vector<std::unique_ptr<const metrics::Metric>> chosen;
  const std::string names = options.metrics == "all" ? kAllMetrics : options.metrics;
  for (const std::string_view field : split_fields(names, ",")) {
    auto metric = make_metric(trim(field), options);
    const bool twice =
        std::any_of(chosen.begin(), chosen.end(), [&](const auto& m) { return m->name() == metric->name(); });
    if (!twice) chosen.push_back(std::move(metric));
  }
  return chosen;
}

}  // namespace

std::vector<std::string> read_lines(const std::string& path) {
  store::LineReader reader(path);
  std::vector<std::string> lines;
  std::string line;
  while (reader.next(line)) {
    text::check_utf8(line, reader.place());
    lines.push_back(line);
  }
  return lines;
}

namespace {

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

void read_texts(const EvaluationOptions& options, Evaluation& evaluation) {
  const std::string& first = options.references.front();
  evaluation.references.push_back(read_lines(first));
  const std::size_t count = evaluation.references.front().size();
  for (std::size_t r = 1; r < options.references.size(); ++r) {
    evaluation.references.push_back(read_lines_like(options.references[r], first, count));
  }
  for (const std::string& path : options.hypotheses) {
    evaluation.systems.push_back({path, read_lines_like(path, first, count), {}});
  }
}

void score_systems(Evaluation& evaluation, ThreadPool& threads) {
  for (const auto& metric : evaluation.metrics) {
    evaluation.signatures.push_back(metric->signature(evaluation.references.size()) +
                                    "|version:calque-" CALQUE_VERSION);
    const auto bound = metric->bind(evaluation.references, threads);
    for (EvaluatedSystem& system : evaluation.systems) {
      SystemMetric& result = system.metrics.emplace_back();
      result.table = metrics::collect_statistics(*bound, system.lines, threads);
      result.score = metric->score(result.table.total());
    }
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

void add_bootstrap(Evaluation& evaluation, const metrics::ResamplingOptions& options, double level,
                   ThreadPool& threads) {
  std::vector<metrics::ScoredTable> tables;
  for (const EvaluatedSystem& system : evaluation.systems) {
    for (std::size_t m = 0; m < system.metrics.size(); ++m) {
      tables.push_back({evaluation.metrics[m].get(), &system.metrics[m].table});
    }
  }
  const auto scores = metrics::bootstrap_scores(tables, options, threads);
  const std::size_t metric_count = evaluation.metrics.size();
  for (std::size_t t = 0; t < tables.size(); ++t) {
    evaluation.systems[t / metric_count].metrics[t % metric_count].interval =
        metrics::confidence_interval(scores[t], level);
  }
  for_each_pair(evaluation, "paired-bootstrap", [&](Comparison& comparison) {
    const auto& a = scores[comparison.a * metric_count + comparison.metric];
    const auto& b = scores[comparison.b * metric_count + comparison.metric];
    const auto verdict = metrics::paired_bootstrap(a, b, comparison.difference,
                                                   evaluation.metrics[comparison.metric]->higher_is_better());
    comparison.p = verdict.p;
    comparison.figures = {{"wins_a", static_cast<double>(verdict.wins_a)},
                          {"wins_b", static_cast<double>(verdict.wins_b)},
                          {"ties", static_cast<double>(verdict.ties)}};
  });
}

void add_randomization(Evaluation& evaluation, const metrics::ResamplingOptions& options,
                       ThreadPool& threads) {
  for_each_pair(evaluation, "approximate-randomization", [&](Comparison& comparison) {
    const auto verdict = metrics::approximate_randomization(
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
    const auto verdict = metrics::paired_t_test(a, b);
    comparison.p = verdict.p;
    comparison.difference = verdict.mean_difference;
    if (verdict.t) comparison.figures = {{"t", *verdict.t}};
  });
}

}  // namespace

double Evaluation::sentence_score(std::size_t system, std::size_t metric, std::size_t sentence) const {
  return metrics[metric]->sentence_score(systems[system].metrics[metric].table.row(sentence)).value;
}

Evaluation evaluate(const EvaluationOptions& options, std::uint64_t seed, ThreadPool& threads) {
  Evaluation evaluation;
  evaluation.metrics = make_metrics(options);
  read_texts(options, evaluation);
  score_systems(evaluation, threads);
  evaluation.resamples = options.bootstrap.value_or(options.hypotheses.size() > 1 ? kUsualResamples : 0);
  if (evaluation.resamples > 0) {
    add_bootstrap(evaluation, {evaluation.resamples, seed}, options.confidence / 100.0, threads);
  }
  if (options.randomization > 0) add_randomization(evaluation, {options.randomization, seed}, threads);
  if (options.t_test) add_t_tests(evaluation);
  return evaluation;
}

std::vector<LengthClass> length_classes(const Evaluation& evaluation) {
  constexpr std::array<std::size_t, 8> kStarts{0, 1, 10, 20, 30, 40, 50, 60};
  std::vector<LengthClass> classes;
  for (std::size_t i = 0; i < kStarts.size(); ++i) {
    classes.push_back({kStarts[i], i + 1 < kStarts.size() ? kStarts[i + 1] - 1 : 0, {}});
  }
  const std::vector<std::string>& lines = evaluation.references.front();
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    split_words(lines[i], words);
    const auto next = std::upper_bound(kStarts.begin(), kStarts.end(), words.size());
    classes[static_cast<std::size_t>(next - kStarts.begin()) - 1].sentences.push_back(i);
  }
  std::erase_if(classes, [](const LengthClass& c) { return c.sentences.empty(); });
  return classes;
}

metrics::Score score_of(const Evaluation& evaluation, std::size_t system, std::size_t metric,
                        const LengthClass& length_class) {
  const metrics::StatisticsTable& table = evaluation.systems[system].metrics[metric].table;
  std::vector<std::int64_t> sums(table.columns(), 0);
  for (const std::size_t sentence : length_class.sentences) {
    const auto row = table.row(sentence);
    for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += row[c];
  }
  return evaluation.metrics[metric]->score(sums);
}

}  // namespace calque::apps
