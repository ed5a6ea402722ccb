// Health and figures.
#include <memory>

#include <nlohmann/json.hpp>

#include "serve/call.h"
#include "serve/operations.h"

namespace calque::serve {
namespace {

void health(const std::shared_ptr<Call>& call) {
  call->answer(nlohmann::json{{"status", "ok"}});
}

}  // namespace

std::vector<Operation> server_operations() {
  return {{.method = "GET",
           .path = "/health",
           .name = "health",
           .help = "Whether the server is alive",
           .answers = {{200, "application/json", "Health", "It is"}},
           .handle = health}};
}

}  // namespace calque::serve
