// How long work tells what it is doing, and how it is stopped.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace calque {

struct Progress {
  enum class Kind : std::uint8_t {
    kStage,     // a stage of work begins: `text` is its name
    kProgress,  // `done` of `total` units of the stage are done (total 0: not known)
    kNote,      // a fact about the run that a person wants to see
    kWarning,   // something odd that was handled and that a person should know
  };
  Kind kind = Kind::kStage;
  std::string text{};
  std::uint64_t done = 0;
  std::uint64_t total = 0;
};

// Called from the thread that started the work, or from one of its threads at a time; may be called often.
// An exception that it throws ends the work. Empty: nobody listens.
using ProgressListener = std::function<void(const Progress& progress)>;

}  // namespace calque
