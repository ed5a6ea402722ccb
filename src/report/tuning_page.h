// The learning curves of a tuning run on one page.
#pragma once

#include <string>
#include <string_view>

#include "tune/tuning_result.h"

namespace calque::report {

// `metric`: its name, as people write it.
std::string tuning_page(const tune::TuningResult& result, std::string_view title, std::string_view metric);

}  // namespace calque::report
