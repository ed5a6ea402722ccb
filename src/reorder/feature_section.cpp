#include "reorder/feature_section.h"

#include <array>
#include <cstring>

namespace calque::reorder {

void write_feature_options(const FeatureOptions& options, store::ContainerWriter& file,
                           const std::string& name) {
  file.add(name, std::span<const FeatureOptions>(&options, 1));
}

FeatureOptions read_feature_options(const store::Container& file, const std::string& name) {
  constexpr std::uint8_t kWidest = 100;
  const auto section = file.section<FeatureOptions>(name);
  if (section.size() != 1) file.damaged("impossible values in section " + name);
  std::array<std::uint8_t, sizeof(FeatureOptions)> bytes{};
  std::memcpy(bytes.data(), section.data(), sizeof(FeatureOptions));
  // The first three are numbers, the others switches.
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] > (i < 3 ? kWidest : 1)) file.damaged("impossible values in section " + name);
  }
  return section[0];
}

}  // namespace calque::reorder
