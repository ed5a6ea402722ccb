#include "decode/features/phrase_counts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace calque::decode {
namespace {

// A low count falls into the first bin whose end it is below.
constexpr std::array<float, 4> kBinEnds{2, 3, 5, 10};

}  // namespace

PhraseCounts::PhraseCounts(FeatureDescription description, PhraseCountKind kind,
                           std::shared_ptr<const phrase::PhraseTable> table)
    : OptionFeature(std::move(description)), kind_(kind), table_(std::move(table)) {}

void PhraseCounts::score(const OptionContext& context, std::span<float> scores) const {
  std::ranges::fill(scores, 0.0F);
  if (context.option.copied || context.option.pair == kNoPair) return;
  const float count = table_->joint_count(context.option.pair);
  switch (kind_) {
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

}  // namespace calque::decode
