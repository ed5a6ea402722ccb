// FeatureOptions in a model file.
#pragma once

#include <string>

#include "reorder/features.h"
#include "store/container.h"

namespace calque::reorder {

void write_feature_options(const FeatureOptions& options, store::ContainerWriter& file,
                           const std::string& name);
// Throws FormatError for values that no trainer writes.
FeatureOptions read_feature_options(const store::Container& file, const std::string& name);

}  // namespace calque::reorder
