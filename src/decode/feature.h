// What a model must offer to take part in the search: a fixed number of scores per step and a fixed number of
// state bytes.
//
// A feature sees one translation option, where the previous phrase ended, and its own state; it never sees
// the decoder, a hypothesis or another feature. Features are immutable and shared between threads: what one
// works out for a sentence goes into a Preparation, of which every workspace has its own. Two states are
// equal if and only if their bytes are; hypotheses with equal bytes are merged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "phrase/phrase_table.h"
#include "text/types.h"

namespace calque::decode {

// A source word that the phrase source does not know.
inline constexpr text::WordId kUnknownSourceWord{0xffffffffU};

// An option that is not from the phrase table: a word carried over, or a suggestion.
inline constexpr std::size_t kNoPair = std::numeric_limits<std::size_t>::max();

// The sentence being translated. Views live while it is translated.
struct SourceSentence {
  std::span<const std::string_view> words;
  std::span<const text::WordId> ids;  // in the phrase source's numbering, or kUnknownSourceWord
  // Target ids below this are words of the target vocabulary; id first_copied_id + i is source word i carried
  // over; the ids after those of all source words are extra_words.
  std::uint32_t first_copied_id = 0;
  std::span<const std::string_view> extra_words{};  // target words given with the sentence

  // Text of a target id that is not of the vocabulary.
  std::string_view outside_text(std::size_t id) const {
    const std::size_t i = id - first_copied_id;
    return i < words.size() ? words[i] : extra_words[i - words.size()];
  }
};

// A span of the source and one thing to say for it.
struct TranslationOption {
  text::Span source;                     // positions in the whole sentence
  std::uint32_t index = 0;               // dense number among the options of one search, for prepared tables
  bool copied = false;                   // a word without translation, carried over as it is
  std::span<const text::WordId> target;  // never empty
  phrase::LogScores log_scores{};        // of the phrase pair, natural logarithms; meaningless if copied
  std::span<const phrase::InternalLink> alignment;  // inside the pair
  std::size_t pair = kNoPair;                       // number of the pair in the phrase table
};

// One step of a derivation: `option` is said next.
struct ApplyContext {
  const TranslationOption& option;
  std::uint32_t previous_end =
      0;  // where the source span of the previous phrase ended; 0 at the sentence's start
  bool completes_sentence = false;
};

// What a feature computed for one sentence, and what it likes to remember. Each feature defines its own.
class SentenceCache {
 public:
  virtual ~SentenceCache() = default;
};

// One step of a derivation, for features that name what they count.
struct IndicatorStep {
  const SourceSentence& sentence;
  const TranslationOption& option;
  // Null at the start, and where a long sentence was cut into segments.
  const TranslationOption* previous = nullptr;
  const std::byte* state_before = nullptr;  // of the feature
};

struct FeatureDescription {
  std::string name;                     // as written in n-best lists and weight files, e.g. "LM0"
  std::vector<double> default_weights;  // one per score

  std::size_t score_count() const { return default_weights.size(); }
};

// What a feature's scores depend on. The narrower, the less often it is asked.
enum class Scope {
  kOption,        // on the option alone: asked once per option through estimate(), never applied
  kContinuation,  // on the option, the feature's state and completes_sentence: applied once per state and
                  // option; previous_end is meaningless
  kJump,          // on previous_end, the option's source span and the feature's state: applied once per span
  kReordering,    // on what kind of move it is, the option and the option before: a ReorderingFeature
  kExpansion,     // on everything in the context: applied once per option and group of hypotheses that share
                  // coverage, previous_end and the states of kJump, kReordering and kExpansion features
};

class Feature {
 public:
  virtual ~Feature() = default;

  virtual const FeatureDescription& description() const = 0;
  virtual Scope scope() const = 0;
  // Fixed for the feature's life. A feature without state sees null pointers.
  virtual std::size_t state_bytes() const { return 0; }
  // Writes all bytes of the state before the first word.
  virtual void write_begin_state(std::byte* /*state*/) const {}

  // No score of this feature is ever larger, neither from apply() nor from estimate(). Lets the search skip
  // what cannot survive; infinity switches that off.
  virtual float upper_bound() const { return std::numeric_limits<float>::infinity(); }

  // Scores of the option without any context: exact for Scope::kOption, otherwise the guess that future costs
  // and the choice among translations use. Called before prepare().
  virtual void estimate(const SourceSentence& sentence, const TranslationOption& option,
                        std::span<float> scores) const = 0;

  // Whether estimate() looks at more of the sentence than the option's own words. The search remembers
  // estimates from one sentence to the next unless a feature says so.
  virtual bool estimate_uses_sentence() const { return false; }

  // The same for a feature that looks at the whole sentence first: `preparation` is what prepare_sentence()
  // made. Must not depend on what was asked before.
  virtual void estimate_prepared(const SourceSentence& sentence, const TranslationOption& option,
                                 SentenceCache* /*preparation*/, std::span<float> scores) const {
    estimate(sentence, option, scores);
  }

  // Null if the feature prepares nothing.
  virtual std::unique_ptr<SentenceCache> new_sentence_cache() const { return nullptr; }
  // Called once per search before any option is looked at. Overwrites what was prepared before.
  virtual void prepare_sentence(const SourceSentence& /*sentence*/, SentenceCache& /*preparation*/) const {}
  // Called once per search, when its options are chosen; options[i].index == i. Overwrites what it
  // prepared before.
  virtual void prepare(const SourceSentence& /*sentence*/, std::span<const TranslationOption> /*options*/,
                       SentenceCache& /*preparation*/) const {}

  // If the feature's score is a weighted sum of named indicators: the names of those that hold in a step, a
  // name as often as it counts.
  virtual void append_indicators(const IndicatorStep& /*step*/, std::vector<std::string>& /*names*/) const {}

  // Scores of one step. Writes every score and every byte of `after`. Not called for Scope::kOption. The
  // preparation may serve as a cache, but what was asked before must not change any result.
  virtual void apply(const ApplyContext& /*context*/, SentenceCache* /*preparation*/,
                     const std::byte* /*before*/, std::byte* /*after*/,
                     std::span<float> /*scores*/) const noexcept {}
};

}  // namespace calque::decode
