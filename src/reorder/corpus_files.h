// A word-aligned corpus with the classes of its words, out of files. Behind `calque reorder train`, `test`
// and `compare`.
//
// Throws what reading and making word classes throws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "reorder/corpus_text.h"
#include "reorder/model.h"
#include "text/corpus_reader.h"

namespace calque::reorder {

struct CorpusFiles {
  text::AlignedPaths paths;
  // Files of word classes; where none is named, so many are made (0: none).
  std::string source_classes{};
  std::string target_classes{};
  std::size_t word_classes = 50;
};

// Not movable: the text is a view of the corpus.
class CorpusFromFiles {
 public:
  CorpusFromFiles(const CorpusFiles& files, std::uint64_t seed, ThreadPool& threads, Reporter& reporter);
  // With the word classes of a model.
  CorpusFromFiles(const text::AlignedPaths& paths, const ReorderingModel& model, Reporter& reporter);
  CorpusFromFiles(const CorpusFromFiles&) = delete;
  CorpusFromFiles& operator=(const CorpusFromFiles&) = delete;

  const CorpusText& text() const { return text_; }

 private:
  text::AlignedCorpus corpus_;
  CorpusText text_;
};

}  // namespace calque::reorder
