// Where sentence pairs are read from.
//
// Plain values.
#pragma once

#include <string>
#include <vector>

#include "base/enum_names.h"

namespace calque::text {

enum class ParallelFormat {
  kAuto,      // two paths: kTwoFiles; else by the name's extension, else by the first line
  kTwoFiles,  // line i of one file translates line i of the other
  kTsv,       // SOURCE<TAB>TARGET, further columns ignored
  kBars,      // SOURCE ||| TARGET
  kTmx,       // Translation Memory eXchange 1.4
};
constexpr auto enum_names(ParallelFormat) {
  using enum ParallelFormat;
  return EnumNames<ParallelFormat>(
      "unknown format",
      {{"auto", kAuto}, {"two-files", kTwoFiles}, {"tsv", kTsv}, {"bars", kBars}, {"tmx", kTmx}});
}

// What to do with a line that is not UTF-8, too long, or lacks a side's field. Files of different length
// always throw.
enum class BadLinePolicy {
  kThrow,
  kSkipAndCount,
  kBlankAndCount,  // a pair with two empty sides, so that what is written has one line for each pair
};

// The two sides as they stand in the file, without line ends; either may be empty.
struct SentencePairText {
  std::string source;
  std::string target;
};

struct ParallelInput {
  std::string source;  // path; of the only file if `target` is empty
  std::string target;  // path, or empty
  ParallelFormat format = ParallelFormat::kAuto;
  // Needed for TMX only: "en" matches xml:lang "en", "EN-US", "en_GB".
  std::string source_language;
  std::string target_language;
  BadLinePolicy bad_lines = BadLinePolicy::kThrow;
  // Pairs that come after those of the files. Their text is UTF-8.
  std::vector<SentencePairText> more{};
};

}  // namespace calque::text
