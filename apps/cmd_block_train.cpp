// calque block train
#include <memory>
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
  OnlineArguments online;
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

// Weights alone, from a file of data points.
void train_on_points(const BlockTrainArguments& arguments, Session& session) {
  const block::OnlineOptions options = arguments.online.complete(session.common.seed);
  block::DataPoints held_out(0);
  if (!arguments.held_out.empty()) held_out = block::read_data_points(arguments.held_out);
  block::BlockWeights weights;
  std::vector<block::PassReport> passes;
  session.reporter().stage("training weights");
  if (arguments.stream) {
    const auto floats = block::DataPointReader(arguments.points).float_count().value_or(0);
    weights.floats.resize(floats);
    if (arguments.held_out.empty()) held_out = block::DataPoints(floats);
    passes = block::train_streaming({arguments.points}, held_out, options, weights);
  } else {
    const block::DataPoints points = block::read_data_points(arguments.points);
    weights = block::zero_weights(points);
    if (arguments.held_out.empty()) held_out = block::DataPoints(points.float_count());
    if (held_out.float_count() != points.float_count()) {
      throw DataError({arguments.held_out}, "these data points have another number of float features",
                      "give held-out points of the same sort");
    }
    passes = block::train_in_memory(points, held_out, options, weights);
  }
  note_passes(passes, session.reporter());
  block::write_block_weights(weights, arguments.output);
  if (!arguments.json) return;
  print_line(
      nlohmann::ordered_json{{"floats", weights.floats}, {"passes", pipeline::figures_of(passes)}}.dump());
}

void run(BlockTrainArguments& arguments, Session& session) {
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
  training.weights.online = arguments.online.complete(session.common.seed);
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

void add_block_train(CLI::App& parent, Session& session) {
  CLI::App* command =
      add_command(parent, session, "train", "Trains a block bigram system on the corpus of a trained model",
                  "calque block train -m model --kind orientation -o block-model\n"
                  "  calque translate -m block-model <text.de >text.en");
  const auto arguments = std::make_shared<BlockTrainArguments>();
  add_event_options(*command, arguments->events);
  command->get_option("--model")->required(false);
  // One pass would do for floats on large corpora; on small ones a few more cost nothing.
  arguments->online.options.passes = 5;
  add_online_options(*command, arguments->online);
  command->add_option("--components", arguments->weights.components,
                      "Letters of the float features to use, e.g. abc (default: all)");
  command->add_flag("--two-stages", arguments->weights.two_stages,
                    "Train float weights first, then binary weights with the floats as they are");
  command
      ->add_option("--float-passes", arguments->weights.float_passes,
                   "With --two-stages: passes of the first")
      ->capture_default_str();
  command->add_option("--start", arguments->start, "Begin with the float weights of this block system");
  command->add_flag("--keep-floats", arguments->weights.keep_floats,
                    "Leave float weights as they are and train binary weights alone");
  command->add_flag("--check-bound", arguments->weights.check_bound,
                    "Check the convergence theorem's bound on a first pass");
  command->add_flag("--beside", arguments->beside,
                    "The given system with the block model's scores as further features, to be tuned");
  command->add_option("--points", arguments->points,
                      "Train weights alone, on this file of data points; the output is a file of weights");
  command->add_option("--held-out-points", arguments->held_out,
                      "With --points: data points to measure errors on");
  command->add_flag("--stream", arguments->stream, "With --points: never hold all points in memory");
  command->add_option("-o,--output", arguments->output, "New model folder")->required();
  command->add_flag("--json", arguments->json, "Print the figures as JSON");
  command->callback([arguments, &session] { run(*arguments, session); });
}

}  // namespace calque::apps
