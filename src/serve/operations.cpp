#include "serve/operations.h"

#include <iterator>
#include <utility>

namespace calque::serve {

std::vector<Operation> all_operations() {
  std::vector<Operation> all;
  for (std::vector<Operation> (*family)() : {libre_operations, file_operations, v1_operations,
                                             correction_operations, tool_operations, server_operations}) {
    std::vector<Operation> rows = family();
    std::move(rows.begin(), rows.end(), std::back_inserter(all));
  }
  for (Operation& operation : all) {
    if (operation.needs_key)
      operation.parameters.push_back(
          {"api_key", ParameterKind::kText, false, "The key, if the server asks for one"});
  }
  return all;
}

}  // namespace calque::serve
