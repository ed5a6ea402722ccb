#include "pipeline/new_folder.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "pipeline/manifest.h"

namespace calque::pipeline {

namespace fs = std::filesystem;

bool holds_nothing(const std::string& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().filename() != store::FolderLock::kFileName) return false;
  return !error;
}

bool make_folder(const std::string& folder) {
  std::error_code error;
  const bool made = fs::create_directories(folder, error);
  if (error) {
    throw UsageError({folder}, fmt::format("cannot make the model folder ({})", error.message()),
                     "check the name and that you may write there");
  }
  return made;
}

NewFolder::NewFolder(std::string path) : path_(std::move(path)) {
  made_ = make_folder(path_);
  lock_.emplace(path_);
  if (!holds_nothing(path_))
    throw UsageError({path_}, "the folder holds other files", "choose a new folder for the model");
}

NewFolder::~NewFolder() {
  lock_.reset();
  if (kept_) return;
  std::error_code ignored;
  for (const std::string& file : files_) fs::remove(path_in(path_, file), ignored);
  fs::remove(path_in(path_, kManifestFile), ignored);
  if (made_) fs::remove(path_, ignored);
}

std::string NewFolder::file_path(const std::string& file) const {
  files_.push_back(file);
  return path_in(path_, file);
}

}  // namespace calque::pipeline
