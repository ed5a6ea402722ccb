// What `calque translate` prints for one line. Pure functions.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "calque/translator.h"

namespace calque {

struct ResponseFormat {
  std::size_t n_best = 0;  // 0: the best alone
  bool alignments = false;
  bool trace = false;
  bool json = false;
  bool constrained = false;  // translations were given, and may be out of reach
};

// With its line ends. `features`: those of the translator.
std::string format_response(const ResponseFormat& options, std::span<const FeatureWeights> features,
                            const Request& request, const Response& response);

}  // namespace calque
