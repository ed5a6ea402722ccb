// Features of how well attested a phrase pair is, from the number of times that it was extracted. Copied
// words and translations given with the input score 0.
#pragma once

#include <cstdint>
#include <memory>

#include "decode/feature.h"
#include "phrase/phrase_table.h"

namespace calque::decode {

enum class PhraseCountKind : std::uint8_t {
  kCount,      // one score: ln of the count
  kSingleton,  // one score: 1 if the pair was extracted once
  kLowCount,   // four indicators: extracted once, twice, 3 to 4 times, 5 to 9 times
};

class PhraseCounts final : public OptionFeature {
 public:
  PhraseCounts(FeatureDescription description, PhraseCountKind kind,
               std::shared_ptr<const phrase::PhraseTable> table);
  void score(const OptionContext& context, std::span<float> scores) const override;

 private:
  PhraseCountKind kind_;
  std::shared_ptr<const phrase::PhraseTable> table_;
};

}  // namespace calque::decode
