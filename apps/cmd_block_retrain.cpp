// calque block retrain
#include <string>
#include <vector>

#include "cmd_block.h"
#include "command.h"
#include "pipeline/block_retraining.h"

namespace calque::apps {
namespace {

struct RetrainArguments {
  pipeline::BlockRetraining retraining;
  std::string source;
  std::vector<std::string> references;
  bool json = false;
};

void run(RetrainArguments& arguments, Session& session) {
  pipeline::BlockRetraining& retraining = arguments.retraining;
  retraining.online.seed = session.common.seed;
  retraining.online.validate();
  const auto figures = pipeline::retrain_block_system(retraining, arguments.source, arguments.references,
                                                      session.threads(), session.reporter());
  if (arguments.json) print_line(figures.dump());
}

}  // namespace

void add_block_retrain(Command& parent) {
  auto [command, arguments] = parent.add<RetrainArguments>(
      "retrain", "Trains the float weights of a block system on translations of a development set",
      "calque block retrain -m block-model -s dev.de -r dev.en -o better-model", run);
  arguments.retraining.online.passes = 20;
  arguments.retraining.online.rate = 1e-3;
  command.option("-m,--model", arguments.retraining.model_folder, "Block system to translate with")
      .reads()
      .required();
  command.option("-s,--source", arguments.source, "Development set").reads().required();
  command.option("-r,--reference", arguments.references, "Its translations (may be repeated)")
      .reads()
      .differs_from("--source")
      .required();
  command
      .option("--n-best", arguments.retraining.n_best,
              "Derivations of which the one with the best BLEU is learnt")
      .range(1, 1000000);
  command.flag(
      "--sentences", [&goal = arguments.retraining.goal] { goal = pipeline::RetrainingGoal::kSentence; },
      "Learn whole derivations against all others of the translation graph, not single decisions");
  command
      .option("--batch", arguments.retraining.batch,
              "With --sentences: sentences translated with the same weights")
      .range(1, 100000)
      .needs("--sentences");
  add_online_options(command, arguments.retraining.online);
  // Whole derivations are learnt by plain gradient steps: these have no meaning there.
  command["--sentences"].excludes({"--method", "--sink", "--sample-every", "--binary-rate", "--free-signs"});
  command.option("-o,--output", arguments.retraining.output_folder, "New model folder")
      .writes_folder()
      .required();
  command.flag("--json", arguments.json, "Print the figures as JSON");
}

}  // namespace calque::apps
