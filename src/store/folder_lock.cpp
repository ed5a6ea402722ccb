#include "store/folder_lock.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

namespace calque::store {
namespace {

// The holder removes the file when it is done, so the file that was opened may be gone by the time it is
// locked, and the next process would lock another one.
bool is_still_there(int descriptor, const std::string& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

std::string holder_of(int descriptor) {
  std::array<char, 32> text{};
  const ssize_t got = ::pread(descriptor, text.data(), text.size(), 0);
  const std::string_view number(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  const std::size_t digits = number.find_first_not_of("0123456789");
  return digits == 0 || number.empty() ? "another process"
                                       : fmt::format("process {}", number.substr(0, digits));
}

}  // namespace

FolderLock::FolderLock(const std::string& folder)
    : path_((std::filesystem::path(folder) / kFileName).string()) {
  const StopsLater until_registered;
  for (;;) {
    descriptor_ = ::open(path_.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
    if (descriptor_ < 0) {
      throw UsageError({folder}, fmt::format("cannot write here ({})", std::strerror(errno)),
                       "check that you may write to the folder");
    }
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      const std::string holder = holder_of(descriptor_);
      ::close(descriptor_);
      throw UsageError({folder}, holder + " is writing to this folder",
                       "wait until it has finished, stop it, or choose another folder");
    }
    if (is_still_there(descriptor_, path_)) break;
    ::close(descriptor_);
  }
  removed_on_stop_ = RemovedOnStop(path_);
  const std::string number = fmt::format("{}\n", ::getpid());
  // The number is only for messages; the lock holds without it.
  if (::ftruncate(descriptor_, 0) == 0) [[maybe_unused]]
    const ssize_t written = ::pwrite(descriptor_, number.data(), number.size(), 0);
}

FolderLock::~FolderLock() {
  ::unlink(path_.c_str());
  ::close(descriptor_);
}

}  // namespace calque::store
