#include "training_arguments.h"

#include "align/options.h"
#include "base/error.h"

namespace calque::apps {
namespace {

constexpr const char* kSeveralModels = "several";

void complete_preparation(std::optional<text::Casing> casing, pipeline::TrainOptions& options) {
  text::Preparation& preparation = options.preparation;
  preparation.source_language = options.input.source_language;
  preparation.target_language = options.input.target_language;
  preparation.casing =
      casing.value_or(preparation.pretokenized ? text::Casing::kKeep : text::Casing::kTruecase);
}

}  // namespace

void TrainingArguments::complete(std::uint64_t seed) {
  options.seed = seed;
  options.input = chosen_input(pairs);
  complete_preparation(casing, options);
  align::AlignOptions align;
  align.symmetrization = symmetrize;
  align.sampling.seed = seed;
  if (align_model == kSeveralModels) {
    options.aligners = align::several_models(align);
  } else {
    align.model = parse_enum<align::AlignmentModelKind>(align_model);
    options.aligners = {align};
  }
  if (options.development.source.empty() != options.development.target.empty())
    throw UsageError({}, "a development set has two sides", "give both --dev-source and --dev-target");
}

void add_training_options(Command& command, TrainingArguments& arguments) {
  pipeline::TrainOptions& o = arguments.options;
  add_parallel_options(command, arguments.pairs);
  command.option("-o,--output", o.model_folder, "Folder for the model").writes_folder().required();
  command.flag("--pretokenized", o.preparation.pretokenized, "Words already stand between blanks");
  command.option("--casing", arguments.casing,
                 "keep, lower or truecase (default: truecase; with --pretokenized: keep)");
  command.option("--dev-source", o.development.source, "Held-out sentences to score the model on").reads();
  command.option("--dev-target", o.development.target, "Their translations")
      .reads()
      .differs_from("--dev-source");
  add_clean_options(command, o.clean);
  command.flag(
      "--skip-bad-lines", [&arguments] { arguments.pairs.bad_lines = text::BadLinePolicy::kSkipAndCount; },
      "Leave out and count unreadable lines instead of stopping");
  command
      .option("--alignments", o.alignments,
              "Use these word alignments (Pharaoh) instead of aligning; of several files all count")
      .reads();
  command.option("--align-model", arguments.align_model,
                 "several (phrases of all of fertility, hmm and diagonal count) or one of fertility, hmm, "
                 "diagonal, ibm1");
  command.option("--symmetrize", arguments.symmetrize, "How the two directions are joined");
  command.option("--max-phrase-length", o.table.extract.max_length, "Longest phrase in words");
  command.flag(
      "--any-numbers", [&o] { o.table.extract.rules.same_numbers = false; },
      "Also learn phrase pairs whose two sides have different numbers");
  command.flag(
      "--any-marks", [&o] { o.table.extract.rules.same_marks = false; },
      "Also learn phrase pairs that lose or change brackets, quotation marks, colons and question marks, or "
      "all words");
  add_table_options(command, o.table);
}

void add_table_options(Command& command, phrase::TableOptions& options) {
  command.option("--smoothing", options.smoothing,
                 "Relative frequencies of phrases: " + list_names<phrase::Smoothing>());
  command.option<std::string>(
      "--prune-significance",
      [&options](const std::string& text) {
        options.prune.significance = phrase::SignificanceThreshold::parse(text);
      },
      "Leave out pairs that chance explains: alpha+epsilon (also all pairs of phrases seen once), "
      "alpha-epsilon, or the least -ln(p)");
  command.option("--prune-top", options.prune.top,
                 "Keep so many translations of a phrase, by p(target given source) (0: all)");
  command
      .option("--memory", options.memory.bytes,
              "Most memory for phrase occurrences and pairs, such as 500M or 2G; what does not fit is worked "
              "on in temporary files, which never changes results")
      .bytes();
  command.option("--temporary", options.memory.temporary_folder,
                 "Folder for temporary files (default: the system's)");
}

void add_tune_option(Command& command, const tune::Method*& method, const char* usual) {
  method = tune::find_method(usual);
  command
      .option<std::string>(
          "--tune", [&method](const std::string& name) { method = tune::parse_optional_method(name); },
          "How to tune the weights, on the development set or else on pairs held out of the training text: "
          "none, or one of " +
              tune::method_names())
      .default_text(usual);
}

}  // namespace calque::apps
