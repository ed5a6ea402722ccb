#include "reorder/learner_options.h"

#include <algorithm>
#include <set>
#include <type_traits>

namespace calque::reorder {
namespace {

template <typename T>
OptionDescription described(const T& value) {
  return {{}, {}, value, !std::is_same_v<T, std::string> || value != T{}};
}
template <typename T>
OptionDescription described(const std::optional<T>&) {
  return {{}, {}, T{}, false};
}

template <typename T>
void assign(T& target, const OptionValue& value) {
  target = std::get<T>(value);
}
template <typename T>
void assign(std::optional<T>& target, const OptionValue& value) {
  target = std::get<T>(value);
}

}  // namespace

std::vector<OptionDescription> describe_options(const VisitOptions& visit_options) {
  std::vector<OptionDescription> found;
  visit_options([&](std::string_view name, const OptionTarget& target, std::string_view help) {
    const auto same = [&](const OptionDescription& option) { return option.name == name; };
    if (std::any_of(found.begin(), found.end(), same)) return;
    found.push_back(std::visit([](const auto* value) { return described(*value); }, target));
    found.back().name = name;
    found.back().help = help;
  });
  return found;
}

std::vector<std::string> assign_options(const VisitOptions& visit_options, const OptionValues& values) {
  std::set<std::string, std::less<>> unused;
  for (const auto& [name, value] : values) unused.insert(name);
  visit_options([&](std::string_view name, const OptionTarget& target, std::string_view) {
    const auto given = values.find(name);
    if (given == values.end()) return;
    std::visit([&](auto* value) { assign(*value, given->second); }, target);
    unused.erase(given->first);
  });
  return {unused.begin(), unused.end()};
}

}  // namespace calque::reorder
