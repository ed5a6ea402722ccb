#include "serve/settings.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "base/parse.h"
#include "store/text_file.h"

namespace calque::serve {
namespace {

[[noreturn]] void refuse(std::string_view name, std::string_view value, std::string_view expected) {
  throw UsageError({}, fmt::format("{}: '{}' is not {}", name, value, expected), "correct the value");
}

std::uint64_t number(std::string_view name, std::string_view value, std::uint64_t least, std::uint64_t most) {
  const std::optional<std::uint64_t> parsed = parse_unsigned(value);
  if (!parsed || *parsed < least || *parsed > most)
    refuse(name, value, fmt::format("a whole number from {} to {}", least, most));
  return *parsed;
}

// "500", "16K", "8M" or "1G".
std::uint64_t bytes(std::string_view name, std::string_view value) {
  static constexpr std::string_view kUnits = "KMG";
  const std::size_t unit = value.empty() ? std::string_view::npos : kUnits.find(value.back());
  const std::uint64_t factor = unit == std::string_view::npos ? 1 : 1024ULL << (10 * unit);
  if (factor > 1) value.remove_suffix(1);
  return number(name, value, 1, (1ULL << 40U) / factor) * factor;
}

bool flag(std::string_view name, std::string_view value) {
  if (value == "true" || value == "yes") return true;
  if (value == "false" || value == "no") return false;
  refuse(name, value, "yes or no");
}

struct Row {
  std::string_view name;
  void (*set)(Settings& settings, std::string_view name, std::string_view value);
};

constexpr std::uint64_t kMany = 1'000'000'000;

constexpr std::array kRows{
    Row{"model", [](Settings& s, std::string_view, std::string_view v) { s.models.emplace_back(v); }},
    Row{"glossary", [](Settings& s, std::string_view, std::string_view v) { s.glossaries.emplace_back(v); }},
    Row{"host", [](Settings& s, std::string_view, std::string_view v) { s.host = v; }},
    Row{"port",
        [](Settings& s, std::string_view n, std::string_view v) {
          s.port = static_cast<std::uint16_t>(number(n, v, 0, std::numeric_limits<std::uint16_t>::max()));
        }},
    Row{"threads",
        [](Settings& s, std::string_view n, std::string_view v) { s.threads = number(n, v, 0, 1024); }},
    Row{"limit-text",
        [](Settings& s, std::string_view n, std::string_view v) { s.limit_text = number(n, v, 1, kMany); }},
    Row{"limit-batch",
        [](Settings& s, std::string_view n, std::string_view v) { s.limit_batch = number(n, v, 1, kMany); }},
    Row{"limit-body",
        [](Settings& s, std::string_view n, std::string_view v) { s.limit_body = bytes(n, v); }},
    Row{"limit-time",
        [](Settings& s, std::string_view n, std::string_view v) {
          s.limit_time = std::chrono::seconds(number(n, v, 1, 86'400));
        }},
    Row{"limit-queue",
        [](Settings& s, std::string_view n, std::string_view v) { s.limit_queue = number(n, v, 1, kMany); }},
    Row{"limit-connections", [](Settings& s, std::string_view n,
                                std::string_view v) { s.limit_connections = number(n, v, 1, 100'000); }},
    Row{"limit-requests", [](Settings& s, std::string_view n,
                             std::string_view v) { s.limit_requests = number(n, v, 0, 1'000'000); }},
    Row{"api-keys", [](Settings& s, std::string_view, std::string_view v) { s.api_keys = v; }},
    Row{"corrections", [](Settings& s, std::string_view, std::string_view v) { s.corrections = v; }},
    Row{"correction-keys", [](Settings& s, std::string_view, std::string_view v) { s.correction_keys = v; }},
    Row{"limit-corrections", [](Settings& s, std::string_view n,
                                std::string_view v) { s.limit_corrections = number(n, v, 1, 1'000'000); }},
    Row{"metrics-token", [](Settings& s, std::string_view, std::string_view v) { s.metrics_token = v; }},
    Row{"behind-proxy",
        [](Settings& s, std::string_view n, std::string_view v) { s.behind_proxy = flag(n, v); }},
};

}  // namespace

bool set_setting(Settings& settings, std::string_view name, std::string_view value) {
  const auto row =
      std::find_if(kRows.begin(), kRows.end(), [&](const Row& each) { return each.name == name; });
  if (row == kRows.end()) return false;
  row->set(settings, name, value);
  return true;
}

std::vector<std::string_view> setting_names() {
  std::vector<std::string_view> names;
  for (const Row& row : kRows) names.push_back(row.name);
  return names;
}

void read_settings(const std::string& path, Settings& settings) {
  store::LineReader reader(path);
  std::string line;
  while (reader.next(line)) {
    const std::string_view text = trim(line);
    if (text.empty() || text.front() == '#') continue;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos)
      throw DataError(reader.place(), "this is no 'name = value'", "put an equals sign between the two");
    const std::string_view name = trim(text.substr(0, equals));
    try {
      if (set_setting(settings, name, trim(text.substr(equals + 1)))) continue;
    } catch (const UsageError& error) {
      throw DataError(reader.place(), error.problem(), error.remedy());
    }
    throw DataError(reader.place(), fmt::format("there is no setting '{}'", name),
                    fmt::format("use one of: {}", fmt::join(setting_names(), ", ")));
  }
}

}  // namespace calque::serve
