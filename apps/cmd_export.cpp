// calque export
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

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

void add_export_command(CLI::App& app, Session& session) {
  CLI::App* parent = app.add_subcommand("export", "Write a model as files of another toolkit");
  parent->require_subcommand(1);
  const auto [command, arguments] = add_command<ExportCommand>(
      *parent, session, "moses", "Write a model as Moses' tables, ARPA language model, weights and moses.ini",
      "calque export moses -m model -o moses-files", run);
  command->add_option("-m,--model", arguments->request.model_folder, "Model folder")->required();
  command->add_option("-o,--output", arguments->request.output_folder, "Folder for the files")->required();
  command->add_option("--lm", arguments->request.language_model,
                      "ARPA file of the model's language model, if the model cannot give it itself");
  command
      ->add_option("--compression", arguments->compression, "Of the tables: gz, zst (not for Moses) or none")
      ->check(CLI::IsMember({"gz", "zst", "none"}));
}

}  // namespace calque::apps
