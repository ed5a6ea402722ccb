// The whole way from an aligned corpus to a phrase table file, within a limit of memory.
//
// The file's bytes depend on corpus, alignments and options alone, never on the number of threads or the
// memory limit. Throws UsageError if corpus and alignments do not fit together, the options are bad or a file
// cannot be written, DataError for links outside a sentence, MachineError if the disk is full.
#pragma once

#include <string>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "phrase/numbered_occurrences.h"
#include "phrase/occurrence_observer.h"
#include "phrase/pair_scoring.h"
#include "phrase/table_options.h"

namespace calque::phrase {

// `observer`, if any, sees every occurrence.
ExtractStatistics extract_to_table(const AlignedText& text, const TableOptions& options,
                                   const std::string& path, ThreadPool& threads, Reporter& reporter,
                                   OccurrenceObserver* observer = nullptr);

// The first two steps alone: what is left is scoring and writing.
CountedPairs extract_and_count(const AlignedText& text, const TableOptions& options, ThreadPool& threads,
                               Reporter& reporter, OccurrenceObserver* observer = nullptr);
// Says how much there is.
void report(const ExtractStatistics& statistics, Reporter& reporter);

}  // namespace calque::phrase
