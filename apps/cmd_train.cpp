// calque train
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "command.h"
#include "pipeline/trainer.h"

namespace calque::apps {
namespace {

struct TrainArguments {
  pipeline::TrainOptions options;
  std::string tmx;
  std::string tsv;
  std::string casing;
  std::string model = "hmm";
  std::string symmetrize = "grow-diag-final-and";
  std::string reordering = "distance";
  std::string tune = "none";
  bool skip_bad_lines = false;
  bool json = false;
};

// The language that a file name such as "corpus.de" or "corpus.de.gz" ends in, or nothing.
std::string language_of(std::string path) {
  for (const char* ending : {".gz", ".zst"}) {
    if (path.ends_with(ending)) path.resize(path.size() - std::string_view(ending).size());
  }
  const auto dot = path.rfind('.');
  const std::string code = dot == std::string::npos ? "" : path.substr(dot + 1);
  const bool plausible =
      code.size() == 2 && code.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos;
  return plausible ? code : "";
}

// Where the sentence pairs come from: -s and -t, or one of --tmx and --tsv.
void complete_input(TrainArguments& arguments) {
  text::ParallelInput& input = arguments.options.input;
  const int ways = (!input.source.empty() || !input.target.empty() ? 1 : 0) +
                   (arguments.tmx.empty() ? 0 : 1) + (arguments.tsv.empty() ? 0 : 1);
  if (ways != 1 || input.source.empty() != input.target.empty()) {
    throw UsageError({}, "give the sentence pairs in one way",
                     "use -s FILE -t FILE, or --tsv FILE, or --tmx FILE");
  }
  if (!arguments.tmx.empty()) {
    input.source = arguments.tmx;
    input.format = text::ParallelFormat::kTmx;
  } else if (!arguments.tsv.empty()) {
    input.source = arguments.tsv;
    input.format = text::ParallelFormat::kTsv;
  }
  if (arguments.skip_bad_lines) input.bad_lines = text::BadLinePolicy::kSkipAndCount;
}

void complete_preparation(TrainArguments& arguments) {
  text::Preparation& preparation = arguments.options.preparation;
  text::ParallelInput& input = arguments.options.input;
  if (preparation.source_language.empty()) preparation.source_language = language_of(input.source);
  if (preparation.target_language.empty()) preparation.target_language = language_of(input.target);
  if (input.format == text::ParallelFormat::kTmx &&
      (preparation.source_language.empty() || preparation.target_language.empty())) {
    throw UsageError({input.source}, "a TMX file may hold many languages",
                     "say which with --source-language and --target-language");
  }
  input.source_language = preparation.source_language;
  input.target_language = preparation.target_language;
  preparation.casing = preparation.pretokenized ? text::Casing::kKeep : text::Casing::kTruecase;
  if (arguments.casing.empty()) return;
  const auto casing = text::parse_casing(arguments.casing);
  if (!casing) {
    throw UsageError({}, fmt::format("unknown casing '{}'", arguments.casing), "use keep, lower or truecase");
  }
  preparation.casing = *casing;
}

void complete_models(TrainArguments& arguments) {
  const auto model = align::alignment_model_from_name(arguments.model);
  if (!model)
    throw UsageError({}, fmt::format("unknown alignment model '{}'", arguments.model), "use ibm1 or hmm");
  const auto symmetrization = align::symmetrization_from_name(arguments.symmetrize);
  if (!symmetrization) {
    throw UsageError({}, fmt::format("unknown symmetrisation '{}'", arguments.symmetrize),
                     "see 'calque align --help' for the names");
  }
  arguments.options.align.model = *model;
  arguments.options.align.symmetrization = *symmetrization;
  if (arguments.reordering != "distance") {
    throw UsageError({}, fmt::format("unknown reordering model '{}'", arguments.reordering), "use distance");
  }
  if (arguments.tune != "none") {
    throw UsageError({}, fmt::format("unknown tuning method '{}'", arguments.tune), "use none");
  }
  const text::ParallelInput& development = arguments.options.development;
  if (development.source.empty() != development.target.empty()) {
    throw UsageError({}, "a development set has two sides", "give both --dev-source and --dev-target");
  }
}

void run(TrainArguments& arguments, Session& session) {
  complete_input(arguments);
  complete_preparation(arguments);
  complete_models(arguments);
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
  command->add_option("-s,--source", o.input.source, "Source sentences, one per line");
  command->add_option("-t,--target", o.input.target, "Their translations, line by line");
  command->add_option("--tsv", arguments->tsv, "Instead: one file, SOURCE<tab>TARGET per line");
  command->add_option("--tmx", arguments->tmx, "Instead: a translation memory (TMX 1.4)");
  command->add_option("-o,--output", o.model_folder, "Folder for the model")->required();
  command->add_option("--source-language", o.preparation.source_language,
                      "Code such as de (default: from the file name, corpus.de)");
  command->add_option("--target-language", o.preparation.target_language, "The same for the target");
  command->add_flag("--pretokenized", o.preparation.pretokenized, "Words already stand between blanks");
  command->add_option("--casing", arguments->casing,
                      "keep, lower or truecase (default: truecase; with --pretokenized: keep)");
  command->add_option("--dev-source", o.development.source, "Held-out sentences to score the model on");
  command->add_option("--dev-target", o.development.target, "Their translations");
  command->add_option("--max-length", o.clean.max_words, "Leave out pairs with more words on a side")
      ->capture_default_str();
  command->add_option("--max-ratio", o.clean.max_ratio, "Leave out pairs whose lengths differ more")
      ->capture_default_str();
  command->add_flag("--remove-duplicates", o.clean.remove_duplicates, "Keep only the first of equal pairs");
  command->add_flag("--skip-bad-lines", arguments->skip_bad_lines,
                    "Leave out and count unreadable lines instead of stopping");
  command->add_option("--alignments", o.alignments,
                      "Use these word alignments (Pharaoh) instead of aligning");
  command->add_option("--align-model", arguments->model, "ibm1 or hmm")->capture_default_str();
  command->add_option("--symmetrize", arguments->symmetrize, "How the two directions are joined")
      ->capture_default_str();
  command->add_option("--max-phrase-length", o.extract.max_length, "Longest phrase in words")
      ->capture_default_str();
  command->add_option("--lm-order", o.language_model.order, "Longest n-gram of the language model")
      ->capture_default_str();
  command->add_option("--reordering", arguments->reordering, "Reordering model: distance")
      ->capture_default_str();
  command->add_option("--tune", arguments->tune, "Tuning method: none")->capture_default_str();
  command->add_flag("--json", arguments->json, "Report as JSON");
  command->callback([arguments, &session] { run(*arguments, session); });
}

}  // namespace calque::apps
