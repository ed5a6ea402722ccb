#include "decode/features/phrase_counts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"

namespace calque::decode {
namespace {

constexpr std::array kKinds{PhraseCountKind::kCount, PhraseCountKind::kSingleton, PhraseCountKind::kLowCount};
// A low count falls into the first bin whose end it is below.
constexpr std::array<float, 4> kBinEnds{2, 3, 5, 10};

constexpr std::array<double, 4> kLowCountWeights{-1.0, -1.0, -0.6, -0.2};

const FeatureDescription& describe(PhraseCountKind kind) {
  static const std::array<FeatureDescription, kKinds.size()> kDescriptions{
      FeatureDescription{"PhraseCount0", {0.0}}, FeatureDescription{"SingletonPhrase0", {0.0}},
      FeatureDescription{"LowCountPhrase0", {kLowCountWeights.begin(), kLowCountWeights.end()}}};
  return kDescriptions[static_cast<std::size_t>(kind)];
}

}  // namespace

std::size_t score_count(PhraseCountKind kind) {
  return describe(kind).score_count();
}

std::optional<PhraseCountKind> phrase_count_kind(std::string_view feature_name) {
  const auto found =
      std::ranges::find(kKinds, feature_name, [](PhraseCountKind kind) { return describe(kind).name; });
  return found == kKinds.end() ? std::nullopt : std::optional(*found);
}

void count_scores(PhraseCountKind kind, float count, std::span<float> scores) {
  std::ranges::fill(scores, 0.0F);
  switch (kind) {
    case PhraseCountKind::kCount:
      scores[0] = std::log(std::max(count, 1.0F));
      return;
    case PhraseCountKind::kSingleton:
      scores[0] = count == 1.0F ? 1.0F : 0.0F;
      return;
    case PhraseCountKind::kLowCount: {
      const auto bin = std::ranges::upper_bound(kBinEnds, count) - kBinEnds.begin();
      if (bin < static_cast<std::ptrdiff_t>(scores.size())) scores[static_cast<std::size_t>(bin)] = 1.0F;
      return;
    }
  }
}

PhraseCountKind parse_phrase_count_kind(std::string_view name) {
  const auto found = std::ranges::find(kKinds, name, [](PhraseCountKind kind) { return name_of(kind); });
  if (found != kKinds.end()) return *found;
  throw UsageError({}, fmt::format("there is no phrase feature '{}'", name),
                   "use none, count, singleton, low-count, or several with commas between them");
}

std::string_view name_of(PhraseCountKind kind) {
  switch (kind) {
    case PhraseCountKind::kCount:
      return "count";
    case PhraseCountKind::kSingleton:
      return "singleton";
    case PhraseCountKind::kLowCount:
      return "low-count";
  }
  return "";
}

std::vector<PhraseCountKind> parse_phrase_count_kinds(std::string_view names) {
  std::vector<PhraseCountKind> kinds;
  if (names == "none") return kinds;
  while (!names.empty()) {
    const std::size_t comma = std::min(names.find(','), names.size());
    const PhraseCountKind kind = parse_phrase_count_kind(names.substr(0, comma));
    if (std::ranges::find(kinds, kind) != kinds.end()) {
      throw UsageError({}, fmt::format("the phrase feature '{}' is named twice", name_of(kind)),
                       "name each once");
    }
    kinds.push_back(kind);
    names.remove_prefix(std::min(comma + 1, names.size()));
  }
  return kinds;
}

std::string names_of(std::span<const PhraseCountKind> kinds) {
  std::string names;
  for (const PhraseCountKind kind : kinds) {
    if (!names.empty()) names += ',';
    names += name_of(kind);
  }
  return names;
}

PhraseCounts::PhraseCounts(std::shared_ptr<const phrase::PhraseTable> table, PhraseCountKind kind)
    : OptionFeature(describe(kind)), table_(std::move(table)), kind_(kind) {}

void PhraseCounts::score(const OptionContext& context, std::span<float> scores) const {
  if (context.option.copied || context.option.pair == kNoPair)
    std::ranges::fill(scores, 0.0F);
  else
    count_scores(kind_, table_->joint_count(context.option.pair), scores);
}

}  // namespace calque::decode
