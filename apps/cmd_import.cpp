// calque import
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command.h"
#include "decode/features/registry.h"
#include "phrase/moses_reordering.h"
#include "pipeline/moses_import.h"

namespace calque::apps {
namespace {

struct ImportCommand {
  pipeline::MosesImport import;
  bool json = false;
};

void run(const ImportCommand& arguments, Session& session) {
  const auto result = pipeline::import_moses(arguments.import, session.reporter());
  if (arguments.json) {
    const nlohmann::ordered_json json = {{"model", arguments.import.model_folder},
                                         {"phrase_pairs", result.phrase_pairs},
                                         {"source_phrases", result.source_phrases},
                                         {"ngrams", result.ngrams},
                                         {"reordering", result.reordering}};
    print_line(json.dump());
    return;
  }
  print_line(fmt::format("{}: {} phrase pairs, {} n-grams, reordering by {}", arguments.import.model_folder,
                         result.phrase_pairs, result.ngrams, result.reordering));
}

}  // namespace

void add_import_moses(Command& parent) {
  auto [command, arguments] = parent.add<ImportCommand>(
      "moses", "Make a model from Moses' phrase table, language model and weights",
      "calque import moses --phrase-table phrase-table.gz --lm en.arpa --weights weights -o model", run);
  auto& import = arguments.import;
  command
      .option("--ini", import.configuration,
              "moses.ini that names files, weights and search settings; other options go first")
      .reads();
  command.option("--phrase-table", import.phrase_table, "Phrase table as text (plain, gzip or zstd)").reads();
  command.option<std::string>(
      "--phrase-features",
      [&import](const std::string& names) {
        import.phrase_features = decode::parse_feature_names(decode::FeatureOption::kPhrase, names);
      },
      "Which features of 'calque train --phrase-features' the table's scores after the first four are, as "
      "'calque export moses' writes them (default: those named in the moses.ini)");
  command.option("--lm", import.language_model, "Language model: ARPA (plain, gzip or zstd)").reads();
  command.option("--reordering", import.reordering, "Lexicalised reordering table as text").reads();
  command.option<std::string>(
      "--reordering-type",
      [&import](const std::string& type) {
        import.reordering_type = phrase::parse_moses_reordering_type(type);
      },
      "Its type, e.g. hier-msd-bidirectional-fe (default: told by its columns, word-based)");
  command.option("--weights", import.weights, "Lines 'Name= v v v' (default: Calque's default weights)")
      .reads();
  command.option("--source-language", import.source_language, "Recorded in the model");
  command.option("--target-language", import.target_language, "Recorded in the model");
  command.option("-o,--output", import.model_folder, "Folder for the model, new or empty")
      .writes_folder()
      .required();
  command.flag("--json", arguments.json, "Report as JSON");
}

}  // namespace calque::apps
