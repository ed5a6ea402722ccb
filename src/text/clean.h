// Leaves out sentence pairs that harm training: empty, too long, lopsided, repeated or copied.
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
#include <string>
#include <string_view>

#include <tsl/robin_set.h>

#include "base/enum_names.h"
#include "base/reporter.h"
#include "text/parallel_reader.h"
#include "text/tokenizer.h"

namespace calque::text {

struct CleanOptions {
  std::size_t min_words = 1;       // on either side
  std::size_t max_words = 100;     // on either side
  double max_ratio = 9.0;          // longer side to shorter side, in words; reordering models train with 2
  bool remove_duplicates = false;  // pairs equal in both sides to one before
  bool remove_identical = false;   // target equal to source: text that nobody translated
  // With a language, words are counted by its tokeniser (needed for running Chinese or Japanese text);
  // without, words are what stands between blanks.
  std::string source_language;
  std::string target_language;

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

  // Why the pair goes, or nothing if it stays.
  std::optional<Removal> check(const SentencePairText& pair);

 private:
  std::size_t count_words(std::string_view line, const std::optional<Tokenizer>& tokenizer) const;

  CleanOptions options_;
  std::optional<Tokenizer> source_tokenizer_;
  std::optional<Tokenizer> target_tokenizer_;
  // 64-bit hashes of the pairs kept. Two different pairs among n share one with probability below n * n /
  // 2^65: under 3 in a million for ten million pairs; the worst outcome is one good pair lost.
  tsl::robin_set<std::uint64_t> seen_;
};

// Reads all pairs, hands those that stay to `keep` in order and counts the others. `input.bad_lines` is
// ignored: bad lines are removed and counted.
CleanResult clean(const ParallelInput& input, const CleanOptions& options,
                  const std::function<void(const SentencePairText&)>& keep, Reporter& reporter);

}  // namespace calque::text
