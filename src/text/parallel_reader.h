// Sentence pairs out of any of the usual files: two files line by line, TSV, "source ||| target" lines, and
// TMX. docs/formats/parallel-text.md describes them. Compressed files and "-" work everywhere
// (store/text_file.h).
//
// Reads in a stream with memory for one pair. Not safe to share between threads.
// Throws UsageError (a file cannot be opened, the format cannot be recognised), DataError with file, line
// and, for wrong encoding, byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/enum_names.h"
#include "base/error.h"
#include "text/parallel_input.h"

namespace calque::text {

struct ParallelReadCounts {
  std::uint64_t pairs = 0;         // returned
  std::uint64_t bad_encoding = 0;  // skipped or blanked: not UTF-8
  std::uint64_t bad_format = 0;    // the same: no separator between the sides, or a line over the limit
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
  // Fills the front of `batch`, with a few megabytes at most, so that long lines do not fill the memory.
  // Returns the number of pairs: 0 at the end.
  std::size_t next_batch(std::span<SentencePairText> batch);
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

// The language code that a file name such as "corpus.de" or "corpus.de.gz" ends in, or nothing.
std::string language_of_file(std::string_view path);

}  // namespace calque::text
