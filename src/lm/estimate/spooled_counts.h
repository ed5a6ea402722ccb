// The counted n-grams of a text as files: what count.h has in arrays, for texts that are larger than memory.
//
// Each level is a spool of n-grams in the order of NgramLevel. Numbers of n-grams are those before pruning;
// nothing is taken out until a model is written. Readers are not safe to share between threads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lm/estimate/counts_of_counts.h"
#include "lm/estimate/sorted_runs.h"
#include "store/spool.h"

namespace calque::lm {

struct CountedNgram {
  std::uint32_t first_word = 0;
  std::uint32_t suffix = 0;  // number of the n-gram without its first word, one level below
  std::uint32_t adjusted = 0;
  std::uint32_t occurrences = 0;
};

// Consecutive n-grams of one level that are looked at together: whole families with the same suffix, not many
// more than a given number.
struct NgramRange {
  std::uint32_t begin = 0;         // first n-gram
  std::uint32_t suffix_begin = 0;  // its suffix
};

struct SpooledLevel {
  store::Spool ngrams;
  std::vector<NgramRange> ranges;
  CountsOfCounts adjusted;
  CountsOfCounts occurrences;
  std::uint64_t kept = 0;  // n-grams that occur more often than the threshold
};

struct SpooledCounts {
  // Unigrams, by word.
  std::vector<std::uint32_t> adjusted;
  std::vector<std::uint32_t> occurrences;
  std::vector<SpooledLevel> levels;  // levels[n - 1]; [0] has no spool
};

struct SpoolCountOptions {
  std::vector<std::uint64_t> thresholds;  // [n - 1]: n-grams that occur so often or less are pruned
  std::size_t vocabulary_size = 3;
  std::size_t range_size = 1 << 20;  // n-grams in a NgramRange
  std::string folder;                // of the temporary files
};

// Merges the runs. thresholds.size() is the order.
SpooledCounts count_runs(const std::vector<store::Spool>& runs, const SpoolCountOptions& options);

// Reads one level from front to back.
class LevelReader {
 public:
  explicit LevelReader(const SpooledLevel& level) : reader_(level.ngrams) {}

  // Number of the n-gram that next() returns.
  std::uint32_t position() const { return next_; }
  bool at_end() const { return reader_.items_left() == 0; }
  CountedNgram next() {
    reader_.begin_item();
    current_.first_word = reader_.varint32();
    current_.suffix += reader_.varint32();
    current_.adjusted = reader_.varint32();
    current_.occurrences = reader_.varint32();
    ++next_;
    return current_;
  }

 private:
  store::SpoolReader reader_;
  CountedNgram current_;
  std::uint32_t next_ = 0;
};

}  // namespace calque::lm
