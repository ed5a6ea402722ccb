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
      before_size_(model.order()),
      after_size_(lm::packed_state_bytes(model.order()) / sizeof(std::uint32_t)),
      entry_size_(before_size_ + 1 + after_size_ + 1),
      entries_(kEntries * entry_size_, 0) {
  for (std::size_t i = 0; i < kEntries; ++i) entries_[i * entry_size_ + before_size_] = kFree;
}

float QueryCache::score(lm::State& state, text::WordId word) noexcept {
  const auto id = static_cast<std::uint32_t>(word);
  std::uint64_t hash = (id + std::uint64_t{1}) * 0x9e3779b97f4a7c15U;
  for (std::uint32_t i = 0; i < state.length; ++i) hash = (hash ^ state.words[i]) * 0xff51afd7ed558ccdU;
  hash ^= hash >> 32U;
  std::uint32_t* const entry = entries_.data() + (hash & (kEntries - 1)) * entry_size_;
  std::uint32_t* const after = entry + before_size_ + 1;
  std::uint32_t* const score = after + after_size_;
  const std::size_t before_bytes = before_size_ * sizeof(std::uint32_t);
  if (entry[before_size_] == id && std::memcmp(entry, &state, before_bytes) == 0) {
    state = lm::unpack_state(reinterpret_cast<const std::byte*>(after), model_.order());
    return std::bit_cast<float>(*score);
  }
  std::memcpy(entry, &state, before_bytes);
  entry[before_size_] = id;
  const float log_prob = model_.score(state, word, state);
  lm::pack_state(state, model_.order(), reinterpret_cast<std::byte*>(after));
  *score = std::bit_cast<std::uint32_t>(log_prob);
  return log_prob;
}

}  // namespace calque::decode
