#include "base/error.h"

#include <fmt/format.h>

namespace calque {
namespace {

std::string message(const Place& place, const std::string& problem, const std::string& remedy) {
  std::string text = describe(place);
  if (!text.empty()) text += ": ";
  text += problem;
  if (!remedy.empty()) text += "; " + remedy;
  return text;
}

}  // namespace

std::string describe(const Place& place) {
  std::string text = place.file == "-" ? "(standard input)" : place.file;
  if (place.line != 0) text += fmt::format("{}{}", text.empty() ? "line " : ":", place.line);
  if (place.byte != 0) text += fmt::format("{}byte {}", text.empty() ? "" : ": ", place.byte);
  return text;
}

Error::Error(const Place& place, const std::string& problem, const std::string& remedy, int exit_status)
    : std::runtime_error(message(place, problem, remedy)),
      place_(place),
      problem_(problem),
      remedy_(remedy),
      exit_status_(exit_status) {}

void fail_check(const char* condition, const char* file, int line) {
  throw std::logic_error(
      fmt::format("internal error: {}:{}: {} does not hold; please report this", file, line, condition));
}

}  // namespace calque
