// Hands on what library code reports to a listener of the public API, and ends the work when it is cancelled.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "base/interrupt.h"
#include "base/reporter.h"
#include "calque/progress.h"

namespace calque {

class ListeningReporter final : public Reporter {
 public:
  ListeningReporter(ProgressListener listener, std::stop_token cancel)
      : listener_(std::move(listener)), interrupt_{std::move(cancel)} {}

  void stage(std::string_view name) override { tell({Progress::Kind::kStage, std::string(name)}); }
  void progress(std::uint64_t done, std::uint64_t total) override {
    tell({Progress::Kind::kProgress, {}, done, total});
  }
  void note(std::string_view text) override { tell({Progress::Kind::kNote, std::string(text)}); }
  void warning(std::string_view text) override { tell({Progress::Kind::kWarning, std::string(text)}); }

 private:
  void tell(const Progress& progress) const {
    interrupt_.check();
    if (listener_) listener_(progress);
  }

  ProgressListener listener_;
  Interrupt interrupt_;
};

}  // namespace calque
