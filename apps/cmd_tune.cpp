// calque tune
#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "command.h"
#include "metrics/evaluation.h"
#include "metrics/registry.h"
#include "pipeline/evaluation.h"
#include "pipeline/manifest.h"
#include "pipeline/tuning.h"
#include "report/tuning_page.h"
#include "store/text_file.h"
#include "tune/n_best_reader.h"
#include "tune/objective_profile.h"
#include "tune_arguments.h"

namespace calque::apps {
namespace {

struct TuneCommand {
  TuneArguments tune;
  std::vector<std::string> lists;
  std::string weights;
  std::string output;
  bool json = false;
  std::string model;
  std::string source;
  std::string report;
  std::vector<std::string> settings;
  pipeline::TuningOptions loop;
  std::optional<double> blend;
  std::string shape;
};

// Weights go to the file, or to standard output if no JSON object goes there.
void print_result(const TuneCommand& arguments, const decode::Weights& weights, const std::string& file,
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

void tune_on_lists(const TuneCommand& arguments, Session& session) {
  const auto start_time = std::chrono::steady_clock::now();
  const tune::TuneOptions options = tune_options(arguments.tune, session.common.seed);
  const auto metric = tune_metric(arguments.tune, metrics::Tokenization::kNone);
  const metrics::ReferenceSets references = metrics::read_references(arguments.tune.references);
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

// What the model asks for, distinct translations, and what the user sets.
decode::SearchOptions search_options(const TuneCommand& arguments, decode::SearchOptions options) {
  options.distinct = true;
  for (const std::string& setting : arguments.settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos ||
        !decode::set_option(options, setting.substr(0, equals), setting.substr(equals + 1))) {
      throw UsageError(
          {}, fmt::format("'--set {}' is not a search setting with its value", setting),
          fmt::format("write NAME=VALUE with one of: {}", fmt::join(decode::search_option_names(), ", ")));
    }
  }
  return options;
}

void tune_model(const TuneCommand& arguments, Session& session) {
  const auto start_time = std::chrono::steady_clock::now();
  const auto system = pipeline::TranslationSystem::load(arguments.model);
  const auto metric = tune_metric(arguments.tune, pipeline::usual_tokenization(system.preparation()));
  pipeline::TuningOptions options = arguments.loop;
  options.method = tune_options(arguments.tune, session.common.seed);
  options.search = search_options(arguments, system.search_options());
  options.blend = arguments.blend.value_or(1.0);
  if (options.work_folder.empty())
    options.work_folder = pipeline::path_in(arguments.model, pipeline::kTuningFolder);
  const pipeline::DevelopmentSet set{metrics::read_lines(arguments.source),
                                     metrics::read_references(arguments.tune.references)};
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

void run(const TuneCommand& arguments, Session& session) {
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

void add_loop_options(Command& command, TuneCommand& arguments) {
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
      .option("--blend", arguments.blend,
              "Share of newly found weights in those of the next round (usually 1)")
      .needs("--model");
  command
      .option("--work", arguments.loop.work_folder, "Folder for resuming (usually the model's work folder)")
      .needs("--model");
  command.option("--report", arguments.report, "Write a page (HTML) with the learning curves")
      .needs("--model");
  command.option("--set", arguments.settings, "Search setting NAME=VALUE (may be repeated)").needs("--model");
}

}  // namespace

void add_tune(Command& parent) {
  auto [command, arguments] =
      parent.add<TuneCommand>("tune", "Find the weights that translate a development set best",
                              "calque tune -m model --source dev.de --refs dev.en --method mert", run);
  command.option("--nbest", arguments.lists, "N-best lists of the development set (Calque's or Moses')");
  command.option("-m,--model", arguments.model, "Model folder: translate and tune in turn")
      .excludes({"--nbest"});
  command.option("-s,--source", arguments.source, "Development set to translate").needs("--model");
  add_tune_options(command, arguments.tune);
  command.option("--weights", arguments.weights, "Weights to start from instead of the usual ones")
      .needs("--nbest");
  command
      .option("--shape", arguments.shape,
              "Do not tune: print the method's objective along one weight, such as LM0=0:1 or "
              "TranslationModel0.2=-1:1:50 (from, to, steps)")
      .needs("--nbest");
  add_loop_options(command, arguments);
  command.option(
      "-o,--output", arguments.output,
      "Where to write the weights (usually standard output for lists and the model's own file for a model)");
  command.flag("--json", arguments.json, "Print one JSON object");
}

}  // namespace calque::apps
