// Features that say how well attested a phrase pair is, from the number of times that it was extracted. Words
// carried over and translations given with the input score 0. The default weights of low counts were found on
// development sets; those of the other kinds are 0 until they are tuned.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decode/feature.h"
#include "phrase/phrase_table.h"

namespace calque::decode {

enum class PhraseCountKind : std::uint8_t {
  kCount,      // ln of the count
  kSingleton,  // 1 if the pair was extracted once
  kLowCount,   // four indicators: extracted once, twice, 3 to 4 times, 5 to 9 times
};

// "count", "singleton" or "low-count"; throws UsageError for any other name.
PhraseCountKind parse_phrase_count_kind(std::string_view name);
std::string_view name_of(PhraseCountKind kind);
// How many scores the kind has, and their values for a pair that was extracted so often.
std::size_t score_count(PhraseCountKind kind);
void count_scores(PhraseCountKind kind, float count, std::span<float> scores);
// The kind whose feature has this name, such as "LowCountPhrase0".
std::optional<PhraseCountKind> phrase_count_kind(std::string_view feature_name);
// Names separated by commas; empty or "none": none. Throws UsageError also for a name that is there twice.
std::vector<PhraseCountKind> parse_phrase_count_kinds(std::string_view names);
std::string names_of(std::span<const PhraseCountKind> kinds);

class PhraseCounts final : public OptionFeature {
 public:
  PhraseCounts(std::shared_ptr<const phrase::PhraseTable> table, PhraseCountKind kind);
  void score(const OptionContext& context, std::span<float> scores) const override;

 private:
  std::shared_ptr<const phrase::PhraseTable> table_;
  PhraseCountKind kind_;
};

}  // namespace calque::decode
