// A feature of the order of the phrases. Which reordering class a step has (monotone, swap, a distance, ...)
// depends only on the source spans translated so far and the one that comes next. The scores of every phrase
// for every class are known before the search begins: backward scores for the step to the phrase, forward
// scores for the step from it to the next one.
//
// The search therefore weighs every phrase with every class once per sentence, and during the search only
// finds the class of a step. The state has two parts: the position state, from which the class follows, and
// the pending state, which holds the forward scores of the last phrase until the next step is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decode/feature.h"

namespace calque::decode {

// Fixed for the feature's life.
struct ReorderingTraits {
  std::size_t position_state_bytes = 0;
  std::size_t pending_state_bytes = 0;
  float upper_bound = std::numeric_limits<float>::infinity();
  bool has_transitions = false;    // add_transition() does something
  bool estimates_nothing = false;  // as in FeatureTraits
};

// What weigh_backward() and weigh_forward() are asked for.
struct WeighedClass {
  const SentenceCache* cache;
  std::uint32_t reordering_class;
  std::span<const double> weights;
  std::span<float> scores;  // scratch, one per weight
};
// The pending states of a feature, one each so many bytes.
struct PendingStates {
  const std::byte* first;
  std::size_t stride;

  const std::byte* operator[](std::size_t i) const { return first + i * stride; }
};

class ReorderingFeature : public StatefulFeature {
 public:
  ReorderingFeature(FeatureDescription description, const ReorderingTraits& traits);

  std::size_t position_state_bytes() const { return traits_.position_state_bytes; }
  std::size_t pending_state_bytes() const { return traits_.pending_state_bytes; }
  bool has_transitions() const { return traits_.has_transitions; }

  // Writes all bytes of the position state before the first word. The pending state there is all zeros.
  virtual void write_begin_position_state(std::byte* state) const = 0;
  // The number of the reordering class if `source` is translated next.
  virtual std::uint32_t classify(text::Span source, const std::byte* before) const noexcept = 0;
  // Writes every byte of the position state after `source`. Few of the steps that the search classifies are
  // taken, so it asks for this apart.
  virtual void advance(text::Span source, const std::byte* before, std::byte* after) const noexcept = 0;

  // Adds the option's scores for a step of that class to the option.
  virtual void add_backward_scores(const SentenceCache* cache, const TranslationOption& option,
                                   std::uint32_t reordering_class,
                                   std::span<float> scores) const noexcept = 0;
  // Adds the scores for a step of that class from the phrase that left this pending state.
  virtual void add_forward_scores(const std::byte* /*pending_state*/, std::uint32_t /*reordering_class*/,
                                  std::span<float> /*scores*/) const noexcept {}
  // Writes all bytes of the pending state after the option.
  virtual void write_pending_state(const SentenceCache* /*cache*/, const TranslationOption& /*option*/,
                                   std::byte* /*pending_state*/) const noexcept {}
  // Adds the scores that depend on the position state and the span of the next phrase, whichever it is.
  virtual void add_transition(const SentenceCache* /*cache*/, text::Span /*source*/,
                              const std::byte* /*before*/, std::uint32_t /*reordering_class*/,
                              std::span<float> /*scores*/) const noexcept {}
  // The same, weighed, for all options and all pending states of a search at once: adds to `sums`, which go
  // by option or by state, the products with the weights. For features that know a shorter way to that sum.
  virtual void weigh_backward(const WeighedClass& weighed, std::span<const TranslationOption> options,
                              std::span<double> sums) const noexcept;
  virtual void weigh_forward(const WeighedClass& weighed, const PendingStates& states,
                             std::span<double> sums) const noexcept;
  // Whether the option may come next in that class at all. Used only by searches with reordering=swap.
  virtual bool permits(const TranslationOption& /*option*/,
                       std::uint32_t /*reordering_class*/) const noexcept {
    return true;
  }

  // Both follow from the above.
  void write_begin_state(std::byte* state) const final { write_begin_position_state(state); }
  void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept final;

 private:
  ReorderingTraits traits_;
};

// What a model thought of the classes of a step, for Feature::append_predictions.
struct ClassPrediction {
  std::string_view model;
  std::string_view direction;
  std::span<const std::string> labels;
  std::span<const float> log_probs;  // by class, as the labels; all zero: the model knows nothing
  std::size_t chosen = 0;            // the class of the step
};
// Appends it, unless the model knows nothing.
void append_prediction(const ClassPrediction& prediction, std::vector<ReorderingPrediction>& predictions);

}  // namespace calque::decode
