#include "store/interruption.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <utility>

#include <unistd.h>

#include "store/signal_slots.h"

namespace calque::store {
namespace {

constexpr std::size_t kNameBytes = 4096;
using Name = std::array<char, kNameBytes>;
using Names = SignalSlots<Name, 64>;

Names& names() {
  static Names table;
  return table;
}

std::atomic<AfterStop> after_stop{AfterStop::kUnknown};
static_assert(std::atomic<AfterStop>::is_always_lock_free);
std::atomic<const char*> notice_goes_on{""};
std::atomic<const char*> notice_begins_anew{""};

// Objects that make signals wait, and the signal that does. The handler notes the signal before it looks at the
// number; whoever lets the last object go looks at the note afterwards: one of the two acts.
std::atomic<int> waiting_for{0};
std::atomic<int> waiting_signal{0};
static_assert(std::atomic<int>::is_always_lock_free);

// Calls only what a signal handler may.
void clean_up_and_die(int signal_number) {
  names().for_each([](const Name& name) { ::unlink(name.data()); });
  names().for_each([](const Name& name) { ::rmdir(name.data()); });
  const AfterStop after = after_stop.load();
  const char* const notice = after == AfterStop::kGoesOn       ? notice_goes_on.load()
                             : after == AfterStop::kBeginsAnew ? notice_begins_anew.load()
                                                               : "";
  // Nobody is left to be told if standard error is gone.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, notice, std::strlen(notice));
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

void stop_if_nothing_is_waited_for() {
  if (waiting_for.load() != 0) return;
  if (const int signal_number = waiting_signal.exchange(0)) clean_up_and_die(signal_number);
}

void on_signal(int signal_number) {
  waiting_signal = signal_number;
  stop_if_nothing_is_waited_for();
}

}  // namespace

StopsLater::StopsLater() {
  ++waiting_for;
}

StopsLater::~StopsLater() {
  --waiting_for;
  stop_if_nothing_is_waited_for();
}

RemovedOnStop::RemovedOnStop(const std::string& path) {
  if (path.size() + 1 > kNameBytes) return;
  slot_ = names().take([&](Name& name) { std::memcpy(name.data(), path.c_str(), path.size() + 1); });
}

RemovedOnStop::RemovedOnStop(RemovedOnStop&& other) noexcept
    : slot_(std::exchange(other.slot_, Names::kNone)) {}

RemovedOnStop& RemovedOnStop::operator=(RemovedOnStop&& other) noexcept {
  if (this == &other) return *this;
  release();
  slot_ = std::exchange(other.slot_, Names::kNone);
  return *this;
}

void RemovedOnStop::release() {
  names().release(std::exchange(slot_, Names::kNone));
}

StoppableWork::StoppableWork(AfterStop after) : before_(after_stop.exchange(after)) {}

StoppableWork::~StoppableWork() {
  after_stop.store(before_);
}

void clean_up_on_signals(const StopNotices& notices) {
  names();  // made now, so that the handler never constructs it
  notice_goes_on = notices.goes_on;
  notice_begins_anew = notices.begins_anew;
  for (const int signal_number : {SIGINT, SIGTERM}) std::signal(signal_number, on_signal);
  if (std::signal(SIGHUP, on_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

}  // namespace calque::store
