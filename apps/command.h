// What the sub-commands of `calque` share: common options, the reporter, and the list of commands.
//
// A command file parses arguments into an options struct, calls the library and prints the result on standard
// output. It throws calque::Error for everything that goes wrong; main prints it and picks the exit status.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

#include "base/enum_names.h"
#include "base/reporter.h"
#include "base/thread_pool.h"

namespace calque::apps {

// Options every command has.
struct CommonOptions {
  std::size_t threads = 0;  // 0: one per core
  std::uint64_t seed = 1;
  bool quiet = false;
};

// One run of the program. Outlives every command callback.
class Session {
 public:
  CommonOptions common;

  // Progress and notes on standard error, as --quiet and the terminal ask. Made at first use.
  Reporter& reporter();
  // Threads as asked by --threads. Made at first use.
  ThreadPool& threads();

 private:
  std::unique_ptr<Reporter> reporter_;
  std::unique_ptr<ThreadPool> threads_;
};

// Adds a sub-command with the common options (--threads, --seed, --quiet) and an example line under its help
// text, which shows the defaults of all options.
CLI::App* add_command(CLI::App& parent, Session& session, const std::string& name,
                      const std::string& description, const std::string& example);

// The same with arguments that live as long as the command, and run(arguments, session) as what it does.
template <typename Arguments, typename Run>
std::pair<CLI::App*, Arguments*> add_command(CLI::App& parent, Session& session, const std::string& name,
                                             const std::string& description, const std::string& example,
                                             Run run) {
  CLI::App* const command = add_command(parent, session, name, description, example);
  const auto arguments = std::make_shared<Arguments>();
  command->callback([arguments, &session, run] { run(*arguments, session); });
  return {command, arguments.get()};
}

// An option whose value is the name of an enum's value. The help text shows the default, which an optional
// does not have. Names that do not exist throw UsageError with the remedy, or with a list of the names.
template <NamedEnum Enum>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Enum& value, const std::string& help,
                        const std::string& remedy = {}) {
  const auto set = [&value, remedy](const std::string& text) { value = parse_enum<Enum>(text, remedy); };
  return command.add_option_function<std::string>(name, set, help)->default_str(std::string(name_of(value)));
}
template <NamedEnum Enum>
CLI::Option* add_choice(CLI::App& command, const std::string& name, std::optional<Enum>& value,
                        const std::string& help) {
  const auto set = [&value](const std::string& text) { value = parse_enum<Enum>(text); };
  return command.add_option_function<std::string>(name, set, help);
}

// Throws UsageError if more than one of the inputs is "-".
void refuse_shared_input(std::initializer_list<std::string_view> inputs);

// Puts a line of results on standard output, at once.
void print_line(std::string_view line);

// One function per command, each in cmd_NAME.cpp.
void add_synth_command(CLI::App& app, Session& session);
void add_text_commands(CLI::App& app, Session& session);  // tokenize, detokenize, truecase
void add_clean_command(CLI::App& app, Session& session);
void add_align_command(CLI::App& app, Session& session);
void add_aer_command(CLI::App& app, Session& session);
void add_lexicon_command(CLI::App& app, Session& session);
void add_classes_command(CLI::App& app, Session& session);
void add_lm_command(CLI::App& app, Session& session);
void add_extract_command(CLI::App& app, Session& session);
void add_reorder_command(CLI::App& app, Session& session);
void add_block_command(CLI::App& app, Session& session);
void add_kernel_command(CLI::App& app, Session& session);
void add_train_command(CLI::App& app, Session& session);
void add_translate_command(CLI::App& app, Session& session);
void add_tune_command(CLI::App& app, Session& session);
void add_evaluate_command(CLI::App& app, Session& session);
void add_inspect_command(CLI::App& app, Session& session);
void add_import_command(CLI::App& app, Session& session);
void add_export_command(CLI::App& app, Session& session);

}  // namespace calque::apps
