// Sentence pairs out of any of the usual files: two files line by line, TSV, "source ||| target" lines, and
// TMX. docs/formats/parallel-text.md describes them. Compressed files and "-" work everywhere
// (store/text_file.h).
//
// Reads in a stream with memory for one pair. Not safe to share between threads.
// Throws UsageError (a file cannot be opened, the format cannot be told), DataError with file, line and, for
// wrong encoding, byte.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/enum_names.h"
#include "base/error.h"

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

// What to do with a line that is not UTF-8 or lacks a side's field. Files of different length always throw.
enum class BadLinePolicy { kThrow, kSkipAndCount };

struct ParallelInput {
  std::string source;  // path; of the only file if `target` is empty
  std::string target;  // path, or empty
  ParallelFormat format = ParallelFormat::kAuto;
  // Needed for TMX only: "en" matches xml:lang "en", "EN-US", "en_GB".
  std::string source_language;
  std::string target_language;
  BadLinePolicy bad_lines = BadLinePolicy::kThrow;
};

// The two sides as they stand in the file, without line ends; either may be empty.
struct SentencePairText {
  std::string source;
  std::string target;
};

struct ParallelReadCounts {
  std::uint64_t pairs = 0;         // returned
  std::uint64_t bad_encoding = 0;  // skipped: not UTF-8
  std::uint64_t bad_format = 0;    // skipped: no separator between the sides
  std::uint64_t unpaired = 0;      // TMX units without both languages, always passed over
};

class ParallelReader {
 public:
  explicit ParallelReader(const ParallelInput& input);
  ~ParallelReader();
  ParallelReader(ParallelReader&&) noexcept;
  ParallelReader& operator=(ParallelReader&&) noexcept;

  // False at the end.
  bool next(SentencePairText& pair);
  // Where the pair returned last stands (of two files: in the source).
  Place place() const;
  const ParallelReadCounts& counts() const;
  // Of the (source) file, before decompression; the total is 0 if not known. For progress.
  std::uint64_t bytes_read() const;
  std::uint64_t bytes_total() const;
  // Never kAuto.
  ParallelFormat format() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace calque::text
