// Sparse features: very many yes-or-no features, each with a name and most with weight zero. A feature's
// score is the weighted sum of those that hold, so the search sees one number.
//
// Orientation indicators follow Cherry 2013: the boundary words of the phrase, of the block before it, and
// the words between the two, together with the orientation of the phrase. Values and tables here are
// immutable and shareable between threads.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tsl/robin_map.h>

#include "decode/features/word_labels.h"
#include "decode/weights.h"

namespace calque::decode {

enum class IndicatorKind : std::uint8_t {
  kPhraseSourceFirst,
  kPhraseSourceLast,
  kPhraseTargetFirst,
  kPhraseTargetLast,
  kBlockSourceFirst,    // of the block before the phrase
  kBlockSourceLast,     //
  kPreviousTargetLast,  // the target word before the phrase
  kBetween,             // source words between block and phrase, each
  kPair,                // a source word and the target word linked to it
  kSourceLength,        // of the phrase, in words
  kTargetLength,
  kLengths,
};
inline constexpr std::size_t kIndicatorKinds = 12;
// Of orientation indicators: monotone, swap, discontinuous.
inline constexpr std::uint32_t kIndicatorOrientations = 3;

struct Indicator {
  IndicatorKind kind;
  std::uint32_t orientation = 0;  // of orientation indicators
  std::uint32_t first = 0;        // label or length
  std::uint32_t second = 0;       // of kPair and kLengths

  bool operator==(const Indicator&) const = default;
};

// "phr.src.first.w:Haus.M", "pair.c:3.c:17", "len.2.3"; docs/formats/weights.md lists them.
std::string name_of(const Indicator& indicator, const WordLabels& labels);
// Nothing if no indicator has that name.
std::optional<Indicator> parse_indicator(std::string_view name, const WordLabels& labels);

// The weights that are not zero.
class IndicatorWeights {
 public:
  // Those of `feature`. Throws UsageError for a name that no indicator of the labels has.
  IndicatorWeights(std::span<const SparseWeight> weights, std::string_view feature, const WordLabels& labels);

  double of(const Indicator& indicator) const {
    if (weights_.empty()) return 0;
    const auto found = weights_.find(packed(indicator));
    return found == weights_.end() ? 0 : found->second;
  }

 private:
  static std::uint64_t packed(const Indicator& indicator) {
    return static_cast<std::uint64_t>(indicator.kind) << 60U | std::uint64_t{indicator.orientation} << 58U |
           std::uint64_t{indicator.first} << 29U | indicator.second;
  }
  tsl::robin_map<std::uint64_t, double> weights_;
};

}  // namespace calque::decode
