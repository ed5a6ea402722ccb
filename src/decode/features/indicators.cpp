#include "decode/features/indicators.h"

#include <array>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"

namespace calque::decode {
namespace {

constexpr std::string_view kOrientationNames[kIndicatorOrientations] = {"M", "S", "D"};

// The parts of an indicator's name: prefix, labels or lengths, orientation.
struct NameForm {
  std::string_view prefix;
  std::optional<Side> first;   // side of the first label; none: a length
  std::optional<Side> second;  // of the second one
  bool has_second = false;
  bool has_orientation = false;
};

constexpr std::array<NameForm, kIndicatorKinds> kNameForms{{
    {"phr.src.first", Side::kSource, {}, false, true},
    {"phr.src.last", Side::kSource, {}, false, true},
    {"phr.tgt.first", Side::kTarget, {}, false, true},
    {"phr.tgt.last", Side::kTarget, {}, false, true},
    {"blk.src.first", Side::kSource, {}, false, true},
    {"blk.src.last", Side::kSource, {}, false, true},
    {"prv.tgt.last", Side::kTarget, {}, false, true},
    {"btw.src", Side::kSource, {}, false, true},
    {"pair", Side::kSource, Side::kTarget, true, false},
    {"len.src", {}, {}, false, false},
    {"len.tgt", {}, {}, false, false},
    {"len", {}, {}, true, false},
}};

constexpr std::uint64_t kLongestLength = 1000;

std::string part_name(const std::optional<Side>& side, std::uint32_t value, const WordLabels& labels) {
  return side ? labels.name(*side, value) : std::to_string(value);
}

std::optional<std::uint32_t> parse_part(const std::optional<Side>& side, std::string_view text,
                                        const WordLabels& labels) {
  if (side) {
    const Label label = labels.find(*side, text);
    return label == kNoLabel ? std::nullopt : std::optional(label);
  }
  const auto number = parse_unsigned(text);
  if (!number || *number > kLongestLength) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

std::optional<Indicator> parse_as(std::size_t kind, std::string_view name, const WordLabels& labels) {
  const NameForm& form = kNameForms[kind];
  if (!name.starts_with(form.prefix) || name.size() <= form.prefix.size() || name[form.prefix.size()] != '.')
    return std::nullopt;
  const std::vector<std::string_view> parts = split_fields(name.substr(form.prefix.size() + 1), ".");
  if (parts.size() != 1U + (form.has_second ? 1U : 0U) + (form.has_orientation ? 1U : 0U))
    return std::nullopt;
  Indicator indicator{static_cast<IndicatorKind>(kind)};
  const auto first = parse_part(form.first, parts[0], labels);
  const auto second = form.has_second ? parse_part(form.second, parts[1], labels) : 0;
  if (!first || !second) return std::nullopt;
  indicator.first = *first;
  indicator.second = *second;
  if (!form.has_orientation) return indicator;
  for (indicator.orientation = 0; indicator.orientation < kIndicatorOrientations; ++indicator.orientation) {
    if (kOrientationNames[indicator.orientation] == parts.back()) return indicator;
  }
  return std::nullopt;
}

}  // namespace

std::string name_of(const Indicator& indicator, const WordLabels& labels) {
  const NameForm& form = kNameForms[static_cast<std::size_t>(indicator.kind)];
  std::string name(form.prefix);
  name += '.' + part_name(form.first, indicator.first, labels);
  if (form.has_second) name += '.' + part_name(form.second, indicator.second, labels);
  if (form.has_orientation) name += fmt::format(".{}", kOrientationNames[indicator.orientation]);
  return name;
}

std::optional<Indicator> parse_indicator(std::string_view name, const WordLabels& labels) {
  for (std::size_t kind = 0; kind < kIndicatorKinds; ++kind) {
    if (const auto indicator = parse_as(kind, name, labels)) return indicator;
  }
  return std::nullopt;
}

IndicatorWeights::IndicatorWeights(std::span<const SparseWeight> weights, std::string_view feature,
                                   const WordLabels& labels) {
  for (const SparseWeight& weight : weights) {
    if (weight.feature != feature || weight.value == 0) continue;
    const auto indicator = parse_indicator(weight.key, labels);
    if (!indicator) {
      throw UsageError({}, fmt::format("{} has no indicator '{}' in this model", weight.feature, weight.key),
                       "remove its weight, or use the weights of this model");
    }
    weights_[packed(*indicator)] = weight.value;
  }
}

}  // namespace calque::decode
