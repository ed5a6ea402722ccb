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

CLI::App* add_command(CLI::App& parent, Session& session, const std::string& name,
                      const std::string& description, const std::string& example) {
  CLI::App* command = parent.add_subcommand(name, description);
  command->option_defaults()->always_capture_default();
  command->footer("Example:\n  " + example);
  command
      ->add_option("--threads", session.common.threads,
                   "Number of threads (0: one per core); never changes results")
      ->check(CLI::Range(0, 1024));
  command->add_option("--seed", session.common.seed, "Seed of everything random");
  command->add_flag("-q,--quiet", session.common.quiet, "No progress on standard error");
  return command;
}

}  // namespace calque::apps
