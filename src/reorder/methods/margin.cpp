#include "reorder/methods/margin.h"

#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "learn/class_distances.h"
#include "learn/margin_regression.h"
#include "learn/svm.h"

namespace calque::reorder {

void SvmMethod::visit_own_options(const OptionVisitor& visit) {
  visit("cost", &cost, "cost of a violated margin");
}

learn::Weights SvmMethod::train(const learn::Problem& problem, const LinearRun& run) const {
  const learn::SvmOptions options{cost, passes(run), 0.01, run.seed, run.after_pass};
  auto result = joint_ ? learn::train_joint(problem, learn::ClassDistances(problem.classes), options)
                       : learn::train_one_vs_rest(problem, options, run.threads);
  run.report.iterations = result.iterations;
  return std::move(result.weights);
}

void MarginRegressionMethod::visit_own_options(const OptionVisitor& visit) {
  visit("cost", &cost, "cost of a violated margin");
  visit("embedding", &embedding_file_,
        "file with a vector for each class; classes with similar vectors are close");
}

void MarginRegressionMethod::resolve(const std::string& name, const ReorderingClasses& classes) {
  LinearMethod::resolve(name, classes);
  if (!embedding_file_.empty()) embedding = learn::read_class_embedding(embedding_file_, classes.size());
  if (embedding && embedding->classes() != classes.size()) {
    throw UsageError(
        {}, fmt::format("vectors of {} classes do not fit {} classes", embedding->classes(), classes.size()),
        "give a line for each class");
  }
}

learn::Weights MarginRegressionMethod::train(const learn::Problem& problem, const LinearRun& run) const {
  auto result =
      learn::train_margin_regression(problem, embedding.value_or(learn::ClassEmbedding(problem.classes)),
                                     {cost, passes(run), 0.01, run.seed, run.after_pass});
  run.report.iterations = result.iterations;
  return std::move(result.weights);
}

}  // namespace calque::reorder
