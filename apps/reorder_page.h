// `calque reorder compare` as one self-contained HTML page: tables, and the plots of the literature as inline
// SVG.
#pragma once

#include <string>

#include "reorder/comparison.h"

namespace calque::apps {

std::string reorder_page(const reorder::Comparison& comparison);

}  // namespace calque::apps
