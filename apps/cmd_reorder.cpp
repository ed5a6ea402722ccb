// The commands under `calque reorder`: what they share.
#include "cmd_reorder.h"

#include <optional>
#include <variant>

#include <fmt/format.h>

#include "text/word_classes_file.h"

namespace calque::apps {
namespace {

std::optional<text::WordClasses> classes_for(const std::string& path, std::size_t make,
                                             const text::Vocabulary& vocabulary,
                                             const text::Corpus& sentences, Session& session) {
  if (!path.empty()) return text::read_word_classes(path).for_vocabulary(vocabulary);
  if (make == 0 || vocabulary.size() == 0) return std::nullopt;
  return text::train_word_classes(sentences, vocabulary.size(),
                                  text::WordClassOptions::quick(make, session.common.seed), session.threads(),
                                  session.reporter())
      .classes;
}

std::optional<text::WordClasses> classes_of(const reorder::ClassLookup& classes,
                                            const text::Vocabulary& vocabulary) {
  if (classes.empty()) return std::nullopt;
  return classes.for_vocabulary(vocabulary);
}

// One option of learners, of type T.
template <typename T>
void add_learner_option(Command& command, const reorder::OptionHelp& help, reorder::OptionValues& values) {
  const std::string name(help.option.name);
  Option option = command.option<T>(
      "--" + name, [&values, name](const T& value) { values[name] = value; }, help.help);
  if (help.option.has_default) option.default_text(fmt::format("{}", std::get<T>(help.option.value)));
}

}  // namespace

void ReorderInput::adopt(const reorder::ReorderingModel& model) {
  samples.orientation = model.description().orientation;
  samples.direction = model.description().direction;
  samples.neighbours = model.description().neighbours.value_or(samples.neighbours);
}

void add_corpus_options(Command& command, ReorderInput& input) {
  add_aligned_options(command, input.corpus);
  command.option("--max-length", input.samples.max_length, "Most words on either side of a phrase pair");
  command.option("--max-distance", input.samples.max_distance,
                 "Leave out phrase pairs that jump further; 0: none");
  command.option("--max-words", input.samples.max_words, "Leave out sentences with more words on a side");
  command.option("--max-ratio", input.samples.max_ratio,
                 "Leave out sentence pairs with a side so many times as long as the other; 0: none");
  command.flag(
      "--join-unlinked", [&input] { input.samples.neighbours = reorder::Neighbours::kPhrases; },
      "Count words without links as part of the phrase before or after, as distances in a decoder do (of a "
      "model whose file tells how it learnt: always as it learnt)");
}

void add_class_options(Command& command, ReorderInput& input) {
  command.option(
      "--max-samples", input.samples.max_samples,
      "Learn from so many samples, spread evenly over the corpus; 0: all. Learners that count take all");
  command.option("--classes", input.classes,
                 "Classes of movement: 3, 5, distances at which classes begin (-4,0,1,5), msd or mslr");
  command.option("--orientation", input.samples.orientation,
                 "What msd and mslr refer to: word, phrase or hier (blocks of any size)");
  command.option("--direction", input.samples.direction,
                 "Whose moves: backward (the move to a phrase) or forward (the move on from it)",
                 "use backward (the move to a phrase) or forward (the move on from it)");
  command.option("--source-classes", input.source_classes, "Word classes of the source, word<TAB>class")
      .reads();
  command.option("--target-classes", input.target_classes, "Word classes of the target").reads();
  command.option("--word-classes", input.word_classes,
                 "How many word classes to make where no file is named; 0: do without");
}

ReorderCorpus::ReorderCorpus(const ReorderInput& input, Session& session)
    : corpus(read_aligned(input.corpus, session.reporter())),
      text(corpus.text, corpus.alignments,
           {classes_for(input.source_classes, input.word_classes, corpus.text.source_vocabulary,
                        corpus.text.source, session),
            classes_for(input.target_classes, input.word_classes, corpus.text.target_vocabulary,
                        corpus.text.target, session)}) {}

ReorderCorpus::ReorderCorpus(const ReorderInput& input, const reorder::ReorderingModel& model,
                             Session& session)
    : corpus(read_aligned(input.corpus, session.reporter())),
      text(corpus.text, corpus.alignments,
           {classes_of(model.description().source_classes, corpus.text.source_vocabulary),
            classes_of(model.description().target_classes, corpus.text.target_vocabulary)}) {}

void add_learner_options(Command& command, reorder::OptionValues& values) {
  for (const reorder::OptionHelp& help : reorder::all_options()) {
    const std::string name(help.option.name);
    if (std::holds_alternative<bool>(help.option.value)) {
      command.flag(
          "--" + name, [&values, name] { values[name] = true; }, help.help);
    } else if (std::holds_alternative<std::size_t>(help.option.value)) {
      add_learner_option<std::size_t>(command, help, values);
    } else if (std::holds_alternative<double>(help.option.value)) {
      add_learner_option<double>(command, help, values);
    } else {
      add_learner_option<std::string>(command, help, values);
    }
  }
}

}  // namespace calque::apps
