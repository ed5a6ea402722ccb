#include "report/description_text.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "store/json_text.h"
#include "text/utf8.h"

namespace calque::report {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

// "0.60 0.20 0.20", or the counts if the model does not use orientations.
std::string orientation_text(const Json& orientations, const char* direction) {
  const std::string counts = std::string(direction) + "_counts";
  if (orientations.contains(direction))
    return fmt::format("{:.2f}", fmt::join(orientations[direction].get<std::vector<double>>(), " "));
  if (orientations.contains("backward") || orientations.contains("forward") || !orientations.contains(counts))
    return "-";
  return fmt::format("{}", fmt::join(orientations[counts].get<std::vector<std::uint64_t>>(), " "));
}

std::size_t width_of(std::string_view cell) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < cell.size(); i += text::character_at(cell, i).bytes) ++width;
  return width;
}

// Columns as wide as their longest cell, in characters; those whose head begins with '>' stand at the right.
std::string table_text(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], width_of(row[k]));
  }
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t k = 0; k < widths.size(); ++k) {
      const bool right = rows.front()[k].starts_with('>');
      const std::string cell = r == 0 && right ? " " + rows[r][k].substr(1) : rows[r][k];
      const std::string blanks(widths[k] - width_of(cell), ' ');
      text += "  ";
      text += right ? blanks + cell : cell + blanks;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

}  // namespace

std::string container_text(const Json& container) {
  std::string text = fmt::format("{}: {} model, format version {}\n", container["file"].get<std::string>(),
                                 container["kind"].get<std::string>(), container["version"].get<int>());
  for (const auto& s : container["sections"]) {
    text += fmt::format("  {:<28} {:>12} elements {:>14} bytes\n", s["name"].get<std::string>(),
                        s["elements"].get<std::uint64_t>(), s["bytes"].get<std::uint64_t>());
  }
  return text;
}

std::string system_text(const Json& system) {
  std::string text;
  for (const auto& [name, value] : system.items()) {
    std::string label = name;
    std::ranges::replace(label, '_', ' ');
    text += fmt::format("{:<24} {}\n", label,
                        value.is_string() ? value.get<std::string>() : store::json_text(value));
  }
  return text;
}

std::string features_text(const Json& features) {
  std::string text;
  for (const auto& [name, values] : features.items())
    text += fmt::format("{}= {}\n", name, fmt::join(values.get<std::vector<double>>(), " "));
  return text;
}

std::string phrase_text(const Json& phrase, std::size_t limit) {
  const auto name = phrase["phrase"].get<std::string>();
  const Json& translations = phrase["translations"];
  if (translations.empty()) return fmt::format("{}: not in the phrase table\n", name);
  std::vector<Row> rows{
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
  std::string text =
      fmt::format("{}: {} translation{}\n", name, translations.size(), translations.size() == 1 ? "" : "s") +
      table_text(rows);
  if (translations.size() > limit)
    text += fmt::format("  and {} more (--limit)\n", translations.size() - limit);
  return text;
}

std::string language_model_text(const Json& model) {
  std::string text =
      fmt::format("model       {}\nform        {}\norder       {}\n", model["model"].get<std::string>(),
                  model["form"].get<std::string>(), model["order"].get<unsigned>());
  unsigned n = 0;
  for (const Json& count : model["ngrams"])
    text += fmt::format("{:>2}-grams    {}\n", ++n, count.get<std::uint64_t>());
  const auto bits = model["quantized_bits"].get<unsigned>();
  text += fmt::format("numbers     {}\n", bits == 0 ? "exact" : fmt::format("quantised to {} bits", bits));
  if (model.contains("bytes")) text += fmt::format("bytes       {}\n", model["bytes"].get<std::uint64_t>());
  return text;
}

}  // namespace calque::report
