#include "reorder/comparison.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include <fmt/format.h>
#include <unistd.h>

#include "base/cpu_time.h"
#include "base/error.h"
#include "base/parse.h"
#include "learn/weights.h"
#include "metrics/significance.h"
#include "reorder/model.h"

namespace calque::reorder {
namespace {

// Training errors are measured on at most this many samples.
constexpr std::size_t kMaxWatched = 20'000;
constexpr double kToleranceSlack = 0.002;

std::uintmax_t file_size_of(const ReorderingModel& model) {
  const auto path = std::filesystem::temp_directory_path() /
                    fmt::format("calque-reorder-{}-{}", ::getpid(), model.description().learner);
  model.save(path.string());
  const auto bytes = std::filesystem::file_size(path);
  std::filesystem::remove(path);
  return bytes;
}

// Sub-models and the several models of classes in order have no passes in common.
bool can_be_watched(const Learner& learner) {
  return learner.linear() && !learner.per_phrase() && learner.name() != "ordinal";
}

template <typename Value>
std::vector<double> values_of(const std::vector<LearnerRun>& runs, Value value) {
  std::vector<double> values;
  for (const LearnerRun& run : runs) values.push_back(value(run));
  return values;
}

}  // namespace

std::vector<Learner> parse_learners(std::string_view names, const ReorderingClasses& classes) {
  std::vector<Learner> learners;
  if (names == "all" || names == "usual") {
    learners = all_learners();
    std::erase_if(learners, [&](const Learner& learner) {
      const bool usual = learner.usual() >= (learner.per_phrase() ? Usual::kAlsoPerPhrase : Usual::kYes);
      return !learner.fits(classes) || (names == "usual" && !usual);
    });
    return learners;
  }
  for (const std::string_view name : split_fields(names, ",")) learners.push_back(Learner::parse(name));
  return learners;
}

std::vector<double> parse_sizes(std::string_view text) {
  std::vector<double> sizes;
  for (const std::string_view field : split_fields(text, ",")) {
    if (text.empty()) break;
    const auto size = parse_real(field);
    const double before = sizes.empty() ? 0.0 : sizes.back();
    if (!size || !(*size > before) || *size > 1.0) {
      throw UsageError({}, fmt::format("'{}' are no sizes", text),
                       "give rising parts of the training sentences, such as --sizes 0.1,0.25,0.5");
    }
    sizes.push_back(*size);
  }
  if (sizes.empty() || sizes.back() < 1.0) sizes.push_back(1.0);
  return sizes;
}

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation(std::span<const double> values) {
  if (values.size() < 2) return 0.0;
  const double middle = mean(values);
  double sum = 0.0;
  for (const double value : values) sum += (value - middle) * (value - middle);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

std::vector<double> LearnerSeries::precisions(std::size_t size) const {
  return values_of(runs[size], [](const LearnerRun& run) { return run.evaluation.overall.precision(); });
}

std::vector<double> LearnerSeries::f1(std::size_t size, std::size_t k) const {
  return values_of(runs[size], [k](const LearnerRun& run) { return run.evaluation.f1[k]; });
}

std::vector<double> LearnerSeries::mean_f1(std::size_t size) const {
  std::vector<double> values;
  for (std::size_t k = 0; k < runs[size].front().evaluation.f1.size(); ++k)
    values.push_back(mean(f1(size, k)));
  return values;
}

std::map<std::int32_t, Hits> LearnerSeries::by_distance() const {
  std::map<std::int32_t, Hits> all;
  for (const LearnerRun& run : whole()) {
    for (const auto& [distance, hits] : run.evaluation.by_distance) {
      all[distance].right += hits.right;
      all[distance].all += hits.all;
    }
  }
  return all;
}

const PassPoint* first_within(const PassCurve& curve, double train_error) {
  for (const PassPoint& point : curve.points) {
    if (point.train_error <= train_error) return &point;
  }
  return nullptr;
}

double common_tolerance(std::span<const PassCurve> curves) {
  double worst = 0.0;
  for (const PassCurve& curve : curves) {
    double best = 1.0;
    for (const PassPoint& point : curve.points) best = std::min(best, point.train_error);
    worst = std::max(worst, best);
  }
  return worst + kToleranceSlack;
}

Comparison::Comparison(ComparisonOptions options, ReorderingClasses classes, ThreadPool& threads,
                       Reporter& reporter)
    : options_(std::move(options)),
      classes_(std::move(classes)),
      threads_(threads),
      reporter_(reporter),
      min_samples_(0) {
  OptionValues of_learners = options_.learning;
  of_learners.erase("min-samples");
  check_options(options_.learners, of_learners);
  const auto min_samples = options_.learning.find("min-samples");
  min_samples_ = min_samples == options_.learning.end() ? SubModelOptions{}.min_samples
                                                        : std::get<std::size_t>(min_samples->second);
  for (const Learner& learner : options_.learners) {
    training_of(learner, 0);  // refuses what does not fit before anything is read
    series_.push_back({learner, std::vector<std::vector<LearnerRun>>(options_.sizes.size()), {}});
  }
  if (options_.repeats == 0) throw UsageError({}, "there must be a draw", "use --repeats 3");
}

TrainOptions Comparison::training_of(const Learner& learner, std::size_t draw) const {
  return {learner.method(options_of(learner, options_.learning), classes_), options_.seed + draw};
}

void Comparison::run(const CorpusText& text) {
  text_ = &text;
  reporter_.stage("collecting phrase movements");
  set_ = collect_samples(text.corpus(), text.alignments(), classes_, options_.samples, threads_);
  for (std::size_t draw = 0; draw < options_.repeats; ++draw) run_draw(draw);
  if (options_.passes) watch_all();
}

void Comparison::run_draw(std::size_t draw) {
  const std::uint64_t seed = options_.seed + draw;
  split_ = split_by_sentence(set_.samples, options_.test_fraction, seed);
  if (split_.train.empty() || split_.test.empty()) {
    throw DataError({options_.corpus_name}, "too few sentences with phrase pairs to hold some out",
                    "give a larger corpus");
  }
  train_samples_.clear();
  for (std::size_t size = 0; size + 1 < options_.sizes.size(); ++size) {
    const auto train = part_of_sentences(split_.train, options_.sizes[size], seed);
    run_size(size, draw, train);
  }
  run_size(options_.sizes.size() - 1, draw, split_.train);
}

void Comparison::run_size(std::size_t size, std::size_t draw, std::span<const Sample> train) {
  rows_.clear();
  train_samples_.push_back(train.size());
  for (LearnerSeries& series : series_) {
    reporter_.stage(fmt::format("draw {} of {}, {} samples: {}", draw + 1, options_.repeats, train.size(),
                                series.learner.name()));
    series.runs[size].push_back(run_learner(series, draw, train));
    const LearnerRun& run = series.runs[size].back();
    reporter_.note(fmt::format("{}: precision {:.2f} %, {:.2f} s", series.learner.name(),
                               100.0 * run.evaluation.overall.precision(), run.report.train_seconds));
  }
}

LearnerRun Comparison::run_learner(LearnerSeries& series, std::size_t draw, std::span<const Sample> train) {
  const auto options = training_of(series.learner, draw);
  auto result = series.learner.linear() ? train_linear(options, train)
                                        : reorder::train(*text_, train, classes_, options, threads_);
  LearnerRun run;
  series.last = predict(*result.classifier, *text_, split_.test, threads_);
  run.evaluation = evaluate(split_.test, series.last, classes_.size());
  run.report = result.report;
  run.bytes = file_size_of(make_model(std::move(result), series.learner, classes_, options_.samples, *text_));
  return run;
}

// Rows are made once for all learners that look at the same features.
const Comparison::Made& Comparison::rows_for(const TrainOptions& options, std::span<const Sample> train) {
  const RowPlan plan = row_plan(options, classes_.size());
  const auto same = [&](const Made& made) { return made.rows->plan() == plan; };
  if (std::none_of(rows_.begin(), rows_.end(), same)) {
    const double start = cpu_seconds();
    auto rows = std::make_unique<const PreparedRows>(*text_, train, plan, threads_);
    rows_.push_back({std::move(rows), cpu_seconds() - start});
  }
  return *std::find_if(rows_.begin(), rows_.end(), same);
}

TrainingResult Comparison::train_linear(const TrainOptions& options, std::span<const Sample> train) {
  const Made& made = rows_for(options, train);
  auto result = reorder::train(*text_, train, classes_, options, *made.rows, threads_);
  result.report.prepare_seconds = made.seconds;
  return result;
}

// On the last draw, with all training samples.
void Comparison::watch_all() {
  for (const LearnerSeries& series : series_) {
    if (!can_be_watched(series.learner)) continue;
    reporter_.stage("pass by pass: " + series.learner.name());
    const TrainOptions options = training_of(series.learner, options_.repeats - 1);
    if (!series.learner.takes("shrink")) {
      watch(series.learner.name(), options);
      continue;
    }
    for (const double level : {0.01, 0.1, 1.0}) {
      OptionValues values = options_of(series.learner, options_.learning);
      values["shrink"] = level;
      watch(fmt::format("{} --shrink {}", series.learner.name(), level),
            {series.learner.method(values, classes_), options.seed});
    }
  }
}

void Comparison::watch(const std::string& name, TrainOptions options) {
  const PreparedRows& rows = *rows_for(options, split_.train).rows;
  if (rows.reals()) return;  // held-out rows of these are not made here
  const auto test =
      build_normalised_rows(*text_, split_.test, FeatureMaker(rows.features()), rows.dictionary(), threads_);
  const auto labels = labels_of(split_.test);
  const learn::Problem held_out{test.view(), labels, classes_.size(), rows.feature_count()};
  learn::Problem train = rows.problem();
  if (train.size() > kMaxWatched) {
    train.rows.offsets = train.rows.offsets.first(kMaxWatched + 1);
    train.labels = train.labels.first(kMaxWatched);
  }
  PassCurve curve{name, {}, {}};
  double paused = cpu_seconds();
  options.after_pass = [&](std::size_t pass, const learn::Weights& weights) {
    const double now = cpu_seconds();
    curve.points.push_back(
        {pass, now - paused, learn::error_rate(weights, train), learn::error_rate(weights, held_out)});
    paused += cpu_seconds() - now;
    return true;
  };
  const auto result = reorder::train(*text_, split_.train, classes_, options, rows, threads_);
  curve.active = result.report.active_fraction;
  curves_.push_back(std::move(curve));
}

const LearnerSeries& Comparison::best() const {
  const std::size_t whole = options_.sizes.size() - 1;
  return *std::max_element(series_.begin(), series_.end(),
                           [&](const LearnerSeries& a, const LearnerSeries& b) {
                             return mean(a.precisions(whole)) < mean(b.precisions(whole));
                           });
}

const LearnerSeries* Comparison::lexical() const {
  for (const LearnerSeries& series : series_) {
    if (series.learner.name() == "lexical") return &series;
  }
  return nullptr;
}

double Comparison::gain(const LearnerSeries& series, std::size_t size) const {
  return relative_gain(series.mean_f1(size), lexical()->mean_f1(size), classes_.monotone_class());
}

std::vector<double> Comparison::p_values(const LearnerSeries& series) const {
  const auto all = [&](const LearnerSeries& of, const auto& values) {
    std::vector<double> result;
    for (std::size_t size = 0; size < options_.sizes.size(); ++size) {
      const auto more = values(of, size);
      result.insert(result.end(), more.begin(), more.end());
    }
    return result;
  };
  const auto precisions = [](const LearnerSeries& of, std::size_t size) { return of.precisions(size); };
  std::vector<double> p{metrics::paired_t_test(all(best(), precisions), all(series, precisions)).p};
  for (std::size_t k = 0; k < classes_.size(); ++k) {
    const auto f1 = [k](const LearnerSeries& of, std::size_t size) { return of.f1(size, k); };
    p.push_back(metrics::paired_t_test(all(best(), f1), all(series, f1)).p);
  }
  return p;
}

const LearnerSeries& Comparison::scatter_other() const {
  return lexical() != nullptr ? *lexical() : series_.front();
}

std::vector<ClusterComparison> Comparison::clusters() const {
  return compare_clusters(*text_, split_.train, split_.test, best().last, scatter_other().last, min_samples_);
}

std::string Comparison::phrase_of(const ClusterComparison& cluster) const {
  std::string phrase;
  const auto words = text_->corpus().source.sentence(cluster.example.sentence);
  for (std::uint32_t at = cluster.example.source().begin; at < cluster.example.source().end; ++at) {
    if (!phrase.empty()) phrase += ' ';
    phrase += text_->corpus().source_vocabulary.word(words[at]);
  }
  return phrase;
}

std::map<std::int32_t, std::uint64_t> Comparison::distances() const {
  std::map<std::int32_t, std::uint64_t> counts;
  for (const Sample& sample : set_.samples) ++counts[sample.distance];
  return counts;
}

std::vector<ClusterSizes> Comparison::cluster_sizes() const {
  std::vector<ClusterSizes> sizes{{1, 1}, {2, 9}, {10, 99}, {100, 999}, {1000, 0}};
  std::vector<Key> phrases;
  SentenceLoader loader(*text_);
  for (const Sample& sample : set_.samples) {
    loader.load(sample.sentence);
    phrases.push_back(loader.source_phrase(sample));
  }
  std::sort(phrases.begin(), phrases.end());
  for (auto begin = phrases.begin(); begin != phrases.end();) {
    const auto end = std::find_if(begin, phrases.end(), [&](Key key) { return key != *begin; });
    const auto count = static_cast<std::uint64_t>(end - begin);
    const auto place = std::find_if(sizes.begin(), sizes.end(), [&](const ClusterSizes& size) {
      return count >= size.minimum && (size.maximum == 0 || count <= size.maximum);
    });
    ++place->phrases;
    place->samples += count;
    begin = end;
  }
  return sizes;
}

}  // namespace calque::reorder
