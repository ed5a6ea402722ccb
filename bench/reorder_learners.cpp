// Learners on the same rows: CPU seconds and held-out error after each pass, beside liblinear if it was there
// when this was built. bench/reorder runs it.
//
//     reorder_learners SOURCE TARGET ALIGNMENT FEATURES MIN-COUNT LEARNER...
//
// LEARNER: dual:SHRINK[:STEPS], sgd:PASSES, lbfgs, liblinear:SOLVER:COST. One thread; prints one JSON object
// per learner.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/cpu_time.h"
#include "base/error.h"
#include "base/parse.h"
#include "base/reporter.h"
#include "learn/dual_logistic.h"
#include "learn/logistic.h"
#include "reorder/prepared_rows.h"
#include "reorder/trainer.h"
#include "text/corpus_reader.h"
#include "text/word_classes.h"

#ifdef CALQUE_WITH_LIBLINEAR
#include <linear.h>
#endif

namespace {

using namespace calque;
using learn::Problem;

constexpr double kVariance = 4.0;

// CPU time without what is spent on looking at held-out samples.
class Clock {
 public:
  double seconds() const { return cpu_seconds() - start_ - paused_; }
  template <typename Work>
  auto paused(Work work) {
    const double before = cpu_seconds();
    auto result = work();
    paused_ += cpu_seconds() - before;
    return result;
  }

 private:
  double start_ = cpu_seconds();
  double paused_ = 0.0;
};

struct Curve {
  Clock clock;
  std::string passes;

  learn::AfterPass follow(const Problem& test) {
    return [this, test](std::size_t pass, const learn::Weights& weights) {
      const double now = clock.seconds();
      const double error = clock.paused([&] { return learn::error_rate(weights, test); });
      passes += fmt::format("{}[{},{:.3f},{:.5f}]", passes.empty() ? "" : ",", pass, now, error);
      return true;
    };
  }
};

void report(const std::string& name, double seconds, double error, const std::string& more) {
  fmt::print("{{\"learner\":\"{}\",\"seconds\":{:.3f},\"error\":{:.5f}{}}}\n", name, seconds, error, more);
  std::fflush(stdout);
}

void run_dual(const std::string& name, learn::DualOptions options, const Problem& train,
              const Problem& test) {
  options.variance = kVariance;
  const Clock clock;
  const auto result = learn::train_by_dual(train, options);
  const double seconds = clock.seconds();
  Curve curve;  // once more, watched
  options.after_pass = curve.follow(test);
  learn::train_by_dual(train, options);
  std::string active;
  for (const double part : result.active_fraction)
    active += fmt::format("{}{:.5f}", active.empty() ? "" : ",", part);
  report(name, seconds, learn::error_rate(result.weights, test),
         fmt::format(",\"iterations\":{},\"visits\":{},\"active\":[{}],\"curve\":[{}]", result.iterations,
                     result.visits, active, curve.passes));
}

void run_sgd(const std::string& name, std::size_t passes, const Problem& train, const Problem& test) {
  Curve curve;
  learn::SgdOptions options{.variance = kVariance, .passes = passes, .after_pass = curve.follow(test)};
  const auto result = learn::train_by_sgd(train, options);
  report(name, curve.clock.seconds(), learn::error_rate(result.weights, test),
         fmt::format(",\"curve\":[{}]", curve.passes));
}

void run_lbfgs(const std::string& name, const Problem& train, const Problem& test) {
  ThreadPool one(1);
  const Clock clock;
  const auto result = learn::train_by_lbfgs(train, {kVariance, 300, 1e-7}, one);
  report(name, clock.seconds(), learn::error_rate(result.weights, test),
         fmt::format(",\"iterations\":{},\"loss\":{:.2f}", result.iterations, result.loss));
}

#ifdef CALQUE_WITH_LIBLINEAR
void run_liblinear(const std::string& name, int solver, double cost, const Problem& train_rows,
                   const Problem& test) {
  set_print_string_function([](const char*) {});
  std::vector<feature_node> nodes;
  std::vector<std::size_t> begins;
  std::vector<double> labels;
  nodes.reserve(train_rows.rows.features.size() + train_rows.size());
  for (std::size_t i = 0; i < train_rows.size(); ++i) {
    begins.push_back(nodes.size());
    const learn::RowView row = train_rows.rows.row(i);
    for (std::size_t e = 0; e < row.size(); ++e)
      nodes.push_back({static_cast<int>(row.features[e]) + 1, static_cast<double>(row.values[e])});
    nodes.push_back({-1, 0.0});
    labels.push_back(train_rows.labels[i]);
  }
  std::vector<feature_node*> rows;
  for (const std::size_t begin : begins) rows.push_back(nodes.data() + begin);
  struct ::problem problem {};
  problem.l = static_cast<int>(rows.size());
  problem.n = static_cast<int>(train_rows.features);
  problem.y = labels.data();
  problem.x = rows.data();
  problem.bias = -1.0;
  struct ::parameter parameter {};
  parameter.solver_type = solver;
  parameter.C = cost;
  parameter.eps = solver == L2R_LR ? 0.01 : 0.1;  // its own defaults
  parameter.p = 0.1;
  const Clock clock;
  ::model* model = train(&problem, &parameter);
  const double seconds = clock.seconds();
  learn::Weights weights(train_rows.features, train_rows.classes);
  const std::size_t classes = train_rows.classes;
  for (std::size_t f = 0; f < train_rows.features; ++f) {
    for (std::size_t k = 0; k < classes; ++k)
      weights.at(f, static_cast<std::size_t>(model->label[k])) = model->w[f * classes + k];
  }
  free_and_destroy_model(&model);
  report(name, seconds, learn::error_rate(weights, test), "");
}
#endif

void run(const std::string& name, const Problem& train, const Problem& test) {
  const auto fields = split_fields(name, ":");
  const auto number = [&](std::size_t i) {
    return i < fields.size() ? parse_real(fields[i]).value_or(0.0) : 0.0;
  };
  if (fields[0] == "dual") {
    learn::DualOptions options{.shrink = number(1)};
    if (fields.size() > 2) options.steps_per_visit = static_cast<std::size_t>(number(2));
    run_dual(name, options, train, test);
  } else if (fields[0] == "sgd") {
    run_sgd(name, static_cast<std::size_t>(number(1)), train, test);
  } else if (fields[0] == "lbfgs") {
    run_lbfgs(name, train, test);
#ifdef CALQUE_WITH_LIBLINEAR
  } else if (fields[0] == "liblinear") {
    run_liblinear(name, static_cast<int>(number(1)), number(2), train, test);
#endif
  } else {
    report(name + " (not built in)", 0.0, 1.0, "");
  }
}

text::WordClasses classes_of(const text::Corpus& corpus, std::size_t vocabulary, ThreadPool& threads) {
  text::WordClassOptions options{.runs = 1, .annealing_sweeps = 0, .iterations = 10};
  return text::train_word_classes(corpus, vocabulary, options, threads, silent_reporter()).classes;
}

void run_all(const std::vector<std::string>& arguments) {
  ThreadPool threads(2);
  Reporter& reporter = silent_reporter();
  const auto corpus = text::read_parallel_corpus({arguments[0], arguments[1]}, reporter);
  const auto alignments = text::read_alignments(arguments[2], corpus, arguments[0], reporter);
  const auto source = classes_of(corpus.source, corpus.source_vocabulary.size(), threads);
  const auto target = classes_of(corpus.target, corpus.target_vocabulary.size(), threads);
  const reorder::CorpusText text(corpus, alignments, {source, target});
  const auto classes = reorder::ReorderingClasses::parse("3");
  const auto set = reorder::collect_samples(corpus, alignments, classes, {}, threads);
  const auto split = reorder::split_by_sentence(set.samples, 0.05, 1);
  const auto features = reorder::FeatureOptions::preset(arguments[3]);
  const reorder::PreparedRows prepared(
      text, split.train, {features, parse_unsigned(arguments[4]).value_or(2), classes.size()}, threads);
  learn::Rows test_rows =
      reorder::build_rows(text, split.test, reorder::FeatureMaker(features), prepared.dictionary(), threads);
  test_rows.normalise();
  const auto test_labels = reorder::labels_of(split.test);
  const Problem train = prepared.problem();
  const Problem test{test_rows.view(), test_labels, classes.size(), train.features};
  fmt::print("{{\"train\":{},\"test\":{},\"features\":{},\"entries\":{}}}\n", train.size(), test.size(),
             train.features, train.rows.features.size());
  std::fflush(stdout);
  for (std::size_t i = 5; i < arguments.size(); ++i) run(arguments[i], train, test);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 6) {
    fmt::print(stderr, "usage: reorder_learners SOURCE TARGET ALIGNMENT FEATURES MIN-COUNT LEARNER...\n");
    return 2;
  }
  try {
    run_all(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "reorder_learners: error: {}\n", error.what());
    return 1;
  }
  return 0;
}
