// Commands and their options. The headers of the library that parses command lines cost every file that
// includes them many seconds to compile, so options.cpp alone does.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/enum_names.h"
#include "store/named_files.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace calque::apps {

class Session;

// An option whose value names a file, and two that must name different ones.
struct DeclaredFile {
  const CLI::App* command;
  const CLI::Option* option;
  store::FileRole role;
};
struct SidePair {
  const CLI::App* command;
  const CLI::Option* first;
  const CLI::Option* second;
};

// An option that a command has; each function restricts it further.
class Option {
 public:
  Option(CLI::App& command, CLI::Option& option, Session& session)
      : command_(command), option_(option), session_(session) {}

  Option& required(bool required = true);
  // Other options are named as users write them; the command must have them already.
  Option& needs(const std::string& other);
  Option& excludes(std::initializer_list<const char*> others);
  // For int, std::size_t and double. Both ends are included.
  template <typename Number>
  Option& range(Number least, Number most);
  Option& not_negative();
  Option& one_of(const std::vector<std::string>& values);
  // Sizes in bytes, such as 500M or 2G.
  Option& bytes();
  // Several values may stand in one word, with commas between.
  Option& commas();
  // Several values: each needs the option's name before it.
  Option& repeated();
  // The default as the help text shows it.
  Option& default_text(const std::string& text);
  // The value names a file or folder, which is checked together with all others before the command runs
  // (store/named_files.h).
  Option& file(store::FileRole role);
  Option& reads() { return file(store::FileRole::kInput); }
  Option& writes() { return file(store::FileRole::kOutput); }
  Option& writes_folder() { return file(store::FileRole::kOutputFolder); }
  // Two sides of a text: the other option names another file.
  Option& differs_from(const std::string& other);

 private:
  CLI::App& command_;
  CLI::Option& option_;
  Session& session_;
};

class Command {
 public:
  Command(CLI::App& app, Session& session) : app_(app), session_(session) {}

  // A command that has commands of its own and does nothing without one.
  Command group(const std::string& name, const std::string& description);

  // Adds commands by the functions that describe them.
  void add(std::initializer_list<void (*)(Command& parent)> commands) {
    for (const auto& command : commands) command(*this);
  }

  // A command that calls run(arguments, session), with the common options (--threads, --seed, --quiet) and an
  // example line under its help text, which shows the defaults of all options. The arguments live as long as
  // the command.
  template <typename Arguments, typename Run>
  std::pair<Command, Arguments&> add(const std::string& name, const std::string& description,
                                     const std::string& example, Run run) {
    const auto arguments = std::make_shared<Arguments>();
    return {add(name, description, example, [arguments, run](Session& s) { run(*arguments, s); }),
            *arguments};
  }

  // An option or positional argument with a value. The types are those that options.cpp instantiates.
  template <typename Value>
  requires(!NamedEnum<Value>) Option option(const std::string& names, Value& value, const std::string& help);
  // The same, handing the value to `set`.
  template <typename Value>
  Option option(const std::string& names, std::function<void(const Value&)> set, const std::string& help);

  // The name of an enum's value. The help text shows the default, which an optional does not have. Names that
  // do not exist throw UsageError with the remedy, or with a list of the names.
  template <NamedEnum Enum>
  Option option(const std::string& names, Enum& value, const std::string& help,
                const std::string& remedy = {}) {
    return option<std::string>(
               names, [&value, remedy](const std::string& text) { value = parse_enum<Enum>(text, remedy); },
               help)
        .default_text(std::string(name_of(value)));
  }
  template <NamedEnum Enum>
  Option option(const std::string& names, std::optional<Enum>& value, const std::string& help) {
    return option<std::string>(
        names, [&value](const std::string& text) { value = parse_enum<Enum>(text); }, help);
  }

  Option flag(const std::string& names, bool& value, const std::string& help);
  Option flag(const std::string& names, std::function<void()> set, const std::string& help);

  // An option that was added before.
  Option operator[](const std::string& name);

 private:
  Command add(const std::string& name, const std::string& description, const std::string& example,
              std::function<void(Session&)> run);

  CLI::App& app_;
  Session& session_;
};

// Runs the command that the command line names, or prints help or the version. Throws UsageError for a
// command line that cannot be understood.
void run_command_line(int argc, char** argv, Session& session, void (*add_commands)(Command& program));

}  // namespace calque::apps
