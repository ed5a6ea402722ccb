// calque block datapoints, calque block predict
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "block/data_point_file.h"
#include "cmd_block.h"
#include "pipeline/block_training.h"

namespace calque::apps {
namespace {

struct DatapointsArguments {
  EventArguments events;
  std::string output = "-";
  std::string neutral;
  std::string held_out;
  bool json = false;
};

void run_datapoints(const DatapointsArguments& arguments, Session& session) {
  const block::EventSettings settings = arguments.events.complete();
  pipeline::BlockMaterial material(arguments.events.model, session.reporter());
  if (!arguments.events.test.empty())
    material.filter_by(arguments.events.model, arguments.events.test, arguments.events.filter_blocks);
  material.keep_frequent(arguments.events.limits.min_count, arguments.events.limits.max_per_source);
  const block::Events events =
      material.make_events(settings, arguments.events.folds, session.threads(), session.reporter());
  session.reporter().stage("writing data points");
  block::write_data_points(events.points, arguments.output);
  if (!arguments.neutral.empty()) block::write_data_points(events.neutral, arguments.neutral);
  if (!arguments.held_out.empty()) block::write_data_points(events.held_out, arguments.held_out);
  const auto figures = pipeline::figures_of(events);
  session.reporter().note(fmt::format("{} data points", events.points.size()));
  if (arguments.json && arguments.output != "-") print_line(figures.dump());
}

struct PredictArguments {
  std::string points;
  std::string weights;
  bool json = false;
};

void run_predict(const PredictArguments& arguments, Session& session) {
  const block::BlockWeights given = block::read_block_weights(arguments.weights);
  session.reporter().stage("predicting");
  const block::DataPoints points = block::read_data_points(arguments.points);
  if (points.size() > 0 && points.float_count() != given.floats.size()) {
    throw DataError(
        {arguments.points},
        fmt::format("{} float features where the weights have {}", points.float_count(), given.floats.size()),
        "give data points of the same sort");
  }
  block::BlockWeights weights = given;
  if (weights.binary.size() < points.binary_limit()) weights.binary.resize(points.binary_limit());
  const auto error_with = [&](const block::BlockWeights& used) {
    try {
      return block::prediction_error(points, used);
    } catch (const block::PointOverflow& overflow) {
      throw DataError({arguments.points, block::line_of_point(arguments.points, overflow.point())},
                      "with these weights the scores of this data point are not finite",
                      "use smaller weights or values");
    }
  };
  const double error = error_with(weights);
  // The same with the first n floats alone, as far as these weights can say.
  std::vector<double> by_floats;
  block::BlockWeights first{std::vector<double>(weights.floats.size()),
                            std::vector<double>(weights.binary.size())};
  for (std::size_t i = 0; i < weights.floats.size(); ++i) {
    first.floats[i] = weights.floats[i];
    by_floats.push_back(error_with(first));
  }
  if (arguments.json) {
    print_line(nlohmann::ordered_json{{"points", points.size()},
                                      {"vectors", points.vector_count()},
                                      {"error", error},
                                      {"error_by_floats", by_floats}}
                   .dump());
    return;
  }
  print_line(fmt::format("block prediction error {:.4f} on {} points", error, points.size()));
  for (std::size_t i = 0; i < by_floats.size(); ++i)
    print_line(fmt::format("  first {} floats alone: {:.4f}", i + 1, by_floats[i]));
}

}  // namespace

void add_block_datapoints(Command& parent) {
  auto [command, arguments] = parent.add<DatapointsArguments>(
      "datapoints", "Writes the data points that block weights are learnt from",
      "calque block datapoints -m model --binary bb -o points.txt.zst", run_datapoints);
  add_event_options(command, arguments.events);
  command.option("-o,--output", arguments.output, "Where they go ('-': standard output)");
  command.option("--neutral", arguments.neutral, "Orientation: where those of the neutral model go");
  command.option("--held-out-output", arguments.held_out, "Where those of held-out sentence pairs go");
  command.flag("--json", arguments.json, "Print the figures as JSON");
}

void add_block_predict(Command& parent) {
  auto [command, arguments] = parent.add<PredictArguments>(
      "predict", "How often weights prefer a wrong block: the block prediction error",
      "calque block predict -i points.txt --weights weights.txt", run_predict);
  command.option("-i,--input", arguments.points, "Data points").required();
  command.option("--weights", arguments.weights, "Weights of 'calque block train --points'").required();
  command.flag("--json", arguments.json, "Print the figures as JSON");
}

}  // namespace calque::apps
