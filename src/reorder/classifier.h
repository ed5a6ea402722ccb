// What a trained model of movement answers: how probable each class is for a phrase pair in its sentence.
//
// A classifier is immutable and safe to share between threads; scratch memory is the caller's. What depends
// on the source span alone is computed once by begin_span; each target phrase then costs its own features.
// Neither allocates once the scratch memory has grown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "reorder/features.h"
#include "reorder/key_table.h"
#include "store/container.h"
#include "text/types.h"

namespace calque::reorder {

// Probabilities are kept above this before logarithms are taken (theory/reordering.md#numerical-care).
inline constexpr double kMinProbability = 1e-6;

// A source span whose target phrases are scored, and scratch memory. Views of the sentence are kept.
struct SpanScratch {
  WordsView sentence;
  text::Span span;
  std::vector<double> sums;  // of the source's own features, by class
  double squares = 0.0;      // their squared length
  std::uint64_t length = 0;  // how many there are
  std::uint32_t cluster = KeyTable::kNone;
  // Set by callers who ask for the same phrase pair in many sentences; empty otherwise. What the pair's own
  // features say, whatever the sentence: a sum for each class, then their squared length. A negative length
  // means not yet known; log_probs of models that can use it then fill it in. One place for each pair and
  // classifier.
  std::span<float> pair_memory;
  // Reused for each target phrase.
  std::vector<Key> keys;
  std::vector<std::uint32_t> ids;
  std::vector<float> values;
  std::vector<double> scores;
  std::vector<double> pair_sums;
  std::vector<float> no_memory;
  std::vector<float> plain;  // real-valued features
  // What a model inside the model works on, and what it said.
  std::vector<SpanScratch> inner;
  std::vector<float> inner_log_probs;

  SpanScratch& inside() {
    if (inner.empty()) inner.emplace_back();
    return inner.front();
  }
};

// What one feature said for each class, for explanations.
struct Influence {
  std::string feature;
  std::vector<double> by_class;  // added to the score
};

class Classifier {
 public:
  virtual ~Classifier() = default;

  virtual std::size_t classes() const = 0;
  // Requires: the span is not empty and lies in the sentence. The views must live as long as the scratch is
  // used.
  virtual void begin_span(const WordsView& sentence, text::Span span, SpanScratch& scratch) const = 0;
  // Natural logarithms of the class probabilities, a place for each class. Requires: begin_span before.
  virtual void log_probs(SpanScratch& scratch, const TargetPhrase& target,
                         std::span<float> log_probs) const = 0;
  // What each feature of the pair adds; empty for models without features.
  virtual std::vector<Influence> influences(const WordsView& sentence, text::Span span,
                                            const TargetPhrase& target, const WordNames& names) const;
  // Whether the model knows this source phrase by itself, for models that have one for each.
  virtual bool knows_phrase(std::span<const Key> source) const;

  // Adds its sections to a file. read_classifier() (classifier_file.h) reads them.
  virtual void write(store::ContainerWriter& file) const = 0;
};

// How scores become probabilities.
enum class Link : std::uint8_t {
  kSoftmax,
  // Classes are in order; score k is the logistic score of "beyond class k", the last one is not used.
  kOrdinal,
};

// Scores to log probabilities, kept above kMinProbability. Scores are overwritten.
void write_log_probs(std::span<double> scores, std::span<float> log_probs, Link link = Link::kSoftmax);

}  // namespace calque::reorder
