// Leaves out sentence pairs that harm training: empty, too long, lopsided, repeated or copied. 'calque clean'
// and training both decide here, on words cut in the same way, so that training keeps what 'calque clean'
// kept.
//
// PairFilter looks at one pair at a time; memory grows only if repeated pairs are removed (8 to 32 bytes for
// each different pair). Deterministic: the first of several equal pairs stays. Not safe to share between
// threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include <tsl/robin_set.h>

#include "base/enum_names.h"
#include "base/reporter.h"
#include "base/thread_pool.h"
#include "text/parallel_reader.h"
#include "text/preparation.h"

namespace calque::text {

struct CleanOptions {
  std::size_t min_words = 1;       // on either side
  std::size_t max_words = 100;     // on either side
  double max_ratio = 9.0;          // longer side to shorter side, in words; reordering models train with 2
  bool remove_duplicates = false;  // pairs equal in both sides to one before
  bool remove_identical = false;   // target equal to source: text that nobody translated

  // Throws UsageError for limits that cannot be met.
  void validate() const;
};

// In the order of testing: a pair is counted under the first that holds.
enum class Removal { kBadFormat, kBadEncoding, kEmpty, kTooShort, kTooLong, kRatio, kIdentical, kDuplicate };
inline constexpr std::size_t kRemovalCount = 8;
// "bad_format", "bad_encoding", "empty", ...: the keys of --json.
constexpr auto enum_names(Removal) {
  using enum Removal;
  return EnumNames<Removal>("unknown reason for removal", {{"bad_format", kBadFormat},
                                                           {"bad_encoding", kBadEncoding},
                                                           {"empty", kEmpty},
                                                           {"too_short", kTooShort},
                                                           {"too_long", kTooLong},
                                                           {"ratio", kRatio},
                                                           {"identical", kIdentical},
                                                           {"duplicate", kDuplicate}});
}
// The same for people: "a side is empty", "too long", ...
std::string_view describe(Removal removal);

struct CleanResult {
  std::uint64_t read = 0;
  std::uint64_t kept = 0;
  std::uint64_t unpaired = 0;                          // TMX units without both languages; not part of `read`
  std::array<std::uint64_t, kRemovalCount> removed{};  // by Removal

  std::uint64_t removed_for(Removal reason) const { return removed[static_cast<std::size_t>(reason)]; }
};

class PairFilter {
 public:
  explicit PairFilter(const CleanOptions& options);

  // Why the pair goes, or nothing if it stays. Words are what stands between blanks.
  std::optional<Removal> check(const SentencePairText& pair);

 private:
  CleanOptions options_;
  // 64-bit hashes of the pairs kept. Two different pairs among n share one with probability below n * n /
  // 2^65: under 3 in a million for ten million pairs; the worst outcome is one good pair lost.
  tsl::robin_set<std::uint64_t> seen_;
};

// A pair that stays.
struct CleanPair {
  const SentencePairText& written;  // as it stands in the input
  const SentencePairText& cut;      // words between blanks, their case as it was
  std::uint64_t number;             // in the input, from 0, without lines that were skipped
};

// Reads all pairs, cuts them into words as `preparation` says, hands those that stay to `keep` in order and
// counts the others. Warns of languages without rules. Throws what ParallelReader throws.
CleanResult clean(const ParallelInput& input, const CleanOptions& options, const Preparation& preparation,
                  const std::function<void(const CleanPair&)>& keep, ThreadPool& threads, Reporter& reporter);

}  // namespace calque::text
