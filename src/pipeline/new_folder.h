// A model folder that is being made. It is removed again unless the model becomes whole, also if the program
// is stopped; after a kill, the next run that makes this folder removes what was left.
//
// For one thread. Throws UsageError if the folder holds other files or cannot be made.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "store/folder_lock.h"
#include "store/interruption.h"

namespace calque::pipeline {

// The names of the files of a folder that is not whole yet, a line each.
inline constexpr const char* kUnfinishedFile = ".unfinished";

// Whether a folder is empty but for its lock.
bool holds_nothing(const std::string& folder);
// Makes a folder and returns true, or false if it is there. Throws UsageError if it cannot be made.
bool make_folder(const std::string& folder);

class NewFolder {
 public:
  explicit NewFolder(std::string path);
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  // Where a file of the folder is to be written.
  std::string file_path(const std::string& file);
  const std::string& path() const { return path_; }
  void keep();

 private:
  void note_file(const std::string& file);

  std::string path_;
  std::optional<store::FolderLock> lock_;
  std::vector<std::string> files_;  // asked for so far
  std::vector<store::RemovedOnStop> removed_on_stop_;
  bool made_ = false;
  bool kept_ = false;
};

}  // namespace calque::pipeline
