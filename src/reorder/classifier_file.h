// Reading a classifier of any kind from a model file.
#pragma once

#include <cstddef>
#include <memory>

#include "reorder/classifier.h"
#include "store/container.h"

namespace calque::reorder {

// The classifier in a file. Throws FormatError for sections that cannot be.
std::unique_ptr<const Classifier> read_classifier(const std::shared_ptr<const store::Container>& file,
                                                  std::size_t classes);

}  // namespace calque::reorder
