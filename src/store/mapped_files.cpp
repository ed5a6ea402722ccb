#include "store/mapped_files.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>

#include <unistd.h>

#include "store/signal_slots.h"

namespace calque::store {
namespace {

constexpr std::size_t kNameBytes = 1024;

struct MappedFile {
  std::span<const std::byte> bytes;
  std::array<char, kNameBytes> name;
};

SignalSlots<MappedFile, 256>& files() {
  static SignalSlots<MappedFile, 256> table;
  return table;
}

void write_text(std::string_view text) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

void explain_and_die(int signal_number, siginfo_t* info, void* /*context*/) {
  const auto* address = static_cast<const std::byte*>(info->si_addr);
  files().for_each([&](const MappedFile& file) {
    if (address < file.bytes.data() || address >= file.bytes.data() + file.bytes.size()) return;
    write_text("calque: error: ");
    write_text(file.name.data());
    write_text(
        ": the file was cut short or can no longer be read; copy the model again, and leave it as it is "
        "while "
        "it is in use\n");
    ::_exit(1);
  });
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

}  // namespace

MappedFileName::MappedFileName(std::span<const std::byte> bytes, const std::string& path)
    : slot_(files().take([&](MappedFile& file) {
        file.bytes = bytes;
        const std::size_t length = std::min(path.size(), kNameBytes - 1);
        std::memcpy(file.name.data(), path.data(), length);
        file.name[length] = '\0';
      })) {}

MappedFileName::~MappedFileName() {
  files().release(slot_);
}

MappedFileName::MappedFileName(MappedFileName&& other) noexcept : slot_(std::exchange(other.slot_, -1)) {}

MappedFileName& MappedFileName::operator=(MappedFileName&& other) noexcept {
  std::swap(slot_, other.slot_);
  return *this;
}

void explain_bus_errors() {
  files();  // made now, so that the handler never constructs it
  struct sigaction action {};
  action.sa_sigaction = explain_and_die;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace calque::store
