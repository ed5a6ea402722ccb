#include "store/named_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "store/temporary_file.h"

namespace calque::store {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStandardStream = "-";

bool is_output(const NamedFile& file) {
  return file.role != FileRole::kInput;
}

bool is_file_or_folder(const struct stat& status) {
  return S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
}

bool same_file(const struct stat& a, const struct stat& b) {
  return is_file_or_folder(a) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// Where a file will be that is not there yet: its folder with all links followed, and its name.
fs::path future_place(const std::string& path) {
  std::error_code error;
  fs::path place = fs::weakly_canonical(path, error);
  return error ? fs::path(path) : place;
}

void check_output(const NamedFile& file) {
  if (file.path.empty() || file.path == kStandardStream) return;
  if (file.role == FileRole::kOutput) check_writable(file.path);
  std::error_code error;
  const fs::file_status status = fs::status(file.path, error);
  if (file.role == FileRole::kOutputFolder && fs::exists(status) && !fs::is_directory(status))
    throw UsageError({file.path}, "this is a file, not a folder",
                     fmt::format("name a folder with {}, or one to be made", file.option));
}

void check_pair(const NamedFile& a, const NamedFile& b) {
  if (a.path.empty() || !is_output(b)) return;
  if (a.path == kStandardStream && b.path == kStandardStream) {
    if (is_output(a))
      throw UsageError({"-"}, fmt::format("{} and {} would be mixed on standard output", a.option, b.option),
                       "name a file for one of them");
    return;
  }
  if (!same_place(a.path, b.path)) return;
  if (is_output(a))
    throw UsageError({b.path}, fmt::format("{} and {} would write to the same place", a.option, b.option),
                     "give each a name of its own");
  throw UsageError({b.path}, fmt::format("{} would overwrite what {} reads", b.option, a.option),
                   "give the output another name");
}

// "calque tokenize -i a >> a" would read what it writes, without end.
void check_standard_output(std::span<const NamedFile> files) {
  struct stat output {};
  if (::fstat(STDOUT_FILENO, &output) != 0) return;
  for (const NamedFile& file : files) {
    struct stat input {};
    if (is_output(file) || ::stat(file.path.c_str(), &input) != 0 || !same_file(output, input)) continue;
    throw UsageError({file.path}, fmt::format("standard output goes to what {} reads", file.option),
                     "send the output to another file");
  }
}

}  // namespace

bool same_place(const std::string& a, const std::string& b) {
  if (a == kStandardStream || b == kStandardStream) return false;
  struct stat first {};
  struct stat second {};
  const bool there = ::stat(a.c_str(), &first) == 0;
  if (there != (::stat(b.c_str(), &second) == 0)) return false;
  return there ? same_file(first, second) : future_place(a) == future_place(b);
}

void check_files(std::span<const NamedFile> files) {
  const auto from_standard_input = [](const NamedFile& file) {
    return !is_output(file) && file.path == kStandardStream;
  };
  if (std::ranges::count_if(files, from_standard_input) > 1)
    throw UsageError({"-"}, "only one input can come from standard input", "name files for the others");
  for (const NamedFile& file : files)
    if (is_output(file)) check_output(file);
  // Each pair in both orders, since either may be the output.
  for (const NamedFile& a : files)
    for (const NamedFile& b : files)
      if (&a != &b) check_pair(a, b);
  check_standard_output(files);
}

void check_sides(const NamedFile& first, const NamedFile& second) {
  if (!same_place(first.path, second.path)) return;
  throw UsageError({second.path}, fmt::format("{} and {} name the same file", first.option, second.option),
                   "name the file of the other language; if both sides shall be equal, make a copy of it");
}

}  // namespace calque::store
