#include "reorder/methods/structured.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "learn/extragradient.h"
#include "learn/svm.h"

namespace calque::reorder {

void StructuredMethod::visit_own_options(const OptionVisitor& visit) {
  visit("distances", &distances_file_,
        "file with the distance between each two classes, or 'learned' from confusions");
}

void StructuredMethod::resolve(const std::string& name, const ReorderingClasses& classes) {
  LinearMethod::resolve(name, classes);
  if (!distances_file_.empty() && distances_file_ != "learned")
    distances = learn::read_class_distances(distances_file_, classes.size());
  if (distances && distances->classes() != classes.size()) {
    throw UsageError({},
                     fmt::format("distances between {} classes do not fit {} classes", distances->classes(),
                                 classes.size()),
                     "give a line and a column for each class");
  }
}

std::shared_ptr<const LinearMethod> StructuredMethod::settled(const TrainingSet& set,
                                                              const LinearRun& run) const {
  auto result = copy();
  if (!distances) result->distances = set.classes.default_distances();
  if (distances_file_ == "learned") result->distances = result->learned_distances(set, run);
  result->settle(set, run);
  return result;
}

// One half of the sentences is learnt, and the other is tested.
learn::ClassDistances StructuredMethod::learned_distances(const TrainingSet& set,
                                                          const LinearRun& run) const {
  const learn::Problem whole = set.rows.problem();
  learn::Rows half;
  std::vector<std::uint8_t> labels;
  for (std::size_t i = 0; i < set.samples.size(); ++i) {
    if (set.samples[i].sentence % 2 == 0) continue;
    half.add(whole.rows.row(i).features, whole.rows.row(i).values);
    labels.push_back(whole.labels[i]);
  }
  TrainingReport ignored;
  const auto weights = train({half.view(), labels, whole.classes, whole.features},
                             {false, run.seed, {}, run.threads, ignored});
  std::vector<std::uint64_t> confusions(whole.classes * whole.classes, 0);
  std::vector<double> scores(whole.classes);
  for (std::size_t i = 0; i < set.samples.size(); ++i) {
    if (set.samples[i].sentence % 2 != 0) continue;
    learn::scores_of(weights, whole.rows.row(i), scores);
    ++confusions[whole.labels[i] * whole.classes + learn::best_class(scores)];
  }
  return learn::distances_of_confusions(whole.classes, confusions);
}

void PerceptronMethod::visit_own_options(const OptionVisitor& visit) {
  StructuredMethod::visit_own_options(visit);
  visit("rate", &rate, "width of a step");
  visit("cross-validate", &cross_validate, "choose passes and width of a step on held-out samples");
}

std::shared_ptr<StructuredMethod> PerceptronMethod::copy() const {
  return std::make_shared<PerceptronMethod>(*this);
}

learn::PerceptronOptions PerceptronMethod::steps(const LinearRun& run) const {
  return {
      .rate = rate, .rounds = passes(run), .order = order_, .seed = run.seed, .after_round = run.after_pass};
}

// One choice for the sub-models of all phrases, which are too small to choose by themselves
// (theory/reordering.md#max-margin-structure).
void PerceptronMethod::settle(const TrainingSet& set, const LinearRun& run) {
  if (!cross_validate) return;
  std::vector<std::uint32_t> sentences;
  sentences.reserve(set.samples.size());
  for (const Sample& sample : set.samples) sentences.push_back(sample.sentence);
  const auto stop = learn::choose_early_stop(set.rows.problem(), *distances, steps(run),
                                             {.groups = sentences}, run.threads);
  iterations = stop.rounds;
  rate = stop.rate;
  run.report.early_stop = stop;
}

learn::Weights PerceptronMethod::train(const learn::Problem& problem, const LinearRun& run) const {
  auto result = learn::train_by_perceptron(problem, *distances, steps(run));
  run.report.iterations = result.rounds;
  return std::move(result.weights);
}

void ExtragradientMethod::visit_own_options(const OptionVisitor& visit) {
  StructuredMethod::visit_own_options(visit);
  visit("bound", &bound, "most that weights of a class measure");
}

std::shared_ptr<StructuredMethod> ExtragradientMethod::copy() const {
  return std::make_shared<ExtragradientMethod>(*this);
}

learn::Weights ExtragradientMethod::train(const learn::Problem& problem, const LinearRun& run) const {
  auto result = learn::train_by_extragradient(problem, *distances, {bound, passes(run), 1e-3, run.after_pass},
                                              run.threads);
  run.report.iterations = result.iterations;
  return std::move(result.weights);
}

void RegularisedMethod::visit_own_options(const OptionVisitor& visit) {
  StructuredMethod::visit_own_options(visit);
  visit("cost", &cost, "cost of a violated margin");
}

std::shared_ptr<StructuredMethod> RegularisedMethod::copy() const {
  return std::make_shared<RegularisedMethod>(*this);
}

learn::Weights RegularisedMethod::train(const learn::Problem& problem, const LinearRun& run) const {
  auto result = learn::train_joint(problem, *distances, {cost, passes(run), 0.01, run.seed, run.after_pass});
  run.report.iterations = result.iterations;
  return std::move(result.weights);
}

}  // namespace calque::reorder
