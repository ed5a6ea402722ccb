// The prepared training corpus on disk, so that a resumed training run need not prepare it again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/container.h"
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

// The same file mapped, for a few of its pairs: nothing is read but what is looked at. Immutable and
// shareable between threads; views live as long as it. Functions throw FormatError for damage that they meet.
class CorpusView {
 public:
  // Throws FormatError for a file of another kind.
  static CorpusView open(const std::string& path);

  // Numbers of the pairs whose source has these words in a row, rising.
  std::vector<std::size_t> find(std::span<const std::string> words) const;
  std::size_t source_length(std::size_t pair) const { return source_.sentence(pair, file_).size(); }
  std::vector<std::string_view> source(std::size_t pair) const { return source_.words(pair, file_); }
  std::vector<std::string_view> target(std::size_t pair) const { return target_.words(pair, file_); }

 private:
  struct Side {
    Side(const store::Container& file, const std::string& side);
    std::span<const text::WordId> sentence(std::size_t number, const store::Container& file) const;
    std::vector<std::string_view> words(std::size_t number, const store::Container& file) const;
    std::string_view word(std::size_t id, const store::Container& file) const;

    std::string_view characters;
    std::span<const std::uint64_t> word_offsets;
    std::span<const text::WordId> tokens;
    std::span<const std::uint64_t> offsets;
  };

  explicit CorpusView(store::Container file);

  store::Container file_;
  Side source_;
  Side target_;
};

// One Pharaoh line per pair.
void write_alignments(const text::AlignmentCorpus& alignments, const std::string& path);

// Alignments that the user made: one line per pair of the *input*, of which those of the pairs in the corpus
// are taken. Throws DataError for bad lines and if there are fewer lines than pairs.
text::AlignmentCorpus read_given_alignments(const std::string& path, const StoredCorpus& stored);

}  // namespace calque::pipeline
