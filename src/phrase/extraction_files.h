// From a word-aligned corpus to files of phrase pairs: occurrences as text, the scored table as text or as
// the file that PhraseTable maps. Behind `calque extract`.
//
// The bytes are the same for any number of threads. Throws what extraction throws, and UsageError for outputs
// that do not go together.
#pragma once

#include <string>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "phrase/table_options.h"
#include "text/corpus_reader.h"

namespace calque::phrase {

// Empty: not wanted. "-": standard output, for one of the two texts.
struct ExtractionFiles {
  std::string occurrences{};  // docs/formats/extract.md
  std::string table{};        // Moses' text form
  std::string model{};

  void validate() const;
};

void extract_to_files(const text::AlignedCorpus& corpus, const TableOptions& options,
                      const ExtractionFiles& files, ThreadPool& threads, Reporter& reporter);

}  // namespace calque::phrase
