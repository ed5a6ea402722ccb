#include "reorder/feature_section.h"

#include <array>
#include <cstring>

#include "reorder/key_table.h"

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
  // The first three and the last are numbers, the others switches.
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::uint8_t maximum = i < 3 ? kWidest : i + 1 == bytes.size() ? KeyTable::kMaxHashBits : 1;
    if (bytes[i] > maximum) file.damaged("impossible values in section " + name);
  }
  return section[0];
}

Link read_link(const store::Container& file, const std::string& name) {
  const auto section = file.section<std::uint32_t>(name);
  if (section.size() != 1 || section[0] > static_cast<std::uint32_t>(Link::kOrdinal))
    file.damaged("impossible values in section " + name);
  return static_cast<Link>(section[0]);
}

}  // namespace calque::reorder
