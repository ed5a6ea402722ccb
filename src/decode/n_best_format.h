// N-best lists as text (docs/formats/n-best.md).
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "decode/feature.h"
#include "decode/translation.h"

namespace calque::decode {

// "LM0= -27.8 Distortion0= -3 ...": the features' order, shortest digits that keep about 9 significant
// places.
std::string format_features(std::span<const double> values, std::span<const FeatureDescription> features);

// "id ||| words ||| features ||| total", no line end. Indicators, if the translation has any, follow the
// features as "Feature[indicator]= count".
std::string format_n_best_line(std::uint64_t id, const Translation& translation,
                               std::span<const FeatureDescription> features);

}  // namespace calque::decode
