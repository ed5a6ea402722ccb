// The commands under `calque reorder`: what they share.
#include "cmd_reorder.h"

#include <cstddef>
#include <variant>

#include <fmt/format.h>

#include "parallel_arguments.h"
#include "reorder/learner.h"

namespace calque::apps {
namespace {

// One option of learners, of type T.
template <typename T>
void add_learner_option(Command& command, const reorder::OptionHelp& help, reorder::OptionValues& values) {
  const std::string name(help.option.name);
  Option option = command.option<T>(
      "--" + name, [&values, name](const T& value) { values[name] = value; }, help.help);
  if (help.option.has_default) option.default_text(fmt::format("{}", std::get<T>(help.option.value)));
}

}  // namespace

void add_corpus_options(Command& command, ReorderInput& input) {
  add_aligned_options(command, input.files.paths);
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
  command.option("--source-classes", input.files.source_classes, "Word classes of the source, word<TAB>class")
      .reads();
  command.option("--target-classes", input.files.target_classes, "Word classes of the target").reads();
  command.option("--word-classes", input.files.word_classes,
                 "How many word classes to make where no file is named; 0: do without");
}

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
