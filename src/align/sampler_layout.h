// Constants of the fertility model's sampler, how it stores links and counts, and how much memory that takes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "align/cooccurrence.h"
#include "align/segments.h"
#include "text/corpus.h"

namespace calque::align {

// What a sweep's probabilities are made of: each stage adds to the one before.
enum class SamplingStage { kTranslation, kJumps, kFertility };

// Fertilities are counted one by one up to this; the last also counts all larger ones.
inline constexpr std::size_t kFertilities = 8;
// Jump widths are counted one by one up to this, on either side; the last also counts all wider ones.
inline constexpr std::ptrdiff_t kWidestJump = 100;
inline constexpr std::size_t kJumpWidths = 2 * kWidestJump + 1;

// Prior count of a jump: a step to the next word is likeliest and others lose with their distance from it, so
// that sentences of words seen only once have an order to prefer. A few sentences outweigh it.
double jump_prior_count(std::size_t bucket, double weight);

constexpr std::size_t jump_bucket(std::ptrdiff_t width) {
  const std::ptrdiff_t clamped = width < -kWidestJump  ? -kWidestJump
                                 : width > kWidestJump ? kWidestJump
                                                       : width;
  return static_cast<std::size_t>(clamped + kWidestJump);
}

struct SamplerPriors {
  float translation = 0.001F;
  float null_translation = 0.001F;
  float jump = 0.5F;
  float fertility = 0.5F;
  float null_probability = 0.2F;
  float agreement = 2.0F;
};

// A generated token's link: a position, and in the two highest bits for how many sweeps the word rests. The
// memory that links take is a good part of all, so corpora of short sentences keep them in one byte each.
template <typename Bits>
struct LinkCode {
  static constexpr unsigned kRestShift = 8 * sizeof(Bits) - 2;
  static constexpr Bits kOneRest = Bits{1} << kRestShift;
  static constexpr Bits kPositionBits = kOneRest - 1;
  static constexpr Bits kNullLink = kPositionBits;
  static constexpr Bits kNoLinkYet = kPositionBits - 1;
  static constexpr std::size_t kPositions = kNoLinkYet;
};
inline bool links_fit_a_byte(const Segmentation& segmentation) {
  return segmentation.longest_side <= LinkCode<std::uint8_t>::kPositions;
}

// One chain's counts of a generator word: together, because they are needed together.
struct GeneratorEntry {
  std::array<std::uint32_t, kFertilities> fertilities{};
  std::uint32_t links = 0;
};

// Links of a word pair are counted in 16 bits; generated words that occur more often than this are counted
// apart.
inline constexpr std::uint32_t kMaxShortCount = 0xFFFFU;

// How often each word occurs.
std::vector<std::uint32_t> tokens_by_word(const text::Corpus& corpus, std::size_t words);

// Bytes that groups of that many chains together take.
std::uint64_t chain_bytes(const text::ParallelCorpus& corpus, const Segmentation& segmentation,
                          const CooccurrenceTable& table, std::size_t chains);

}  // namespace calque::align
