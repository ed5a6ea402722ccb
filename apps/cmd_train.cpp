// calque train
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "align_arguments.h"
#include "base/error.h"
#include "command.h"
#include "parallel_arguments.h"
#include "pipeline/trainer.h"
#include "reordering_arguments.h"
#include "table_arguments.h"

namespace calque::apps {
namespace {

constexpr const char* kSeveralModels = "several";

struct TrainArguments {
  ParallelArguments pairs;
  pipeline::TrainOptions options;
  TableArguments tables;
  std::string casing;
  std::string model = kSeveralModels;
  std::string symmetrize = "grow-diag-final-and";
  ReorderingArguments reordering;
  std::string phrase_features;
  std::string sparse_features;
  std::string tune = "none";
  std::vector<std::string> features;
  kernel::KernelOptions kernel;
  bool skip_bad_lines = false;
  bool json = false;
};

void complete_input(TrainArguments& arguments) {
  text::ParallelInput& input = arguments.options.input;
  input = chosen_input(arguments.pairs);
  if (arguments.skip_bad_lines) input.bad_lines = text::BadLinePolicy::kSkipAndCount;
}

void complete_preparation(TrainArguments& arguments) {
  text::Preparation& preparation = arguments.options.preparation;
  preparation.source_language = arguments.options.input.source_language;
  preparation.target_language = arguments.options.input.target_language;
  preparation.casing = preparation.pretokenized ? text::Casing::kKeep : text::Casing::kTruecase;
  if (arguments.casing.empty()) return;
  const auto casing = text::parse_casing(arguments.casing);
  if (!casing) {
    throw UsageError({}, fmt::format("unknown casing '{}'", arguments.casing), "use keep, lower or truecase");
  }
  preparation.casing = *casing;
}

void complete_models(TrainArguments& arguments, std::uint64_t seed) {
  align::AlignOptions align;
  align.symmetrization = parse_symmetrization(arguments.symmetrize);
  align.sampling.seed = seed;
  if (arguments.model == kSeveralModels) {
    arguments.options.aligners = align::several_models(align);
  } else {
    align.model = parse_alignment_model(arguments.model);
    arguments.options.aligners = {align};
  }
  arguments.options.reordering = arguments.reordering.choice();
  if (arguments.tune != "none") {
    arguments.options.tuning = tune::method_from_name(arguments.tune);
    if (!arguments.options.tuning) {
      throw UsageError({}, fmt::format("unknown tuning method '{}'", arguments.tune),
                       "use none, or one of " + tune::method_names());
    }
  }
  arguments.options.phrase_features = decode::parse_phrase_count_kinds(arguments.phrase_features);
  arguments.options.sparse_features = decode::parse_sparse_kinds(arguments.sparse_features);
  for (const std::string& feature : arguments.features) {
    if (feature != "kernel")
      throw UsageError({}, fmt::format("there is no feature '{}' to add", feature), "use --feature kernel");
    arguments.kernel.source.order = arguments.kernel.target.order;
    arguments.options.kernel = arguments.kernel;
  }
  arguments.options.classes.seed = seed;
  arguments.tables.complete();
  arguments.options.table = arguments.tables.options;
  const text::ParallelInput& development = arguments.options.development;
  if (development.source.empty() != development.target.empty()) {
    throw UsageError({}, "a development set has two sides", "give both --dev-source and --dev-target");
  }
}

void run(TrainArguments& arguments, Session& session) {
  complete_input(arguments);
  complete_preparation(arguments);
  complete_models(arguments, session.common.seed);
  arguments.options.seed = session.common.seed;
  const pipeline::TrainResult result =
      pipeline::train(arguments.options, session.threads(), session.reporter());
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

void add_train_command(CLI::App& app, Session& session) {
  CLI::App* command = add_command(app, session, "train", "Train a translator from sentence pairs",
                                  "calque train -s corpus.de -t corpus.en -o model");
  auto arguments = std::make_shared<TrainArguments>();
  pipeline::TrainOptions& o = arguments->options;
  add_parallel_options(*command, arguments->pairs);
  command->add_option("-o,--output", o.model_folder, "Folder for the model")->required();
  command->add_flag("--pretokenized", o.preparation.pretokenized, "Words already stand between blanks");
  command->add_option("--casing", arguments->casing,
                      "keep, lower or truecase (default: truecase; with --pretokenized: keep)");
  command->add_option("--dev-source", o.development.source, "Held-out sentences to score the model on");
  command->add_option("--dev-target", o.development.target, "Their translations");
  add_clean_options(*command, o.clean);
  command->add_flag("--skip-bad-lines", arguments->skip_bad_lines,
                    "Leave out and count unreadable lines instead of stopping");
  command->add_option("--alignments", o.alignments,
                      "Use these word alignments (Pharaoh) instead of aligning; of several files all count");
  command
      ->add_option("--align-model", arguments->model,
                   "several (phrases of all of fertility, hmm and diagonal count) or one of fertility, hmm, "
                   "diagonal, ibm1")
      ->capture_default_str();
  command->add_option("--symmetrize", arguments->symmetrize, "How the two directions are joined")
      ->capture_default_str();
  command
      ->add_option("--max-phrase-length", arguments->tables.options.extract.max_length,
                   "Longest phrase in words")
      ->capture_default_str();
  add_table_options(*command, arguments->tables);
  command->add_option("--phrase-features", arguments->phrase_features,
                      "Features with weight 0 until tuned: count, singleton, low-count, with commas between");
  command->add_option(
      "--sparse-features", arguments->sparse_features,
      "Indicators without weights until tuned: orientation, pairs, lengths, with commas between");
  command
      ->add_option("--sparse-words", o.named_words, "Most frequent words of each side that indicators name")
      ->capture_default_str();
  command->add_option("--sparse-classes", o.classes.classes, "Word classes of each side for indicators")
      ->capture_default_str();
  command->add_option("--feature", arguments->features,
                      "Further features with weight 0 until tuned: kernel (regression between n-grams)");
  command
      ->add_option("--kernel-order", arguments->kernel.target.order, "Longest n-gram of the kernel feature")
      ->capture_default_str();
  command
      ->add_option("--kernel-neighbours", arguments->kernel.neighbours,
                   "Training sentences that the kernel feature learns each sentence from")
      ->capture_default_str();
  command->add_option("--kernel-ridge", arguments->kernel.ridge, "Ridge of the kernel feature")
      ->capture_default_str();
  command->add_option(
      "--lm", o.language_models,
      "Further language models (ARPA or calque files) of target text prepared like the corpus");
  command->add_option("--lm-order", o.language_model.order, "Longest n-gram of the language model")
      ->capture_default_str();
  add_reordering_options(*command, arguments->reordering);
  command
      ->add_option("--tune", arguments->tune,
                   "Tune the weights on the development set: none, or one of " + tune::method_names())
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Report as JSON");
  command->callback([arguments, &session] { run(*arguments, session); });
}

}  // namespace calque::apps
