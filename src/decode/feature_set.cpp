#include "decode/feature_set.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace calque::decode {
namespace {

constexpr std::size_t kStateAlignment = 8;
#ifdef NDEBUG
constexpr std::size_t kGuardBytes = 0;
#else
constexpr std::size_t kGuardBytes = 8;
#endif
constexpr std::byte kGuard{0xa5};

constexpr std::size_t aligned(std::size_t bytes) {
  return (bytes + kStateAlignment - 1) / kStateAlignment * kStateAlignment;
}

}  // namespace

FeatureSet::FeatureSet(std::vector<std::unique_ptr<const Feature>> features)
    : features_(std::move(features)) {
  for (const auto& feature : features_) {
    const FeatureDescription& description = feature->description();
    CALQUE_CHECK(description.score_count() > 0);
    CALQUE_CHECK(std::none_of(descriptions_.begin(), descriptions_.end(),
                              [&](const auto& other) { return other.name == description.name; }));
    descriptions_.push_back(description);
    score_offsets_.push_back(score_count_);
    score_count_ += description.score_count();
    state_offsets_.push_back(state_bytes_);
    const std::size_t bytes = feature->state_bytes();
    if (bytes > 0) state_bytes_ += aligned(bytes) + kGuardBytes;
  }
}

void FeatureSet::write_begin_states(std::byte* states) const {
  // Bytes between a state's end and the next multiple of 8 stay zero for ever: features do not reach them.
  if (state_bytes_ > 0) std::memset(states, 0, state_bytes_);
  for (std::size_t i = 0; i < size(); ++i) {
    const std::size_t bytes = features_[i]->state_bytes();
    if (bytes == 0) continue;
    std::byte* state = states + state_offsets_[i];
    as_stateful(*features_[i]).write_begin_state(state);
    std::fill_n(state + aligned(bytes), kGuardBytes, kGuard);
  }
}

void FeatureSet::check_guards(const std::byte* states) const {
  if constexpr (kGuardBytes == 0) return;
  for (std::size_t i = 0; i < size(); ++i) {
    const std::size_t bytes = features_[i]->state_bytes();
    if (bytes == 0) continue;
    const std::byte* state = states + state_offsets_[i];
    CALQUE_CHECK(
        std::all_of(state + bytes, state + aligned(bytes), [](std::byte b) { return b == std::byte{0}; }));
    CALQUE_CHECK(std::all_of(state + aligned(bytes), state + aligned(bytes) + kGuardBytes,
                             [](std::byte b) { return b == kGuard; }));
  }
}

std::vector<std::unique_ptr<SentenceCache>> FeatureSet::new_sentence_caches() const {
  std::vector<std::unique_ptr<SentenceCache>> caches;
  for (const auto& feature : features_) caches.push_back(feature->new_sentence_cache());
  return caches;
}

}  // namespace calque::decode
