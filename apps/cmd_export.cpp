// calque export
#include <string>

#include "command.h"
#include "pipeline/moses_export.h"

namespace calque::apps {
namespace {

struct ExportCommand {
  pipeline::MosesExport request;
  std::string compression = "gz";
};

void run(ExportCommand& arguments, Session& session) {
  auto& request = arguments.request;
  request.compression = arguments.compression == "none" ? "" : "." + arguments.compression;
  for (const std::string& file : pipeline::export_moses(request, session.threads(), session.reporter()))
    print_line(file);
}

}  // namespace

void add_export_moses(Command& parent) {
  auto [command, arguments] = parent.add<ExportCommand>(
      "moses", "Write a model as Moses' tables, ARPA language model, weights and moses.ini",
      "calque export moses -m model -o moses-files", run);
  command.option("-m,--model", arguments.request.model_folder, "Model folder").required();
  command.option("-o,--output", arguments.request.output_folder, "Folder for the files").required();
  command.option("--lm", arguments.request.language_model,
                 "ARPA file of the model's language model, if the model cannot give it itself");
  command.option("--compression", arguments.compression, "Of the tables: gz, zst (not for Moses) or none")
      .one_of({"gz", "zst", "none"});
}

}  // namespace calque::apps
