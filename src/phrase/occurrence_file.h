// Every occurrence of a phrase pair in an aligned corpus as a line of text (docs/formats/extract.md), in
// corpus order.
//
// The bytes are the same for any number of threads; text is made for some sentences at a time, so that memory
// does not grow with the corpus. Throws what extraction throws, and UsageError or MachineError if the file
// cannot be written.
#pragma once

#include <string>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "phrase/extract.h"
#include "text/alignment.h"
#include "text/corpus.h"

namespace calque::phrase {

void write_occurrences(const text::ParallelCorpus& corpus, const text::AlignmentCorpus& alignments,
                       const ExtractOptions& options, const std::string& path, ThreadPool& threads,
                       Reporter& reporter);

}  // namespace calque::phrase
