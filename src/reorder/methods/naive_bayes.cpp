#include "reorder/methods/naive_bayes.h"

#include <fmt/format.h>

#include "base/enum_names.h"
#include "base/error.h"

namespace calque::reorder {

void NaiveBayesMethod::visit_options(const OptionVisitor& visit) {
  CountingMethod::visit_options(visit);
  visit("dirichlet", &dirichlet, "parameter of the prior (default 2 for bayes-map, 1 for bayes)");
  visit("min-information", &selection.min_information, "leave out features of a lower rank");
  visit("keep-features", &selection.keep, "keep this part of them, the highest ranks");
  visit("rank", &rank_,
        "rank features by their mutual information with the class: mutual (as it is), normalised "
        "(over the smaller entropy) or symmetric (over the mean of both)");
}

// Counts are of what holds or does not, each feature by itself (theory/bayes.md#estimators).
void NaiveBayesMethod::resolve(const std::string& name, const ReorderingClasses& classes) {
  CountingMethod::resolve(name, classes);
  selection.rank = parse_enum<FeatureRank>(rank_, "use --rank mutual, normalised or symmetric");
  selection.min_count = min_count();
  if (dirichlet && !(*dirichlet > 0.0)) dirichlet.reset();
  const auto refuse = [&](const char* feature) {
    throw UsageError(
        {}, fmt::format("{} cannot use features with {}", name, feature),
        fmt::format("leave {} out of --features, or choose a linear learner such as mlr-dual", feature));
  };
  const FeatureOptions used = features();
  if (used.lexical != 0) refuse("lexical=1");
  if (used.language_model != 0) refuse("language-model=1");
  if (used.neighbours != 0) refuse("neighbours=1");
  if (used.hash_bits != 0) refuse("hash-bits");
  if (!(selection.keep > 0.0 && selection.keep <= 1.0) || !(selection.min_information >= 0.0)) {
    throw UsageError({}, "features cannot be selected like that",
                     "keep a part above 0 and at most 1 of them, and ask for information of at least 0");
  }
}

std::unique_ptr<const Classifier> NaiveBayesMethod::train(const FeatureCounts& counts,
                                                          TrainingReport& report) const {
  const double prior = dirichlet.value_or(estimate_ == learn::BayesEstimate::kMap ? 2.0 : 1.0);
  auto model = std::make_unique<const Bayes>(Bayes::train(counts, features(), {estimate_, prior}, selection));
  report.features = model->features();
  report.iterations = 1;
  return model;
}

}  // namespace calque::reorder
