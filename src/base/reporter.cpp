#include "base/reporter.h"

namespace calque {
namespace {

class SilentReporter final : public Reporter {
 public:
  void stage(std::string_view /*name*/) override {}
  void progress(std::uint64_t /*done*/, std::uint64_t /*total*/) override {}
  void note(std::string_view /*text*/) override {}
  void warning(std::string_view /*text*/) override {}
};

}  // namespace

Reporter& silent_reporter() {
  static SilentReporter reporter;
  return reporter;
}

}  // namespace calque
