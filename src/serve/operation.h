// The operations of the service: one table, which the router, the reading of parameters and the description
// at /spec all use.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "serve/parameters.h"

namespace calque::serve {

struct Call;

// An answer that an operation may give, beside those of every operation.
struct Answer {
  int status = 200;
  std::string_view content_type = "application/json";
  std::string_view schema{};  // name of a schema (serve/schemas.h); empty: no JSON
  std::string_view help{};
};

struct Operation {
  std::string_view method{};
  std::string_view path{};  // its last part may be "{name}", which a parameter of that name gets
  std::string_view name{};  // for metrics, logs and generated clients
  std::string_view help{};
  std::vector<Parameter> parameters{};
  std::vector<Answer> answers{};
  std::string_view body{};  // content type of a body that is not parameters; its handler reads it
  bool needs_key = false;   // if the server asks for keys; such requests are also counted against the limits
  bool corrects = false;    // only if the server takes corrections, and from those who may correct
  // Answers the call, now or later; throws RequestError instead of answering.
  std::function<void(const std::shared_ptr<Call>&)> handle{};
};

}  // namespace calque::serve
