// calque train
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "command.h"
#include "decode/features/registry.h"
#include "pipeline/correction_journal.h"
#include "pipeline/learned_reordering.h"
#include "pipeline/trainer.h"
#include "training_arguments.h"

namespace calque::apps {
namespace {

struct TrainArguments {
  TrainingArguments training;
  std::string reordering = pipeline::kDefaultReordering;
  pipeline::LearnedReordering learned;  // settings of all learned models, but for the learner
  std::string phrase_features = "low-count";
  std::string sparse_features;
  std::vector<std::string> features;
  kernel::KernelOptions kernel;
  std::string corrections;
  bool json = false;
};

void complete_models(TrainArguments& arguments) {
  pipeline::TrainOptions& options = arguments.training.options;
  options.reordering = pipeline::parse_reordering(arguments.reordering, arguments.learned);
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
  if (!arguments.corrections.empty()) {
    const std::string warning =
        pipeline::learn_from_corrections(arguments.corrections, arguments.training.options);
    if (!warning.empty()) session.reporter().warning(warning);
  }
  const pipeline::TrainResult result =
      pipeline::train(arguments.training.options, session.threads(), session.reporter());
  if (arguments.json) {
    nlohmann::ordered_json json = {
        {"model", result.model_folder}, {"report", result.report}, {"seconds", result.seconds}};
    if (result.evaluated) json["development_bleu"] = result.development_bleu;
    if (result.held_out > 0) {
      json["held_out"] = result.held_out;
      json["untuned_bleu"] = result.untuned_bleu;
    }
    fmt::print("{}\n", json.dump());
    return;
  }
  fmt::print("model   {}\nreport  {}\n", result.model_folder, result.report);
  if (result.held_out > 0) {
    fmt::print("BLEU on {} held-out pairs: {:.2f} (untuned {:.2f})\n", result.held_out,
               result.development_bleu, result.untuned_bleu);
  } else if (result.evaluated) {
    fmt::print("BLEU on the development set: {:.2f}\n", result.development_bleu);
  }
  fmt::print("translate with: calque translate -m {} <FILE\n", result.model_folder);
}

void add_reordering_options(Command& command, TrainArguments& arguments) {
  command.option("--reordering", arguments.reordering,
                 "How phrases move, with commas between: none, distance, lexicalised or which (such as "
                 "word-mslr-backward-f), learned models (dual-mlr, dpr-mms, naive-bayes, ...; a wrong name "
                 "lists them all); with none, learned models stand without the distance");
  pipeline::LearnedReordering& settings = arguments.learned;
  command.option(
      "--reordering-classes", settings.classes,
      "Learned: classes of movement: mslr, msd, 3, 5 or distances at which classes begin (-4,0,1,5)");
  command.option("--reordering-orientation", settings.orientation,
                 "Learned: what msd and mslr refer to: word, phrase or hier (blocks of any size)");
  command.option("--reordering-directions", settings.directions,
                 "Learned: backward (the move to a phrase), forward (the move on from it) or bidirectional");
  command.option("--reordering-features", settings.features,
                 "Learned: what to look at: dpr, pairs or rich, with changes such as rich,window=4");
  command.option(
      "--reordering-samples", settings.max_samples,
      "Learned: most phrase pairs of each direction to learn from, spread over the corpus; 0: all");
  command.option("--reordering-word-classes", settings.word_classes,
                 "Learned: word classes of each side to look at; 0: none");
  command
      .option<std::string>(
          "--reordering-form",
          [&settings](const std::string& form) {
            const auto chosen = decode::reordering_form(form);
            if (!chosen)
              throw UsageError({}, fmt::format("unknown form of reordering scores '{}'", form),
                               "use one, per-class, adjusted or exponential");
            settings.form = *chosen;
          },
          "Learned: one score for each direction, one per-class, the distance adjusted by the "
          "probability of its class, or the exponential of that over the sentence")
      .default_text("one");
  command.option("--reordering-beta", settings.beta,
                 "Learned, adjusted: what a probability is multiplied with (default: the number of classes)");
  command.option("--reordering-most-ratio", settings.max_ratio,
                 "Learned, adjusted: the most that a distance is multiplied with (default: no limit)");
  command.flag(
      "--reordering-charge-rest", settings.charge_unlikely_rest,
      "Learned, adjusted: a phrase that does not move pays as for one word if moving was at least as "
      "likely");
  command.option("--reordering-unknown", settings.unknown,
                 "dpr-...: what phrases without sub-model get: the model of all phrases, class frequencies "
                 "or a uniform distribution");
}

}  // namespace

void add_train(Command& parent) {
  auto [command, arguments] =
      parent.add<TrainArguments>("train", "Train a translator from sentence pairs",
                                 "calque train -s corpus.de -t corpus.en -o model", run);
  pipeline::TrainOptions& o = arguments.training.options;
  add_training_options(command, arguments.training);
  command
      .option("--corrections", arguments.corrections,
              "Learn from the corrections of this journal as well (calque serve, calque translate)")
      .reads();
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
  command
      .option("--lm", o.language_models,
              "Further language models (ARPA or calque files) of target text prepared like the corpus")
      .reads();
  command.option("--lm-order", o.language_model.order, "Longest n-gram of the language model");
  add_reordering_options(command, arguments);
  add_tune_option(command, arguments.training.options.tuning, pipeline::kDefaultTuning);
  command.flag("--json", arguments.json, "Report as JSON");
}

}  // namespace calque::apps
