// calque reorder train, calque reorder test
#include <filesystem>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cmd_reorder.h"
#include "command.h"
#include "reorder/corpus_files.h"
#include "reorder/corpus_run.h"
#include "report/reordering_text.h"

namespace calque::apps {
namespace {

struct ReorderTrainArguments {
  ReorderInput input;
  reorder::OptionValues learning;
  std::string learner_name = "mlr-dual";
  std::string output;
  bool json = false;
};

void run_train(ReorderTrainArguments& arguments, Session& session) {
  const ReorderInput& input = arguments.input;
  const auto classes = reorder::ReorderingClasses::parse(input.classes);
  const auto learner = reorder::Learner::parse(arguments.learner_name);
  const reorder::TrainOptions options{learner.method(arguments.learning, classes), session.common.seed};
  input.samples.validate();
  const reorder::CorpusFromFiles corpus(input.files, session.common.seed, session.threads(),
                                        session.reporter());
  auto result =
      reorder::CorpusRun{corpus.text(), classes, input.samples, session.threads(), session.reporter()}.train(
          learner, options, {input.files.paths.corpus.source});
  const reorder::TrainingReport report = result.report;
  reorder::make_model(std::move(result), learner, classes, input.samples, corpus.text())
      .save(arguments.output);
  session.reporter().note(
      fmt::format("{} features, {} sub-models, {:.2f} s for rows and {:.2f} s for the model", report.features,
                  report.sub_models, report.prepare_seconds, report.train_seconds));
  if (arguments.json) print_line(report::training_json(report, std::filesystem::file_size(arguments.output)));
}

struct ReorderTestArguments {
  ReorderInput input;
  std::string model;
  bool json = false;
};

void run_test(const ReorderTestArguments& arguments, Session& session) {
  const auto model = reorder::ReorderingModel::load(arguments.model);
  const reorder::SampleOptions samples = model.samples_as_learnt(arguments.input.samples);
  const reorder::CorpusFromFiles corpus(arguments.input.files.paths, model, session.reporter());
  const auto test =
      reorder::CorpusRun{corpus.text(), model.classes(), samples, session.threads(), session.reporter()}.test(
          model.classifier());
  print_line(arguments.json ? report::prediction_json(model, samples.neighbours, test)
                            : report::prediction_text(model, test.evaluation));
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
  command.option("-o,--output", arguments.output, "Where the model goes").writes().required();
  command.flag("--json", arguments.json, "Print the figures as JSON");
}

void add_reorder_test(Command& parent) {
  auto [command, arguments] = parent.add<ReorderTestArguments>(
      "test", "How well a model predicts the movements of another corpus",
      "calque reorder test -m reordering.model -s test.de -t test.en -a test.align", run_test);
  command.option("-m,--model", arguments.model, "Model of 'calque reorder train'").reads().required();
  add_corpus_options(command, arguments.input);
  command.flag("--json", arguments.json, "Print the figures as JSON");
}

}  // namespace calque::apps
