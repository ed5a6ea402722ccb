#include "decode/option_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/hash.h"
#include "decode/reference_matches.h"

namespace calque::decode {
namespace {

// Sums in another order differ by far less.
constexpr double kRounding = 1e-6;

// No weighted sum of the features' estimates exceeds this; infinity if one gives no bound that helps.
double bound_of(std::span<const WeighedEstimate> features) {
  double bound = 0;
  for (const WeighedEstimate& estimate : features) {
    for (const double weight : estimate.weights) {
      if (weight == 0) continue;
      if (weight < 0) return std::numeric_limits<double>::infinity();
      bound += weight * double{estimate.feature->upper_bound()};
    }
  }
  return bound;
}

}  // namespace

void OptionTable::build(const ModelView& model, const SearchOptions& options, const SourceSentence& sentence,
                        text::Span segment, const Request& request) {
  prepare_suggestions(sentence, request);
  options_.clear();
  scores_.clear();
  first_.clear();
  segment_begin_ = segment.begin;
  begin_estimates(model);
  // Sized before options point into it.
  copied_words_.assign(segment.size(), kUnknownSourceWord);
  const auto longest = static_cast<std::uint32_t>(std::min<std::size_t>(
      {options.max_phrase_length, std::max<std::size_t>(model.phrases.max_source_length(), 1),
       std::max<std::uint32_t>(segment.size(), 1)}));
  max_length_ = longest;
  for (const Suggestion& suggestion : request.suggestions)
    max_length_ = std::max(max_length_, suggestion.source.size());
  for (std::uint32_t begin = segment.begin; begin < segment.end; ++begin) {
    for (std::uint32_t length = 1; length <= max_length_; ++length) {
      first_.push_back(static_cast<std::uint32_t>(options_.size()));
      if (begin + length > segment.end) continue;
      add_span(model, sentence, {begin, begin + length}, length <= longest ? &options : nullptr);
    }
  }
  first_.push_back(static_cast<std::uint32_t>(options_.size()));
}

void OptionTable::begin_estimates(const ModelView& model) {
  can_remember_ = true;
  fixed_.clear();
  continuation_.clear();
  order_.clear();
  for (std::size_t i = 0; i < model.features.size(); ++i) {
    const Feature& feature = model.features[i];
    if (feature.estimate_uses_sentence()) can_remember_ = false;
    if (feature.estimates_nothing()) continue;
    std::vector<WeighedEstimate>& part = feature.scope() == Scope::kOption         ? fixed_
                                         : feature.scope() == Scope::kContinuation ? continuation_
                                                                                   : order_;
    part.push_back({&feature, model.caches.empty() ? nullptr : model.caches[i].get(),
                    model.weights.subspan(model.features.score_offset(i), feature.score_count())});
  }
  continuation_bound_ = bound_of(continuation_);
  values_.resize(std::max<std::size_t>(model.features.score_count(), 1));
}

// Weighted sum of the estimates of some features.
double OptionTable::weigh(std::span<const WeighedEstimate> features, const SourceSentence& sentence,
                          const TranslationOption& option) {
  double sum = 0;
  for (const WeighedEstimate& estimate : features) {
    const std::span<float> scores(values_.data(), estimate.weights.size());
    estimate.feature->estimate({sentence, option, estimate.cache}, scores);
    for (std::size_t k = 0; k < scores.size(); ++k) sum += estimate.weights[k] * double{scores[k]};
  }
  // Ranking needs an order, which NaN has not.
  if (!std::isfinite(sum)) {
    throw NumericError("the score of a translation option is not finite",
                       "check the phrase table and the weights");
  }
  return sum;
}

// Of an option that does not come from the phrase table.
void OptionTable::append_weighed(const SourceSentence& sentence, const TranslationOption& option) {
  const double fixed = weigh(fixed_, sentence, option);
  const double continuation = weigh(continuation_, sentence, option);
  append(option, {{}, 0, fixed, fixed + continuation + weigh(order_, sentence, option), continuation});
}

std::size_t OptionTable::PhraseHash::operator()(const RememberedPhrase& phrase) const {
  std::uint64_t hash = 0;
  for (const std::uint32_t word : phrase) hash = (hash ^ word) * kGoldenRatio + (hash >> 29U);
  return hash ^ hash >> 32U;
}

void OptionTable::forget() {
  remembered_.clear();
}

// Without options only suggestions are looked for.
void OptionTable::add_span(const ModelView& model, const SourceSentence& sentence, text::Span source,
                           const SearchOptions* options) {
  const std::size_t first = options_.size();
  if (!request_->suggestions.empty()) append_suggestions(model, sentence, source);
  if (options != nullptr && !is_taken(source)) {
    const std::size_t suggested = options_.size();
    for (const Candidate& candidate : choose(model, sentence, source, *options)) {
      append(option_of(candidate.translation, source), candidate);
    }
    if (!known_ && source.size() == 1) add_copied_word(model, sentence, source.begin);
    if (suggested > first) sort_by_estimate(first);
  }
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t i = options_.size(); i > first; --i) {
    best = std::max(best, scores_[i - 1].fixed);
    scores_[i - 1].best_following = best;
  }
}

void OptionTable::prepare_suggestions(const SourceSentence& sentence, const Request& request) {
  request_ = &request;
  suggested_words_.clear();
  first_suggested_.assign(1, 0);
  suggested_links_.clear();
  first_link_.assign(1, 0);
  const auto first_id = static_cast<std::uint32_t>(sentence.first_copied_id + sentence.words.size());
  for (const Suggestion& suggestion : request.suggestions) {
    for (std::size_t i = 0; i < suggestion.words.size(); ++i) {
      suggested_words_.push_back(
          text::WordId{first_id + static_cast<std::uint32_t>(suggested_words_.size())});
    }
    first_suggested_.push_back(static_cast<std::uint32_t>(suggested_words_.size()));
    suggested_links_.insert(suggested_links_.end(), suggestion.alignment.begin(), suggestion.alignment.end());
    first_link_.push_back(static_cast<std::uint32_t>(suggested_links_.size()));
  }
}

// Whether some of these words may only be translated by suggestions, or the phrase would cut a zone or a
// unit.
bool OptionTable::is_taken(text::Span source) const {
  if (request_->constraints.cuts_zone(source)) return true;
  for (const text::Span& unit : request_->units) {
    const bool apart = source.end <= unit.begin || unit.end <= source.begin;
    if (!apart && (source.begin > unit.begin || unit.end > source.end)) return true;
  }
  return std::any_of(
      request_->suggestions.begin(), request_->suggestions.end(), [&](const Suggestion& other) {
        return other.exclusive && other.source.begin < source.end && source.begin < other.source.end;
      });
}

void OptionTable::append_suggestions(const ModelView& model, const SourceSentence& sentence,
                                     text::Span source) {
  const std::span<const text::WordId> words(suggested_words_);
  const std::size_t first = options_.size();
  for (std::size_t i = 0; i < request_->suggestions.size(); ++i) {
    if (request_->suggestions[i].source != source) continue;
    phrase::LogScores log_scores{};
    log_scores.fill(static_cast<float>(request_->suggestions[i].log_prob));
    const TranslationOption option{
        .source = source,
        .target = words.subspan(first_suggested_[i], first_suggested_[i + 1] - first_suggested_[i]),
        .log_scores = log_scores,
        .alignment =
            std::span(suggested_links_).subspan(first_link_[i], first_link_[i + 1] - first_link_[i])};
    if (request_->reference &&
        !ReferenceMatches::occurs(model, sentence, *request_->reference, option.target)) {
      continue;
    }
    append_weighed(sentence, option);
  }
  sort_by_estimate(first);
}

// Options from `first` on, best first.
void OptionTable::sort_by_estimate(std::size_t first) {
  std::vector<std::uint32_t> order(options_.size() - first);
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(first) + i;
  std::stable_sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
    return scores_[a].estimate > scores_[b].estimate;
  });
  const std::vector<TranslationOption> options(options_.begin() + static_cast<std::ptrdiff_t>(first),
                                               options_.end());
  const std::vector<OptionScore> scores(scores_.begin() + static_cast<std::ptrdiff_t>(first), scores_.end());
  for (std::size_t i = 0; i < order.size(); ++i) {
    options_[first + i] = options[order[i] - first];
    options_[first + i].index = static_cast<std::uint32_t>(first + i);
    scores_[first + i] = scores[order[i] - first];
  }
}

std::span<const OptionTable::Candidate> OptionTable::choose(const ModelView& model,
                                                            const SourceSentence& sentence, text::Span source,
                                                            const SearchOptions& options) {
  const auto words = sentence.ids.subspan(source.begin, source.size());
  known_ = false;
  if (std::find(words.begin(), words.end(), kUnknownSourceWord) != words.end()) return {};
  const bool may_remember =
      can_remember_ && !request_->reference && words.size() <= kLongestRemembered && options.table_limit > 0;
  RememberedPhrase phrase;
  if (may_remember) {
    phrase.fill(static_cast<std::uint32_t>(kUnknownSourceWord));
    std::transform(words.begin(), words.end(), phrase.begin(),
                   [](text::WordId word) { return static_cast<std::uint32_t>(word); });
    const auto found = remembered_.find(phrase);
    known_ = found != remembered_.end();
    if (known_) return found->second;
  }
  candidates_.clear();
  model.phrases.append_translations(words, candidates_);
  // An empty translation would let the search delete words for free.
  std::erase_if(candidates_,
                [](const phrase::Translation& translation) { return translation.target.empty(); });
  known_ = !candidates_.empty();
  if (options.frequent_limit > 0 && candidates_.size() > options.frequent_limit)
    candidates_.resize(options.frequent_limit);
  if (request_->reference) {
    std::erase_if(candidates_, [&](const phrase::Translation& translation) {
      return !ReferenceMatches::occurs(model, sentence, *request_->reference, translation.target);
    });
  }
  rank(sentence, source, options.table_limit);
  if (may_remember && candidates_.size() >= kMinRemembered) {
    if (remembered_.size() >= kMaxRemembered) remembered_.clear();
    remembered_.emplace(phrase, kept_);
  }
  return kept_;
}

void OptionTable::rank(const SourceSentence& sentence, text::Span source, std::uint32_t table_limit) {
  ranking_.clear();
  for (std::uint32_t i = 0; i < candidates_.size(); ++i) {
    const TranslationOption option = option_of(candidates_[i], source);
    const double fixed = weigh(fixed_, sentence, option);
    ranking_.push_back({fixed, weigh(order_, sentence, option), i});
  }
  // Estimates of continuations cost language model look-ups. Going down by the other scores, they can stop as
  // soon as even the best conceivable estimate does not reach the last rank kept.
  std::sort(ranking_.begin(), ranking_.end(), [](const Ranked& a, const Ranked& b) {
    const double total_a = a.fixed + a.order;
    const double total_b = b.fixed + b.order;
    return total_a != total_b ? total_a > total_b : a.index < b.index;
  });
  const auto better = [](const Candidate& a, const Candidate& b) {
    return a.estimate != b.estimate ? a.estimate > b.estimate : a.index < b.index;
  };
  const std::size_t limit = table_limit == 0 ? ranking_.size() : table_limit;
  kept_.clear();  // a heap with the worst on top
  for (const Ranked& ranked : ranking_) {
    if (kept_.size() == limit &&
        ranked.fixed + ranked.order + continuation_bound_ < kept_.front().estimate - kRounding)
      break;
    Candidate candidate{candidates_[ranked.index], ranked.index, ranked.fixed, 0, 0};
    candidate.continuation = weigh(continuation_, sentence, option_of(candidate.translation, source));
    candidate.estimate = ranked.fixed + candidate.continuation + ranked.order;
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
  if (request_->reference && !ReferenceMatches::occurs(model, sentence, *request_->reference, option.target))
    return;
  append_weighed(sentence, option);
}

void OptionTable::append(const TranslationOption& option, const Candidate& scores) {
  options_.push_back(option);
  options_.back().index = static_cast<std::uint32_t>(options_.size() - 1);
  scores_.push_back({scores.fixed, scores.estimate, scores.continuation, scores.fixed});
}

}  // namespace calque::decode
