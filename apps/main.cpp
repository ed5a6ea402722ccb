// The calque command: parses the command line, runs one sub-command, turns errors into a message and a
// status.
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include <fmt/format.h>

#include "base/error.h"
#include "command.h"
#include "store/temporary_file.h"

namespace {

constexpr int kMachineFailed = 1;
constexpr int kRequestWrong = 2;

int report(const char* message, int status) {
  fmt::print(stderr, "calque: error: {}\n", message);
  return status;
}

void add_all_commands(CLI::App& app, calque::apps::Session& session) {
  using namespace calque::apps;
  add_train_command(app, session);
  add_translate_command(app, session);
  add_tune_command(app, session);
  add_evaluate_command(app, session);
  add_inspect_command(app, session);
  add_import_command(app, session);
  add_export_command(app, session);
  add_align_command(app, session);
  add_aer_command(app, session);
  add_lexicon_command(app, session);
  add_classes_command(app, session);
  add_extract_command(app, session);
  add_lm_command(app, session);
  add_reorder_command(app, session);
  add_block_command(app, session);
  add_kernel_command(app, session);
  add_text_commands(app, session);
  add_clean_command(app, session);
  add_synth_command(app, session);
}

// CLI11 turns "-5" for a count into a huge number; here every option that takes a count refuses it.
void refuse_negative_counts(CLI::App& app) {
  const CLI::Validator not_negative(
      [](const std::string& value) { return value.starts_with('-') ? value + " is below 0" : std::string(); },
      "");
  for (CLI::Option* option : app.get_options()) {
    if (option->get_type_name().starts_with("UINT")) option->check(not_negative);
  }
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
    refuse_negative_counts(*command);
}

// One line that says what is wrong with the command line. Words that nothing asked for come first: they
// usually explain why something else seems to be missing.
std::string explain(const CLI::ParseError& error, const CLI::App& app) {
  const auto strays = app.remaining(true);
  if (!strays.empty() && app.get_subcommands().empty()) {
    return fmt::format("there is no command '{}'; see 'calque --help' for the commands", strays.front());
  }
  const std::string remedy = app.get_subcommands().empty()
                                 ? "calque --help"
                                 : fmt::format("calque {} --help", app.get_subcommands().front()->get_name());
  if (!strays.empty()) {
    return fmt::format("unexpected argument{} {}; see '{}'", strays.size() > 1 ? "s" : "",
                       fmt::join(strays, " "), remedy);
  }
  std::string message = error.what();
  std::replace(message.begin(), message.end(), '\n', ' ');
  return fmt::format("{}; see '{}'", message, remedy);
}

int run(int argc, char** argv) {
  calque::apps::Session session;
  CLI::App app("Calque: statistical machine translation from your own sentence pairs.", "calque");
  app.set_version_flag("--version", "calque " CALQUE_VERSION " (" __VERSION__ ")");
  app.require_subcommand(1);
  app.footer("Start with './quickstart' or 'calque train --help'.");
  add_all_commands(app, session);
  refuse_negative_counts(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return report(explain(error, app).c_str(), kRequestWrong);
  }
  return 0;
}

// Large arrays that are freed go back to the system at once. Otherwise the library would keep them from the
// second one on, and steps that follow each other would need their memory together.
void return_large_arrays() {
#ifdef M_MMAP_THRESHOLD
  constexpr int kLargeBytes = 128 * 1024;
  mallopt(M_MMAP_THRESHOLD, kLargeBytes);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  return_large_arrays();
  calque::store::remove_temporary_files_on_signals();
  try {
    return run(argc, argv);
  } catch (const calque::Error& error) {
    return report(error.what(), error.exit_status());
  } catch (const std::bad_alloc&) {
    return report("not enough memory for this; try fewer sentences or a machine with more", kMachineFailed);
  } catch (const std::exception& error) {
    return report(error.what(), kMachineFailed);
  }
}
