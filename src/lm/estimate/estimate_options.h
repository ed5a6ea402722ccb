// How a language model is estimated from text.
//
// Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "lm/estimate/training_text.h"
#include "text/parallel_input.h"

namespace calque::lm {

enum class Smoothing { kKneserNey, kKatz };
constexpr auto enum_names(Smoothing) {
  using enum Smoothing;
  return EnumNames<Smoothing>("there is no smoothing", {{"kneser-ney", kKneserNey}, {"katz", kKatz}});
}

struct EstimateOptions {
  // Longest n-gram, 1 to kMaxOrder.
  unsigned order = 5;
  Smoothing smoothing = Smoothing::kKneserNey;
  // prune[n - 1]: n-grams of length n that occur so often or less are left out; the last value holds for all
  // longer ones too. Empty: keep all. The first must be 0, and none may be below the one before it.
  std::vector<std::uint64_t> prune = {};
  VocabularyLimits words = {};
  // What train() does with lines that cannot be read.
  text::BadLinePolicy bad_lines = text::BadLinePolicy::kThrow;
  // Most bytes to use (0: no limit). Only train() keeps to it, by working on disk where it must.
  std::uint64_t memory_bytes = 0;
  // Whether the caller of train() will load a model that is on disk: if that would take more than the limit,
  // train() refuses as soon as it knows.
  bool will_be_loaded = false;
  // Where train() puts temporary files; empty: the system's folder for them.
  std::string temporary_folder = {};

  // Throws UsageError for an order or thresholds that cannot be.
  void validate() const;
  // The threshold for n-grams of length n.
  std::uint64_t prune_threshold(unsigned n) const;
  bool prunes() const;
};

}  // namespace calque::lm
