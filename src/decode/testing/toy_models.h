// Tiny models in memory for the decoder's tests, and an exhaustive search to compare with. Tests only.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "decode/decoder.h"
#include "decode/features/distortion.h"
#include "decode/features/penalties.h"
#include "decode/features/translation_model.h"
#include "decode/reordering_feature.h"
#include "text/vocabulary.h"

namespace calque::decode::testing {

using Words = std::vector<std::string>;

inline constexpr double kTolerance = 1e-4;  // features give single precision
inline constexpr std::array kAlgorithms{SearchAlgorithm::kStacks, SearchAlgorithm::kCube};

struct ToyPair {
  Words source;
  Words target;
  std::array<float, phrase::kScoreCount> log_scores{};
  std::vector<phrase::InternalLink> alignment{};
};

class ToyPhrases final : public PhraseSource {
 public:
  explicit ToyPhrases(std::vector<ToyPair> pairs) : pairs_(std::move(pairs)) {
    for (const ToyPair& pair : pairs_) {
      std::vector<text::WordId> source;
      for (const auto& word : pair.source) source.push_back(source_vocabulary_.add(word));
      targets_.emplace_back();
      for (const auto& word : pair.target) targets_.back().push_back(target_vocabulary_.add(word));
      by_source_[source].push_back(targets_.size() - 1);
      longest_ = std::max(longest_, source.size());
    }
  }
  std::optional<text::WordId> source_word(std::string_view word) const override {
    return source_vocabulary_.find(word);
  }
  std::string_view target_word(text::WordId word) const override { return target_vocabulary_.word(word); }
  std::size_t target_vocabulary_size() const override { return target_vocabulary_.size(); }
  std::size_t max_source_length() const override { return longest_; }
  void append_translations(std::span<const text::WordId> source,
                           std::vector<phrase::Translation>& out) const override {
    const auto found = by_source_.find({source.begin(), source.end()});
    if (found == by_source_.end()) return;
    for (const std::size_t i : found->second) {
      phrase::Translation translation;
      translation.target = targets_[i];
      translation.log_scores = pairs_[i].log_scores;
      translation.alignment = pairs_[i].alignment;
      translation.pair = i;
      out.push_back(translation);
    }
  }
  const std::vector<ToyPair>& pairs() const { return pairs_; }
  const text::Vocabulary& source_vocabulary() const { return source_vocabulary_; }
  const text::Vocabulary& target_vocabulary() const { return target_vocabulary_; }

 private:
  std::vector<ToyPair> pairs_;
  text::Vocabulary source_vocabulary_;
  text::Vocabulary target_vocabulary_;
  std::vector<std::vector<text::WordId>> targets_;
  std::map<std::vector<text::WordId>, std::vector<std::size_t>> by_source_;
  std::size_t longest_ = 0;
};

// Pseudo-random score in (-4, 0] of one word after another; a fixed function of the two texts.
inline float toy_bigram(std::string_view before, std::string_view word) {
  std::uint64_t hash = 1469598103934665603U;
  for (const std::string_view text : {before, word}) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    hash = (hash ^ 0x1f) * 1099511628211U;
  }
  hash ^= hash >> 29;
  return -static_cast<float>(hash % 4096) / 1024.0F;
}

// A bigram model over toy_bigram: a stateful feature that shares no code with the real language model.
class ToyBigram final : public StatefulFeature {
 public:
  explicit ToyBigram(const ToyPhrases& phrases, Scope scope = Scope::kContinuation)
      : StatefulFeature({"Toy0", {0.7}},
                        {.scope = scope, .state_bytes = sizeof(std::uint32_t), .upper_bound = 0}),
        phrases_(phrases) {}
  void write_begin_state(std::byte* state) const override { std::memset(state, 0xff, sizeof(std::uint32_t)); }
  void estimate(const OptionContext& context, std::span<float> scores) const override {
    const auto& target = context.option.target;
    scores[0] = 0;
    for (std::size_t i = 1; i < target.size(); ++i)
      scores[0] += toy_bigram(text_of(context.sentence, target[i - 1]), text_of(context.sentence, target[i]));
  }
  std::unique_ptr<SentenceCache> new_sentence_cache() const override { return std::make_unique<Sentence>(); }
  void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept override {
    const SourceSentence& sentence = static_cast<Sentence*>(cache)->sentence;
    std::uint32_t last = 0;
    std::memcpy(&last, before, sizeof last);
    scores[0] = 0;
    for (const text::WordId word : context.option.target) {
      const auto previous = last == 0xffffffffU ? "<s>" : text_of(sentence, text::WordId{last});
      scores[0] += toy_bigram(previous, text_of(sentence, word));
      last = static_cast<std::uint32_t>(word);
    }
    if (context.completes_sentence) scores[0] += toy_bigram(text_of(sentence, text::WordId{last}), "</s>");
    std::memcpy(after, &last, sizeof last);
  }

 private:
  struct Sentence final : SentenceCache {
    void prepare_sentence(const SourceSentence& given) override { sentence = given; }
    SourceSentence sentence;
  };
  std::string_view text_of(const SourceSentence& sentence, text::WordId word) const {
    const std::size_t index = text::index_of(word);
    if (index < sentence.first_copied_id) return phrases_.target_word(word);
    return sentence.outside_text(index);
  }
  const ToyPhrases& phrases_;
};

// Pseudo-random reordering scores: a reordering feature that shares no code with the real ones.
class ToyReordering final : public ReorderingFeature {
 public:
  ToyReordering(std::string name, std::uint32_t salt)
      : ReorderingFeature({std::move(name), {0.4, 0.6}}, {.position_state_bytes = sizeof(text::Span),
                                                          .pending_state_bytes = 4 * sizeof(float)}),
        salt_(salt) {}
  void write_begin_position_state(std::byte* state) const override {
    std::memset(state, 0, position_state_bytes());
  }
  void advance(text::Span source, const std::byte* /*before*/, std::byte* after) const noexcept override {
    std::memcpy(after, &source, sizeof source);
  }
  std::uint32_t classify(text::Span source, const std::byte* before) const noexcept override {
    text::Span last;
    std::memcpy(&last, before, sizeof last);
    if (source.begin == last.end) return 0;
    if (source.end == last.begin) return 1;
    return source.begin < last.begin ? 2 : 3;
  }
  void add_backward_scores(const SentenceCache* /*cache*/, const TranslationOption& option,
                           std::uint32_t reordering_class, std::span<float> scores) const noexcept override {
    scores[0] += random_score(option, reordering_class);
  }
  void add_forward_scores(const std::byte* pending_state, std::uint32_t reordering_class,
                          std::span<float> scores) const noexcept override {
    float score = 0;
    std::memcpy(&score, pending_state + reordering_class * sizeof(float), sizeof score);
    scores[1] += score;
  }
  void write_pending_state(const SentenceCache* /*cache*/, const TranslationOption& option,
                           std::byte* pending_state) const noexcept override {
    for (std::uint32_t i = 0; i < 4; ++i) {
      const float score = random_score(option, i + 4);
      std::memcpy(pending_state + i * sizeof(float), &score, sizeof score);
    }
  }

 private:
  float random_score(const TranslationOption& option, std::uint32_t number) const {
    Rng rng(salt_ +
            8 * (option.source.begin + 100 * option.source.end + 10000 * text::index_of(option.target[0])) +
            number);
    return -static_cast<float>(rng.uniform() * 3);
  }
  std::uint32_t salt_;
};

// The same feature, applied to every expansion.
class AppliedToEverything final : public StatefulFeature {
 public:
  explicit AppliedToEverything(std::unique_ptr<const ReorderingFeature> feature)
      : StatefulFeature(feature->description(),
                        {.scope = Scope::kExpansion, .state_bytes = feature->state_bytes()}),
        feature_(std::move(feature)) {}
  void write_begin_state(std::byte* state) const override { feature_->write_begin_state(state); }
  void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept override {
    feature_->apply(context, cache, before, after, scores);
  }

 private:
  std::unique_ptr<const ReorderingFeature> feature_;
};

struct ToySystem {
  std::shared_ptr<const ToyPhrases> phrases;
  DecoderParts decoder_parts;
  Weights weights;

  Decoder decoder(const SearchOptions& options) const { return Decoder(decoder_parts, weights, options); }
};

inline ToySystem make_toy_system(std::vector<ToyPair> pairs, Scope bigram_scope = Scope::kContinuation,
                                 std::vector<std::unique_ptr<const Feature>> more_features = {}) {
  auto phrases = std::make_shared<const ToyPhrases>(std::move(pairs));
  std::vector<std::unique_ptr<const Feature>> features;
  features.push_back(std::make_unique<TranslationModel>());
  features.push_back(std::make_unique<ToyBigram>(*phrases, bigram_scope));
  features.push_back(std::make_unique<Distortion>());
  features.push_back(std::make_unique<WordPenalty>());
  features.push_back(std::make_unique<PhrasePenalty>());
  features.push_back(std::make_unique<UnknownWordPenalty>());
  for (auto& feature : more_features) features.push_back(std::move(feature));
  ToySystem system{phrases, {phrases, std::make_shared<FeatureSet>(std::move(features))}, {}};
  system.weights = default_weights(system.decoder_parts.features->descriptions());
  return system;
}

// Source words s0 .. s(words-1); phrases of up to three of them with up to `most` translations of one to
// three words.
inline std::vector<ToyPair> random_pairs(Rng& rng, std::size_t words, std::size_t maximum,
                                         double share_of_phrases) {
  std::vector<ToyPair> pairs;
  const auto add = [&](const Words& source) {
    std::map<Words, bool> seen;
    for (std::size_t count = 1 + rng.below(maximum); count > 0; --count) {
      ToyPair pair{.source = source, .target = {}};
      for (std::size_t n = 1 + rng.below(3); n > 0; --n)
        pair.target.push_back("t" + std::to_string(rng.below(5)));
      if (!seen.emplace(pair.target, true).second) continue;
      for (float& score : pair.log_scores) score = -static_cast<float>(rng.uniform() * 4);
      for (std::uint8_t i = 0; i < source.size(); ++i) {
        if (i < pair.target.size()) pair.alignment.push_back({i, i});
      }
      pairs.push_back(pair);
    }
  };
  const auto name = [](std::size_t i) { return "s" + std::to_string(i); };
  for (std::size_t i = 0; i < words; ++i) {
    if (rng.chance(0.85)) add({name(i)});
    for (std::size_t j = 0; j < words; ++j) {
      if (rng.chance(share_of_phrases)) add({name(i), name(j)});
      if (rng.chance(share_of_phrases / 2)) add({name(i), name(j), name(rng.below(words))});
    }
  }
  return pairs;
}

// One complete derivation found by exhaustive search.
struct Exhaustive {
  double score = 0;
  Words words;
  std::vector<PhraseStep> phrases;
  std::vector<double> features;
};

// Scores a derivation from its words and spans alone. Feature order as in make_toy_system.
inline void score_toy_derivation(const std::vector<double>& weights, const std::vector<const ToyPair*>& pairs,
                                 Exhaustive& derivation) {
  std::vector<double> f(9, 0.0);
  std::string last = "<s>";
  for (const auto& word : derivation.words) f[4] += toy_bigram(std::exchange(last, word), word);
  f[4] += toy_bigram(last, "</s>");
  std::int64_t end = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::size_t k = 0; k < 4 && pairs[i] != nullptr; ++k) f[k] += pairs[i]->log_scores[k];
    f[5] -=
        static_cast<double>(std::abs(static_cast<std::int64_t>(derivation.phrases[i].source.begin) - end));
    end = derivation.phrases[i].source.end;
    f[8] -= pairs[i] == nullptr ? 100 : 0;
  }
  f[6] = -static_cast<double>(derivation.words.size());
  f[7] = static_cast<double>(pairs.size());
  derivation.features = f;
  derivation.score = 0;
  for (std::size_t i = 0; i < f.size(); ++i) derivation.score += weights[i] * f[i];
}

// Every derivation of a short sentence, best first.
class ExhaustiveSearch {
 public:
  ExhaustiveSearch(const ToySystem& system, Words source, int distortion_limit, std::size_t max_phrase_length)
      : system_(system), source_(std::move(source)), limit_(distortion_limit), longest_(max_phrase_length) {
    for (const auto& group : system.weights.groups) {
      weights_.insert(weights_.end(), group.values.begin(), group.values.end());
    }
    extend(0, 0);
    std::stable_sort(found_.begin(), found_.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
  }
  const std::vector<Exhaustive>& derivations() const { return found_; }

 private:
  bool too_far(std::size_t a, std::size_t b) const {
    return limit_ >= 0 && std::abs(static_cast<long>(a) - static_cast<long>(b)) > limit_;
  }
  void extend(std::uint32_t mask, std::uint32_t previous_end) {
    const auto length = static_cast<std::uint32_t>(source_.size());
    if (mask == (1U << length) - 1) {
      Exhaustive complete = partial_;
      score_toy_derivation(weights_, pairs_, complete);
      found_.push_back(std::move(complete));
      return;
    }
    std::uint32_t first_free = 0;
    while (mask >> first_free & 1) ++first_free;
    for (std::uint32_t begin = first_free; begin < length; ++begin) {
      std::uint32_t covered = 0;
      for (std::uint32_t end = begin + 1; end <= length && end - begin <= longest_; ++end) {
        covered |= 1U << (end - 1);
        if ((mask & covered) != 0) break;
        if (too_far(previous_end, begin) || (begin != first_free && too_far(end, first_free))) continue;
        for (const ToyPair* pair : translations({begin, end})) say(pair, {begin, end}, mask | covered);
      }
    }
  }
  void say(const ToyPair* pair, text::Span span, std::uint32_t mask) {
    const auto size = static_cast<std::uint32_t>(partial_.words.size());
    const Words target = pair == nullptr ? Words{source_[span.begin]} : pair->target;
    partial_.words.insert(partial_.words.end(), target.begin(), target.end());
    partial_.phrases.push_back({span, {size, static_cast<std::uint32_t>(partial_.words.size())}});
    pairs_.push_back(pair);
    extend(mask, span.end);
    pairs_.pop_back();
    partial_.phrases.pop_back();
    partial_.words.resize(size);
  }
  // A null pair stands for a word carried over.
  std::vector<const ToyPair*> translations(text::Span span) const {
    const Words words(source_.begin() + span.begin, source_.begin() + span.end);
    std::vector<const ToyPair*> pairs;
    for (const ToyPair& pair : system_.phrases->pairs()) {
      if (pair.source == words) pairs.push_back(&pair);
    }
    if (pairs.empty() && words.size() == 1) pairs.push_back(nullptr);
    return pairs;
  }

  const ToySystem& system_;
  Words source_;
  int limit_;
  std::size_t longest_;
  std::vector<double> weights_;
  Exhaustive partial_;
  std::vector<const ToyPair*> pairs_;
  std::vector<Exhaustive> found_;
};

inline std::vector<std::string_view> views(const Words& words) {
  return {words.begin(), words.end()};
}

// No pruning of any sort.
inline SearchOptions exact_options() {
  SearchOptions options;
  options.stack_size = 0;
  options.pop_limit = 0;
  options.table_limit = 0;
  options.beam_threshold = 0;
  options.distortion_limit = -1;
  return options;
}

inline Words random_sentence(Rng& rng, std::size_t vocabulary, std::size_t length) {
  Words words;
  while (words.size() < length) words.push_back("s" + std::to_string(rng.below(vocabulary)));
  return words;
}

}  // namespace calque::decode::testing
