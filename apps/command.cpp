#include "command.h"

#include <algorithm>

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

void refuse_shared_input(std::initializer_list<std::string_view> inputs) {
  if (std::count(inputs.begin(), inputs.end(), "-") < 2) return;
  throw UsageError({"-"}, "only one input can come from standard input",
                   inputs.size() == 2 ? "name a file for the other" : "name files for the others");
}

void print_line(std::string_view line) {
  store::TextWriter out("-");
  out.write_line(line);
  out.commit();
}

}  // namespace calque::apps
