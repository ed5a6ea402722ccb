#include "pipeline/reordering_step.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "pipeline/manifest.h"
#include "reorder/corpus_text.h"
#include "reorder/model.h"
#include "reorder/samples.h"
#include "store/text_file.h"
#include "text/word_classes_file.h"

namespace calque::pipeline {
namespace {

using reorder::Direction;

// A decoder's phrases cover every word, so models learn from phrases that do too.
constexpr auto kNeighbours = reorder::Neighbours::kPhrases;

reorder::ClassesOfWords read_classes(const text::ParallelCorpus& corpus, const LearnedReordering& learned,
                                     const std::string& folder) {
  if (learned.word_classes == 0) return {};
  const auto read = [&](const char* file, const text::Vocabulary& vocabulary) {
    return text::read_word_classes(path_in(folder, file)).for_vocabulary(vocabulary);
  };
  return {read(kSourceClassesFile, corpus.source_vocabulary),
          read(kTargetClassesFile, corpus.target_vocabulary)};
}

reorder::SampleOptions sampling_of(const LearnedReordering& learned, std::size_t max_length,
                                   Direction direction) {
  return {.max_length = max_length,
          .orientation = learned.orientation,
          .direction = direction,
          .neighbours = kNeighbours,
          .max_samples = learned.max_samples};
}

}  // namespace

bool ReorderingSamples::collect_while(const phrase::ExtractOptions& extraction,
                                      const LearnedReordering& learned) {
  const auto options = sampling_of(learned, table_.extract.max_length, Direction::kBackward);
  if (!options.extraction().same_occurrences(extraction)) return false;
  const auto known = std::ranges::find_if(collections_, [&](const Collection& collection) {
    return collection.serves(learned) && collection.directions == learned.direction_list();
  });
  if (known != collections_.end()) return true;
  Collection& added = add(learned);
  added.collector = std::make_unique<reorder::SampleCollector>(
      reorder::SampleMaker(reorder::ReorderingClasses::parse(learned.classes), options, added.directions),
      memory());
  return true;
}

std::span<const reorder::Sample> ReorderingSamples::of(const LearnedReordering& learned, Direction direction,
                                                       const AlignedCorpus& input, ThreadPool& threads) {
  if (const reorder::SampleSet* known = find(learned, direction)) return known->samples;
  const auto classes = reorder::ReorderingClasses::parse(learned.classes);
  reorder::SampleSource source{input.corpus, input.alignment, classes,
                               sampling_of(learned, table_.extract.max_length, direction)};
  source.spill = memory();
  Collection& added = add(learned);
  added.sets = reorder::collect_directions(source, added.directions, threads);
  return find(learned, direction)->samples;
}

ReorderingSamples::Collection& ReorderingSamples::add(const LearnedReordering& learned) {
  return collections_.emplace_back(Collection{
      learned.classes, learned.orientation, learned.max_samples, learned.direction_list(), nullptr, {}});
}

bool ReorderingSamples::Collection::serves(const LearnedReordering& learned) const {
  return classes == learned.classes && orientation == learned.orientation &&
         max_samples == learned.max_samples;
}

const reorder::SampleSet* ReorderingSamples::find(const LearnedReordering& learned,
                                                  Direction direction) const {
  for (const Collection& collection : collections_) {
    if (!collection.serves(learned)) continue;
    for (std::size_t d = 0; d < collection.sets.size(); ++d)
      if (collection.directions[d] == direction) return &collection.sets[d];
  }
  return nullptr;
}

void ReorderingSamples::begin_wave(std::size_t blocks) {
  for (const Collection& collection : collections_) collection.collector->begin_wave(blocks);
}

void ReorderingSamples::observe(std::size_t block, const phrase::AlignedPair& pair,
                                std::span<const phrase::Occurrence> found) {
  for (const Collection& collection : collections_) collection.collector->observe(block, pair, found);
}

void ReorderingSamples::end_wave() {
  for (const Collection& collection : collections_) collection.collector->end_wave();
}

void ReorderingSamples::end_corpus() {
  for (Collection& collection : collections_) {
    collection.collector->end_corpus();
    collection.sets = collection.collector->take_sets();
    collection.collector.reset();
  }
}

nlohmann::json make_word_classes(const text::ParallelCorpus& corpus, std::size_t classes,
                                 const TrainOptions& options, ThreadPool& threads, Reporter& reporter) {
  const auto how = text::WordClassOptions::quick(classes, options.seed);
  nlohmann::json facts;
  const auto make = [&](const text::Corpus& side, const text::Vocabulary& vocabulary, const char* file) {
    const auto made = text::train_word_classes(side, vocabulary.size(), how, threads, reporter);
    store::TextWriter writer(path_in(options.model_folder, file));
    text::write_word_classes(made.classes, vocabulary, writer);
    writer.commit();
    return made.perplexity;
  };
  facts["source_perplexity"] = make(corpus.source, corpus.source_vocabulary, kSourceClassesFile);
  facts["target_perplexity"] = make(corpus.target, corpus.target_vocabulary, kTargetClassesFile);
  return facts;
}

nlohmann::json train_reordering(const AlignedCorpus& input, std::size_t k, const TrainOptions& options,
                                ReorderingSamples& all_samples, ThreadPool& threads, Reporter& reporter) {
  const LearnedReordering& learned = options.reordering.learned[k];
  const auto set = reorder::ReorderingClasses::parse(learned.classes);
  const reorder::CorpusText text(input.corpus, input.alignment,
                                 read_classes(input.corpus, learned, options.model_folder));
  const std::size_t max_length = options.table.extract.max_length;
  nlohmann::json facts = {{"learner", learned.learner.name()}};
  for (const Direction direction : learned.direction_list()) {
    const auto samples = all_samples.of(learned, direction, input, threads);
    if (samples.empty()) {
      throw DataError({options.input.source}, "no phrase pairs to learn reordering from",
                      "give a larger corpus, or leave learned reordering out");
    }
    auto result = reorder::train(text, samples, set, learned.training(options.seed), threads);
    const reorder::TrainingReport report = result.report;
    const auto model = reorder::make_model(std::move(result), learned.learner, set,
                                           sampling_of(learned, max_length, direction), text);
    model.save(path_in(options.model_folder, reordering_file(k, direction)));
    facts["models"][std::string(name_of(direction))] = {
        {"samples", report.samples}, {"features", report.features}, {"sub_models", report.sub_models}};
    facts["word_classes_mark"] = word_classes_mark(model);
    reporter.note(fmt::format("{}: {} samples, {} features, {} sub-models", name_of(direction),
                              report.samples, report.features, report.sub_models));
  }
  return facts;
}

}  // namespace calque::pipeline
