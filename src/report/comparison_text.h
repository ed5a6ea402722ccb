// The comparison of reordering learners as a plain table, as JSON, and source phrase by source phrase. Pure
// functions.
#pragma once

#include <string>

#include "reorder/comparison.h"

namespace calque::report {

// Both without a line end after the last line.
std::string comparison_text(const reorder::Comparison& comparison);
std::string comparison_json(const reorder::Comparison& comparison);

// Tab-separated, with a head: the best learner beside the lexical one (or the first), by source phrase.
std::string cluster_table(const reorder::Comparison& comparison);

}  // namespace calque::report
