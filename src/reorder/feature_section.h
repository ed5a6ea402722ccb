// Small parts of a model file that several classifiers have.
#pragma once

#include <string>

#include "reorder/classifier.h"
#include "reorder/features.h"
#include "store/container.h"

namespace calque::reorder {

void write_feature_options(const FeatureOptions& options, store::ContainerWriter& file,
                           const std::string& name);
// Throws FormatError for values that no trainer writes.
FeatureOptions read_feature_options(const store::Container& file, const std::string& name);
// How scores become probabilities: one number. Throws FormatError for others than there are.
Link read_link(const store::Container& file, const std::string& name);

}  // namespace calque::reorder
