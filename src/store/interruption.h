// What becomes of unfinished work when the program is stopped by SIGINT, SIGTERM or SIGHUP.
//
// Files that are not whole are removed, and the user is told whether the same command would go on where it
// stopped. Everything here may be used from any thread.
#pragma once

#include <string>

namespace calque::store {

// A file, or a folder that holds only such files, that is removed if the program is stopped. If very many are
// registered at a time, some are not removed.
class RemovedOnStop {
 public:
  RemovedOnStop() = default;
  explicit RemovedOnStop(const std::string& path);
  ~RemovedOnStop() { release(); }
  RemovedOnStop(RemovedOnStop&& other) noexcept;
  RemovedOnStop& operator=(RemovedOnStop&& other) noexcept;

  // The file stays from now on.
  void release();

 private:
  int slot_ = -1;
};

// For as long as such an object lives, a signal waits: between making a file and registering it, say. For short
// work alone.
class StopsLater {
 public:
  StopsLater();
  ~StopsLater();
  StopsLater(const StopsLater&) = delete;
  StopsLater& operator=(const StopsLater&) = delete;
};

// What running the same command again means.
enum class AfterStop { kUnknown, kGoesOn, kBeginsAnew };

// Work that says so for as long as the object lives. The innermost counts.
class StoppableWork {
 public:
  explicit StoppableWork(AfterStop after);
  ~StoppableWork();
  StoppableWork(const StoppableWork&) = delete;
  StoppableWork& operator=(const StoppableWork&) = delete;

 private:
  AfterStop before_;
};

// Text for standard error, with its line end. The texts must live for ever.
struct StopNotices {
  const char* goes_on = "";
  const char* begins_anew = "";
};

// From now on a signal removes the files, prints the notice that fits, and then ends the program as it would
// have without: a shell shows status 130 for SIGINT. SIGHUP stays ignored if it is, as under nohup.
void clean_up_on_signals(const StopNotices& notices);

}  // namespace calque::store
