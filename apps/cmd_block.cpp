// The commands under `calque block`: what they share.
#include "cmd_block.h"

#include <fmt/format.h>

#include "base/error.h"

namespace calque::apps {
namespace {

// The second name of two, or UsageError.
bool is_second(const std::string& option, const std::string& value, const char* first, const char* second) {
  if (value == second) return true;
  if (value == first) return false;
  throw UsageError({}, fmt::format("'{}' is no value of {}", value, option),
                   fmt::format("use {} or {}", first, second));
}

}  // namespace

void add_event_options(Command& command, pipeline::BlockTraining& training, EventNames& names) {
  block::EventSettings& events = training.events;
  command.option("-m,--model", training.base_folder, "Model folder of 'calque train', with its work folder")
      .reads()
      .required();
  command.option("--kind", events.kind, "orientation (swaps of neighbours) or distortion (freer reordering)");
  command.option("--alternatives", names.alternatives,
                 "What true successors compete with: source (same source words) or source-target (also the "
                 "same target words elsewhere)");
  command.option(
      "--successors", names.successors,
      "Blocks that may follow one: touching (the only choice for orientation), or anywhere in the source "
      "(usual for distortion)");
  command.option(
      "--matches", names.matches,
      "Where a block is taken to be said: aligned (where its words are linked with each other) or all "
      "(wherever they stand)");
  command.option("--top", events.events.max_alternatives,
                 "Most blocks of a source phrase among the alternatives");
  command.option("--binary", names.binary,
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
  command.option("--lexical-norm", names.lexical_norm,
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

void EventNames::complete(block::EventSettings& settings) const {
  const bool orientation = settings.kind == block::ModelKind::kOrientation;
  const bool both = is_second("--alternatives", alternatives, "source", "source-target");
  // Target alternatives are for the features of the distortion model; the orientation model is defined
  // without.
  settings.events.alternatives =
      both && !orientation ? block::Alternatives::kSourceAndTarget : block::Alternatives::kSource;
  const std::string usual = orientation ? "touching" : "anywhere";
  settings.events.adjacency =
      is_second("--successors", successors.empty() ? usual : successors, "touching", "anywhere")
          ? block::Adjacency::kAnywhere
          : block::Adjacency::kTouching;
  settings.events.true_matches = is_second("--matches", matches, "aligned", "all")
                                     ? block::TrueMatches::kAll
                                     : block::TrueMatches::kAligned;
  settings.norm = is_second("--lexical-norm", lexical_norm, "source", "target") ? block::LexicalNorm::kTarget
                                                                                : block::LexicalNorm::kSource;
  settings.binary = block::parse_binary_kinds(binary);
  settings.validate();
}

void add_online_options(Command& command, block::OnlineOptions& options) {
  options.sink = block::kNoSink;
  command
      .option<std::string>(
          "--method",
          [&options](const std::string& name) {
            options.method = is_second("--method", name, "maximum-entropy", "perceptron")
                                 ? block::OnlineMethod::kPerceptron
                                 : block::OnlineMethod::kMaximumEntropy;
          },
          "maximum-entropy or perceptron")
      .default_text("maximum-entropy");
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
