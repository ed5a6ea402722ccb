// calque inspect
#include <algorithm>
#include <filesystem>
#include <functional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command.h"
#include "pipeline/description.h"
#include "pipeline/model_parts.h"
#include "pipeline/system.h"
#include "text/utf8.h"

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

using Json = nlohmann::ordered_json;

// A container file of any kind: its sections.
Json describe_container(const std::string& path, store::Verify verify) {
  const auto container = store::Container::open_any(path, verify);
  Json json = {{"file", path},
               {"kind", container.kind()},
               {"version", container.version()},
               {"sections", Json::array()}};
  for (const auto& s : container.sections()) {
    json["sections"].push_back({{"name", s.name}, {"elements", s.count}, {"bytes", s.bytes}});
  }
  return json;
}

void print_container(const Json& json) {
  fmt::print("{}: {} model, format version {}\n", json["file"].get<std::string>(),
             json["kind"].get<std::string>(), json["version"].get<int>());
  for (const auto& s : json["sections"]) {
    fmt::print("  {:<28} {:>12} elements {:>14} bytes\n", s["name"].get<std::string>(),
               s["elements"].get<std::uint64_t>(), s["bytes"].get<std::uint64_t>());
  }
}

void print_fields(const Json& json) {
  for (const auto& [name, value] : json.items()) {
    std::string label = name;
    for (char& c : label) {
      if (c == '_') c = ' ';
    }
    fmt::print("{:<24} {}\n", label, value.is_string() ? value.get<std::string>() : value.dump());
  }
}

void print_features(const Json& json) {
  for (const auto& [name, values] : json.items())
    fmt::print("{}= {}\n", name, fmt::join(values.get<std::vector<double>>(), " "));
}

// "0.60 0.20 0.20", or the counts if the model does not use orientations.
std::string orientation_text(const Json& orientations, const char* direction) {
  const std::string counts = std::string(direction) + "_counts";
  if (orientations.contains(direction))
    return fmt::format("{:.2f}", fmt::join(orientations[direction].get<std::vector<double>>(), " "));
  if (orientations.contains("backward") || orientations.contains("forward") || !orientations.contains(counts))
    return "-";
  return fmt::format("{}", fmt::join(orientations[counts].get<std::vector<std::uint64_t>>(), " "));
}

// Columns as wide as their longest cell, in characters; those whose head begins with '>' stand at the right.
void print_table(const std::vector<std::vector<std::string>>& rows) {
  const auto width_of = [](std::string_view cell) {
    std::size_t width = 0;
    for (std::size_t i = 0; i < cell.size(); i += text::character_at(cell, i).bytes) ++width;
    return width;
  };
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], width_of(row[k]));
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line;
    for (std::size_t k = 0; k < widths.size(); ++k) {
      const bool right = rows.front()[k].starts_with('>');
      const std::string cell = r == 0 && right ? " " + rows[r][k].substr(1) : rows[r][k];
      const std::string blanks(widths[k] - width_of(cell), ' ');
      line += "  ";
      line += right ? blanks + cell : cell + blanks;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
  }
}

void print_phrase(const Json& json, std::size_t limit) {
  const auto& translations = json["translations"];
  if (translations.empty()) {
    fmt::print("{}: not in the phrase table\n", json["phrase"].get<std::string>());
    return;
  }
  fmt::print("{}: {} translation{}\n", json["phrase"].get<std::string>(), translations.size(),
             translations.size() == 1 ? "" : "s");
  std::vector<std::vector<std::string>> rows{
      {">count", ">p(t|s)", ">p(s|t)", ">lex(t|s)", ">lex(s|t)", "target", "links", "backward", "forward"}};
  for (std::size_t i = 0; i < std::min(limit, translations.size()); ++i) {
    const auto& t = translations[i];
    const auto number = [&t](const char* score) { return fmt::format("{:.5f}", t[score].get<double>()); };
    rows.push_back({fmt::format("{:.0f}", t["count"].get<double>()), number("p_target_given_source"),
                    number("p_source_given_target"), number("lex_target_given_source"),
                    number("lex_source_given_target"), t["target"], t["alignment"],
                    orientation_text(t["orientations"], "backward"),
                    orientation_text(t["orientations"], "forward")});
  }
  print_table(rows);
  if (translations.size() > limit) fmt::print("  and {} more (--limit)\n", translations.size() - limit);
}

void show(const Json& json, bool as_json, const std::function<void(const Json&)>& print) {
  if (as_json) {
    fmt::print("{}\n", json.dump());
  } else {
    print(json);
  }
}

void run(const InspectArguments& arguments, Session&) {
  const auto verify = arguments.verify ? store::Verify::kFull : store::Verify::kUsual;
  if (std::filesystem::is_regular_file(arguments.model)) {
    show(describe_container(arguments.model, verify), arguments.json, print_container);
    return;
  }
  if (arguments.accept_parts) pipeline::accept_parts(arguments.model);
  const auto system = pipeline::TranslationSystem::load(arguments.model, verify);
  if (arguments.features) {
    show(pipeline::describe_features(system), arguments.json, print_features);
  } else if (arguments.phrases.empty()) {
    show(pipeline::describe_system(system, arguments.model), arguments.json, print_fields);
    if (arguments.verify && !arguments.json) fmt::print("every checksum is right\n");
  }
  for (const std::string& phrase : arguments.phrases) {
    show(pipeline::describe_phrase(system, phrase), arguments.json,
         [&](const Json& json) { print_phrase(json, arguments.limit); });
  }
}

}  // namespace

void add_inspect(Command& parent) {
  auto [command, arguments] = parent.add<InspectArguments>("inspect", "Show what is inside a model",
                                                           "calque inspect model \"das Haus\"", run);
  command.option("model", arguments.model, "Model folder, or one model file").required();
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
