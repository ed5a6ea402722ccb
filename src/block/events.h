// Data points from sentence pairs (spec 04 sections 3 to 5): what followed each block, and what could have.
//
// EventMaker owns scratch memory: one per thread. Models and sets must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "block/binary_features.h"
#include "block/block_set.h"
#include "block/data_points.h"
#include "block/matches.h"
#include "block/model.h"
#include "lm/model.h"

namespace calque::block {

// Which vectors a true successor competes with.
enum class Alternatives : std::uint8_t {
  kSource,           // blocks with the same source phrase
  kSourceAndTarget,  // also blocks at the same target words and other source words of the sentence pair
};

struct EventOptions {
  Alternatives alternatives = Alternatives::kSourceAndTarget;
  Adjacency adjacency = Adjacency::kTouching;
  std::size_t most_alternatives = 9;  // blocks of a source phrase, the most frequent
};

// A sentence pair in the ids of the block set.
struct SentencePair {
  std::span<const text::WordId> source;
  std::span<const text::WordId> target;
};

// What vectors are computed from. `features` carries costs only; its weights are not looked at.
struct EventModels {
  const BlockSet& blocks;
  const BlockModel& features;
  const BinaryFeatures& binary;
  const lm::Model& language_model;
  std::span<const text::WordId> lm_words;  // by target word of the block set: the language model's word
};

// Floats of one vector, from its parts. Costs of language models are natural logarithms, negated.
struct LanguageCosts {
  double first = 0;  // of the first word given those before the block
  double rest = 0;   // of the others, and of the sentence's end if the block ends it
};

class EventMaker {
 public:
  EventMaker(const EventModels& models, const EventOptions& options);

  // Adds a point for each match that has successors to `points` and, for the orientation model, a point for
  // each match without predecessor to `neutral`.
  void add_points(const SentencePair& pair, DataPoints& points, DataPoints& neutral);

  // Matches and bigrams of the pair given last.
  std::span<const Match> matches() const { return matches_; }
  std::span<const Bigram> bigrams() const { return bigrams_; }
  // Finds them without making points.
  void match(const SentencePair& pair);

 private:
  // A block that could come next, where it would stand in the source, and whether it ends the sentence.
  struct Candidate {
    BlockId block;
    text::Span source;
    Orientation orientation;
    bool ends_sentence;

    bool operator==(const Candidate&) const = default;
  };

  void add_point(const SentencePair& pair, const Match* previous, std::span<const Bigram> successors,
                 DataPoints& points);
  void collect(std::span<const Bigram> successors, std::size_t target_length);
  void add_alternative(const Candidate& candidate);
  void write_floats(const SentencePair& pair, const Match* previous, const Candidate& candidate,
                    std::uint32_t target_begin);
  LanguageCosts language_costs(const lm::State& before, const Candidate& candidate) const;

  EventModels models_;
  EventOptions options_;
  Matcher matcher_;
  std::vector<Match> matches_;
  std::vector<Bigram> bigrams_;
  std::vector<Bigram> by_previous_;
  std::vector<lm::State> states_;  // by target position: before the word there
  std::vector<Candidate> positives_;
  std::vector<Candidate> negatives_;
  std::vector<float> floats_;
  std::vector<std::uint32_t> active_;
};

}  // namespace calque::block
