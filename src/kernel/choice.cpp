#include "kernel/choice.h"

namespace calque::kernel {

KernelOptions KernelChoice::usual() {
  KernelOptions options;
  options.neighbours = 1000;
  return options;
}

KernelOptions KernelChoice::complete(std::uint64_t seed) const {
  KernelOptions result = options;
  const bool margin = options.method == Method::kMargin;
  result.target.order = order != 0 ? order : margin ? 5 : 3;
  result.target.length_weights = length_weights;
  result.target.inverse_frequency = inverse_frequency;
  result.source = result.target;
  // A sentence of ten words has a kernel with itself of nearly thirty, and a cosine of 1.
  result.ridge = ridge.value_or(options.cosine ? 0.2 : 5);
  result.swap_cost = swap_cost.value_or(margin ? 0 : options.swap_cost);
  result.phrase_weight = phrase_weight.value_or(margin ? 0 : options.phrase_weight);
  result.language_model_weight = language_model_weight.value_or(margin ? 0 : options.language_model_weight);
  result.memory = memory_megabytes << 20U;
  result.margin.memory = result.memory;
  result.margin.seed = seed;
  result.validate();
  return result;
}

}  // namespace calque::kernel
