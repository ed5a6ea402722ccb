// calque inspect
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command.h"
#include "pipeline/description.h"
#include "pipeline/model_parts.h"
#include "pipeline/system.h"
#include "report/description_text.h"
#include "store/json_text.h"

namespace calque::apps {
namespace {

struct InspectArguments {
  std::string model;
  std::vector<std::string> phrases;
  std::size_t limit = 20;
  bool features = false;
  bool verify = false;
  bool accept_parts = false;
  bool json = false;
};

void run(const InspectArguments& arguments, Session&) {
  const auto show = [&](const nlohmann::ordered_json& json, const auto& text_of) {
    fmt::print("{}", arguments.json ? store::lenient_json_text(json) + "\n" : text_of(json));
  };
  const auto verify = arguments.verify ? store::Verify::kFull : store::Verify::kUsual;
  if (std::filesystem::is_regular_file(arguments.model))
    return show(pipeline::describe_container(arguments.model, verify), report::container_text);
  if (arguments.accept_parts) pipeline::accept_parts(arguments.model);
  const auto system = pipeline::TranslationSystem::load(arguments.model, verify);
  if (arguments.features) {
    show(pipeline::describe_features(system), report::features_text);
  } else if (arguments.phrases.empty()) {
    show(pipeline::describe_system(system, arguments.model), report::system_text);
    if (arguments.verify && !arguments.json) fmt::print("every checksum is right\n");
  }
  for (const std::string& phrase : arguments.phrases) {
    show(pipeline::describe_phrase(system, phrase),
         [&](const nlohmann::ordered_json& json) { return report::phrase_text(json, arguments.limit); });
  }
}

}  // namespace

void add_inspect(Command& parent) {
  auto [command, arguments] = parent.add<InspectArguments>("inspect", "Show what is inside a model",
                                                           "calque inspect model \"das Haus\"", run);
  command.option("model", arguments.model, "Model folder, or one model file").reads().required();
  command.option("phrase", arguments.phrases,
                 "Phrases to look up: their translations with scores, links and orientations");
  command.option("--limit", arguments.limit, "Translations shown per phrase");
  command.flag("--features", arguments.features, "List the features with their weights, in n-best order");
  command.flag("--verify", arguments.verify, "Check every checksum");
  command.flag("--accept-parts", arguments.accept_parts,
               "Make the files as they are the model's, after one was exchanged on purpose");
  command.flag("--json", arguments.json, "Report as JSON");
}

}  // namespace calque::apps
