// The rows of the table of operations, by family.
#pragma once

#include <vector>

#include "serve/operation.h"

namespace calque::serve {

// What clients of LibreTranslate use.
std::vector<Operation> libre_operations();
// Files in and out, for both.
std::vector<Operation> file_operations();
// Our own API.
std::vector<Operation> v1_operations();
// What clients teach, for both.
std::vector<Operation> correction_operations();
// Moses servers' XML-RPC, and the plain GET of tools with an address to fill in.
std::vector<Operation> tool_operations();
// The service itself: health, figures, description, page.
std::vector<Operation> server_operations();

// All of them, with the parameter for the key where one may be needed.
std::vector<Operation> all_operations();

}  // namespace calque::serve
