// The prepared training corpus on disk, so that a resumed training run need not prepare it again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "text/alignment.h"
#include "text/corpus.h"

namespace calque::pipeline {

struct StoredCorpus {
  text::ParallelCorpus corpus;
  std::vector<std::uint64_t> kept;  // number in the input (from 0) of each pair, rising
};

// A container of kind "corpus"; docs/formats/corpus.md.
void write_corpus(const StoredCorpus& stored, const std::string& path);
// Throws FormatError for a damaged file.
StoredCorpus read_corpus(const std::string& path);

// One Pharaoh line per pair.
void write_alignments(const text::AlignmentCorpus& alignments, const std::string& path);

// Alignments that the user made: one line per pair of the *input*, of which those of the pairs in the corpus
// are taken. Throws DataError for bad lines and if there are fewer lines than pairs.
text::AlignmentCorpus read_given_alignments(const std::string& path, const StoredCorpus& stored);

}  // namespace calque::pipeline
