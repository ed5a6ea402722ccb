#include "decode/option_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace calque::decode {
namespace {

enum class Part { kFixed, kContextual };

// Weighted sum of the estimates of the features of one part.
double weigh(const ModelView& model, const SourceSentence& sentence, const TranslationOption& option,
             Part part, std::vector<float>& values) {
  double sum = 0;
  for (std::size_t i = 0; i < model.features.size(); ++i) {
    const Feature& feature = model.features[i];
    if ((feature.scope() == Scope::kOption) != (part == Part::kFixed)) continue;
    const std::size_t offset = model.features.score_offset(i);
    const std::size_t count = feature.description().score_count();
    const std::span<float> scores(values.data(), count);
    feature.estimate(sentence, option, scores);
    for (std::size_t k = 0; k < count; ++k) sum += model.weights[offset + k] * double{scores[k]};
  }
  // Ranking needs an order, which NaN has not.
  if (!std::isfinite(sum)) {
    throw NumericError("the score of a translation option is not finite",
                       "check the phrase table and the weights");
  }
  return sum;
}

// No weighted sum of contextual scores exceeds this; infinity if a feature gives no bound that helps.
double contextual_bound(const ModelView& model) {
  double bound = 0;
  for (std::size_t i = 0; i < model.features.size(); ++i) {
    const Feature& feature = model.features[i];
    if (feature.scope() == Scope::kOption) continue;
    for (std::size_t k = 0; k < feature.description().score_count(); ++k) {
      const double weight = model.weights[model.features.score_offset(i) + k];
      if (weight == 0) continue;
      if (weight < 0) return std::numeric_limits<double>::infinity();
      bound += weight * double{feature.upper_bound()};
    }
  }
  return bound;
}

TranslationOption option_of(const phrase::Translation& translation, text::Span source) {
  return {.source = source,
          .target = translation.target,
          .log_scores = translation.log_scores,
          .alignment = translation.alignment,
          .pair = translation.pair};
}

}  // namespace

void OptionTable::build(const ModelView& model, const SearchOptions& options, const SourceSentence& sentence,
                        text::Span segment) {
  options_.clear();
  scores_.clear();
  first_.clear();
  segment_begin_ = segment.begin;
  values_.resize(std::max<std::size_t>(model.features.score_count(), 1));
  // Sized before options point into it.
  copied_words_.assign(segment.size(), kUnknownSourceWord);
  const auto longest = static_cast<std::uint32_t>(std::min<std::size_t>(
      {options.max_phrase_length, std::max<std::size_t>(model.phrases.max_source_length(), 1),
       std::max<std::uint32_t>(segment.size(), 1)}));
  max_length_ = longest;
  for (std::uint32_t begin = segment.begin; begin < segment.end; ++begin) {
    for (std::uint32_t length = 1; length <= longest; ++length) {
      first_.push_back(static_cast<std::uint32_t>(options_.size()));
      if (begin + length > segment.end) continue;
      add_span(model, sentence, {begin, begin + length}, options.table_limit);
    }
  }
  first_.push_back(static_cast<std::uint32_t>(options_.size()));
}

void OptionTable::add_span(const ModelView& model, const SourceSentence& sentence, text::Span source,
                           std::uint32_t table_limit) {
  const auto words = sentence.ids.subspan(source.begin, source.size());
  candidates_.clear();
  if (std::find(words.begin(), words.end(), kUnknownSourceWord) == words.end()) {
    model.phrases.append_translations(words, candidates_);
    // A phrase that says nothing would let the search delete words for free.
    std::erase_if(candidates_,
                  [](const phrase::Translation& translation) { return translation.target.empty(); });
  }
  const std::size_t first = options_.size();
  if (!candidates_.empty()) {
    rank(model, sentence, source, table_limit);
    for (const Candidate& candidate : kept_) {
      append(option_of(candidates_[candidate.index], source), candidate.fixed, candidate.estimate);
    }
  } else if (source.size() == 1) {
    add_copied_word(model, sentence, source.begin);
  }
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t i = options_.size(); i > first; --i) {
    best = std::max(best, scores_[i - 1].fixed);
    scores_[i - 1].best_following = best;
  }
}

void OptionTable::rank(const ModelView& model, const SourceSentence& sentence, text::Span source,
                       std::uint32_t table_limit) {
  ranking_.clear();
  for (std::uint32_t i = 0; i < candidates_.size(); ++i) {
    const double fixed = weigh(model, sentence, option_of(candidates_[i], source), Part::kFixed, values_);
    ranking_.push_back({i, fixed, 0});
  }
  // Contextual estimates cost language model look-ups. Going down by fixed score, they can stop as soon as
  // even the best conceivable estimate does not reach the last place.
  std::sort(ranking_.begin(), ranking_.end(), [](const Candidate& a, const Candidate& b) {
    return a.fixed != b.fixed ? a.fixed > b.fixed : a.index < b.index;
  });
  const auto better = [](const Candidate& a, const Candidate& b) {
    return a.estimate != b.estimate ? a.estimate > b.estimate : a.index < b.index;
  };
  const std::size_t limit = table_limit == 0 ? ranking_.size() : table_limit;
  const double bound = contextual_bound(model);
  kept_.clear();  // a heap with the worst on top
  for (Candidate candidate : ranking_) {
    if (kept_.size() == limit && candidate.fixed + bound < kept_.front().estimate) break;
    candidate.estimate =
        candidate.fixed +
        weigh(model, sentence, option_of(candidates_[candidate.index], source), Part::kContextual, values_);
    if (kept_.size() == limit) {
      if (!better(candidate, kept_.front())) continue;
      std::pop_heap(kept_.begin(), kept_.end(), better);
      kept_.pop_back();
    }
    kept_.push_back(candidate);
    std::push_heap(kept_.begin(), kept_.end(), better);
  }
  std::sort(kept_.begin(), kept_.end(), better);
}

void OptionTable::add_copied_word(const ModelView& model, const SourceSentence& sentence,
                                  std::uint32_t position) {
  text::WordId& word = copied_words_[position - segment_begin_];
  word = text::WordId{sentence.first_copied_id + position};
  static constexpr phrase::InternalLink kOneToOne[] = {{0, 0}};
  const TranslationOption option{.source = {position, position + 1},
                                 .copied = true,
                                 .target = {&word, 1},
                                 .log_scores = {},
                                 .alignment = kOneToOne};
  const double fixed = weigh(model, sentence, option, Part::kFixed, values_);
  append(option, fixed, fixed + weigh(model, sentence, option, Part::kContextual, values_));
}

void OptionTable::append(const TranslationOption& option, double fixed, double estimate) {
  options_.push_back(option);
  options_.back().index = static_cast<std::uint32_t>(options_.size() - 1);
  scores_.push_back({fixed, estimate, fixed});
}

}  // namespace calque::decode
