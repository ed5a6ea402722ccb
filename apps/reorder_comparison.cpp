#include "reorder_comparison.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include <fmt/format.h>
#include <unistd.h>

#include "base/error.h"
#include "base/parse.h"
#include "learn/weights.h"
#include "metrics/significance.h"
#include "reorder/prepared_rows.h"

namespace calque::apps {
namespace {

// The published learners once each, without slower ways to the same optimum.
constexpr std::string_view kUsual =
    "word-distance,lexical,bayes-map,bayes,me-lbfgs,mlr-sgd,mlr-dual,svm,svm-joint,mmr,mms,mms-dual,"
    "dpr-mlr-dual,dpr-svm,dpr-mmr,dpr-mms";
// Training errors are measured on at most so many samples.
constexpr std::size_t kMaxWatched = 20'000;
constexpr double kToleranceSlack = 0.002;

std::vector<LearnerSeries> chosen(const std::string& names, const reorder::ReorderingClasses& classes) {
  std::vector<LearnerSeries> series;
  if (names == "all") {
    for (const reorder::Learner& learner : reorder::all_learners()) {
      const bool fits = learner.method != reorder::Method::kOrdinal || classes.by_distance();
      if (fits) series.push_back({learner, {}, {}});
    }
    return series;
  }
  for (const std::string_view name : split_fields(names == "usual" ? kUsual : std::string_view(names), ","))
    series.push_back({reorder::Learner::parse(name), {}, {}});
  return series;
}

// "0.1,0.5" and the whole.
std::vector<double> parse_sizes(const std::string& text) {
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

// Size of a model as a file.
std::uintmax_t size_of(const reorder::ReorderingModel& model) {
  const auto path = std::filesystem::temp_directory_path() /
                    fmt::format("calque-reorder-{}-{}", ::getpid(), model.description().learner);
  model.save(path.string());
  const auto bytes = std::filesystem::file_size(path);
  std::filesystem::remove(path);
  return bytes;
}

// Sub-models and the several models of classes in order have no passes in common.
bool can_be_watched(const reorder::Learner& learner) {
  return learner.linear() && !learner.per_phrase && learner.method != reorder::Method::kOrdinal;
}

template <typename Value>
std::vector<double> values_of(const std::vector<LearnerRun>& runs, Value value) {
  std::vector<double> values;
  for (const LearnerRun& run : runs) values.push_back(value(run));
  return values;
}

}  // namespace

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

std::map<std::int32_t, reorder::Hits> LearnerSeries::by_distance() const {
  std::map<std::int32_t, reorder::Hits> all;
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

ReorderComparison::ReorderComparison(CompareArguments& arguments, Session& session)
    : arguments_(arguments),
      session_(session),
      classes_(reorder::ReorderingClasses::parse(arguments.input.classes)),
      series_(chosen(arguments.learners, classes_)),
      sizes_(parse_sizes(arguments.sizes)) {
  arguments.input.resolve();
  for (LearnerSeries& series : series_) {
    reorder::validate(options_for(series.learner), classes_);
    series.runs.resize(sizes_.size());
  }
  const auto by_steps = [](const LearnerSeries& series) { return series.learner.by_steps(); };
  if (arguments.learner.options.cross_validate && std::none_of(series_.begin(), series_.end(), by_steps)) {
    throw UsageError({}, "none of these learners has steps to choose by cross-validation",
                     "add mms or dpr-mms to --learners");
  }
  if (arguments.repeats == 0) throw UsageError({}, "there must be a draw", "use --repeats 3");
}

reorder::TrainOptions ReorderComparison::options_for(const reorder::Learner& learner) const {
  auto options = arguments_.learner.for_learner(learner, classes_.size());
  options.cross_validate = options.cross_validate && learner.by_steps();
  if (learner.method != reorder::Method::kMarginRegression) options.embedding.reset();
  return options;
}

void ReorderComparison::run() {
  corpus_ = std::make_unique<const ReorderCorpus>(arguments_.input, session_);
  session_.reporter().stage("collecting phrase movements");
  set_ = reorder::collect_samples(corpus_->corpus(), corpus_->alignments(), classes_,
                                  arguments_.input.samples, session_.threads());
  for (std::size_t draw = 0; draw < arguments_.repeats; ++draw) run_draw(draw);
  if (arguments_.passes || !arguments_.report.empty()) watch_all();
}

void ReorderComparison::run_draw(std::size_t draw) {
  const std::uint64_t seed = session_.common.seed + draw;
  split_ = reorder::split_by_sentence(set_.samples, arguments_.test_fraction, seed);
  if (split_.train.empty() || split_.test.empty()) {
    throw DataError({arguments_.input.corpus.source}, "too few sentences with phrase pairs to hold some out",
                    "give a larger corpus");
  }
  train_samples_.clear();
  for (std::size_t size = 0; size + 1 < sizes_.size(); ++size) {
    const auto train = reorder::part_of_sentences(split_.train, sizes_[size], seed);
    run_size(size, draw, train);
  }
  run_size(sizes_.size() - 1, draw, split_.train);
}

void ReorderComparison::run_size(std::size_t size, std::size_t draw, std::span<const reorder::Sample> train) {
  rows_.clear();
  train_samples_.push_back(train.size());
  for (LearnerSeries& series : series_) {
    session_.reporter().stage(fmt::format("draw {} of {}, {} samples: {}", draw + 1, arguments_.repeats,
                                          train.size(), series.learner.name()));
    series.runs[size].push_back(run_learner(series, draw, train));
    const LearnerRun& run = series.runs[size].back();
    session_.reporter().note(fmt::format("{}: precision {:.2f} %, {:.2f} s", series.learner.name(),
                                         100.0 * run.evaluation.overall.precision(),
                                         run.report.train_seconds));
  }
}

LearnerRun ReorderComparison::run_learner(LearnerSeries& series, std::size_t draw,
                                          std::span<const reorder::Sample> train) {
  arguments_.learner.options.seed = session_.common.seed + draw;
  const auto options = options_for(series.learner);
  auto result = series.learner.linear()
                    ? train_linear(options, train)
                    : reorder::train(corpus_->text(), train, classes_, options, session_.threads());
  LearnerRun run;
  series.last = reorder::predict(*result.classifier, corpus_->text(), split_.test, session_.threads());
  run.evaluation = reorder::evaluate(split_.test, series.last, classes_.size());
  run.report = result.report;
  auto description = corpus_->describe(result, series.learner, classes_, arguments_.input.samples);
  const reorder::ReorderingModel model(std::move(description), std::move(result.classifier));
  run.bytes = size_of(model);
  return run;
}

// Rows are made once for all learners that look at the same features.
const ReorderComparison::Made& ReorderComparison::rows_for(const reorder::TrainOptions& options,
                                                           std::span<const reorder::Sample> train) {
  const reorder::RowPlan plan = reorder::row_plan(options, classes_.size());
  const auto same = [&](const Made& made) { return made.rows->plan() == plan; };
  if (std::none_of(rows_.begin(), rows_.end(), same)) {
    const double start = reorder::cpu_seconds();
    auto rows =
        std::make_unique<const reorder::PreparedRows>(corpus_->text(), train, plan, session_.threads());
    rows_.push_back({std::move(rows), reorder::cpu_seconds() - start});
  }
  return *std::find_if(rows_.begin(), rows_.end(), same);
}

reorder::TrainingResult ReorderComparison::train_linear(const reorder::TrainOptions& options,
                                                        std::span<const reorder::Sample> train) {
  const Made& made = rows_for(options, train);
  auto result = reorder::train(corpus_->text(), train, classes_, options, *made.rows, session_.threads());
  result.report.prepare_seconds = made.seconds;
  return result;
}

// On the last draw, with all training samples.
void ReorderComparison::watch_all() {
  for (const LearnerSeries& series : series_) {
    if (!can_be_watched(series.learner)) continue;
    session_.reporter().stage("pass by pass: " + series.learner.name());
    auto options = options_for(series.learner);
    if (series.learner.method != reorder::Method::kDual) {
      watch(options, series.learner.name());
      continue;
    }
    for (const double level : {0.01, 0.1, 1.0}) {
      options.shrink = level;
      watch(options, fmt::format("mlr-dual --shrink {}", level));
    }
  }
}

void ReorderComparison::watch(reorder::TrainOptions options, const std::string& name) {
  const reorder::PreparedRows& rows = *rows_for(options, split_.train).rows;
  if (rows.reals()) return;  // held-out rows of these are not made here
  const auto test =
      reorder::build_normalised_rows(corpus_->text(), split_.test, reorder::FeatureMaker(rows.features()),
                                     rows.dictionary(), session_.threads());
  const auto labels = reorder::labels_of(split_.test);
  const learn::Problem held_out{test.view(), labels, classes_.size(), rows.feature_count()};
  learn::Problem train = rows.problem();
  if (train.size() > kMaxWatched) {
    train.rows.offsets = train.rows.offsets.first(kMaxWatched + 1);
    train.labels = train.labels.first(kMaxWatched);
  }
  PassCurve curve{name, {}, {}};
  double paused = reorder::cpu_seconds();
  options.after_pass = [&](std::size_t pass, const learn::Weights& weights) {
    const double now = reorder::cpu_seconds();
    curve.points.push_back(
        {pass, now - paused, learn::error_rate(weights, train), learn::error_rate(weights, held_out)});
    paused += reorder::cpu_seconds() - now;
    return true;
  };
  const auto result =
      reorder::train(corpus_->text(), split_.train, classes_, options, rows, session_.threads());
  curve.active = result.report.active_fraction;
  curves_.push_back(std::move(curve));
}

const LearnerSeries& ReorderComparison::best() const {
  const std::size_t whole = sizes_.size() - 1;
  return *std::max_element(series_.begin(), series_.end(),
                           [&](const LearnerSeries& a, const LearnerSeries& b) {
                             return mean(a.precisions(whole)) < mean(b.precisions(whole));
                           });
}

const LearnerSeries* ReorderComparison::lexical() const {
  for (const LearnerSeries& series : series_) {
    if (series.learner.method == reorder::Method::kLexical) return &series;
  }
  return nullptr;
}

double ReorderComparison::gain(const LearnerSeries& series, std::size_t size) const {
  return reorder::relative_gain(series.mean_f1(size), lexical()->mean_f1(size), classes_.monotone_class());
}

std::vector<double> ReorderComparison::p_values(const LearnerSeries& series) const {
  const auto all = [&](const LearnerSeries& of, const auto& values) {
    std::vector<double> result;
    for (std::size_t size = 0; size < sizes_.size(); ++size) {
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

const LearnerSeries& ReorderComparison::scatter_other() const {
  return lexical() != nullptr ? *lexical() : series_.front();
}

std::vector<reorder::ClusterComparison> ReorderComparison::clusters() const {
  return reorder::compare_clusters(corpus_->text(), split_.train, split_.test, best().last,
                                   scatter_other().last, arguments_.learner.options.min_samples);
}

std::string ReorderComparison::phrase_of(const reorder::ClusterComparison& cluster) const {
  std::string phrase;
  const auto words = corpus_->corpus().source.sentence(cluster.example.sentence);
  for (std::uint32_t at = cluster.example.source().begin; at < cluster.example.source().end; ++at) {
    if (!phrase.empty()) phrase += ' ';
    phrase += corpus_->corpus().source_vocabulary.word(words[at]);
  }
  return phrase;
}

std::map<std::int32_t, std::uint64_t> ReorderComparison::distances() const {
  std::map<std::int32_t, std::uint64_t> counts;
  for (const reorder::Sample& sample : set_.samples) ++counts[sample.distance];
  return counts;
}

std::vector<ClusterSizes> ReorderComparison::cluster_sizes() const {
  std::vector<ClusterSizes> sizes{{1, 1}, {2, 9}, {10, 99}, {100, 999}, {1000, 0}};
  std::vector<reorder::Key> phrases;
  reorder::SentenceLoader loader(corpus_->text());
  for (const reorder::Sample& sample : set_.samples) {
    loader.load(sample.sentence);
    phrases.push_back(loader.source_phrase(sample));
  }
  std::sort(phrases.begin(), phrases.end());
  for (auto begin = phrases.begin(); begin != phrases.end();) {
    const auto end = std::find_if(begin, phrases.end(), [&](reorder::Key key) { return key != *begin; });
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

}  // namespace calque::apps
