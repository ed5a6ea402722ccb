// Errors that a person can act on: where it happened, what is wrong, what to do next.
//
// Every function of the library reports failure by throwing one of these; nothing prints or exits. The
// message, what(), reads "PLACE: problem; remedy". Something that a caller can expect to be absent (an
// unknown word) is not an error.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "calque/export.h"

namespace calque {

// Where in the user's data something is wrong. Numbers are 1-based; 0 means "not known".
struct Place {
  std::string file{};
  std::uint64_t line = 0;
  std::uint64_t byte = 0;  // position inside the line, or inside the file if line is 0
};

// "file:line:byte", leaving out what is not known; standard input is written "(standard input)".
CALQUE_API std::string describe(const Place& place);

class CALQUE_API Error : public std::runtime_error {
 public:
  const Place& place() const noexcept { return place_; }
  const std::string& problem() const noexcept { return problem_; }
  // What to do about it; may be empty.
  const std::string& remedy() const noexcept { return remedy_; }
  // What a command ends with: 2 if the request or its input is wrong, 1 if the machine failed.
  int exit_status() const noexcept { return exit_status_; }

 protected:
  Error(const Place& place, const std::string& problem, const std::string& remedy, int exit_status);

 private:
  Place place_;
  std::string problem_{};
  std::string remedy_{};
  int exit_status_;
};

// The request cannot be carried out: a bad option value, a missing file, files that do not fit together.
class CALQUE_API UsageError : public Error {
 public:
  UsageError(const Place& place, const std::string& problem, const std::string& remedy)
      : Error(place, problem, remedy, 2) {}
};

// Text or records inside a file are not what they should be.
class CALQUE_API DataError : public Error {
 public:
  DataError(const Place& place, const std::string& problem, const std::string& remedy)
      : Error(place, problem, remedy, 2) {}
};

// A model or container file is damaged, cut short, foreign or of another version.
class CALQUE_API FormatError : public Error {
 public:
  FormatError(const Place& place, const std::string& problem, const std::string& remedy)
      : Error(place, problem, remedy, 2) {}
};

// The machine failed: disk full, read error, no memory.
class CALQUE_API MachineError : public Error {
 public:
  MachineError(const Place& place, const std::string& problem, const std::string& remedy)
      : Error(place, problem, remedy, 1) {}
};

// A computation left the finite numbers. Never passed on silently. Numbers that grow without bounds come from
// options or values that somebody chose, so this too counts as a wrong request.
class CALQUE_API NumericError : public Error {
 public:
  NumericError(const std::string& problem, const std::string& remedy) : Error({}, problem, remedy, 2) {}
  NumericError(const Place& place, const std::string& problem, const std::string& remedy)
      : Error(place, problem, remedy, 2) {}
};

// The caller's cancel token was used or the deadline has passed. Work that can be resumed is left resumable.
class CALQUE_API Cancelled : public Error {
 public:
  Cancelled(const std::string& problem, const std::string& remedy) : Error({}, problem, remedy, 1) {}
};

}  // namespace calque
