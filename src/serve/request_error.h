// What is wrong with a request, as the client is told: a status and a sentence.
#pragma once

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>

namespace calque::serve {

class RequestError : public std::runtime_error {
 public:
  RequestError(int status, const std::string& problem, std::optional<std::chrono::seconds> retry_after = {})
      : std::runtime_error(problem), status_(status), retry_after_(retry_after) {}

  int status() const noexcept { return status_; }
  // When it makes sense to ask again.
  std::optional<std::chrono::seconds> retry_after() const noexcept { return retry_after_; }

 private:
  int status_;
  std::optional<std::chrono::seconds> retry_after_;
};

}  // namespace calque::serve
