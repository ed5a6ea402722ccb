// Where ParallelReader gets its pairs from: one class per file format. Used by parallel_reader.cpp only.
#pragma once

#include <cstdint>
#include <memory>

#include "base/error.h"
#include "text/parallel_input.h"

namespace calque::text {

// What became of one attempt to read a pair.
enum class PairStatus {
  kPair,
  kEnd,
  kBadFormat,  // only if bad lines are skipped
};

class PairSource {
 public:
  virtual ~PairSource() = default;
  // Encoding is checked by the caller.
  virtual PairStatus next(SentencePairText& pair) = 0;
  // Where the two sides of the last pair stand.
  virtual Place source_place() const = 0;
  virtual Place target_place() const { return source_place(); }
  virtual std::uint64_t bytes_read() const = 0;
  virtual std::uint64_t bytes_total() const = 0;
  // Units without both languages so far.
  virtual std::uint64_t unpaired() const { return 0; }
};

// In tmx_source.cpp. Throws UsageError if a language is missing.
std::unique_ptr<PairSource> open_tmx(const ParallelInput& input);

}  // namespace calque::text
