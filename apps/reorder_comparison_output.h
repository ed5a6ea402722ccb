// What `calque reorder compare` prints: a table, JSON, a line for each source phrase.
#pragma once

#include <string>

#include "reorder_comparison.h"

namespace calque::apps {

void print_comparison(const ReorderComparison& comparison);
std::string comparison_json(const ReorderComparison& comparison);
// Throws UsageError or MachineError if the file cannot be written.
void write_scatter(const ReorderComparison& comparison, const std::string& path);

}  // namespace calque::apps
