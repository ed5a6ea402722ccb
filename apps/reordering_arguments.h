// Options of learned reordering models, for `calque train`.
#pragma once

#include <string>

#include "options.h"
#include "pipeline/learned_reordering.h"

namespace calque::apps {

struct ReorderingArguments {
  std::string kinds = "lexicalised";
  std::string form = "one";
  pipeline::LearnedReordering settings;  // of all learned models, but for the learner

  // Throws UsageError.
  pipeline::ReorderingChoice choice();
};

void add_reordering_options(Command& command, ReorderingArguments& arguments);

}  // namespace calque::apps
