// The options of learners by name. Every learner lists its own options once, as its members; the command
// line, help texts and checks are made from these lists.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace calque::reorder {

using OptionValue = std::variant<bool, std::size_t, double, std::string>;
// By name, without the dashes of the command line.
using OptionValues = std::map<std::string, OptionValue, std::less<>>;

// Where the value of an option stands. An optional value that is absent means: what suits the learner.
using OptionTarget = std::variant<bool*, std::size_t*, double*, std::string*, std::optional<std::size_t>*,
                                  std::optional<double>*>;
// Sees the options of a learner one by one, and may change them.
using OptionVisitor =
    std::function<void(std::string_view name, const OptionTarget& value, std::string_view help)>;
// Anything that shows its options to a visitor.
using VisitOptions = std::function<void(const OptionVisitor&)>;

struct OptionDescription {
  std::string_view name;
  std::string_view help;
  OptionValue value;  // tells the type, and the default if there is one
  bool has_default = true;
};
// A name that several parts of a learner have is one option.
std::vector<OptionDescription> describe_options(const VisitOptions& visit_options);

// Gives the options their values; those that are not named keep theirs. Returns the names that no option has.
// Requires: values have the types of the options.
std::vector<std::string> assign_options(const VisitOptions& visit_options, const OptionValues& values);

}  // namespace calque::reorder
