// What people say about a translator by regression; the rest follows from the method
// (theory/kernel-regression.md#settings).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernel/options.h"

namespace calque::kernel {

struct KernelChoice {
  KernelOptions options = usual();  // without what stands below, which complete() sets
  std::size_t order = 0;            // of n-grams of both sides; 0: what suits the method
  std::vector<double> length_weights{};
  bool inverse_frequency = false;
  // Absent: what suits the method.
  std::optional<double> ridge{};
  std::optional<double> swap_cost{};
  std::optional<double> phrase_weight{};
  std::optional<double> language_model_weight{};
  std::uint64_t memory_megabytes = 1024;

  // Throws what KernelOptions::validate throws.
  KernelOptions complete(std::uint64_t seed) const;

  // A model that translates by itself needs a better prediction than a feature among others.
  static KernelOptions usual();
};

}  // namespace calque::kernel
