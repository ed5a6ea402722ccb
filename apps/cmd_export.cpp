// calque export
#include <string>

#include "command.h"
#include "pipeline/moses_export.h"

namespace calque::apps {
namespace {

void run(const pipeline::MosesExport& request, Session& session) {
  for (const std::string& file : pipeline::export_moses(request, session.threads(), session.reporter()))
    print_line(file);
}

}  // namespace

void add_export_moses(Command& parent) {
  auto [command, request] = parent.add<pipeline::MosesExport>(
      "moses", "Write a model as Moses' tables, ARPA language model, weights and moses.ini",
      "calque export moses -m model -o moses-files", run);
  command.option("-m,--model", request.model_folder, "Model folder").reads().required();
  command.option("-o,--output", request.output_folder, "Folder for the files").writes_folder().required();
  command.option("--lm", request.language_model,
                 "ARPA file of the model's language model, if the model cannot give it itself");
  command
      .option<std::string>(
          "--compression",
          [&compression = request.compression](const std::string& name) {
            compression = name == "none" ? "" : "." + name;
          },
          "Of the tables: gz, zst (not for Moses) or none")
      .default_text("gz")
      .one_of({"gz", "zst", "none"});
}

}  // namespace calque::apps
