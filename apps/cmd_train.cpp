// calque train
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "command.h"
#include "decode/features/registry.h"
#include "pipeline/trainer.h"
#include "reordering_arguments.h"
#include "training_arguments.h"

namespace calque::apps {
namespace {

struct TrainArguments {
  TrainingArguments training;
  ReorderingArguments reordering;
  std::string phrase_features = "low-count";
  std::string sparse_features;
  std::string tune = "none";
  std::vector<std::string> features;
  kernel::KernelOptions kernel;
  bool json = false;
};

void complete_models(TrainArguments& arguments) {
  pipeline::TrainOptions& options = arguments.training.options;
  options.reordering = arguments.reordering.choice();
  options.tuning = tuning_method(arguments.tune);
  options.phrase_features =
      decode::parse_feature_names(decode::FeatureOption::kPhrase, arguments.phrase_features);
  options.sparse_features =
      decode::parse_feature_names(decode::FeatureOption::kSparse, arguments.sparse_features);
  for (const std::string& feature : arguments.features) {
    if (feature != "kernel")
      throw UsageError({}, fmt::format("there is no feature '{}' to add", feature), "use --feature kernel");
    arguments.kernel.source.order = arguments.kernel.target.order;
    options.kernel = arguments.kernel;
  }
  options.classes.seed = options.seed;
}

void run(TrainArguments& arguments, Session& session) {
  arguments.training.complete(session.common.seed);
  complete_models(arguments);
  const pipeline::TrainResult result =
      pipeline::train(arguments.training.options, session.threads(), session.reporter());
  if (arguments.json) {
    nlohmann::ordered_json json = {
        {"model", result.model_folder}, {"report", result.report}, {"seconds", result.seconds}};
    if (result.evaluated) json["development_bleu"] = result.development_bleu;
    fmt::print("{}\n", json.dump());
    return;
  }
  fmt::print("model   {}\nreport  {}\n", result.model_folder, result.report);
  if (result.evaluated) fmt::print("BLEU on the development set: {:.2f}\n", result.development_bleu);
  fmt::print("translate with: calque translate -m {} <FILE\n", result.model_folder);
}

}  // namespace

void add_train(Command& parent) {
  auto [command, arguments] =
      parent.add<TrainArguments>("train", "Train a translator from sentence pairs",
                                 "calque train -s corpus.de -t corpus.en -o model", run);
  pipeline::TrainOptions& o = arguments.training.options;
  add_training_options(command, arguments.training);
  command.option(
      "--phrase-features", arguments.phrase_features,
      fmt::format("Features of phrase pairs, with commas between them: none, {}. All but low-count have "
                  "weight 0 until they are tuned",
                  decode::feature_help(decode::FeatureOption::kPhrase)));
  command.option(
      "--sparse-features", arguments.sparse_features,
      fmt::format("Indicators, with commas between them: {}. They have weight 0 until they are tuned",
                  decode::feature_help(decode::FeatureOption::kSparse)));
  command.option("--sparse-words", o.named_words, "Most frequent words of each side that indicators name");
  command.option("--sparse-classes", o.classes.classes, "Word classes of each side for indicators");
  command.option("--feature", arguments.features,
                 "Further features with weight 0 until tuned: kernel (regression between n-grams)");
  command.option("--kernel-order", arguments.kernel.target.order, "Longest n-gram of the kernel feature");
  command.option("--kernel-neighbours", arguments.kernel.neighbours,
                 "Training sentences that the kernel feature learns each sentence from");
  command.option("--kernel-ridge", arguments.kernel.ridge, "Ridge of the kernel feature");
  command.option("--lm", o.language_models,
                 "Further language models (ARPA or calque files) of target text prepared like the corpus");
  command.option("--lm-order", o.language_model.order, "Longest n-gram of the language model");
  add_reordering_options(command, arguments.reordering);
  add_tune_option(command, arguments.tune);
  command.flag("--json", arguments.json, "Report as JSON");
}

}  // namespace calque::apps
