// calque tune
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "command.h"
#include "decode/weights.h"
#include "metrics/registry.h"
#include "pipeline/list_tuning.h"
#include "pipeline/model_tuning.h"
#include "tune/tuner.h"

namespace calque::apps {
namespace {

struct TuneArguments {
  pipeline::ModelTuning model;  // a model folder, or
  std::vector<std::string> lists;
  std::string weights;
  std::string output;
  std::vector<std::string> settings;
  std::string shape;
  bool json = false;
};

// Weights go to the file, or to standard output if no JSON object goes there.
void print_result(const TuneArguments& arguments, const decode::Weights& weights, const std::string& usual,
                  const nlohmann::ordered_json& figures) {
  const std::string& file = arguments.output.empty() ? usual : arguments.output;
  if (arguments.json) print_line(figures.dump());
  if (file != "-" || !arguments.json) decode::write_weights(weights, file);
}

// A line for each weight, or one JSON object.
void print_shape(const std::vector<tune::ProfilePoint>& shape, bool json) {
  nlohmann::ordered_json points = nlohmann::ordered_json::array();
  for (const tune::ProfilePoint& point : shape) {
    points.push_back({point.weight, point.objective});
    if (!json) print_line(fmt::format("{}\t{}", point.weight, point.objective));
  }
  if (json) print_line(nlohmann::ordered_json{{"shape", std::move(points)}}.dump());
}

void tune_on_lists(const TuneArguments& arguments, Session& session) {
  const pipeline::ListTuning tuning{arguments.lists, arguments.model.references, arguments.weights,
                                    arguments.model.goal, arguments.model.loop.method};
  if (!arguments.shape.empty()) {
    return print_shape(
        pipeline::shape_on_lists(tuning, arguments.shape, session.threads(), session.reporter()),
        arguments.json);
  }
  const auto tuned = pipeline::tune_on_lists(tuning, session.threads(), session.reporter());
  print_result(arguments, tuned.weights, "-", tuned.figures);
}

void run(TuneArguments& arguments, Session& session) {
  pipeline::ModelTuning& model = arguments.model;
  if (model.model_folder.empty() == arguments.lists.empty()) {
    throw UsageError({}, "tuning needs either a model or n-best lists",
                     "give -m MODEL --source FILE, or --nbest FILE...");
  }
  if (arguments.lists.empty() && model.source.empty())
    throw UsageError({}, "there is nothing to translate", "give the development set's source with --source");
  model.loop.method.seed = session.common.seed;
  if (!arguments.lists.empty()) return tune_on_lists(arguments, session);
  model.change_search = [&](SearchOptions& search) { apply_settings(arguments.settings, search); };
  const auto tuned = pipeline::tune_model(model, session.threads(), session.reporter());
  print_result(arguments, tuned.result.weights, pipeline::weights_file(model.model_folder), tuned.figures);
}

void add_tune_options(Command& command, pipeline::ModelTuning& tuning) {
  tune::TuneOptions& options = tuning.loop.method;
  command.option("-r,--refs", tuning.references, "Reference translations; repeat for several sets")
      .reads()
      .differs_from("--source")
      .required()
      .repeated();
  command
      .option<std::string>(
          "--method", [&options](const std::string& name) { options.method = &tune::parse_method(name); },
          "One of " + tune::method_names())
      .default_text("mert");
  command.option("--metric", tuning.goal.metric, "What to tune for: one of " + metrics::metric_names(", "));
  command.option("--tokenize", tuning.goal.tokenization,
                 "Of the metric: 13a, none, intl, zh or char (usually as the model's text asks for)");
  command.flag("--lowercase", tuning.goal.lowercase, "The metric ignores case");
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

void add_loop_options(Command& command, TuneArguments& arguments) {
  pipeline::TuningOptions& loop = arguments.model.loop;
  command.option("--n-best", loop.n_best, "Candidates per sentence and round")
      .range(1, 100000)
      .needs("--model");
  command.option("--rounds", loop.rounds, "The most rounds of translating and tuning")
      .range(1, 1000)
      .needs("--model");
  command.option("--runs", loop.runs, "Runs with seeds of their own, whose weights are averaged")
      .range(1, 100)
      .needs("--model");
  command
      .option(
          "--average", loop.averaged,
          "The best rounds of a run whose mean weights are tried at its end (kept if they score no worse)")
      .range(1, 1000)
      .needs("--model");
  command
      .option<double>(
          "--blend", [&loop](const double& share) { loop.blend = share; },
          "Share of newly found weights in those of the next round (usually 1)")
      .needs("--model");
  command.option("--work", loop.work_folder, "Folder for resuming (usually the model's work folder)")
      .writes_folder()
      .needs("--model");
  command.option("--report", arguments.model.report, "Write a page (HTML) with the learning curves")
      .writes()
      .needs("--model");
  command.option("--set", arguments.settings, "Search setting NAME=VALUE (may be repeated)").needs("--model");
}

}  // namespace

void add_tune(Command& parent) {
  auto [command, arguments] =
      parent.add<TuneArguments>("tune", "Find the weights that translate a development set best",
                                "calque tune -m model --source dev.de --refs dev.en --method mert", run);
  command.option("--nbest", arguments.lists, "N-best lists of the development set (Calque's or Moses')")
      .reads();
  command.option("-m,--model", arguments.model.model_folder, "Model folder: translate and tune in turn")
      .reads()
      .excludes({"--nbest"});
  command.option("-s,--source", arguments.model.source, "Development set to translate")
      .reads()
      .needs("--model");
  add_tune_options(command, arguments.model);
  command.option("--weights", arguments.weights, "Weights to start from instead of the usual ones")
      .reads()
      .needs("--nbest");
  command
      .option("--shape", arguments.shape,
              "Do not tune: print the method's objective along one weight, such as LM0=0:1 or "
              "TranslationModel0.2=-1:1:50 (from, to, steps)")
      .needs("--nbest");
  add_loop_options(command, arguments);
  command
      .option("-o,--output", arguments.output,
              "Where to write the weights (usually standard output for lists and the model's own file for a "
              "model)")
      .writes();
  command.flag("--json", arguments.json, "Print one JSON object");
}

}  // namespace calque::apps
