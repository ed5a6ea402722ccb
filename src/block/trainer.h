// Trains a block model on sentence pairs: counts, data points, weights (theory/block-bigrams.md).
//
// The result is the same for any number of threads. Throws UsageError for options that cannot work, DataError
// if there is nothing to learn from, NumericError if weights leave the finite numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "block/events.h"
#include "block/lexical_weight.h"
#include "block/model.h"
#include "block/online.h"
#include "block/source_filter.h"
#include "text/alignment.h"
#include "text/corpus.h"

namespace calque::block {

// Sentence pairs in the ids of the block set. Words that it does not have are kNotInSet.
inline constexpr text::WordId kNotInSet{0xffffffffU};
text::Corpus in_ids_of(const text::VocabularyView& vocabulary, const text::Corpus& sentences,
                       const text::VocabularyView& own);

struct TrainingText {
  const text::Corpus& source;
  const text::Corpus& target;
  // For the distortion model: word alignments of all pairs; several are counted one after the other.
  std::span<const text::AlignmentCorpus> alignments{};
  std::size_t source_words = 0;  // size of the set's source vocabulary
};

struct EventSettings {
  ModelKind kind = ModelKind::kDistortion;
  EventOptions events{};
  std::vector<BinaryKind> binary{};
  std::uint32_t threshold = 3;  // binary features must be seen more often
  LexicalNorm norm = LexicalNorm::kSource;
  StepOptions steps{};
  std::size_t max_points = 1'500'000;  // more are not made, but one of so many; 0: no limit
  std::size_t held_out_every = 20;     // one of so many pairs is for measuring errors; 0: none
  // Only pairs with so many words in common with the filter, side by side, are used; null: all.
  const SourceFilter* filter = nullptr;
  std::size_t shared_words = 1;

  // Sets what depends on the kind: target alternatives are for the features of the distortion model, the
  // orientation model is defined without; its blocks touch, while those of the distortion model usually
  // follow anywhere. Throws what validate() throws.
  void complete(std::optional<Adjacency> successors);
  // Throws UsageError.
  void validate() const;
};

// How much was found.
struct EventCounts {
  std::uint64_t sentences = 0;  // used for training
  std::uint64_t held_out_sentences = 0;
  std::uint64_t filtered_sentences = 0;
  std::uint64_t matches = 0;
  std::uint64_t points = 0;  // if all were made
  std::uint64_t point_every = 1;
  std::array<std::uint64_t, 3> bigrams{};  // by Orientation
};

// Data points and what they were made from.
struct Events {
  EventCounts counts;
  ModelData data;  // without weights
  BinaryFeatures binary;
  DataPoints points{0};
  DataPoints neutral{0};
  DataPoints held_out{0};
  DataPoints held_out_neutral{0};
};

// A language model and its words by target word of the set.
struct ModelOfFold {
  const lm::Model* model = nullptr;
  std::vector<text::WordId> words{};
};

struct EventInputs {
  const BlockSet& blocks;
  const TrainingText& text;
  // Pair i of the text uses number i modulo their number. With several, each is one that has not seen the
  // pairs it is used for.
  std::span<const ModelOfFold> language_models;
  // Distortion model: word probabilities for the lexical weights; without them those of the orientation
  // model.
  WordTranslation p_source_given_target{};
};

Events make_events(const EventInputs& inputs, const EventSettings& settings, ThreadPool& threads,
                   Reporter& reporter);

struct WeightSettings {
  OnlineOptions online{};
  std::string components{};      // letters of the float features to use; empty: all
  bool two_stages = false;       // floats first; then binary weights with the floats as they are
  std::size_t float_passes = 1;  // of the first stage
  // Float weights to begin with, and whether to leave them so; empty: zeros.
  std::vector<double> start{};
  std::vector<double> neutral_start{};
  bool keep_floats = false;
  bool check_bound = false;  // run the convergence theorem's check on the first pass

  // Which of the float features of the letters `all` are used. Throws UsageError for other letters.
  std::vector<bool> chosen(std::string_view all) const;
};

struct TrainingReport {
  std::vector<PassReport> passes;
  std::vector<PassReport> neutral_passes;
  BoundReport bound;
};

// Trains the weights of `events` and puts them into a model with its costs. The neutral weights are trained
// beside the others.
struct Trained {
  BlockModel model;
  TrainingReport report;
};
Trained train_weights(Events& events, const WeightSettings& settings, ThreadPool& threads,
                      Reporter& reporter);

}  // namespace calque::block
