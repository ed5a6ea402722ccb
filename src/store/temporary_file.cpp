#include "store/temporary_file.h"

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

namespace calque::store {
namespace {

std::atomic<std::uint64_t> next_number{0};

constexpr std::string_view kMark = ".tmp-";

// The process that wrote a temporary file, from its name; 0 if it is not one.
pid_t writer_of(std::string_view name) {
  const std::size_t mark = name.rfind(kMark);
  if (mark == std::string_view::npos) return 0;
  const std::string_view numbers = name.substr(mark + kMark.size());
  const std::size_t dash = numbers.find('-');
  if (dash == std::string_view::npos) return 0;
  std::uint64_t file = 0;
  pid_t process = 0;
  const auto whole = [](std::string_view text, auto& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
  };
  return whole(numbers.substr(0, dash), process) && whole(numbers.substr(dash + 1), file) ? process : 0;
}

bool has_ended(pid_t process) {
  return ::kill(process, 0) != 0 && errno == ESRCH;
}

[[noreturn]] void refuse_place(const std::string& path) {
  throw UsageError({path}, fmt::format("cannot write here ({})", std::strerror(errno)),
                   "check that the folder exists and that you may write to it");
}

// Whether something is there; throws if it is a folder.
bool is_there(const std::string& path, struct stat& status) {
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode))
    throw UsageError({path}, "this is a folder, not a file", "name a file inside it to write to");
  return exists;
}

constexpr std::uint64_t kHandOverBytes = std::uint64_t{32} << 20U;

}  // namespace

TemporaryFile::TemporaryFile(const std::string& path)
    : path_(path), temporary_(fmt::format("{}{}{}-{}", path, kMark, getpid(), next_number++)) {
  struct stat existing {};
  direct_ = is_there(path, existing) && !S_ISREG(existing.st_mode);
  if (!direct_) registration_ = RemovedOnStop(temporary_);  // nobody else makes a file of this name
  descriptor_ = direct_ ? ::open(path.c_str(), O_WRONLY | O_CLOEXEC)
                        : ::open(temporary_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0644);
  if (descriptor_ < 0) {
    if (errno == ENOSPC) fail("create");
    refuse_place(path);
  }
}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (direct_) return;
  ::unlink(temporary_.c_str());
}

void TemporaryFile::fail(const char* action) const {
  throw MachineError({path_}, fmt::format("cannot {} the file ({})", action, std::strerror(errno)),
                     "free some disk space and run the command again; nothing was left half written");
}

void TemporaryFile::write(std::span<const std::byte> bytes) {
  write_at(size_, bytes);
  size_ += bytes.size();
  if (direct_ || size_ - handed_over_ < kHandOverBytes) return;
  // Only a hint: the system starts writing what is there, so that commit() has less to wait for.
  ::sync_file_range(descriptor_, static_cast<off_t>(handed_over_), static_cast<off_t>(size_ - handed_over_),
                    SYNC_FILE_RANGE_WRITE);
  handed_over_ = size_;
}

void TemporaryFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  CALQUE_CHECK(!direct_ || offset == size_);  // a device or pipe can only be appended to
  std::uint64_t position = offset;
  while (!bytes.empty()) {
    const ssize_t written =
        direct_ ? ::write(descriptor_, bytes.data(), bytes.size())
                : ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(position));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write");
    position += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void TemporaryFile::commit() {
  if (direct_) return;
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail("store");
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail("rename");
  ::close(descriptor_);
  descriptor_ = -1;
  registration_.release();
}

void check_writable(const std::string& path) {
  struct stat existing {};
  if (is_there(path, existing) && !S_ISREG(existing.st_mode)) {
    if (::access(path.c_str(), W_OK) != 0) refuse_place(path);
    return;
  }
  // A file is written under another name first, so its folder decides.
  const std::string folder = std::filesystem::path(path).parent_path().string();
  if (::access((folder.empty() ? "." : folder + "/.").c_str(), W_OK | X_OK) != 0) refuse_place(path);
}

void remove_left_overs(const std::string& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const pid_t writer = writer_of(entry.path().filename().string());
    if (writer > 0 && has_ended(writer)) std::filesystem::remove(entry.path(), error);
  }
}

}  // namespace calque::store
