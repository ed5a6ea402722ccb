#include "decode/n_best_format.h"

#include <fmt/format.h>

#include "base/error.h"

namespace calque::decode {

std::string format_features(std::span<const double> values, std::span<const FeatureDescription> features) {
  std::string text;
  std::size_t next = 0;
  for (const FeatureDescription& feature : features) {
    CALQUE_CHECK(next + feature.score_count() <= values.size());
    text += (text.empty() ? "" : " ") + feature.name + "=";
    // "+ 0.0" turns minus zero, which penalties make, into zero.
    for (std::size_t k = 0; k < feature.score_count(); ++k)
      text += fmt::format(" {:.9g}", values[next++] + 0.0);
  }
  return text;
}

std::string format_n_best_line(std::uint64_t id, const Translation& translation,
                               std::span<const FeatureDescription> features) {
  std::string values = format_features(translation.features, features);
  for (const auto& [name, count] : translation.indicators) values += fmt::format(" {}= {:.9g}", name, count);
  return fmt::format("{} ||| {} ||| {} ||| {:.9g}", id, joined(translation), values, translation.score);
}

}  // namespace calque::decode
