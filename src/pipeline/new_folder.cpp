#include "pipeline/new_folder.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "pipeline/manifest.h"

namespace calque::pipeline {

namespace fs = std::filesystem;

NewFolder::NewFolder(std::string path) : path_(std::move(path)) {
  std::error_code error;
  if (fs::exists(path_, error) && !(fs::is_directory(path_, error) && fs::is_empty(path_, error))) {
    throw UsageError({path_}, "the folder holds other files", "choose a new folder for the model");
  }
  made_ = fs::create_directories(path_, error);
  if (error) {
    throw UsageError({path_}, fmt::format("cannot make the model folder ({})", error.message()),
                     "check the name and that you may write there");
  }
}

NewFolder::~NewFolder() {
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
