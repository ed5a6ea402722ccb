// Errors that a person can act on: where it happened, what is wrong, what to do next.
//
// Library code throws; only the command prints and exits. The message reads "PLACE: problem; remedy". A
// request or its input that is wrong ends the command with status 2, a machine that failed (disk, memory)
// with status 1. Numbers that grow without bounds come from options or values that somebody chose, so they
// too are a matter of the request. Absence that a caller can expect (an unknown word) is no error: use
// std::optional or an empty span.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace calque {

// Where in the user's data something is wrong. Numbers are 1-based; 0 means "not known".
struct Place {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t byte = 0;  // position inside the line, or inside the file if line is 0
};

// "file:line:byte", leaving out what is not known; standard input is written "(standard input)".
std::string describe(const Place& place);

class Error : public std::runtime_error {
 public:
  int exit_status() const noexcept { return exit_status_; }

 protected:
  Error(const Place& place, const std::string& problem, const std::string& remedy, int exit_status);

 private:
  int exit_status_;
};

// The request cannot be carried out as asked: a bad option value, a missing file, files that do not fit
// together.
class UsageError : public Error {
 public:
  UsageError(const Place& place, const std::string& problem, const std::string& remedy)
      : Error(place, problem, remedy, 2) {}
};

// Text or records inside a file are not what they should be.
class DataError : public Error {
 public:
  DataError(const Place& place, const std::string& problem, const std::string& remedy)
      : Error(place, problem, remedy, 2) {}
};

// A model or container file is damaged, cut short, foreign or of another version.
class FormatError : public Error {
 public:
  FormatError(const Place& place, const std::string& problem, const std::string& remedy)
      : Error(place, problem, remedy, 2) {}
};

// The machine failed: disk full, read error, no memory.
class MachineError : public Error {
 public:
  MachineError(const Place& place, const std::string& problem, const std::string& remedy)
      : Error(place, problem, remedy, 1) {}
};

// A computation left the finite numbers. Never passed on silently.
class NumericError : public Error {
 public:
  NumericError(const std::string& problem, const std::string& remedy) : Error({}, problem, remedy, 2) {}
  NumericError(const Place& place, const std::string& problem, const std::string& remedy)
      : Error(place, problem, remedy, 2) {}
};

// Reports a broken promise between our own functions (a bug) by throwing std::logic_error.
[[noreturn]] void fail_check(const char* condition, const char* file, int line);

}  // namespace calque

// For mistakes of the programmer, never reachable from user input. CALQUE_CHECK is always on, CALQUE_DCHECK
// in debug builds.
#define CALQUE_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::calque::fail_check(#condition, __FILE__, __LINE__))
#ifdef NDEBUG
#define CALQUE_DCHECK(condition) static_cast<void>(0)
#else
#define CALQUE_DCHECK(condition) CALQUE_CHECK(condition)
#endif
