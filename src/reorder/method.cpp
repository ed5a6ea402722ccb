#include "reorder/method.h"

#include <utility>

#include "base/error.h"

namespace calque::reorder {

void Method::visit_options(const OptionVisitor& visit) {
  visit("iterations", &iterations, "Most passes over the data; 0: what suits the learner");
}

void FeatureMethod::visit_options(const OptionVisitor& visit) {
  Method::visit_options(visit);
  visit("features", &preset_,
        "What to look at: dpr, pairs or rich, with changes such as rich,window=4 (default: what suits "
        "the learner)");
  visit("min-count", &min_count_,
        "Leave out features that occur less often (default: what suits the learner)");
}

void FeatureMethod::resolve(const std::string&, const ReorderingClasses&) {
  if (!preset_.empty()) features_ = FeatureOptions::parse(preset_);
  if (min_count_ == 0) min_count_.reset();
}

std::size_t CountingMethod::default_min_count() const {
  constexpr std::size_t kMoreThanTen = 11;
  return kMoreThanTen;
}

FeatureOptions LinearMethod::default_features() const {
  return FeatureOptions::preset(sub_models ? "dpr" : "rich");
}

void LinearMethod::visit_options(const OptionVisitor& visit) {
  FeatureMethod::visit_options(visit);
  visit_own_options(visit);
  if (!sub_models) return;
  visit("min-samples", &sub_models->min_samples,
        "samples that a source phrase needs for a sub-model of its own");
  visit("no-global", &sub_models->no_global,
        "phrases without sub-model get class frequencies, not a model of all phrases");
  visit("mix", &sub_models->mix,
        "mix sub-models with the model of all phrases as if that had so many samples");
  sub_models->global->visit_own_options(visit);
}

void LinearMethod::resolve(const std::string& name, const ReorderingClasses& classes) {
  FeatureMethod::resolve(name, classes);
  if (!sub_models) return;
  if (!(sub_models->mix >= 0.0))
    throw UsageError({}, "models cannot be mixed like that", "use --mix 10 or 0");
  sub_models->global->resolve(name, classes);
}

learn::Weights LinearMethod::train_released(PreparedRows::Released rows, const LinearRun& run) const {
  return train(learn::Problem{rows.rows.view(), rows.labels, rows.classes, rows.features}, run);
}

std::shared_ptr<const LinearMethod> LinearMethod::settled(const TrainingSet&, const LinearRun&) const {
  return nullptr;
}

}  // namespace calque::reorder
