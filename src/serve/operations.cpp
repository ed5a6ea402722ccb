#include "serve/operations.h"

#include <iterator>
#include <utility>

namespace calque::serve {

std::vector<Operation> all_operations() {
  std::vector<Operation> all;
  for (std::vector<Operation> (*family)() : {libre_operations, server_operations}) {
    std::vector<Operation> rows = family();
    std::move(rows.begin(), rows.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace calque::serve
