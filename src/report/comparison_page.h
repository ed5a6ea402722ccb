// The comparison of reordering learners on one page, with plots.
#pragma once

#include <string>

#include "reorder/comparison.h"

namespace calque::report {

// Requires: the comparison has been run.
std::string comparison_page(const reorder::Comparison& comparison);

}  // namespace calque::report
