// The web page that people use the service with. It is made from web/ when Calque is built
// (cmake/CalquePage.cmake) and is part of the program.
#pragma once

#include <string_view>

namespace calque::serve {

struct Page {
  std::string_view
      gzip{};  // HTML with everything in it, compressed; empty if Calque was built without the page
  std::string_view policy{};  // its Content-Security-Policy
};

Page built_in_page();

}  // namespace calque::serve
