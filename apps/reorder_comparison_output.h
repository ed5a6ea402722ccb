// What `calque reorder compare` prints: a table, JSON, a line for each source phrase.
#pragma once

#include <string>

#include "reorder/comparison.h"

namespace calque::apps {

void print_comparison(const reorder::Comparison& comparison);
std::string comparison_json(const reorder::Comparison& comparison);
// Throws UsageError or MachineError if the file cannot be written.
void write_scatter(const reorder::Comparison& comparison, const std::string& path);

}  // namespace calque::apps
