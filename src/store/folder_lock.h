// One writer at a time in a folder.
//
// Two trainings in one folder would write into each other's files. The lock is a file with the number of the
// process that holds it; the system gives it up when that process ends, however it ends, so a lock that was
// left behind is taken over. Not for threads of one process that share a FolderLock.
#pragma once

#include <string>

#include "store/interruption.h"

namespace calque::store {

class FolderLock {
 public:
  static constexpr const char* kFileName = ".lock";

  // `folder` must exist. Throws UsageError naming the process that works there, or if the folder cannot be
  // written to.
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  std::string path_;
  RemovedOnStop removed_on_stop_;
  int descriptor_ = -1;
};

}  // namespace calque::store
