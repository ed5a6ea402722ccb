#include "tune_arguments.h"

#include <fmt/format.h>

#include "base/error.h"
#include "metrics/evaluation.h"
#include "metrics/registry.h"

namespace calque::apps {

void add_tune_options(Command& command, TuneArguments& arguments) {
  tune::TuneOptions& options = arguments.options;
  command.option("-r,--refs", arguments.references, "Reference translations; repeat for several sets")
      .required()
      .repeated();
  command.option("--method", arguments.method, "One of " + tune::method_names());
  command.option("--metric", arguments.metric, "What to tune for: one of " + metrics::metric_names(", "));
  command.option("--tokenize", arguments.tokenization,
                 "Of the metric: 13a, none, intl, zh or char (usually as the model's text asks for)");
  command.flag("--lowercase", arguments.lowercase, "The metric ignores case");
  command.option("--restarts", options.restarts, "Random starting points beside the given weights");
  command.option("--random-directions", options.random_directions, "Random lines beside one per feature");
  command.option("--window", options.window.kind,
                 "MERT: score of an interval: none, average or minimum of neighbours");
  command.option("--window-reach", options.window.reach, "Neighbours on each side that --window looks at")
      .range(1, 1000);
  command.option("--sharpness", options.sharpness, "Smoothed MERT: larger is closer to MERT");
  command.option("--lambda", options.lambdas, "SVM: weight of the norm; several: chosen by cross-validation")
      .commas();
  command
      .option(
          "--loss-scale", options.loss_scales,
          "SVM: Q, the weight of losses; several: chosen by cross-validation (usually 10000 for 1-slack; for "
          "s-slack chosen among 0.1, 1 and 10 times the number of sentences)")
      .commas();
  command.option("--reach", options.svm.reach,
                 "S-slack: how much the model's score counts in the choice of oracles; 0: not at all");
  command.flag("--fix-norm", options.svm.fix_norm,
               "1-slack: the weights keep the length that they start with");
  command.option(
      "--svm-line", options.svm.line,
      "SVM: usual (cutting-plane for s-slack, exact for 1-slack), exact, breakpoints, cutting-plane; "
      "s-slack also sequential and sentence-planes");
  command.option("--margin", options.svm.margin,
                 "S-slack: what oracles must lead other candidates by: loss, or one for all");
  command.option("--constraints", options.svm.constraints, "1-slack: one-best, augmented or working-set");
  command.option("--epochs", options.mira.epochs, "MIRA: passes over the lists");
}

tune::TuneOptions tune_options(const TuneArguments& arguments, std::uint64_t seed) {
  tune::TuneOptions options = arguments.options;
  options.method = tune::find_method(arguments.method);
  if (options.method == nullptr) {
    throw UsageError({}, fmt::format("there is no method '{}'", arguments.method),
                     "use one of " + tune::method_names());
  }
  options.seed = seed;
  options.validate();
  return options;
}

std::unique_ptr<const metrics::Metric> tune_metric(const TuneArguments& arguments,
                                                   metrics::Tokenization tokenization) {
  metrics::MetricOptions options;
  options.tokenization = arguments.tokenization.value_or(tokenization);
  options.lowercase = arguments.lowercase;
  return metrics::make_metric(arguments.metric, options);
}

nlohmann::ordered_json weights_json(const decode::Weights& weights) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& group : weights.groups) json[group.name] = group.values;
  for (const auto& weight : weights.sparse)
    json[fmt::format("{}[{}]", weight.feature, weight.key)] = std::vector{weight.value};
  return json;
}

}  // namespace calque::apps
