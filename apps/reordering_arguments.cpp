#include "reordering_arguments.h"

#include <fmt/format.h>

#include "base/error.h"

namespace calque::apps {

pipeline::ReorderingChoice ReorderingArguments::choice() {
  const auto chosen = decode::reordering_form(form);
  if (!chosen) {
    throw UsageError({}, fmt::format("unknown form of reordering scores '{}'", form),
                     "use one, per-class, adjusted or exponential");
  }
  settings.form = *chosen;
  return pipeline::parse_reordering(kinds, settings);
}

void add_reordering_options(Command& command, ReorderingArguments& arguments) {
  command.option("--reordering", arguments.kinds,
                 "How phrases move, with commas between: none, distance, lexicalised or which (such as "
                 "word-mslr-backward-f), learned models (dual-mlr, dpr-mms, naive-bayes, ...; a wrong name "
                 "lists them all); with none, learned models stand without the distance");
  pipeline::LearnedReordering& settings = arguments.settings;
  command.option(
      "--reordering-classes", settings.classes,
      "Learned: classes of movement: mslr, msd, 3, 5 or distances at which classes begin (-4,0,1,5)");
  command.option("--reordering-orientation", settings.orientation,
                 "Learned: what msd and mslr refer to: word, phrase or hier (blocks of any size)");
  command.option("--reordering-directions", settings.directions,
                 "Learned: backward (the move to a phrase), forward (the move on from it) or bidirectional");
  command.option("--reordering-features", settings.features,
                 "Learned: what to look at: dpr, pairs or rich, with changes such as rich,window=4");
  command.option("--reordering-word-classes", settings.word_classes,
                 "Learned: word classes of each side to look at; 0: none");
  command.option("--reordering-form", arguments.form,
                 "Learned: one score for each direction, one per-class, the distance adjusted by the "
                 "probability of its class, or the exponential of that over the sentence");
  command.option("--reordering-beta", settings.beta,
                 "Learned, adjusted: what a probability is multiplied with (default: the number of classes)");
  command.option("--reordering-most-ratio", settings.max_ratio,
                 "Learned, adjusted: the most that a distance is multiplied with (default: no limit)");
  command.flag(
      "--reordering-charge-rest", settings.charge_unlikely_rest,
      "Learned, adjusted: a phrase that does not move pays as for one word if moving was at least as "
      "likely");
  command.option("--reordering-unknown", settings.unknown,
                 "dpr-...: what phrases without sub-model get: the model of all phrases, class frequencies "
                 "or a uniform distribution");
}

}  // namespace calque::apps
