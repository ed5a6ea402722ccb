// calque tune
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "command.h"
#include "decode/weights.h"
#include "metrics/evaluation.h"
#include "metrics/metric.h"
#include "metrics/registry.h"
#include "metrics/tokenization.h"
#include "pipeline/evaluation.h"
#include "pipeline/manifest.h"
#include "pipeline/tuning.h"
#include "pipeline/tuning_state.h"
#include "report/tuning_page.h"
#include "store/text_file.h"
#include "tune/n_best_reader.h"
#include "tune/objective_profile.h"
#include "tune/tuner.h"

namespace calque::apps {
namespace {

struct TuneArguments {
  std::vector<std::string> references;
  std::string metric = "bleu";
  std::optional<metrics::Tokenization> tokenization;  // usually as the model's text needs it; none for lists
  bool lowercase = false;
  tune::TuneOptions options;
  std::vector<std::string> lists;
  std::string weights;
  std::string output;
  bool json = false;
  std::string model;
  std::string source;
  std::string report;
  std::vector<std::string> settings;
  pipeline::TuningOptions loop;
  std::string shape;
};

tune::TuneOptions tune_options(const TuneArguments& arguments, std::uint64_t seed) {
  tune::TuneOptions options = arguments.options;
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

// {"LM0": [0.5], ..., "SparseLengths0[len.2.3]": [0.1]}
nlohmann::ordered_json weights_json(const decode::Weights& weights) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& group : weights.groups) json[group.name] = group.values;
  for (const auto& weight : weights.sparse)
    json[fmt::format("{}[{}]", weight.feature, weight.key)] = std::vector{weight.value};
  return json;
}

// Weights go to the file, or to standard output if no JSON object goes there.
void print_result(const TuneArguments& arguments, const decode::Weights& weights, const std::string& file,
                  nlohmann::ordered_json facts) {
  if (arguments.json) {
    facts["weights"] = weights_json(weights);
    print_line(facts.dump());
  }
  if (file != "-" || !arguments.json) decode::write_weights(weights, file);
}

// A line for each weight, or one JSON object.
void print_shape(const std::vector<tune::ProfilePoint>& shape, bool json) {
  if (!json) {
    for (const tune::ProfilePoint& point : shape)
      print_line(fmt::format("{}\t{}", point.weight, point.objective));
    return;
  }
  nlohmann::ordered_json points = nlohmann::ordered_json::array();
  for (const tune::ProfilePoint& point : shape) points.push_back({point.weight, point.objective});
  print_line(nlohmann::ordered_json{{"shape", std::move(points)}}.dump());
}

void tune_on_lists(const TuneArguments& arguments, Session& session) {
  const auto start_time = std::chrono::steady_clock::now();
  const tune::TuneOptions options = tune_options(arguments, session.common.seed);
  const auto metric = tune_metric(arguments, metrics::Tokenization::kNone);
  const metrics::ReferenceSets references = metrics::read_references(arguments.references);
  ThreadPool& threads = session.threads();
  Reporter& reporter = session.reporter();

  reporter.stage("reading n-best lists");
  tune::CandidateLists lists(tune::features_of_list(arguments.lists.front()), references.front().size());
  const std::size_t candidates = tune::read_n_best(arguments.lists, lists, threads);
  tune::check_complete(lists, arguments.lists.front());
  lists.score(*metric->bind(references, threads), threads);
  reporter.note(fmt::format("{} candidates of {} sentences", candidates, lists.sentence_count()));

  const decode::Weights start = arguments.weights.empty()
                                    ? decode::default_weights(lists.features())
                                    : decode::read_weights(arguments.weights, lists.features());
  const tune::TuningObjective goal(*metric);
  if (!arguments.shape.empty()) {
    const tune::ProfileRange range = tune::parse_profile_range(arguments.shape);
    return print_shape(tune::objective_profile(lists, goal, start, range, options, threads), arguments.json);
  }
  reporter.stage(fmt::format("tuning ({})", options.method->name));
  const tune::TuneResult result = tune::tune(lists, goal, start, options, threads);
  const std::string name(metric->name());
  reporter.note(fmt::format("{} {:.2f} with the starting weights, {:.2f} after tuning", name, result.before,
                            result.after));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_time).count();
  nlohmann::ordered_json facts = {{"method", std::string(options.method->name)},
                                  {name, result.after},
                                  {"before", result.before},
                                  {"signature", metric->signature(references.size())},
                                  {"sentences", lists.sentence_count()},
                                  {"candidates", lists.candidate_count()},
                                  {"seed", options.seed},
                                  {"seconds", seconds}};
  if (result.svm) {
    facts["lambda"] = result.svm->lambda;
    if (result.svm->loss_scale > 0) facts["loss_scale"] = result.svm->loss_scale;
  }
  print_result(arguments, result.weights, arguments.output.empty() ? "-" : arguments.output,
               std::move(facts));
}

void tune_model(const TuneArguments& arguments, Session& session) {
  const auto start_time = std::chrono::steady_clock::now();
  const auto system = pipeline::TranslationSystem::load(arguments.model);
  const auto metric = tune_metric(arguments, pipeline::usual_tokenization(system.preparation()));
  pipeline::TuningOptions options = arguments.loop;
  options.method = tune_options(arguments, session.common.seed);
  options.search = system.search_options();
  options.search.distinct = true;
  apply_settings(arguments.settings, options.search);
  if (options.work_folder.empty())
    options.work_folder = pipeline::path_in(arguments.model, pipeline::kTuningFolder);
  const pipeline::DevelopmentSet set{metrics::read_lines(arguments.source),
                                     metrics::read_references(arguments.references)};
  const pipeline::TuningResult result =
      pipeline::tune_system(system, set, *metric, options, session.threads(), session.reporter());
  const std::string name(metric->name());
  session.reporter().note(
      fmt::format("{} {:.2f} before, {:.2f} after tuning", name, result.before, result.after));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_time).count();
  nlohmann::ordered_json facts = {{"method", std::string(options.method.method->name)},
                                  {name, result.after},
                                  {"before", result.before},
                                  {"signature", result.signature},
                                  {"sentences", set.sources.size()},
                                  {"seed", options.method.seed},
                                  {"seconds", seconds}};
  facts["runs"] = nlohmann::ordered_json::array();
  for (const auto& run : result.runs) facts["runs"].push_back(pipeline::to_json(run));
  if (!arguments.report.empty()) {
    store::write_whole(arguments.report, report::tuning_page(result, "Tuning of " + arguments.model,
                                                             metrics::display_name(name)));
  }
  const std::string own = pipeline::path_in(arguments.model, pipeline::kWeightsFile);
  print_result(arguments, result.weights, arguments.output.empty() ? own : arguments.output,
               std::move(facts));
}

void run(const TuneArguments& arguments, Session& session) {
  if (arguments.model.empty() == arguments.lists.empty()) {
    throw UsageError({}, "tuning needs either a model or n-best lists",
                     "give -m MODEL --source FILE, or --nbest FILE...");
  }
  if (!arguments.model.empty() && arguments.source.empty()) {
    throw UsageError({}, "there is nothing to translate", "give the development set's source with --source");
  }
  if (arguments.model.empty()) return tune_on_lists(arguments, session);
  tune_model(arguments, session);
}

void add_tune_options(Command& command, TuneArguments& arguments) {
  tune::TuneOptions& options = arguments.options;
  command.option("-r,--refs", arguments.references, "Reference translations; repeat for several sets")
      .reads()
      .differs_from("--source")
      .required()
      .repeated();
  const auto set_method = [&options](const std::string& name) {
    options.method = tune::find_method(name);
    if (options.method == nullptr)
      throw UsageError({}, fmt::format("there is no method '{}'", name),
                       "use one of " + tune::method_names());
  };
  command.option<std::string>("--method", set_method, "One of " + tune::method_names()).default_text("mert");
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

void add_loop_options(Command& command, TuneArguments& arguments) {
  command.option("--n-best", arguments.loop.n_best, "Candidates per sentence and round")
      .range(1, 100000)
      .needs("--model");
  command.option("--rounds", arguments.loop.rounds, "The most rounds of translating and tuning")
      .range(1, 1000)
      .needs("--model");
  command.option("--runs", arguments.loop.runs, "Runs with seeds of their own, whose weights are averaged")
      .range(1, 100)
      .needs("--model");
  command
      .option(
          "--average", arguments.loop.averaged,
          "The best rounds of a run whose mean weights are tried at its end (kept if they score no worse)")
      .range(1, 1000)
      .needs("--model");
  command
      .option<double>(
          "--blend", [&loop = arguments.loop](const double& share) { loop.blend = share; },
          "Share of newly found weights in those of the next round (usually 1)")
      .needs("--model");
  command
      .option("--work", arguments.loop.work_folder, "Folder for resuming (usually the model's work folder)")
      .writes_folder()
      .needs("--model");
  command.option("--report", arguments.report, "Write a page (HTML) with the learning curves")
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
  command.option("-m,--model", arguments.model, "Model folder: translate and tune in turn")
      .reads()
      .excludes({"--nbest"});
  command.option("-s,--source", arguments.source, "Development set to translate").reads().needs("--model");
  add_tune_options(command, arguments);
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
