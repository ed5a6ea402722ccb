// The names of an enum's values as users write them: one table beside the enum serves writing, reading and
// help texts.
//
//   enum class Smoothing { kNone, kGoodTuring };
//   constexpr auto enum_names(Smoothing) {
//     return EnumNames<Smoothing>("there is no smoothing",
//                                 {{"none", Smoothing::kNone}, {"good-turing", Smoothing::kGoodTuring}});
//   }
//
// name_of(value), find_enum<Smoothing>(text), parse_enum<Smoothing>(text) and list_names<Smoothing>() then
// work wherever the enum is known. A value may have several names: the first one is written, all are read.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"

namespace calque {

template <typename Enum>
class EnumNames {
 public:
  struct Entry {
    std::string_view name;
    Enum value;
  };

  // `problem` begins the message about a name that is not in the table: "there is no smoothing" 'x'.
  consteval EnumNames(std::string_view problem, std::initializer_list<Entry> entries) : problem_(problem) {
    for (const Entry& entry : entries) entries_.at(size_++) = entry;
  }

  constexpr std::string_view problem() const { return problem_; }
  constexpr std::span<const Entry> entries() const { return {entries_.data(), size_}; }

 private:
  static constexpr std::size_t kMaxEntries = 24;
  std::string_view problem_;
  std::array<Entry, kMaxEntries> entries_{};
  std::size_t size_ = 0;
};

template <typename Enum>
concept NamedEnum = requires(Enum value) {
  enum_names(value);
};

template <NamedEnum Enum>
inline constexpr EnumNames<Enum> kEnumNames = enum_names(Enum{});

template <NamedEnum Enum>
constexpr std::string_view name_of(Enum value) {
  for (const auto& entry : kEnumNames<Enum>.entries()) {
    if (entry.value == value) return entry.name;
  }
  fail_check("a value with a name", __FILE__, __LINE__);
}

template <NamedEnum Enum>
constexpr std::optional<Enum> find_enum(std::string_view name) {
  for (const auto& entry : kEnumNames<Enum>.entries()) {
    if (entry.name == name) return entry.value;
  }
  return std::nullopt;
}

// "a, b or c" with the default separators. Second names of a value are left out.
template <NamedEnum Enum>
std::string list_names(std::string_view separator = ", ", std::string_view last_separator = " or ") {
  std::string list;
  std::string_view pending;  // its separator depends on whether another name follows
  for (const auto& entry : kEnumNames<Enum>.entries()) {
    if (name_of(entry.value) != entry.name) continue;
    if (!pending.empty()) list.append(list.empty() ? "" : separator).append(pending);
    pending = entry.name;
  }
  return list.append(list.empty() ? "" : last_separator).append(pending);
}

[[noreturn]] void throw_unknown_name(std::string_view problem, std::string_view name,
                                     const std::string& remedy);

// Throws UsageError for a name that is not in the table, with "use a, b or c" unless a remedy is given.
template <NamedEnum Enum>
Enum parse_enum(std::string_view name, const std::string& remedy = {}) {
  if (const auto value = find_enum<Enum>(name)) return *value;
  throw_unknown_name(kEnumNames<Enum>.problem(), name, remedy.empty() ? "use " + list_names<Enum>() : remedy);
}

}  // namespace calque
