#include "store/temporary_file.h"

#include <array>
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
#include "store/signal_slots.h"

namespace calque::store {
namespace {

// Names that the signal handler removes. A file that finds no free slot is simply not removed on a signal.
constexpr std::size_t kNameBytes = 4096;
using Name = std::array<char, kNameBytes>;

SignalSlots<Name, 64>& names() {
  static SignalSlots<Name, 64> table;
  return table;
}

int register_name(const std::string& name) {
  if (name.size() + 1 > kNameBytes) return SignalSlots<Name, 64>::kNone;
  return names().take([&](Name& slot) { std::memcpy(slot.data(), name.c_str(), name.size() + 1); });
}

void remove_and_die(int signal_number) {
  names().for_each([](const Name& name) { ::unlink(name.data()); });
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

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

constexpr std::uint64_t kHandOverBytes = std::uint64_t{32} << 20U;

}  // namespace

TemporaryFile::TemporaryFile(const std::string& path)
    : path_(path), temporary_(fmt::format("{}{}{}-{}", path, kMark, getpid(), next_number++)) {
  struct stat existing {};
  const bool exists = ::stat(path.c_str(), &existing) == 0;
  if (exists && S_ISDIR(existing.st_mode))
    throw UsageError({path}, "this is a folder, not a file", "name a file inside it to write to");
  direct_ = exists && !S_ISREG(existing.st_mode);
  descriptor_ = direct_ ? ::open(path.c_str(), O_WRONLY | O_CLOEXEC)
                        : ::open(temporary_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0644);
  if (descriptor_ < 0) {
    if (errno == ENOSPC) fail("create");
    throw UsageError({path}, fmt::format("cannot write here ({})", std::strerror(errno)),
                     "check that the folder exists and that you may write to it");
  }
  if (!direct_) registration_ = register_name(temporary_);
}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (direct_) return;
  ::unlink(temporary_.c_str());
  names().release(registration_);
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
  names().release(registration_);
}

void remove_left_overs(const std::string& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const pid_t writer = writer_of(entry.path().filename().string());
    if (writer > 0 && has_ended(writer)) std::filesystem::remove(entry.path(), error);
  }
}

void remove_temporary_files_on_signals() {
  names();  // made now, so that the handler never constructs it
  for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal_number, remove_and_die);
}

}  // namespace calque::store
