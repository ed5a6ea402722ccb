// calque block train
#include <optional>

#include "base/error.h"
#include "block/point_files.h"
#include "cmd_block.h"
#include "command.h"
#include "pipeline/block_training.h"
#include "store/named_files.h"

namespace calque::apps {
namespace {

struct BlockTrainArguments {
  pipeline::BlockTraining training;
  std::optional<block::Adjacency> successors;
  block::PointFiles files;  // data points instead of a model
  pipeline::PointMemory memory = pipeline::PointMemory::kAllPoints;
  bool json = false;
};

void run(BlockTrainArguments& arguments, Session& session) {
  pipeline::BlockTraining& training = arguments.training;
  training.weights.online.seed = session.common.seed;
  training.weights.online.validate();
  const bool points = !arguments.files.points.empty();
  if (!points && training.base_folder.empty()) {
    throw UsageError({}, "there is nothing to train on",
                     "give --model FOLDER for a system, or --points FILE for weights alone");
  }
  if (!points) training.events.complete(arguments.successors);
  const auto figures =
      points ? pipeline::train_block_weights(arguments.files, arguments.memory, training, session.reporter())
             : pipeline::train_block_system(training, session.threads(), session.reporter());
  if (arguments.json) print_line(figures.dump());
}

}  // namespace

void add_block_train(Command& parent) {
  auto [command, arguments] = parent.add<BlockTrainArguments>(
      "train", "Trains a block bigram system on the corpus of a trained model",
      "calque block train -m model --kind orientation -o block-model\n"
      "  calque translate -m block-model <text.de >text.en",
      run);
  add_event_options(command, arguments.training, arguments.successors);
  command["--model"].required(false);
  // One pass would do for floats on large corpora; on small ones a few more cost nothing.
  arguments.training.weights.online.passes = 5;
  add_online_options(command, arguments.training.weights.online);
  command.option("--components", arguments.training.weights.components,
                 "Letters of the float features to use, e.g. abc (default: all)");
  command.flag("--two-stages", arguments.training.weights.two_stages,
               "Train float weights first, then binary weights with the floats as they are");
  command
      .option("--float-passes", arguments.training.weights.float_passes,
              "With --two-stages: passes of the first")
      .needs("--two-stages");
  command
      .option("--start", arguments.training.start_folder, "Begin with the float weights of this block system")
      .reads();
  command.flag("--keep-floats", arguments.training.weights.keep_floats,
               "Leave float weights as they are and train binary weights alone");
  command.flag("--check-bound", arguments.training.weights.check_bound,
               "Check the convergence theorem's bound on a first pass");
  command.flag("--beside", arguments.training.beside_others,
               "The given system with the block model's scores as further features, to be tuned");
  command
      .option("--points", arguments.files.points,
              "Train weights alone, on this file of data points; the output is a file of weights")
      .reads();
  command
      .option("--held-out-points", arguments.files.held_out,
              "With --points: data points to measure errors on")
      .reads()
      .needs("--points");
  command
      .flag(
          "--stream", [&arguments = arguments] { arguments.memory = pipeline::PointMemory::kStream; },
          "With --points: never hold all points in memory")
      .needs("--points")
      .excludes({"--check-bound"});
  command.option("-o,--output", arguments.training.model_folder, "New model folder, or file of weights")
      .file(store::FileRole::kOutputEither)
      .required();
  // Options that would change nothing are refused: whoever gives one expects that it does.
  command["--points"].excludes(
      {"--model",      "--kind",       "--alternatives", "--successors", "--matches",
       "--top",        "--binary",     "--threshold",    "--min-count",  "--blocks-per-phrase",
       "--folds",      "--max-points", "--lexical-norm", "--held-out",   "--test",
       "--components", "--two-stages", "--float-passes", "--start",      "--keep-floats",
       "--beside"});
  command.flag("--json", arguments.json, "Print the figures as JSON");
}

}  // namespace calque::apps
