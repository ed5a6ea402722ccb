// The options of every command that reads sentence pairs: -s, -t, --tmx, --format and the two languages.
#pragma once

#include <string>

#include "options.h"
#include "text/clean.h"
#include "text/corpus_reader.h"
#include "text/parallel_reader.h"

namespace calque::apps {

struct ParallelArguments {
  std::string source;
  std::string target;
  std::string tmx;
  text::ParallelFormat format = text::ParallelFormat::kAuto;
  std::string source_language;
  std::string target_language;
  text::BadLinePolicy bad_lines = text::BadLinePolicy::kThrow;
};

void add_parallel_options(Command& command, ParallelArguments& arguments);

// A corpus with word alignments: -s, -t and -a.
void add_aligned_options(Command& command, text::AlignedPaths& paths);

// --min-words, --max-words, --max-ratio, --remove-duplicates, --remove-identical.
void add_clean_options(Command& command, text::CleanOptions& options);

// Throws UsageError unless the sentence pairs are given in exactly one way. Languages that are not given are
// taken from file names such as "corpus.de".
text::ParallelInput chosen_input(const ParallelArguments& arguments);

}  // namespace calque::apps
