// The arithmetic of queries over either layout: the longest n-gram that ends in a word, and back-offs for the
// longer contexts. One template for both layouts, so that their answers are the same to the last bit. Inside
// the module only.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "lm/files/binary_format.h"
#include "lm/files/context_words.h"
#include "lm/query/state.h"

namespace calque::lm {

inline bool context_matters(float backoff) noexcept {
  return std::bit_cast<std::uint32_t>(backoff) != std::bit_cast<std::uint32_t>(kContextEnds);
}

// One query in progress: begin, then search and prepare in turn until one returns false, finish, read
// results. Tables is what a layout offers; its Cursor moves from the bigram to longer n-grams.
template <typename Tables>
class Lookup {
 public:
  // Requires: word < unigrams.size(), context.length < order; the context's words outlive the Lookup.
  void begin(const Tables& tables, std::span<const UnigramEntry> unigrams, std::uint32_t word,
             const ContextWords& context) noexcept {
    cursor_.begin(tables, word, context);
    context_ = context;
    order_ = tables.order();
    word_ = word;
    unigram_ = unigrams[word];
    matched_ = 1;
    has_longer_ = std::signbit(unigram_.log_prob);
  }

  // Looks for the n-gram one word longer; false if there is none or nothing longer is to be looked for.
  bool search() noexcept {
    const std::uint32_t n = matched_ + 1;
    if (n > context_.length + 1 || !has_longer_) return false;
    has_longer_ = false;
    if (n == order_) {
      if (cursor_.extend_to_longest(n, context_[n - 2])) matched_ = n;
      return false;
    }
    if (!cursor_.extend(n, context_[n - 2])) return false;
    matched_ = n;
    return true;
  }
  // After search() has found one: gets ready for the next; false if there is none.
  bool prepare() noexcept {
    has_longer_ = cursor_.has_longer(matched_);
    if (!has_longer_ || matched_ > context_.length) return false;
    cursor_.prefetch(matched_ + 1, context_[matched_ - 1]);
    return true;
  }
  void search_all() noexcept {
    while (search() && prepare()) {
    }
  }

  // Collects what the next context needs.
  void finish() noexcept {
    backoffs_[0] = unigram_.backoff;
    kept_ = order_ > 1 && context_matters(unigram_.backoff) ? 1 : 0;
    const std::uint32_t longest_context = std::min(matched_, order_ - 1);
    for (std::uint32_t n = 2; n <= longest_context; ++n) {
      backoffs_[n - 1] = cursor_.backoff(n);
      if (context_matters(backoffs_[n - 1])) kept_ = n;
    }
  }

  // Length of the n-gram found.
  std::uint32_t matched() const noexcept { return matched_; }
  // Whether a longer one may end in the word: all the words before it were used up.
  bool may_be_longer() const noexcept { return has_longer_; }
  // How many words, with this one, the next context keeps, and the back-offs of the contexts of each length.
  std::uint32_t kept() const noexcept { return kept_; }
  const float* backoffs() const noexcept { return backoffs_.data(); }

  // Given the same two of the state before the word.
  float log_prob(std::uint32_t before_kept, const float* before_backoffs) const noexcept {
    float backoff = 0.0F;
    for (std::uint32_t k = matched_; k <= before_kept; ++k) backoff += before_backoffs[k - 1];
    return (matched_ == 1 ? -std::fabs(unigram_.log_prob) : cursor_.log_prob(matched_)) + backoff;
  }

  // `after` may be the state that the context's words are in.
  void write_state(State& after) const noexcept {
    // From the oldest word on, because each word moves to the place of an older one.
    for (std::uint32_t k = kept_; k < after.length; ++k) {
      after.words[k] = 0;
      after.backoffs[k] = 0;
    }
    after.length = kept_;
    for (std::uint32_t k = kept_; k-- > 1;) {
      after.words[k] = context_[k - 1];
      after.backoffs[k] = backoffs_[k];
    }
    if (kept_ == 0) return;
    after.words[0] = word_;
    after.backoffs[0] = backoffs_[0];
  }

 private:
  // All set by begin() or finish().
  typename Tables::Cursor cursor_;
  ContextWords context_;
  std::uint32_t order_;
  std::uint32_t word_;
  UnigramEntry unigram_;
  std::uint32_t matched_;
  std::uint32_t kept_;
  bool has_longer_;
  std::array<float, kMaxOrder - 1> backoffs_;
};

// Questions that run together: enough to hide the memory's latency, few enough to stay in the first cache.
inline constexpr std::size_t kTogether = 16;

// Moves all questions forward together: while one waits for memory the others go on. Requires: at most
// kTogether.
template <typename Tables>
void run_together(std::span<Lookup<Tables>> lookups) noexcept {
  std::array<Lookup<Tables>*, kTogether> active;
  std::size_t count = 0;
  for (auto& lookup : lookups) active[count++] = &lookup;
  const auto keep_if = [&](const auto& goes_on) {
    std::size_t still = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (goes_on(*active[i])) active[still++] = active[i];
    }
    count = still;
  };
  while (count > 0) {
    keep_if([](Lookup<Tables>& lookup) { return lookup.search(); });
    keep_if([](Lookup<Tables>& lookup) { return lookup.prepare(); });
  }
  for (auto& lookup : lookups) lookup.finish();
}

}  // namespace calque::lm
