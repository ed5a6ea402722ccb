#include "command.h"

#include <cstddef>

#include <fmt/format.h>

#include "base/error.h"
#include "console_reporter.h"
#include "store/text_file.h"

namespace calque::apps {

Reporter& Session::reporter() {
  if (common.quiet) return silent_reporter();
  if (!reporter_) reporter_ = make_console_reporter();
  return *reporter_;
}

ThreadPool& Session::threads() {
  if (!threads_) threads_ = std::make_unique<ThreadPool>(common.threads);
  return *threads_;
}

void apply_settings(const std::vector<std::string>& settings, SearchOptions& options) {
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos)
      throw UsageError({}, fmt::format("'--set {}' has no value", setting), "write --set NAME=VALUE");
    const std::string name = setting.substr(0, equals);
    if (!set_option(options, name, setting.substr(equals + 1))) {
      throw UsageError({}, fmt::format("there is no search setting '{}'", name),
                       fmt::format("use one of: {}", fmt::join(search_option_names(), ", ")));
    }
  }
  options.validate();
}

void refuse_mixed_output(const char* what, const std::string& path, const std::string& remedy) {
  if (path == "-")
    throw UsageError({}, fmt::format("figures and {} cannot both go to standard output", what), remedy);
}

void print_line(std::string_view line) {
  store::TextWriter out("-");
  out.write_line(line);
  out.commit();
}

}  // namespace calque::apps
