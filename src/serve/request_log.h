// Lines of the log: one JSON object for each request or event, with nothing that a client wrote.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace calque::serve {

struct RequestFigures {
  std::string_view operation{};
  std::string_view method{};
  int status = 0;
  double seconds = 0;
  std::size_t bytes_in = 0;  // of the body
  std::size_t bytes_out = 0;
  std::size_t sentences = 0;
};

std::string log_line(const RequestFigures& figures);

// Something that happened to the server itself; `detail` may be empty.
std::string event_line(std::string_view event, std::string_view detail);

}  // namespace calque::serve
