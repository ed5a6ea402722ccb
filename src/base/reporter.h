// Where library code reports its progress. The command decides how it looks (a bar, plain lines, nothing).
//
// Never used for results. All calls come from one thread, the one that called the library.
#pragma once

#include <cstdint>
#include <string_view>

namespace calque {

class Reporter {
 public:
  virtual ~Reporter() = default;

  // A stage of work begins; progress calls until the next stage belong to it.
  virtual void stage(std::string_view name) = 0;
  // `done` of `total` units (total 0: not known). May be called often; showing it is rate-limited by the
  // receiver.
  virtual void progress(std::uint64_t done, std::uint64_t total) = 0;
  // A fact about the run that a person wants to see ("412,345 phrase pairs").
  virtual void note(std::string_view text) = 0;
  // Something odd that was handled and that a person should know.
  virtual void warning(std::string_view text) = 0;
};

// Says nothing.
Reporter& silent_reporter();

}  // namespace calque
