// All derivations of a short sentence, one by one: the oracle of the search. Features are asked step by step
// through the interface that all of them have, whatever their scope. Tests only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "decode/decoder.h"

namespace calque::decode::testing {

// A step that might come next. Bit i of `covered` says whether word i has been said.
struct NextStep {
  std::uint32_t covered = 0;
  std::uint32_t first_free = 0;
  std::uint32_t previous_end = 0;
  const TranslationOption& option;
};
using StepRule = std::function<bool(const NextStep&)>;

// Jumps of at most so many words, and back to the first free word; -1: any.
inline StepRule within_distance(int limit) {
  return [limit](const NextStep& step) {
    const auto too_far = [limit](std::uint32_t a, std::uint32_t b) {
      return limit >= 0 && std::abs(static_cast<int>(a) - static_cast<int>(b)) > limit;
    };
    const auto [begin, end] = step.option.source;
    if (too_far(begin, step.previous_end)) return false;
    return begin == step.first_free || !too_far(end, step.first_free);
  };
}

// The scores of all derivations.
class AllDerivations {
 public:
  AllDerivations(const DecoderParts& decoder_parts, std::span<const double> weights,
                 std::span<const std::string_view> words, StepRule rule)
      : features_(*decoder_parts.features), weights_(weights), words_(words), rule_(std::move(rule)) {
    for (const std::string_view word : words)
      ids_.push_back(decoder_parts.phrases->source_word(word).value_or(kUnknownSourceWord));
    sentence_ = {words_, ids_, static_cast<std::uint32_t>(decoder_parts.phrases->target_vocabulary_size())};
    collect_options(*decoder_parts.phrases);
    caches_ = features_.new_sentence_caches();
    for (const auto& cache : caches_) {
      if (cache == nullptr) continue;
      cache->prepare_sentence(sentence_);
      cache->prepare_options(sentence_, options_);
    }
    std::vector<std::byte> states(features_.state_bytes());
    features_.write_begin_states(states.data());
    extend(0, 0, states, 0);
  }
  double best() const { return best_; }
  std::size_t count() const { return scores_.size(); }
  // By falling score, no more than n.
  std::vector<double> best_scores(std::size_t n) {
    std::sort(scores_.begin(), scores_.end(), std::greater<>());
    return {scores_.begin(), scores_.begin() + static_cast<std::ptrdiff_t>(std::min(n, scores_.size()))};
  }

 private:
  void collect_options(const PhraseSource& phrases) {
    copied_.reserve(words_.size());
    for (std::uint32_t begin = 0; begin < words_.size(); ++begin) {
      for (std::uint32_t end = begin + 1; end <= words_.size(); ++end) {
        std::vector<phrase::Translation> translations;
        phrases.append_translations(std::span(ids_).subspan(begin, end - begin), translations);
        for (const auto& translation : translations) {
          add({{begin, end},
               0,
               false,
               translation.target,
               translation.log_scores,
               translation.alignment,
               translation.pair});
        }
        if (end != begin + 1 || !translations.empty()) continue;
        copied_.push_back(text::WordId{sentence_.first_copied_id + begin});
        add({{begin, end}, 0, true, {&copied_.back(), 1}, {}, {}, kNoPair});
      }
    }
  }
  void add(TranslationOption option) {
    option.index = static_cast<std::uint32_t>(options_.size());
    options_.push_back(option);
  }

  void extend(std::uint32_t covered, std::uint32_t previous_end, const std::vector<std::byte>& states,
              double score) {
    const std::uint32_t all = (1U << words_.size()) - 1;
    if (covered == all) {
      best_ = std::max(best_, score);
      scores_.push_back(score);
      return;
    }
    std::uint32_t first_free = 0;
    while ((covered >> first_free & 1U) != 0) ++first_free;
    std::vector<std::byte> after(states.size());
    for (const TranslationOption& option : options_) {
      const auto [begin, end] = option.source;
      const std::uint32_t mask = (1U << end) - (1U << begin);
      if ((covered & mask) != 0 || !rule_({covered, first_free, previous_end, option})) continue;
      const ApplyContext context{option, previous_end, (covered | mask) == all};
      const double gain = step(context, states, after);
      extend(covered | mask, end, after, score + gain);
    }
  }
  double step(const ApplyContext& context, const std::vector<std::byte>& before,
              std::vector<std::byte>& after) {
    double sum = 0;
    for (std::size_t i = 0; i < features_.size(); ++i) {
      std::vector<float> scores(features_[i].score_count());
      const std::size_t at = features_.state_offset(i);
      if (features_[i].scope() == Scope::kOption) {
        features_[i].estimate({sentence_, context.option, caches_[i].get()}, scores);
      } else {
        as_stateful(features_[i])
            .apply(context, caches_[i].get(), before.data() + at, after.data() + at, scores);
      }
      for (std::size_t k = 0; k < scores.size(); ++k)
        sum += weights_[features_.score_offset(i) + k] * double{scores[k]};
    }
    return sum;
  }

  const FeatureSet& features_;
  std::span<const double> weights_;
  std::span<const std::string_view> words_;
  StepRule rule_;
  std::vector<text::WordId> ids_;
  std::vector<text::WordId> copied_;
  SourceSentence sentence_;
  std::vector<TranslationOption> options_;
  std::vector<std::unique_ptr<SentenceCache>> caches_;
  double best_ = -std::numeric_limits<double>::infinity();
  std::vector<double> scores_;
};

}  // namespace calque::decode::testing
