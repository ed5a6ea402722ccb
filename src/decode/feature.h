// The interface between the models and the search: a feature has a fixed number of scores per step of a
// derivation and a fixed number of state bytes.
//
// There are three kinds. An OptionFeature scores a translation option by itself. A StatefulFeature scores a
// step from what came before it, which it keeps in its state. A ReorderingFeature (reordering_feature.h)
// scores the order of the phrases.
//
// A feature sees one translation option, the end of the previous phrase and its own state; it never sees the
// decoder, a hypothesis or another feature. Features are immutable and shared between threads: what one
// computes for a sentence goes into a SentenceCache, of which every workspace has its own. Hypotheses whose
// states have equal bytes are recombined, so equal states must have equal bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "phrase/phrase_table.h"
#include "text/types.h"

namespace calque {
struct ReorderingPrediction;
}

namespace calque::decode {

// A source word that the phrase table does not know.
inline constexpr text::WordId kUnknownSourceWord{0xffffffffU};

// An option that is not from the phrase table: a copied word, or a suggestion of the request.
inline constexpr std::size_t kNoPair = std::numeric_limits<std::size_t>::max();

// The sentence being translated. Views live while it is translated.
struct SourceSentence {
  std::span<const std::string_view> words;
  std::span<const text::WordId> ids;  // in the phrase source's numbering, or kUnknownSourceWord
  // Target ids below this are words of the target vocabulary; id first_copied_id + i is source word i copied
  // to the output; the ids after those of all source words are extra_words.
  std::uint32_t first_copied_id = 0;
  std::span<const std::string_view> extra_words{};  // target words given with the sentence

  // Text of a target id outside the vocabulary.
  std::string_view outside_text(std::size_t id) const {
    const std::size_t i = id - first_copied_id;
    return i < words.size() ? words[i] : extra_words[i - words.size()];
  }
};

// A phrase of the source sentence with one of its translations.
struct TranslationOption {
  text::Span source;                     // positions in the whole sentence
  std::uint32_t index = 0;               // dense number among the options of one search, for cached tables
  bool copied = false;                   // a word without translation, copied to the output as it is
  std::span<const text::WordId> target;  // never empty
  phrase::LogScores log_scores{};        // of the phrase pair, natural logarithms; meaningless if copied
  std::span<const phrase::InternalLink> alignment;  // inside the pair
  std::size_t pair = kNoPair;                       // number of the pair in the phrase table
};

inline TranslationOption option_of(const phrase::Translation& translation, text::Span source) {
  return {.source = source,
          .target = translation.target,
          .log_scores = translation.log_scores,
          .alignment = translation.alignment,
          .pair = translation.pair};
}

// What a feature computes once per sentence, and what it remembers to save time. Derived by the features that
// need one; may refer to its feature, which lives longer.
class SentenceCache {
 public:
  virtual ~SentenceCache() = default;

  // Called once per search, before any option is looked at. Overwrites what was computed before.
  virtual void prepare_sentence(const SourceSentence& /*sentence*/) {}
  // Called once per search, when its options are chosen; options[i].index == i. Overwrites what was computed
  // before.
  virtual void prepare_options(const SourceSentence& /*sentence*/,
                               std::span<const TranslationOption> /*options*/) {}
};

// An option by itself. The cache is the feature's own, null if it has none.
struct OptionContext {
  const SourceSentence& sentence;
  const TranslationOption& option;
  SentenceCache* cache = nullptr;
};

// One step of a derivation: `option` is translated next.
struct ApplyContext {
  const TranslationOption& option;
  // Where the source span of the previous phrase ended; 0 at the sentence's start.
  std::uint32_t previous_end = 0;
  bool completes_sentence = false;
};

// One step of a finished derivation, for features that tell what made its scores.
struct DerivationStep {
  const SourceSentence& sentence;
  const TranslationOption& option;
  // Null at the start, and where a long sentence was cut into segments.
  const TranslationOption* previous = nullptr;
  const std::byte* state_before = nullptr;  // of the feature
  const SentenceCache* cache = nullptr;     // of the feature, null if it has none
};

struct FeatureDescription {
  std::string name;                     // as written in n-best lists and weight files, e.g. "LM0"
  std::vector<double> default_weights;  // one per score

  std::size_t score_count() const { return default_weights.size(); }
};

// What a feature's scores depend on. The narrower, the less often it is computed.
enum class Scope {
  kOption,        // on the option alone: once per option
  kContinuation,  // on the option, the feature's state and completes_sentence: once per state and option;
                  // previous_end is meaningless
  kJump,          // on previous_end, the option's source span and the feature's state: once per span
  kReordering,    // on the reordering class, the option and the option before: a ReorderingFeature
  kExpansion,     // on everything in the context: once per option and group of hypotheses that share
                  // coverage, previous_end and the states of kJump, kReordering and kExpansion features
};

// What the search must know about a feature to schedule it. Fixed for the feature's life.
struct FeatureTraits {
  Scope scope = Scope::kOption;
  std::size_t state_bytes = 0;
  // No score is ever larger, neither of a step nor an estimate. Lets the search skip what cannot survive;
  // infinity switches that off.
  float upper_bound = std::numeric_limits<float>::infinity();
  // Whether estimates look at more of the sentence than the option's own words. The search remembers
  // estimates from one sentence to the next unless a feature does so.
  bool estimate_uses_sentence = false;
  // estimate() is not overridden, or writes zeros all the same: nobody need ask.
  bool estimates_nothing = false;
};

// What the three kinds have in common. Derive from one of them.
class Feature {
 public:
  virtual ~Feature() = default;

  const FeatureDescription& description() const { return description_; }
  std::size_t score_count() const { return description_.score_count(); }
  Scope scope() const { return traits_.scope; }
  std::size_t state_bytes() const { return traits_.state_bytes; }
  float upper_bound() const { return traits_.upper_bound; }
  bool estimate_uses_sentence() const { return traits_.estimate_uses_sentence; }
  bool estimates_nothing() const { return traits_.estimates_nothing; }

  // Writes every score of the option without its context: exact for an OptionFeature, otherwise the guess
  // that future costs and the choice among translations use. Called between prepare_sentence() and
  // prepare_options(). The cache may change, but earlier calls must not change any result.
  virtual void estimate(const OptionContext& context, std::span<float> scores) const = 0;

  // Null if the feature needs no cache.
  virtual std::unique_ptr<SentenceCache> new_sentence_cache() const { return nullptr; }

  // If the feature's score is a weighted sum of named indicators: appends the names of those that hold in a
  // step, a name as often as it counts.
  virtual void append_indicators(const DerivationStep& /*step*/, std::vector<std::string>& /*names*/) const {}

  // If the feature scores probabilities of reordering classes: appends what it predicted for a step.
  virtual void append_predictions(const DerivationStep& /*step*/,
                                  std::vector<ReorderingPrediction>& /*predictions*/) const {}

 private:
  friend class OptionFeature;
  friend class StatefulFeature;
  Feature(FeatureDescription description, const FeatureTraits& traits)
      : description_(std::move(description)), traits_(traits) {}

  FeatureDescription description_;
  FeatureTraits traits_;
};

// A feature of the option alone, such as a penalty or a translation probability.
class OptionFeature : public Feature {
 public:
  explicit OptionFeature(FeatureDescription description) : Feature(std::move(description), {}) {}

  // Writes every score.
  virtual void score(const OptionContext& context, std::span<float> scores) const = 0;

  void estimate(const OptionContext& context, std::span<float> scores) const final { score(context, scores); }
};

// A feature of a step in its context, such as a language model or a distance.
class StatefulFeature : public Feature {
 public:
  // Requires: the scope is not Scope::kOption.
  StatefulFeature(FeatureDescription description, const FeatureTraits& traits)
      : Feature(std::move(description), traits) {
    CALQUE_CHECK(traits.scope != Scope::kOption);
  }

  // Writes the state before the first word into bytes that are zero.
  virtual void write_begin_state(std::byte* /*state*/) const {}

  // Writes every score of one step and every byte of `after`. Earlier calls may leave something in the cache,
  // but must not change any result. A feature without state gets pointers that it must not use.
  virtual void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before,
                     std::byte* after, std::span<float> scores) const noexcept = 0;

  // All zero unless the feature knows better.
  void estimate(const OptionContext& /*context*/, std::span<float> scores) const override {
    std::fill(scores.begin(), scores.end(), 0.0F);
  }
};

// Requires: the scope is not Scope::kOption.
inline const StatefulFeature& as_stateful(const Feature& feature) {
  return static_cast<const StatefulFeature&>(feature);
}

}  // namespace calque::decode
