// calque block datapoints, calque block predict
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "block/data_point_file.h"
#include "block/point_files.h"
#include "block/weights.h"
#include "cmd_block.h"
#include "command.h"
#include "pipeline/block_training.h"

namespace calque::apps {
namespace {

struct DatapointsArguments {
  pipeline::BlockTraining training;
  std::optional<block::Adjacency> successors;
  std::string output = "-";
  std::string neutral;
  std::string held_out;
  bool json = false;
};

void run_datapoints(DatapointsArguments& arguments, Session& session) {
  arguments.training.events.complete(arguments.successors);
  pipeline::BlockMaterial material(arguments.training, session.reporter());
  const block::Events events =
      material.make_events(arguments.training, session.threads(), session.reporter());
  session.reporter().stage("writing data points");
  block::write_data_points(events.points, arguments.output);
  if (!arguments.neutral.empty()) block::write_data_points(events.neutral, arguments.neutral);
  if (!arguments.held_out.empty()) block::write_data_points(events.held_out, arguments.held_out);
  session.reporter().note(fmt::format("{} data points", events.points.size()));
  if (arguments.json && arguments.output != "-") print_line(pipeline::figures_of(events).dump());
}

struct PredictArguments {
  std::string points;
  std::string weights;
  bool json = false;
};

void run_predict(const PredictArguments& arguments, Session& session) {
  block::BlockWeights weights = block::read_block_weights(arguments.weights);
  session.reporter().stage("predicting");
  const auto prediction = block::predict_points(arguments.points, std::move(weights));
  if (arguments.json) {
    print_line(pipeline::figures_of(prediction).dump());
    return;
  }
  print_line(fmt::format("block prediction error {:.4f} on {} points", prediction.error, prediction.points));
  for (std::size_t i = 0; i < prediction.by_floats.size(); ++i)
    print_line(fmt::format("  first {} floats alone: {:.4f}", i + 1, prediction.by_floats[i]));
}

}  // namespace

void add_block_datapoints(Command& parent) {
  auto [command, arguments] = parent.add<DatapointsArguments>(
      "datapoints", "Writes the data points that block weights are learnt from",
      "calque block datapoints -m model --binary bb -o points.txt.zst", run_datapoints);
  add_event_options(command, arguments.training, arguments.successors);
  command.option("-o,--output", arguments.output, "Where they go ('-': standard output)").writes();
  command.option("--neutral", arguments.neutral, "Orientation: where those of the neutral model go").writes();
  command.option("--held-out-output", arguments.held_out, "Where those of held-out sentence pairs go")
      .writes();
  command.flag("--json", arguments.json, "Print the figures as JSON");
}

void add_block_predict(Command& parent) {
  auto [command, arguments] = parent.add<PredictArguments>(
      "predict", "How often weights prefer a wrong block: the block prediction error",
      "calque block predict -i points.txt --weights weights.txt", run_predict);
  command.option("-i,--input", arguments.points, "Data points").reads().required();
  command.option("--weights", arguments.weights, "Weights of 'calque block train --points'")
      .reads()
      .required();
  command.flag("--json", arguments.json, "Print the figures as JSON");
}

}  // namespace calque::apps
