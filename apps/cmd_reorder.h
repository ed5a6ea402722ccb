// The commands under `calque reorder`, each in its own file, and the options that they share.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "command.h"
#include "parallel_arguments.h"
#include "reorder/corpus_text.h"
#include "reorder/model.h"
#include "reorder/samples.h"
#include "reorder/trainer.h"
#include "text/alignment.h"
#include "text/corpus.h"
#include "text/corpus_reader.h"
#include "text/word_classes.h"

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

// A corpus with all that features look at. Not movable: views point into it.
class ReorderCorpus {
 public:
  // Word classes are read, or made if none are named.
  ReorderCorpus(const ReorderInput& input, Session& session);
  // Word classes are the model's.
  ReorderCorpus(const ReorderInput& input, const reorder::ReorderingModel& model, Session& session);
  ReorderCorpus(const ReorderCorpus&) = delete;
  ReorderCorpus& operator=(const ReorderCorpus&) = delete;

  const text::ParallelCorpus& corpus() const { return corpus_.text; }
  const text::AlignmentCorpus& alignments() const { return corpus_.alignments; }
  const reorder::CorpusText& text() const { return *text_; }

 private:
  void bind();

  AlignedCorpus corpus_;
  std::optional<text::WordClasses> source_classes_;
  std::optional<text::WordClasses> target_classes_;
  std::unique_ptr<const reorder::CorpusText> text_;
};

// The options of all learners, as the learners describe them.
void add_learner_options(Command& command, reorder::OptionValues& values);

}  // namespace calque::apps
