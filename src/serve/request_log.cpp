#include "serve/request_log.h"

#include <array>
#include <chrono>
#include <ctime>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "store/json_text.h"

namespace calque::serve {
namespace {

// "2026-01-31T12:00:00.123Z"
std::string now_text() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto millis =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 24> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  return fmt::format("{}.{:03}Z", std::string_view(text.data(), length), millis);
}

// Methods are words of the protocol, but a client may send any.
std::string_view known_method(std::string_view method) {
  static constexpr std::array<std::string_view, 7> kKnown{"GET",    "HEAD",  "POST",   "PUT",
                                                          "DELETE", "PATCH", "OPTIONS"};
  for (const std::string_view known : kKnown)
    if (method == known) return known;
  return "other";
}

}  // namespace

std::string log_line(const RequestFigures& figures) {
  return fmt::format(
      R"({{"time":"{}","event":"request","operation":"{}","method":"{}","status":{},"ms":{:.2f},)"
      R"("bytes_in":{},"bytes_out":{},"sentences":{}}})",
      now_text(), figures.operation, known_method(figures.method), figures.status, figures.seconds * 1000,
      figures.bytes_in, figures.bytes_out, figures.sentences);
}

std::string event_line(std::string_view event, std::string_view detail) {
  nlohmann::ordered_json line{{"time", now_text()}, {"event", event}};
  if (!detail.empty()) line["detail"] = detail;
  return store::lenient_json_text(line);
}

}  // namespace calque::serve
