#include "console_reporter.h"

#include <chrono>
#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

namespace calque::apps {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kBarWidth = 30;

class ConsoleReporter final : public Reporter {
 public:
  ConsoleReporter() : terminal_(isatty(STDERR_FILENO) != 0) {}
  ~ConsoleReporter() override { clear_bar(); }

  void stage(std::string_view name) override {
    clear_bar();
    stage_ = name;
    stage_start_ = last_shown_ = Clock::now();
    fmt::print(stderr, "calque: {}\n", stage_);
  }

  void progress(std::uint64_t done, std::uint64_t total) override {
    const auto now = Clock::now();
    // Nothing for work that ends at once; then often on a terminal, seldom in a log.
    const auto pause = terminal_ ? std::chrono::milliseconds(200) : std::chrono::seconds(10);
    if (now - stage_start_ < std::chrono::seconds(1) || now - last_shown_ < pause) return;
    last_shown_ = now;
    const std::string left = time_left(done, total, now);
    if (terminal_) {
      show_bar(done, total, left);
    } else if (total != 0) {
      fmt::print(stderr, "calque:   {}: {:.0f} %{}\n", stage_, percent(done, total), left);
    } else {
      fmt::print(stderr, "calque:   {}: {} done\n", stage_, done);
    }
  }

  void note(std::string_view text) override {
    clear_bar();
    fmt::print(stderr, "calque:   {}\n", text);
  }

  void warning(std::string_view text) override {
    clear_bar();
    fmt::print(stderr, "calque: warning: {}\n", text);
  }

 private:
  static double percent(std::uint64_t done, std::uint64_t total) {
    return 100.0 * static_cast<double>(done) / static_cast<double>(total);
  }

  std::string time_left(std::uint64_t done, std::uint64_t total, Clock::time_point now) const {
    if (done == 0 || total == 0 || done > total) return "";
    const double spent = std::chrono::duration<double>(now - stage_start_).count();
    return fmt::format(", {:.0f} s left",
                       spent * static_cast<double>(total - done) / static_cast<double>(done));
  }

  void show_bar(std::uint64_t done, std::uint64_t total, const std::string& left) {
    if (total == 0) {
      fmt::print(stderr, "\r  {} done\x1b[K", done);
    } else {
      const int filled = static_cast<int>(percent(done, total) / 100.0 * kBarWidth);
      fmt::print(stderr, "\r  [{:=<{}}{:{}}] {:3.0f} %{}\x1b[K", "", filled, "", kBarWidth - filled,
                 percent(done, total), left);
    }
    std::fflush(stderr);
    bar_shown_ = true;
  }

  void clear_bar() {
    if (!bar_shown_) return;
    fmt::print(stderr, "\r\x1b[K");
    bar_shown_ = false;
  }

  const bool terminal_;
  bool bar_shown_ = false;
  std::string stage_ = "working";
  Clock::time_point stage_start_ = Clock::now();
  Clock::time_point last_shown_ = stage_start_;
};

}  // namespace

std::unique_ptr<Reporter> make_console_reporter() {
  return std::make_unique<ConsoleReporter>();
}

}  // namespace calque::apps
