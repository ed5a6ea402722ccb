// The commands under `calque reorder`: what they share.
#include "cmd_reorder.h"

#include <algorithm>

#include "base/error.h"
#include "learn/class_distances.h"
#include "learn/class_embedding.h"
#include "phrase/text_format.h"
#include "text/word_classes_file.h"

namespace calque::apps {
namespace {

// Made on the way, so quickly: a single exchange without annealing.
text::WordClasses make_classes(const text::Corpus& sentences, std::size_t vocabulary, std::size_t classes,
                               Session& session) {
  text::WordClassOptions options;
  options.classes = classes;
  options.runs = 1;
  options.annealing_sweeps = 0;
  options.iterations = 10;
  options.seed = session.common.seed;
  return text::train_word_classes(sentences, vocabulary, options, session.threads(), session.reporter())
      .classes;
}

std::optional<text::WordClasses> classes_for(const std::string& path, std::size_t make,
                                             const text::Vocabulary& vocabulary,
                                             const text::Corpus& sentences, Session& session) {
  if (!path.empty()) return text::read_word_classes(path).for_vocabulary(vocabulary);
  if (make == 0 || vocabulary.size() == 0) return std::nullopt;
  return make_classes(sentences, vocabulary.size(), make, session);
}

}  // namespace

void ReorderInput::adopt(const reorder::ReorderingModel& model) {
  samples.orientation = model.description().orientation;
  samples.direction = model.description().direction;
  samples.neighbours = model.description().neighbours.value_or(samples.neighbours);
}

void add_corpus_options(CLI::App& command, ReorderInput& input) {
  command.add_option("-s,--source", input.corpus.source, "Source sentences, words separated by blanks")
      ->required();
  command.add_option("-t,--target", input.corpus.target, "Target sentences, line by line their translations")
      ->required();
  command.add_option("-a,--alignment", input.alignment, "Word alignments, one line of i-j links per pair")
      ->required();
  command.add_option("--max-length", input.samples.max_length, "Most words on either side of a phrase pair");
  command.add_option("--max-distance", input.samples.max_distance,
                     "Leave out phrase pairs that jump further; 0: none");
  command.add_option("--max-words", input.samples.max_words, "Leave out sentences with more words on a side");
  command.add_option("--max-ratio", input.samples.max_ratio,
                     "Leave out sentence pairs with a side so many times as long as the other; 0: none");
  command.add_flag_callback(
      "--join-unlinked", [&input] { input.samples.neighbours = reorder::Neighbours::kPhrases; },
      "Count words without links as part of the phrase before or after, as distances in a decoder do (of a "
      "model whose file tells how it learnt: always as it learnt)");
}

void add_class_options(CLI::App& command, ReorderInput& input) {
  command.add_option("--classes", input.classes,
                     "Classes of movement: 3, 5, distances at which classes begin (-4,0,1,5), msd or mslr");
  add_choice(command, "--orientation", input.samples.orientation,
             "What msd and mslr refer to: word, phrase or hier (blocks of any size)");
  add_choice(command, "--direction", input.samples.direction,
             "Whose moves: backward (the move to a phrase) or forward (the move on from it)",
             "use backward (the move to a phrase) or forward (the move on from it)");
  command.add_option("--source-classes", input.source_classes, "Word classes of the source, word<TAB>class");
  command.add_option("--target-classes", input.target_classes, "Word classes of the target");
  command.add_option("--word-classes", input.word_classes,
                     "How many word classes to make where no file is named; 0: do without");
}

ReorderCorpus::ReorderCorpus(const ReorderInput& input, Session& session) {
  read(input, session);
  source_classes_ = classes_for(input.source_classes, input.word_classes, corpus_.source_vocabulary,
                                corpus_.source, session);
  target_classes_ = classes_for(input.target_classes, input.word_classes, corpus_.target_vocabulary,
                                corpus_.target, session);
  bind();
}

ReorderCorpus::ReorderCorpus(const ReorderInput& input, const reorder::ReorderingModel& model,
                             Session& session) {
  read(input, session);
  const auto& description = model.description();
  if (!description.source_classes.empty())
    source_classes_ = description.source_classes.for_vocabulary(corpus_.source_vocabulary);
  if (!description.target_classes.empty())
    target_classes_ = description.target_classes.for_vocabulary(corpus_.target_vocabulary);
  bind();
}

void ReorderCorpus::read(const ReorderInput& input, Session& session) {
  refuse_shared_input({input.corpus.source, input.corpus.target, input.alignment});
  corpus_ = text::read_parallel_corpus(input.corpus, session.reporter());
  alignments_ = text::read_alignments(input.alignment, corpus_, input.corpus.source, session.reporter());
}

void ReorderCorpus::bind() {
  text_ = std::make_unique<const reorder::CorpusText>(
      corpus_, alignments_,
      reorder::ClassesOfWords{source_classes_ ? &*source_classes_ : nullptr,
                              target_classes_ ? &*target_classes_ : nullptr});
}

reorder::TrainOptions LearnerArguments::for_learner(const reorder::Learner& learner,
                                                    std::size_t classes) const {
  reorder::TrainOptions result = options;
  result.learner = learner;
  if (!features.empty()) result.features = reorder::FeatureOptions::parse(features);
  if (min_count > 0) result.min_count = min_count;
  if (dirichlet > 0.0) result.dirichlet = dirichlet;
  result.learn_distances = distances == "learned";
  if (!distances.empty() && !result.learn_distances)
    result.distances = learn::read_class_distances(distances, classes);
  if (!embedding.empty()) result.embedding = learn::read_class_embedding(embedding, classes);
  return result;
}

void add_learner_options(CLI::App& command, LearnerArguments& arguments) {
  reorder::TrainOptions& options = arguments.options;
  command.add_option(
      "--features", arguments.features,
      "What to look at: dpr, pairs or rich, with changes such as rich,window=4 (default: what suits the "
      "learner)");
  command.add_option("--min-count", arguments.min_count,
                     "Leave out features that occur less often (default: what suits the learner)");
  command.add_option("--iterations", options.iterations,
                     "Most passes over the data; 0: what suits the learner");
  command.add_option("--variance", options.variance, "Maximum entropy: variance of the prior");
  command.add_option("--shrink", options.shrink, "mlr-dual: level at which a sample is settled");
  command.add_flag("--recheck", options.recheck,
                   "mlr-dual: look at settled samples again, and go on with those that are no longer");
  add_choice(command, "--dual-step", options.dual_step,
             "mlr-dual: newton, or gradient (as published: one step of the same width for all classes)",
             "use --dual-step newton or gradient");
  command.add_option("--cost", options.cost, "svm, mmr, mms-dual: cost of a violated margin");
  command.add_option("--rate", options.rate, "mms: width of a step");
  command.add_option("--bound", options.bound, "mms-extragradient: most that weights of a class measure");
  command.add_option("--distances", arguments.distances,
                     "mms: file with the distance between each two classes, or 'learned' from confusions");
  command.add_option("--embedding", arguments.embedding,
                     "mmr: file with a vector for each class; classes with similar vectors are close");
  command.add_flag(
      "--cross-validate", options.cross_validate,
      "mms, mms-sequential and dpr- ones: choose passes and width of a step on held-out samples");
  command.add_option("--smoothing", options.smoothing, "lexical: added to each count");
  command.add_option("--dirichlet", arguments.dirichlet,
                     "bayes: parameter of the prior (default 2 for bayes-map, 1 for bayes)");
  command.add_option("--min-information", options.selection.min_information,
                     "bayes: leave out features of a lower rank");
  command.add_option("--keep-features", options.selection.keep,
                     "bayes: keep this part of them, the highest ranks");
  add_choice(command, "--rank", options.selection.rank,
             "bayes: rank features by their mutual information with the class: mutual (as it is), normalised "
             "(over the smaller entropy) or symmetric (over the mean of both)",
             "use --rank mutual, normalised or symmetric");
  command.add_option("--min-samples", options.min_samples,
                     "dpr-...: samples that a source phrase needs for a sub-model of its own");
  command.add_flag("!--no-global", options.global_fallback,
                   "dpr-...: phrases without sub-model get class frequencies, not a model of all phrases");
  command.add_option("--mix", options.mix,
                     "dpr-...: mix sub-models with the model of all phrases as if that had so many samples");
}

void add_reorder_command(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "reorder", "Models of how phrases move: train, test, compare learners, explain a prediction");
  command->require_subcommand(1);
  add_reorder_train(*command, session);
  add_reorder_test(*command, session);
  add_reorder_compare(*command, session);
  add_reorder_explain(*command, session);
}

}  // namespace calque::apps
