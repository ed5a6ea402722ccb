// Files of tokenised text (words separated by blanks) and of alignments into flat arrays, for the commands
// that take text as it is. Lines are counted one to one; an empty line is an empty sentence.
//
// Throws UsageError if a file cannot be read, DataError with file, line and byte for bad UTF-8 or bad links,
// and DataError naming both files and their lengths if they do not fit together.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "text/alignment.h"
#include "text/corpus.h"
#include "text/parallel_reader.h"

namespace calque::text {

struct MonolingualCorpus {
  Vocabulary vocabulary;
  Corpus sentences;
};

struct CorpusLimits {
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();  // words and sentences together
  BadLinePolicy bad_lines = BadLinePolicy::kThrow;                 // else they are left out, with a warning
};

// Throws DataError at the line where the text becomes longer than the limit.
MonolingualCorpus read_corpus(const std::string& path, const CorpusLimits& limits, Reporter& reporter);

// The two files that translate each other, line by line.
struct ParallelPaths {
  std::string source;
  std::string target;
};

ParallelCorpus read_parallel_corpus(const ParallelPaths& paths, Reporter& reporter);

// Pharaoh lines, one for each pair of the corpus; `corpus_name` is what a message calls the corpus.
AlignmentCorpus read_alignments(const std::string& path, const ParallelCorpus& corpus,
                                const std::string& corpus_name, Reporter& reporter);

// A corpus with word alignments, out of three files.
struct AlignedCorpus {
  ParallelCorpus text;
  AlignmentCorpus alignments;
};
struct AlignedPaths {
  ParallelPaths corpus;
  std::string alignment;
};
AlignedCorpus read_aligned_corpus(const AlignedPaths& paths, Reporter& reporter);

// Sentence pairs in any of the formats of ParallelReader. Warns of pairs that could not be read.
ParallelCorpus read_pairs(const ParallelInput& input, ThreadPool& threads, Reporter& reporter);
// The warning, for those who read pairs in a stream.
void warn_of_bad_lines(const ParallelReadCounts& counts, Reporter& reporter);

}  // namespace calque::text
