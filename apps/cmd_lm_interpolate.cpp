// calque lm interpolate
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cmd_lm.h"
#include "lm/estimate/interpolate.h"
#include "lm/files/binary.h"

namespace calque::apps {
namespace {

struct InterpolateOptions {
  std::vector<std::string> models;
  std::vector<double> weights;
  std::string tune;
  bool log_linear = false;
  bool json = false;
  ModelOutput output;
};

void check(const InterpolateOptions& options) {
  if (!options.tune.empty() && !options.weights.empty()) {
    throw UsageError({}, "weights are either given or tuned", "use --weights or --tune, not both");
  }
  if (!options.tune.empty() && options.log_linear) {
    throw UsageError({}, "only the weights of a linear mixture can be tuned", "give --weights");
  }
  if (options.json && options.output.path == "-") {
    throw UsageError({}, "figures and model cannot both go to standard output", "name a file with -o");
  }
}

void interpolate(const InterpolateOptions& options, Session& session) {
  check(options);
  Reporter& reporter = session.reporter();
  std::vector<lm::NgramModelData> models;
  for (const std::string& path : options.models) {
    reporter.stage("reading " + path);
    models.push_back(lm::read_ngram_data(path));
  }
  nlohmann::ordered_json figures;
  std::vector<double> weights = options.weights;
  if (weights.empty()) weights.assign(models.size(), 1.0 / static_cast<double>(models.size()));
  if (!options.tune.empty()) {
    reporter.stage("tuning weights on " + options.tune);
    const lm::TunedWeights tuned = lm::tune_weights(models, options.tune);
    weights = tuned.weights;
    reporter.note(fmt::format("perplexity {:.4f} after {} rounds", tuned.perplexity, tuned.rounds));
    figures["perplexity"] = tuned.perplexity;
    figures["rounds"] = tuned.rounds;
  }
  reporter.stage("interpolating");
  reporter.note(fmt::format("weights {:.5f}", fmt::join(weights, " ")));
  const lm::NgramModelData mixed =
      lm::interpolate(models, weights, options.log_linear ? lm::Mixture::kLogLinear : lm::Mixture::kLinear);
  figures["weights"] = weights;
  for (const lm::NgramLevel& level : mixed.levels) figures["ngrams"].push_back(level.size());
  models.clear();
  write_model(mixed, options.output, session);
  if (!options.json) return;
  print_line(figures.dump());
}

}  // namespace

void add_lm_interpolate(Command& parent) {
  auto [command, options] = parent.add<InterpolateOptions>(
      "interpolate", "Make one model out of several",
      "calque lm interpolate in.arpa out.arpa --tune dev.en -o mixed.lm", interpolate);
  command.option("models", options.models, "ARPA files, or binary models in the trie layout")
      .reads()
      .required();
  command.option("--weights", options.weights, "One for each model, in their order (default: equal)")
      .commas();
  command.option("--tune", options.tune, "Text that the weights shall make most likely").reads();
  command.flag("--log-linear", options.log_linear, "Mix logarithms, normalised, in place of probabilities");
  add_model_output(command, options.output);
  command.flag("--json", options.json, "Report weights and figures as JSON");
}

}  // namespace calque::apps
