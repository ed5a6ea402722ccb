// calque block train
#include <string>

#include <fmt/format.h>

#include "base/error.h"
#include "block/data_point_file.h"
#include "cmd_block.h"
#include "pipeline/block_training.h"

namespace calque::apps {
namespace {

struct BlockTrainArguments {
  EventArguments events;
  block::WeightSettings weights;
  std::string points;    // file of data points instead of a model
  std::string held_out;  // the same, to measure errors
  bool stream = false;
  std::string output;
  std::string start;
  bool beside = false;
  bool json = false;
};

void note_passes(const std::vector<block::PassReport>& passes, Reporter& reporter) {
  for (const block::PassReport& pass : passes) {
    reporter.note(fmt::format("pass {}: loss {:.5f}, held-out error {:.2f} %, {:.2f} s", pass.pass,
                              pass.mean_loss, 100 * pass.held_out_error, pass.seconds));
  }
}

[[noreturn]] void refuse_no_points(const std::string& path) {
  throw DataError({path}, "there are no data points in this file",
                  "give what 'calque block datapoints' wrote");
}

// Those to measure errors on, which must be of the same sort.
block::DataPoints read_held_out(const std::string& path, std::size_t floats) {
  if (path.empty()) return block::DataPoints(floats);
  block::DataPoints points = block::read_data_points(path);
  if (points.size() == 0) refuse_no_points(path);
  if (points.float_count() != floats) {
    throw DataError({path}, "these data points have another number of float features",
                    "give held-out points of the same sort");
  }
  return points;
}

struct PointTraining {
  block::BlockWeights weights;
  std::vector<block::PassReport> passes;
  block::BoundReport bound;
};

PointTraining train_on_stream(const BlockTrainArguments& arguments) {
  block::DataPointReader reader(arguments.points);
  if (!reader.float_count()) refuse_no_points(arguments.points);
  PointTraining training;
  training.weights.floats.resize(*reader.float_count());
  const auto held_out = read_held_out(arguments.held_out, *reader.float_count());
  training.passes = block::train_streaming({.path = arguments.points, .opened = &reader}, held_out,
                                           arguments.weights.online, training.weights);
  return training;
}

PointTraining train_on_all(const BlockTrainArguments& arguments) {
  const block::DataPoints points = block::read_data_points(arguments.points);
  if (points.size() == 0) refuse_no_points(arguments.points);
  const auto held_out = read_held_out(arguments.held_out, points.float_count());
  PointTraining training;
  training.weights = block::zero_weights(points);
  if (arguments.weights.check_bound)
    training.bound = block::check_bound(points, arguments.weights.online, training.weights);
  training.passes = block::train_in_memory(points, held_out, arguments.weights.online, training.weights);
  return training;
}

// Weights alone, from a file of data points.
void train_on_points(const BlockTrainArguments& arguments, Session& session) {
  refuse_shared_input({arguments.points, arguments.held_out});
  session.reporter().stage("training weights");
  PointTraining training;
  try {
    training = arguments.stream ? train_on_stream(arguments) : train_on_all(arguments);
  } catch (const block::PointOverflow& overflow) {
    refuse_point(overflow, arguments.points);
  }
  note_passes(training.passes, session.reporter());
  block::write_block_weights(training.weights, arguments.output);
  nlohmann::ordered_json figures{{"floats", training.weights.floats},
                                 {"passes", pipeline::figures_of(training.passes)}};
  if (arguments.weights.check_bound)
    figures["bound"] = pipeline::figures_of(training.bound, session.reporter());
  if (arguments.json) print_line(figures.dump());
}

void run(BlockTrainArguments& arguments, Session& session) {
  arguments.weights.online.seed = session.common.seed;
  arguments.weights.online.validate();
  if (!arguments.points.empty()) {
    train_on_points(arguments, session);
    return;
  }
  if (arguments.events.model.empty()) {
    throw UsageError({}, "there is nothing to train on",
                     "give --model FOLDER for a system, or --points FILE for weights alone");
  }
  pipeline::BlockTraining training;
  training.base_folder = arguments.events.model;
  training.model_folder = arguments.output;
  training.events = arguments.events.complete();
  training.weights = arguments.weights;
  training.limits = arguments.events.limits;
  training.folds = arguments.events.folds;
  training.filter_text = arguments.events.test;
  training.filter_blocks = arguments.events.filter_blocks;
  training.beside_others = arguments.beside;
  training.start_folder = arguments.start;
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
  add_event_options(command, arguments.events);
  command["--model"].required(false);
  // One pass would do for floats on large corpora; on small ones a few more cost nothing.
  arguments.weights.online.passes = 5;
  add_online_options(command, arguments.weights.online);
  command.option("--components", arguments.weights.components,
                 "Letters of the float features to use, e.g. abc (default: all)");
  command.flag("--two-stages", arguments.weights.two_stages,
               "Train float weights first, then binary weights with the floats as they are");
  command.option("--float-passes", arguments.weights.float_passes, "With --two-stages: passes of the first")
      .needs("--two-stages");
  command.option("--start", arguments.start, "Begin with the float weights of this block system");
  command.flag("--keep-floats", arguments.weights.keep_floats,
               "Leave float weights as they are and train binary weights alone");
  command.flag("--check-bound", arguments.weights.check_bound,
               "Check the convergence theorem's bound on a first pass");
  command.flag("--beside", arguments.beside,
               "The given system with the block model's scores as further features, to be tuned");
  command.option("--points", arguments.points,
                 "Train weights alone, on this file of data points; the output is a file of weights");
  command.option("--held-out-points", arguments.held_out, "With --points: data points to measure errors on")
      .needs("--points");
  command.flag("--stream", arguments.stream, "With --points: never hold all points in memory")
      .needs("--points")
      .excludes({"--check-bound"});
  command.option("-o,--output", arguments.output, "New model folder, or file of weights").required();
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
