#include "store/mapped_files.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace calque::store {
namespace {

// Fixed slots with lock-free flags, because a signal handler may neither lock nor allocate.
constexpr std::size_t kSlots = 256;
constexpr std::size_t kNameBytes = 1024;

struct Slot {
  std::atomic<int> state{0};  // 0 free, 1 being filled, 2 live
  std::span<const std::byte> bytes;
  std::array<char, kNameBytes> name;
};

std::array<Slot, kSlots>& slots() {
  static std::array<Slot, kSlots> table;
  return table;
}

void write_text(std::string_view text) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

void explain_and_die(int signal_number, siginfo_t* info, void* /*context*/) {
  const auto* address = static_cast<const std::byte*>(info->si_addr);
  for (const Slot& slot : slots()) {
    if (slot.state.load() != 2) continue;
    if (address < slot.bytes.data() || address >= slot.bytes.data() + slot.bytes.size()) continue;
    write_text("calque: error: ");
    write_text(slot.name.data());
    write_text(
        ": the file was cut short or can no longer be read; copy the model again, and leave it as it is "
        "while "
        "it is in use\n");
    ::_exit(1);
  }
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

}  // namespace

MappedFileName::MappedFileName(std::span<const std::byte> bytes, const std::string& path) {
  for (std::size_t i = 0; i < kSlots; ++i) {
    Slot& slot = slots()[i];
    int expected = 0;
    if (!slot.state.compare_exchange_strong(expected, 1)) continue;
    slot.bytes = bytes;
    const std::size_t length = std::min(path.size(), kNameBytes - 1);
    std::memcpy(slot.name.data(), path.data(), length);
    slot.name[length] = '\0';
    slot.state.store(2);
    slot_ = static_cast<int>(i);
    return;
  }
}

MappedFileName::~MappedFileName() {
  if (slot_ >= 0) slots()[static_cast<std::size_t>(slot_)].state.store(0);
}

MappedFileName::MappedFileName(MappedFileName&& other) noexcept : slot_(std::exchange(other.slot_, -1)) {}

MappedFileName& MappedFileName::operator=(MappedFileName&& other) noexcept {
  std::swap(slot_, other.slot_);
  return *this;
}

void explain_bus_errors() {
  slots();  // made now, so that the handler never constructs it
  struct sigaction action {};
  action.sa_sigaction = explain_and_die;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace calque::store
