// The commands under `calque reorder`, each in its own file, and the options that they share.
#pragma once

#include <string>

#include "options.h"
#include "reorder/corpus_files.h"
#include "reorder/learner_options.h"
#include "reorder/samples.h"

namespace calque::apps {

// Where samples come from and what they are.
struct ReorderInput {
  reorder::CorpusFiles files;
  std::string classes = "3";
  reorder::SampleOptions samples;
};

void add_corpus_options(Command& command, ReorderInput& input);
// --classes, --orientation, --direction and the word classes: of commands that train.
void add_class_options(Command& command, ReorderInput& input);

// The options of all learners, as the learners describe them.
void add_learner_options(Command& command, reorder::OptionValues& values);

}  // namespace calque::apps
