#include "decode/search_options.h"

#include <array>
#include <limits>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"

namespace calque {
namespace {

using Field =
    std::variant<std::uint32_t SearchOptions::*, std::int32_t SearchOptions::*, double SearchOptions::*,
                 bool SearchOptions::*, std::optional<SearchAlgorithm> SearchOptions::*,
                 std::optional<std::uint32_t> SearchOptions::*, std::optional<double> SearchOptions::*,
                 Reordering SearchOptions::*>;

struct NamedField {
  std::string_view name;
  Field field;
};

const std::array kFields{
    NamedField{"speed", &SearchOptions::speed},
    NamedField{"search", &SearchOptions::search},
    NamedField{"pop-limit", &SearchOptions::pop_limit},
    NamedField{"early-discarding", &SearchOptions::early_discarding},
    NamedField{"stack-size", &SearchOptions::stack_size},
    NamedField{"table-limit", &SearchOptions::table_limit},
    NamedField{"frequent-limit", &SearchOptions::frequent_limit},
    NamedField{"beam-threshold", &SearchOptions::beam_threshold},
    NamedField{"distortion-limit", &SearchOptions::distortion_limit},
    NamedField{"reordering", &SearchOptions::reordering},
    NamedField{"max-holes", &SearchOptions::max_holes},
    NamedField{"window", &SearchOptions::window},
    NamedField{"coverage-limit", &SearchOptions::coverage_limit},
    NamedField{"max-phrase-length", &SearchOptions::max_phrase_length},
    NamedField{"segment-limit", &SearchOptions::segment_limit},
    NamedField{"segment-length", &SearchOptions::segment_length},
    NamedField{"distinct", &SearchOptions::distinct},
    NamedField{"recombine", &SearchOptions::recombine},
};

[[noreturn]] void refuse(std::string_view name, std::string_view value, const std::string& remedy) {
  throw UsageError({}, fmt::format("'{}' is no value for the search option {}", value, name), remedy);
}

struct Assignment {
  SearchOptions& options;
  std::string_view name;
  std::string_view value;

  void operator()(std::uint32_t SearchOptions::*field) const { options.*field = count(); }
  void operator()(std::optional<std::uint32_t> SearchOptions::*field) const { options.*field = count(); }
  void operator()(std::int32_t SearchOptions::*field) const {
    const auto number = parse_signed(value);
    if (!number || *number < std::numeric_limits<std::int32_t>::min() ||
        *number > std::numeric_limits<std::int32_t>::max()) {
      refuse(name, value, "use a whole number, -1 for no limit");
    }
    options.*field = static_cast<std::int32_t>(*number);
  }
  void operator()(double SearchOptions::*field) const { options.*field = real(); }
  void operator()(std::optional<double> SearchOptions::*field) const { options.*field = real(); }
  void operator()(bool SearchOptions::*field) const {
    if (value != "true" && value != "false") refuse(name, value, "use true or false");
    options.*field = value == "true";
  }
  void operator()(std::optional<SearchAlgorithm> SearchOptions::*field) const {
    if (value != "stacks" && value != "cube") refuse(name, value, "use stacks or cube");
    options.*field = value == "cube" ? SearchAlgorithm::kCube : SearchAlgorithm::kStacks;
  }
  void operator()(Reordering SearchOptions::*field) const {
    if (value == "distance") {
      options.*field = Reordering::kDistance;
    } else if (value == "swap") {
      options.*field = Reordering::kSwap;
    } else if (value == "window") {
      options.*field = Reordering::kWindow;
    } else {
      refuse(name, value, "use distance, swap or window");
    }
  }

 private:
  std::uint32_t count() const {
    const auto number = parse_unsigned(value);
    if (!number || *number > std::numeric_limits<std::uint32_t>::max())
      refuse(name, value, "use a whole number");
    return static_cast<std::uint32_t>(*number);
  }
  double real() const {
    const auto number = parse_real(value);
    if (!number) refuse(name, value, "use a decimal number");
    return *number;
  }
};

void require(bool condition, const char* problem, const char* remedy) {
  if (!condition) throw UsageError({}, problem, remedy);
}

}  // namespace

void SearchOptions::validate() const {
  // Stack sizes are doubled inside the search and positions are 32-bit numbers.
  require(speed >= 1 && speed <= 5, "speed is not between 1 and 5", "1 is the most thorough, 5 the quickest");
  require(stack_size.value_or(0) <= 10'000'000, "stack-size is over 10,000,000", "use 0 for no limit");
  require(early_discarding >= 0 && early_discarding <= 1, "early-discarding is not between 0 and 1",
          "use 0 to discard nothing that could survive");
  require(beam_threshold.value_or(0) >= 0 && beam_threshold.value_or(0) <= 1,
          "beam-threshold is not between 0 and 1", "use 0 for no threshold");
  require(distortion_limit >= -1, "distortion-limit is below -1",
          "use -1 for no limit and 0 for monotone search");
  require(window >= 1, "window is 0", "6 is a usual value");
  require(max_phrase_length >= 1 && max_phrase_length <= 100, "max-phrase-length is not between 1 and 100",
          "7 is a usual value");
  require(segment_length >= 1 && segment_length <= segment_limit,
          "segment-length is not between 1 and segment-limit", "100 is a usual value");
  require(segment_limit <= 2000, "segment-limit is over 2000",
          "the search needs memory in its square; 200 is usual");
}

std::vector<std::string> search_option_names() {
  std::vector<std::string> names;
  for (const auto& field : kFields) names.emplace_back(field.name);
  return names;
}

bool set_option(SearchOptions& options, std::string_view name, std::string_view value) {
  for (const auto& field : kFields) {
    if (field.name != name) continue;
    std::visit(Assignment{options, name, value}, field.field);
    return true;
  }
  return false;
}

}  // namespace calque
