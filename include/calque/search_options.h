// How wide the decoder looks for the best translation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calque/export.h"

namespace calque {

enum class SearchAlgorithm {
  kStacks,  // every pair of hypothesis and translation option that can survive is scored
  kCube,    // only the most promising pop_limit pairs per stack are
};

// Which source phrases may be translated next.
enum class Reordering {
  kDistance,  // those within distortion_limit
  kSwap,      // the next one, or the one after it with the one left out coming right behind
  kWindow,    // those that leave at most max_holes open and stay inside the window
};

struct CALQUE_API SearchOptions {
  // From 1, the most thorough, to 5, the quickest. Chooses those of the next four that are not given, for
  // each sentence by its length; what is given stays as it is.
  std::uint32_t speed = 3;
  std::optional<SearchAlgorithm> search{};
  // Cube pruning: pairs scored per number of covered source words; 0 scores all. Time grows linearly with it.
  std::optional<std::uint32_t> pop_limit{};
  // Hypotheses kept per number of covered source words; 0 keeps all. Time grows linearly with it in stack
  // search, and hardly in cube pruning.
  std::optional<std::uint32_t> stack_size{};
  // Hypotheses are dropped if exp(their score - the best score of their stack) is below this; 0 drops none.
  std::optional<double> beam_threshold{};
  // A pair of hypothesis and option is not scored if its total, with this share of the option's context-free
  // language model score, does not reach the stack. 0 discards nothing that could survive; larger is faster.
  double early_discarding = 0.6;
  // Translations kept per source phrase, the best by weighted context-free score; 0 keeps all.
  std::uint32_t table_limit = 20;
  // Before that, translations looked at per source phrase: the first of the table, which has the most
  // frequent first; 0 looks at all.
  std::uint32_t frequent_limit = 0;
  // Largest jump between phrases in words: 0 is monotone, -1 unlimited. The way back to the first word not
  // yet translated must stay within the limit too.
  std::int32_t distortion_limit = 12;
  // With swap and window the distortion limit has no effect.
  Reordering reordering = Reordering::kDistance;
  // Window: most runs of free words to the left of a covered one.
  std::uint32_t max_holes = 2;
  // Window: a phrase that does not start at the first free word ends less than so many words behind it.
  std::uint32_t window = 6;
  // Hypotheses kept per set of covered words, beside the limit per number of them; 0 keeps all.
  std::uint32_t coverage_limit = 0;
  // Longest source phrase used, in words.
  std::uint32_t max_phrase_length = 7;
  // Sentences with more words than this are searched in segments one after the other.
  std::uint32_t segment_limit = 200;
  // Longest such segment, in words.
  std::uint32_t segment_length = 100;
  // N-best lists hold different word sequences rather than different derivations.
  bool distinct = false;
  // Merge hypotheses that no feature can tell apart. Off only to check the search.
  bool recombine = true;

  // Throws UsageError naming the field.
  void validate() const;
};

// Names that set_option knows, as written on the command line: "stack-size", ...
CALQUE_API std::vector<std::string> search_option_names();

// Sets the field with that name. False if there is none of that name. Throws UsageError if the value is not
// of its sort; ranges are left to validate().
CALQUE_API bool set_option(SearchOptions& options, std::string_view name, std::string_view value);

}  // namespace calque
