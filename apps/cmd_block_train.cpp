// calque block train
#include <string>

#include <fmt/format.h>

#include "base/error.h"
#include "block/point_files.h"
#include "cmd_block.h"
#include "pipeline/block_training.h"
#include "store/named_files.h"
#include "store/temporary_file.h"

namespace calque::apps {
namespace {

struct BlockTrainArguments {
  pipeline::BlockTraining training;
  EventNames names;
  block::PointFiles files;  // data points instead of a model
  bool stream = false;
  bool json = false;
};

void note_passes(const std::vector<block::PassReport>& passes, Reporter& reporter) {
  for (const block::PassReport& pass : passes) {
    reporter.note(fmt::format("pass {}: loss {:.5f}, held-out error {:.2f} %, {:.2f} s", pass.pass,
                              pass.mean_loss, 100 * pass.held_out_error, pass.seconds));
  }
}

// Weights alone, from a file of data points.
void train_on_points(const BlockTrainArguments& arguments, Session& session) {
  store::check_writable(arguments.training.model_folder);  // a file here, while systems go to folders
  session.reporter().stage("training weights");
  const block::WeightSettings& how = arguments.training.weights;
  const auto trained = arguments.stream
                           ? block::train_on_stream(arguments.files, how.online)
                           : block::train_on_points(arguments.files, how.online, how.check_bound);
  note_passes(trained.passes, session.reporter());
  block::write_block_weights(trained.weights, arguments.training.model_folder);
  const auto figures = pipeline::figures_of(trained, session.reporter());
  if (arguments.json) print_line(figures.dump());
}

void run(BlockTrainArguments& arguments, Session& session) {
  pipeline::BlockTraining& training = arguments.training;
  training.weights.online.seed = session.common.seed;
  training.weights.online.validate();
  if (!arguments.files.points.empty()) return train_on_points(arguments, session);
  if (training.base_folder.empty()) {
    throw UsageError({}, "there is nothing to train on",
                     "give --model FOLDER for a system, or --points FILE for weights alone");
  }
  arguments.names.complete(training.events);
  const auto figures = pipeline::train_block_system(training, session.threads(), session.reporter());
  if (arguments.json) print_line(figures.dump());
}

}  // namespace

void add_block_train(Command& parent) {
  auto [command, arguments] = parent.add<BlockTrainArguments>(
      "train", "Trains a block bigram system on the corpus of a trained model",
      "calque block train -m model --kind orientation -o block-model\n"
      "  calque translate -m block-model <text.de >text.en",
      run);
  add_event_options(command, arguments.training, arguments.names);
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
  command.flag("--stream", arguments.stream, "With --points: never hold all points in memory")
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
