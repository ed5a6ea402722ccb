#include "text/corpus_reader.h"

#include <limits>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "store/text_file.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

constexpr std::uint64_t kProgressLines = 4096;

void append_file(const std::string& path, const CorpusLimits& limits, Vocabulary& vocabulary, Corpus& corpus,
                 Reporter& reporter) {
  store::LineReader reader(path);
  const bool skips = limits.bad_lines != BadLinePolicy::kThrow;
  std::uint64_t skipped = 0;
  bool too_long = false;
  for (std::string line; skips ? reader.next_or_skip(line, too_long) : reader.next(line);) {
    if (skips && (too_long || find_invalid_utf8(line))) {
      ++skipped;
      continue;
    }
    check_utf8(line, reader.place());
    corpus.add_line(line, vocabulary);
    if (corpus.token_count() + corpus.size() > limits.most)
      throw DataError(reader.place(),
                      fmt::format("the text has more than {} words and sentences", limits.most),
                      "take a part of it");
    if (reader.line_number() % kProgressLines == 0)
      reporter.progress(reader.bytes_read(), reader.bytes_total());
  }
  if (skipped > 0) reporter.warning(fmt::format("{} lines cannot be read and are left out", skipped));
}

[[noreturn]] void different_lengths(const std::string& path, std::size_t lines, const std::string& other,
                                    std::size_t other_lines) {
  throw DataError({path}, fmt::format("the file has {} lines, but {} has {}", lines, other, other_lines),
                  "line n of one must belong to line n of the other");
}

}  // namespace

MonolingualCorpus read_corpus(const std::string& path, const CorpusLimits& limits, Reporter& reporter) {
  reporter.stage("reading " + path);
  MonolingualCorpus corpus;
  append_file(path, limits, corpus.vocabulary, corpus.sentences, reporter);
  return corpus;
}

ParallelCorpus read_parallel_corpus(const ParallelPaths& paths, Reporter& reporter) {
  if (paths.source == "-" && paths.target == "-") {
    throw UsageError({"-"}, "source and target cannot both come from standard input",
                     "name a file for one of them");
  }
  reporter.stage(fmt::format("reading {} and {}", paths.source, paths.target));
  ParallelCorpus corpus;
  append_file(paths.source, {}, corpus.source_vocabulary, corpus.source, reporter);
  append_file(paths.target, {}, corpus.target_vocabulary, corpus.target, reporter);
  if (corpus.source.size() != corpus.target.size()) {
    different_lengths(paths.source, corpus.source.size(), paths.target, corpus.target.size());
  }
  return corpus;
}

AlignmentCorpus read_alignments(const std::string& path, const ParallelCorpus& corpus,
                                const std::string& corpus_name, Reporter& reporter) {
  reporter.stage("reading " + path);
  AlignmentCorpus alignments;
  store::LineReader reader(path, store::kMaxDataLine);
  std::size_t lines = 0;
  for (std::string line; reader.next(line); ++lines) {
    if (lines >= corpus.size()) continue;  // only counted, for the message below
    alignments.add(parse_pharaoh(line, corpus.source.sentence(lines).size(),
                                 corpus.target.sentence(lines).size(), reader.place()));
    if (lines % kProgressLines == 0) reporter.progress(reader.bytes_read(), reader.bytes_total());
  }
  if (lines != corpus.size()) different_lengths(path, lines, corpus_name, corpus.size());
  return alignments;
}

AlignedCorpus read_aligned_corpus(const AlignedPaths& paths, Reporter& reporter) {
  AlignedCorpus corpus;
  corpus.text = read_parallel_corpus(paths.corpus, reporter);
  corpus.alignments = read_alignments(paths.alignment, corpus.text, paths.corpus.source, reporter);
  return corpus;
}

namespace {

// An empty pair takes sixteen bytes here and two in its files, which may be compressed a thousand times. No
// text of sentences has so many.
constexpr std::uint64_t kMostEmptyPairs = 10'000'000;

std::uint64_t count_empty(const ParallelCorpus& corpus, std::size_t begin) {
  std::uint64_t empty = 0;
  for (std::size_t i = begin; i < corpus.source.size(); ++i)
    empty += corpus.source.sentence(i).empty() && corpus.target.sentence(i).empty() ? 1 : 0;
  return empty;
}

}  // namespace

ParallelCorpus read_pairs(const ParallelInput& input, ThreadPool& threads, Reporter& reporter) {
  constexpr std::size_t kPairsPerBatch = 256;
  constexpr std::uint64_t kBytesToEstimateFrom = 1 << 22;
  ParallelReader reader(input);
  ParallelCorpus corpus;
  std::vector<SentencePairText> batch(kPairsPerBatch);
  bool expected = false;
  std::uint64_t empty = 0;
  while (const std::size_t read = reader.next_batch(batch)) {
    const std::span<const SentencePairText> pairs = std::span(batch).first(read);
    // The two sides have nothing to do with each other.
    threads.for_blocks(2, 1, [&](const Block& block) {
      for (const SentencePairText& pair : pairs) {
        if (block.index == 0) {
          corpus.source.add_line(pair.source, corpus.source_vocabulary);
        } else {
          corpus.target.add_line(pair.target, corpus.target_vocabulary);
        }
      }
    });
    empty += count_empty(corpus, corpus.source.size() - read);
    if (empty > kMostEmptyPairs && empty > corpus.source.size() / 2) {
      throw DataError(reader.place(), fmt::format("more than {} sentence pairs are empty", kMostEmptyPairs),
                      "is this a text of sentences? If it is, leave out the pairs without words");
    }
    if (!expected && reader.bytes_read() > kBytesToEstimateFrom && reader.bytes_total() > 0) {
      expected = true;
      const double share =
          static_cast<double>(reader.bytes_read()) / static_cast<double>(reader.bytes_total());
      corpus.source.expect(share);
      corpus.target.expect(share);
    }
  }
  warn_of_bad_lines(reader.counts(), reporter);
  return corpus;
}

void warn_of_bad_lines(const ParallelReadCounts& counts, Reporter& reporter) {
  const std::uint64_t bad = counts.bad_encoding + counts.bad_format;
  if (bad > 0) reporter.warning(fmt::format("{} sentence pairs cannot be read and count as empty", bad));
}

}  // namespace calque::text
