// calque reorder train, calque reorder test
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/cpu_time.h"
#include "base/error.h"
#include "cmd_reorder.h"
#include "reorder/evaluation.h"

namespace calque::apps {
namespace {

struct ReorderTrainArguments {
  ReorderInput input;
  reorder::OptionValues learning;
  std::string learner_name = "mlr-dual";
  std::string output;
  bool json = false;
};

nlohmann::ordered_json figures_of(const reorder::TrainingReport& report) {
  nlohmann::ordered_json json{{"samples", report.samples},
                              {"features", report.features},
                              {"sub_models", report.sub_models},
                              {"iterations", report.iterations},
                              {"prepare_seconds", report.prepare_seconds},
                              {"train_seconds", report.train_seconds}};
  if (!report.active_fraction.empty()) {
    json["active"] = report.active_fraction;
    json["bytes_in_use"] = report.bytes_in_use;
    json["failed_visits"] = report.failed_visits;
  }
  if (!report.unsettled.empty()) json["rechecks"] = report.unsettled;
  if (report.early_stop) {
    json["early_stop"] = {{"rounds", report.early_stop->rounds},
                          {"rate", report.early_stop->rate},
                          {"error", report.early_stop->error}};
  }
  return json;
}

void tell(std::size_t samples, const reorder::SampleCounts& counts, Session& session) {
  session.reporter().note(fmt::format("{} samples from {} sentence pairs; {} pairs and {} samples left out",
                                      samples, counts.sentences, counts.dropped_sentences,
                                      counts.dropped_distances));
}

reorder::SampleSet samples_of(const ReorderInput& input, const ReorderCorpus& corpus,
                              const reorder::ReorderingClasses& classes, Session& session) {
  session.reporter().stage("collecting phrase movements");
  auto set = reorder::collect_samples(corpus.corpus(), corpus.alignments(), classes, input.samples,
                                      session.threads());
  tell(set.samples.size(), set.counts, session);
  return set;
}

void check_samples(std::size_t samples, const ReorderInput& input) {
  if (samples > 0) return;
  throw DataError({input.corpus.corpus.source}, "no phrase pairs to learn from",
                  "check that corpus and alignment are not empty and belong together");
}

reorder::TrainingResult trained(const ReorderInput& input, const ReorderCorpus& corpus,
                                const reorder::ReorderingClasses& classes, const reorder::Learner& learner,
                                const reorder::TrainOptions& options, Session& session) {
  const std::string stage = "training " + learner.name();
  if (learner.counts()) {
    // One pass: samples are never all in memory.
    session.reporter().stage(stage);
    auto streamed =
        reorder::train_streamed(corpus.text(), {corpus.corpus(), corpus.alignments(), classes, input.samples},
                                options, session.threads());
    check_samples(streamed.result.report.samples, input);
    tell(streamed.result.report.samples, streamed.counts, session);
    return std::move(streamed.result);
  }
  const auto set = samples_of(input, corpus, classes, session);
  check_samples(set.samples.size(), input);
  session.reporter().stage(stage);
  return reorder::train(corpus.text(), set.samples, classes, options, session.threads());
}

void run_train(ReorderTrainArguments& arguments, Session& session) {
  const auto classes = reorder::ReorderingClasses::parse(arguments.input.classes);
  const auto learner = reorder::Learner::parse(arguments.learner_name);
  const reorder::TrainOptions options{learner.method(arguments.learning, classes), session.common.seed};
  arguments.input.samples.validate();
  const ReorderCorpus corpus(arguments.input, session);
  auto result = trained(arguments.input, corpus, classes, learner, options, session);
  const reorder::TrainingReport report = result.report;
  reorder::make_model(std::move(result), learner, classes, arguments.input.samples, corpus.text())
      .save(arguments.output);
  auto json = figures_of(report);
  json["model_bytes"] = std::filesystem::file_size(arguments.output);
  session.reporter().note(
      fmt::format("{} features, {} sub-models, {:.2f} s for rows and {:.2f} s for the model", report.features,
                  report.sub_models, report.prepare_seconds, report.train_seconds));
  if (arguments.json) print_line(json.dump());
}

struct ReorderTestArguments {
  ReorderInput input;
  std::string model;
  bool json = false;
};

void run_test(ReorderTestArguments& arguments, Session& session) {
  const auto model = reorder::ReorderingModel::load(arguments.model);
  arguments.input.adopt(model);
  const ReorderCorpus corpus(arguments.input, model, session);
  const auto set = samples_of(arguments.input, corpus, model.classes(), session);
  session.reporter().stage("testing");
  const double start = cpu_seconds();
  const auto predictions =
      reorder::predict(model.classifier(), corpus.text(), set.samples, session.threads());
  const double seconds = cpu_seconds() - start;
  const auto evaluation = reorder::evaluate(set.samples, predictions, model.classes().size());
  const auto& labels = model.classes().labels();
  if (arguments.json) {
    nlohmann::ordered_json by_distance = nlohmann::ordered_json::object();
    for (const auto& [distance, hits] : evaluation.by_distance)
      by_distance[std::to_string(distance)] = {{"samples", hits.all}, {"precision", hits.precision()}};
    print_line(nlohmann::ordered_json{
        {"learner", model.description().learner},
        {"direction", name_of(model.description().direction)},
        {"join_unlinked", arguments.input.samples.neighbours == reorder::Neighbours::kPhrases},
        {"samples", set.samples.size()},
        {"classes", labels},
        {"precision", evaluation.overall.precision()},
        {"f1", evaluation.f1},
        {"mean_log_prob", evaluation.mean_log_prob},
        {"by_distance", by_distance},
        {"seconds",
         seconds}}.dump());
    return;
  }
  print_line(fmt::format("{}: {} samples, precision {:.2f} %, mean log probability {:.4f}",
                         model.description().learner, set.samples.size(),
                         100.0 * evaluation.overall.precision(), evaluation.mean_log_prob));
  for (std::size_t k = 0; k < labels.size(); ++k)
    print_line(fmt::format("  {:<14} F1 {:6.2f} %", labels[k], 100.0 * evaluation.f1[k]));
  for (const auto& [distance, hits] : evaluation.by_distance)
    print_line(fmt::format("  d={:<+4} {:8} samples, precision {:6.2f} %", distance, hits.all,
                           100.0 * hits.precision()));
}

}  // namespace

void add_reorder_train(Command& parent) {
  auto [command, arguments] = parent.add<ReorderTrainArguments>(
      "train", "Trains a model of how phrases move on a word-aligned corpus",
      "calque reorder train -s train.de -t train.en -a train.align --learner mlr-dual -o reordering.model",
      run_train);
  add_corpus_options(command, arguments.input);
  add_class_options(command, arguments.input);
  command.option("--learner", arguments.learner_name,
                 "mlr-dual, mms, dpr-mms, bayes-map, lexical, ... (a wrong name lists them all)");
  add_learner_options(command, arguments.learning);
  command.option("-o,--output", arguments.output, "Where the model goes").required();
  command.flag("--json", arguments.json, "Print the figures as JSON");
}

void add_reorder_test(Command& parent) {
  auto [command, arguments] = parent.add<ReorderTestArguments>(
      "test", "How well a model predicts the movements of another corpus",
      "calque reorder test -m reordering.model -s test.de -t test.en -a test.align", run_test);
  command.option("-m,--model", arguments.model, "Model of 'calque reorder train'").required();
  add_corpus_options(command, arguments.input);
  command.flag("--json", arguments.json, "Print the figures as JSON");
}

}  // namespace calque::apps
