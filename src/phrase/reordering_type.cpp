#include "phrase/reordering_type.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"

namespace calque::phrase {
namespace {

template <typename Value>
struct Named {
  std::string_view name;
  Value value;
};

// The first name of a value is the one that is written.
constexpr std::array<Named<OrientationModel>, 4> kModels{{{"word", OrientationModel::kWord},
                                                          {"wbe", OrientationModel::kWord},
                                                          {"phrase", OrientationModel::kPhrase},
                                                          {"hier", OrientationModel::kHierarchical}}};
constexpr std::array<Named<OrientationClasses>, 3> kClasses{
    {{"msd", OrientationClasses::kMsd},
     {"mslr", OrientationClasses::kMslr},
     {"monotonicity", OrientationClasses::kMonotonicity}}};
constexpr std::array<Named<ReorderingDirections>, 3> kDirections{
    {{"backward", ReorderingDirections::kBackward},
     {"forward", ReorderingDirections::kForward},
     {"bidirectional", ReorderingDirections::kBidirectional}}};
constexpr std::array<Named<ReorderingCondition>, 2> kConditions{
    {{"fe", ReorderingCondition::kPair}, {"f", ReorderingCondition::kSource}}};

constexpr double kAddedCount = 0.5;

template <typename Value, std::size_t n>
std::optional<Value> value_of(const std::array<Named<Value>, n>& all, std::string_view name) {
  for (const auto& named : all) {
    if (named.name == name) return named.value;
  }
  return std::nullopt;
}

template <typename Value, std::size_t n>
std::string_view first_name_of(const std::array<Named<Value>, n>& all, Value value) {
  for (const auto& named : all) {
    if (named.value == value) return named.name;
  }
  return {};
}

std::vector<std::string_view> parts_of(std::string_view name) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('-', begin), name.size());
    parts.push_back(name.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace

ReorderingType ReorderingType::parse(std::string_view name) {
  const auto parts = parts_of(name);
  if (parts.size() == 4) {
    const auto model = value_of(kModels, parts[0]);
    const auto classes = value_of(kClasses, parts[1]);
    const auto directions = value_of(kDirections, parts[2]);
    const auto condition = value_of(kConditions, parts[3]);
    if (model && classes && directions && condition) return {*model, *classes, *directions, *condition};
  }
  throw UsageError({}, fmt::format("there is no lexicalised reordering model '{}'", name),
                   "write word, phrase or hier, then msd, mslr or monotonicity, then backward, forward or "
                   "bidirectional, then fe or f: hier-msd-bidirectional-fe");
}

std::string ReorderingType::name() const {
  return fmt::format("{}-{}-{}-{}", name_of(model), first_name_of(kClasses, classes),
                     first_name_of(kDirections, directions), first_name_of(kConditions, condition));
}

std::string_view name_of(OrientationModel model) {
  return first_name_of(kModels, model);
}

std::size_t ReorderingType::class_count() const {
  return classes == OrientationClasses::kMsd ? 3 : classes == OrientationClasses::kMslr ? 4 : 2;
}

std::size_t class_of(OrientationClasses classes, Orientation orientation) {
  const std::size_t number = index_of(orientation);
  if (classes == OrientationClasses::kMslr) return number;
  return std::min<std::size_t>(number, classes == OrientationClasses::kMsd ? 2 : 1);
}

void smoothed_log_probs(const std::array<std::uint32_t, kOrientationCount>& counts,
                        OrientationClasses classes, std::span<float> log_probs) {
  std::array<double, kMaxClasses> sums{};
  double total = 0;
  for (std::size_t o = 0; o < kOrientationCount; ++o) {
    sums[class_of(classes, static_cast<Orientation>(o))] += counts[o];
    total += counts[o];
  }
  total += kAddedCount * static_cast<double>(log_probs.size());
  for (std::size_t k = 0; k < log_probs.size(); ++k) {
    log_probs[k] = static_cast<float>(std::log((sums[k] + kAddedCount) / total));
  }
}

}  // namespace calque::phrase
