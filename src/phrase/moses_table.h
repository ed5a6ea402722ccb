// Reads a phrase table in Moses' text form (docs/formats/moses-tables.md) into scored phrases.
//
// Strict: a line that is not what it should be is an error with file and line, never dropped. For one thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/reporter.h"
#include "phrase/scored_phrases.h"
#include "phrase/sequence_set.h"
#include "text/vocabulary.h"

namespace calque::phrase {

struct ImportedPhrases {
  text::Vocabulary source_vocabulary;
  text::Vocabulary target_vocabulary;
  ScoredPhrases phrases;  // orientations are zeros; counts are zeros where the table has none
};

// Takes a table line by line.
class MosesTableBuilder {
 public:
  // `extra_scores`: how many scores there may be besides the usual four; they are skipped.
  explicit MosesTableBuilder(std::size_t extra_scores = 0) : extra_scores_(extra_scores) {}

  // Throws DataError naming `place`.
  void add_line(std::string_view line, const Place& place);
  // Lines with sparse features, which are not taken over.
  std::uint64_t sparse_lines() const { return sparse_lines_; }
  // All pairs so far, grouped by source phrase; leaves the builder empty. Throws DataError (naming `file` and
  // a line) for a pair that stands there twice.
  ImportedPhrases finish(const std::string& file);

 private:
  struct Pair {
    std::uint32_t source;
    std::uint32_t target;
    std::uint32_t alignment;
    std::uint32_t count;
    LogScores log_scores;
  };

  std::uint32_t add_source(std::string_view field, const Place& place);
  std::uint32_t add_phrase(text::Vocabulary& vocabulary, SequenceSet<text::WordId>& phrases);
  std::uint32_t add_alignment(std::string_view field, const Pair& pair, const Place& place);
  void add_counts(std::string_view field, Pair& pair, const Place& place);
  std::vector<std::uint32_t> order_by_source(std::vector<std::uint64_t>& offsets) const;
  void refuse_duplicates(std::span<std::uint32_t> group, const std::string& file) const;

  ImportedPhrases imported_;
  SequenceSet<text::WordId> source_;
  SequenceSet<text::WordId> target_;
  SequenceSet<InternalLink> alignments_;
  std::vector<Pair> pairs_;
  std::vector<std::uint64_t> lines_;  // where each pair stands
  std::uint64_t sparse_lines_ = 0;
  std::size_t extra_scores_;
  // The source of the line before: tables are sorted by source, so it mostly comes again.
  std::string last_source_;
  std::uint32_t last_source_id_ = 0;
  // Scratch.
  std::vector<std::string_view> words_;
  std::vector<text::WordId> ids_;
  std::vector<InternalLink> links_;
};

// Plain, gzip or zstd by the first bytes, "-" for standard input. Throws UsageError if there is no such file
// or nothing in it.
ImportedPhrases read_moses_table(const std::string& path, Reporter& reporter, std::size_t extra_scores = 0);

}  // namespace calque::phrase
