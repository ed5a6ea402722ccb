#include "pipeline/new_folder.h"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "pipeline/manifest.h"
#include "store/temporary_file.h"
#include "store/text_file.h"

namespace calque::pipeline {

namespace fs = std::filesystem;

namespace {

// Removes what a run that was killed had written. False if there was no such run.
bool remove_unfinished(const std::string& folder) {
  store::remove_left_overs(folder);
  const std::string list = path_in(folder, kUnfinishedFile);
  if (!fs::is_regular_file(list)) return false;
  std::error_code ignored;
  const std::string names = store::read_whole(list);
  for (const std::string_view name : split_fields(names, "\n")) {
    const std::string path = path_in(folder, std::string(name));
    // Whatever else the list names is not ours to remove.
    if (name.find('/') == std::string_view::npos && fs::is_regular_file(path, ignored))
      fs::remove(path, ignored);
  }
  fs::remove(list, ignored);
  return true;
}

}  // namespace

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
  const store::StopsLater until_registered;
  made_ = make_folder(path_);
  lock_.emplace(path_);
  if (remove_unfinished(path_)) made_ = true;
  if (!holds_nothing(path_))
    throw UsageError({path_}, "the folder holds other files", "choose a new folder for the model");
  if (made_) removed_on_stop_.emplace_back(path_);
  removed_on_stop_.emplace_back(path_in(path_, kUnfinishedFile));
  note_file(kManifestFile);
}

NewFolder::~NewFolder() {
  lock_.reset();
  if (kept_) return;
  std::error_code ignored;
  for (const std::string& file : files_) fs::remove(path_in(path_, file), ignored);
  fs::remove(path_in(path_, kUnfinishedFile), ignored);
  if (made_) fs::remove(path_, ignored);
}

std::string NewFolder::file_path(const std::string& file) {
  note_file(file);
  return path_in(path_, file);
}

void NewFolder::note_file(const std::string& file) {
  files_.push_back(file);
  removed_on_stop_.emplace_back(path_in(path_, file));
  store::write_whole(path_in(path_, kUnfinishedFile), fmt::format("{}\n", fmt::join(files_, "\n")));
}

void NewFolder::keep() {
  const store::StopsLater until_all_stays;
  kept_ = true;
  removed_on_stop_.clear();
  fs::remove(path_in(path_, kUnfinishedFile));
}

}  // namespace calque::pipeline
