// The commands under `calque block`: what they share.
#include "cmd_block.h"

#include <functional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/enum_names.h"
#include "base/error.h"
#include "block/events.h"
#include "block/lexical_weight.h"
#include "block/trainer.h"

namespace calque::apps {
namespace {

// These enums have names for options alone, so that a message must say which option it was.
template <NamedEnum Enum>
Option add_choice(Command& command, const std::string& name, std::function<void(Enum)> set,
                  const std::string& help) {
  return command.option<std::string>(
      name,
      [name, set = std::move(set)](const std::string& text) {
        const auto value = find_enum<Enum>(text);
        if (!value)
          throw UsageError({}, fmt::format("'{}' is no value of {}", text, name),
                           "use " + list_names<Enum>());
        set(*value);
      },
      help);
}

template <NamedEnum Enum>
void add_choice(Command& command, const std::string& name, Enum& value, const std::string& help) {
  add_choice<Enum>(
      command, name, [&value](Enum chosen) { value = chosen; }, help)
      .default_text(std::string(name_of(value)));
}

}  // namespace

void add_event_options(Command& command, pipeline::BlockTraining& training,
                       std::optional<block::Adjacency>& successors) {
  block::EventSettings& events = training.events;
  events.events.true_matches = block::TrueMatches::kAligned;
  command.option("-m,--model", training.base_folder, "Model folder of 'calque train', with its work folder")
      .reads()
      .required();
  command.option("--kind", events.kind, "orientation (swaps of neighbours) or distortion (freer reordering)");
  add_choice(command, "--alternatives", events.events.alternatives,
             "What true successors compete with: source (same source words) or source-target (also the "
             "same target words elsewhere)");
  add_choice<block::Adjacency>(
      command, "--successors", [&successors](block::Adjacency chosen) { successors = chosen; },
      "Blocks that may follow one: touching (the only choice for orientation), or anywhere in the source "
      "(usual for distortion)");
  add_choice(command, "--matches", events.events.true_matches,
             "Where a block is taken to be said: aligned (where its words are linked with each other) or all "
             "(wherever they stand)");
  command.option("--top", events.events.max_alternatives,
                 "Most blocks of a source phrase among the alternatives");
  command.option<std::string>(
      "--binary", [&events](const std::string& names) { events.binary = block::parse_binary_kinds(names); },
      "Binary features: bb (block pairs), tp (target phrases), wb (word boundaries), or several "
      "separated by commas");
  command.option("--threshold", events.threshold, "Binary features must be seen more often than this");
  command.option("--min-count", training.limits.min_count,
                 "Learn from blocks that were seen at least so often");
  command.option("--blocks-per-phrase", training.limits.max_per_source,
                 "Learn from so many blocks of a source phrase, the most frequent; 0: all");
  command
      .option(
          "--folds", training.folds,
          "Judge each sentence pair by so many language models that have not seen it and by counts without "
          "its own; 1: by the model's own")
      .range(1, 100);
  command.option("--max-points", events.max_points,
                 "Make no more data points than this, evenly chosen; 0: all");
  add_choice(command, "--lexical-norm", events.norm,
             "Orientation: counts of word pairs are divided by those of the source or the target word");
  command.option("--held-out", events.held_out_every,
                 "Measure the error on one of so many sentence pairs; 0: on none");
  command
      .option("--test", training.filter_text,
              "Text that will be translated: train on sentence pairs that have words in common with it")
      .reads();
  command.option("--shared-words", events.shared_words, "With --test: so many words side by side in common")
      .needs("--test");
  command
      .flag("--filter-blocks", training.filter_blocks,
            "With --test: use only blocks whose source phrase is in it")
      .needs("--test");
}

void add_online_options(Command& command, block::OnlineOptions& options) {
  options.sink = block::kNoSink;
  add_choice(command, "--method", options.method, "maximum-entropy or perceptron");
  command.option("--passes", options.passes, "Passes over the data points");
  command.option("--rate", options.rate, "Width of a step");
  command.option("--rate-decay", options.rate_decay,
                 "Pass k (from 0) uses rate / (1 + decay k); 0: a fixed rate");
  command.option("--binary-rate", options.binary_rate, "Width of a step of binary weights; 0: the same");
  command.option("--sample-every", options.sample_every, "Train on one of so many data points");
  command.flag(
      "--free-signs", [&options] { options.sign = block::SignConstraint::kFree; },
      "Weights of costs may become positive");
  command.flag(
      "--sink", [&options] { options.sink = block::kSinkScore; },
      "With the paper's sink state of score -4, which draws weights to zero where costs are high");
}

}  // namespace calque::apps
