// calque tune
#include <chrono>
#include <memory>

#include <fmt/format.h>

#include "base/error.h"
#include "command.h"
#include "store/text_file.h"
#include "tune/n_best_reader.h"
#include "tune_arguments.h"

namespace calque::apps {
namespace {

struct Arguments {
  TuneArguments tune;
  std::vector<std::string> lists;
  std::string weights;
  std::string output = "-";
  bool json = false;
};

void print_result(const Arguments& arguments, const tune::TuneResult& result, nlohmann::ordered_json facts) {
  if (arguments.json) {
    facts["weights"] = weights_json(result.weights);
    print_line(facts.dump());
  }
  const bool to_stdout = arguments.output == "-";
  if (!to_stdout || !arguments.json) decode::write_weights(result.weights, arguments.output);
}

void tune_on_lists(const Arguments& arguments, Session& session) {
  const auto start_time = std::chrono::steady_clock::now();
  const tune::TuneOptions options = tune_options(arguments.tune, session.common.seed);
  const auto metric = tune_metric(arguments.tune, "none");
  const metrics::ReferenceSets references = read_references(arguments.tune.references);
  ThreadPool& threads = session.threads();
  Reporter& reporter = session.reporter();

  reporter.stage("reading n-best lists");
  tune::CandidateLists lists(tune::features_of_list(arguments.lists.front()), references.front().size());
  const std::size_t candidates = tune::read_n_best(arguments.lists, lists, threads);
  tune::check_complete(lists, arguments.lists.front());
  lists.score(*metric->bind(references, threads), threads);
  reporter.note(fmt::format("{} candidates of {} sentences", candidates, lists.sentence_count()));

  reporter.stage(fmt::format("tuning ({})", tune::name_of(options.method)));
  const decode::Weights start = arguments.weights.empty()
                                    ? decode::default_weights(lists.features())
                                    : decode::read_weights(arguments.weights, lists.features());
  const tune::Goal goal(*metric);
  const tune::TuneResult result = tune::tune(lists, goal, start, options, threads);
  const std::string name(metric->name());
  reporter.note(fmt::format("{} {:.2f} with the starting weights, {:.2f} after tuning", name, result.before,
                            result.after));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_time).count();
  nlohmann::ordered_json facts = {{"method", std::string(tune::name_of(options.method))},
                                  {name, result.after},
                                  {"before", result.before},
                                  {"signature", metric->signature(references.size())},
                                  {"sentences", lists.sentence_count()},
                                  {"candidates", lists.candidate_count()},
                                  {"seed", options.seed},
                                  {"seconds", seconds}};
  if (options.method == tune::Method::kSSlack || options.method == tune::Method::kOneSlack) {
    facts["lambda"] = result.svm.lambda;
    if (result.svm.loss_scale > 0) facts["loss_scale"] = result.svm.loss_scale;
  }
  print_result(arguments, result, std::move(facts));
}

}  // namespace

void add_tune_command(CLI::App& app, Session& session) {
  CLI::App* command =
      add_command(app, session, "tune", "Find the weights that translate a development set best",
                  "calque tune --nbest dev.nbest.gz --refs dev.en --method mert -o weights.txt");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("--nbest", arguments->lists, "N-best lists of the development set (Calque's or Moses')")
      ->required();
  add_tune_options(*command, arguments->tune);
  command->add_option("--weights", arguments->weights, "Weights to start from instead of the usual ones");
  command->add_option("-o,--output", arguments->output, "Where to write the weights ('-': standard output)")
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Print one JSON object");
  command->callback([arguments, &session] { tune_on_lists(*arguments, session); });
}

}  // namespace calque::apps
