// The rows of the table of operations, by family.
#pragma once

#include <vector>

#include "serve/operation.h"

namespace calque::serve {

// What clients of LibreTranslate use.
std::vector<Operation> libre_operations();
// The service itself: health, figures, description, page.
std::vector<Operation> server_operations();

std::vector<Operation> all_operations();

}  // namespace calque::serve
