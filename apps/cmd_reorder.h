// The commands under `calque reorder`, each in its own file, and the options that they share.
#pragma once

#include <string>

#include "command.h"
#include "parallel_arguments.h"
#include "reorder/corpus_text.h"
#include "reorder/model.h"
#include "reorder/samples.h"
#include "reorder/trainer.h"

namespace calque::apps {

// Where samples come from and what they are.
struct ReorderInput {
  AlignedArguments corpus;
  std::string classes = "3";
  reorder::SampleOptions samples;
  // Word classes: files, or how many to make (0: none).
  std::string source_classes;
  std::string target_classes;
  std::size_t word_classes = 50;

  // The samples that the model learnt; what its file does not tell stays as it was given.
  void adopt(const reorder::ReorderingModel& model);
};

void add_corpus_options(Command& command, ReorderInput& input);
// --classes, --orientation, --direction and the word classes: of commands that train.
void add_class_options(Command& command, ReorderInput& input);

// A corpus with all that features look at. Not movable: the text is a view of the corpus.
struct ReorderCorpus {
  // Word classes are read, or made if none are named.
  ReorderCorpus(const ReorderInput& input, Session& session);
  // Word classes are the model's.
  ReorderCorpus(const ReorderInput& input, const reorder::ReorderingModel& model, Session& session);
  ReorderCorpus(const ReorderCorpus&) = delete;
  ReorderCorpus& operator=(const ReorderCorpus&) = delete;

  AlignedCorpus corpus;
  reorder::CorpusText text;
};

// The options of all learners, as the learners describe them.
void add_learner_options(Command& command, reorder::OptionValues& values);

}  // namespace calque::apps
