// A model folder that is being made. It is removed again unless the model becomes whole.
//
// For one thread. Throws UsageError if the folder holds other files or cannot be made.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "store/folder_lock.h"

namespace calque::pipeline {

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
  std::string file_path(const std::string& file) const;
  const std::string& path() const { return path_; }
  void keep() { kept_ = true; }

 private:
  std::string path_;
  std::optional<store::FolderLock> lock_;
  mutable std::vector<std::string> files_;  // asked for so far
  bool made_ = false;
  bool kept_ = false;
};

}  // namespace calque::pipeline
