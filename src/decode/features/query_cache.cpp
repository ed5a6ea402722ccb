#include "decode/features/query_cache.h"

#include <bit>
#include <cstring>

namespace calque::decode {
namespace {

// The word id of an entry never filled. The model treats all ids outside its vocabulary alike, so nobody asks
// for it.
constexpr std::uint32_t kFree = 0xffffffffU;

}  // namespace

QueryCache::QueryCache(const lm::Model& model)
    : model_(model),
      state_size_(model.order()),
      entry_size_(2 * state_size_ + 2),
      entries_(kEntries * entry_size_, 0) {
  for (std::size_t i = 0; i < kEntries; ++i) entries_[i * entry_size_ + state_size_] = kFree;
}

float QueryCache::score(lm::State& state, text::WordId word) noexcept {
  const auto id = static_cast<std::uint32_t>(word);
  std::uint64_t hash = (id + std::uint64_t{1}) * 0x9e3779b97f4a7c15U;
  for (std::uint32_t i = 0; i < state.length; ++i) hash = (hash ^ state.words[i]) * 0xff51afd7ed558ccdU;
  hash ^= hash >> 32U;
  std::uint32_t* const entry = entries_.data() + (hash & (kEntries - 1)) * entry_size_;
  std::uint32_t* const after = entry + state_size_ + 1;
  std::uint32_t* const score = after + state_size_;
  const std::size_t state_bytes = state_size_ * sizeof(std::uint32_t);
  if (entry[state_size_] == id && std::memcmp(entry, &state, state_bytes) == 0) {
    std::memcpy(static_cast<void*>(&state), after, state_bytes);
    return std::bit_cast<float>(*score);
  }
  std::memcpy(entry, &state, state_bytes);
  entry[state_size_] = id;
  const float log_prob = model_.score(state, word, state);
  std::memcpy(after, &state, state_bytes);
  *score = std::bit_cast<std::uint32_t>(log_prob);
  return log_prob;
}

}  // namespace calque::decode
