// The options of every command that trains or uses a word alignment model.
#pragma once

#include "align/options.h"
#include "command.h"
#include "parallel_arguments.h"

namespace calque::apps {

struct AlignArguments {
  ParallelArguments corpus;
  align::LinkChoice links;
  align::AlignOptions options;
};

// Which model, and how it is trained.
void add_model_options(Command& command, AlignArguments& arguments);
// How posteriors become links.
void add_link_options(Command& command, AlignArguments& arguments);

// Throws UsageError for numbers out of range.
align::AlignOptions align_options(const AlignArguments& arguments, const CommonOptions& common);

// --skip-bad-lines: what cannot be read becomes an empty pair.
void add_bad_line_option(Command& command, ParallelArguments& arguments);

}  // namespace calque::apps
