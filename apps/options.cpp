#include "options.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/error.h"
#include "command.h"
#include "store/text_file.h"
#include "text/utf8.h"

namespace calque::apps {
namespace {

// CLI11 turns "-5" for a count into a huge number, and what 64 bits cannot hold into the largest that they
// can; here every option that takes a count refuses both.
void refuse_impossible_counts(CLI::App& app) {
  const CLI::Validator possible(
      [](const std::string& value) {
        std::uint64_t number = 0;
        const auto end = value.data() + value.size();
        const bool too_large =
            std::from_chars(value.data(), end, number).ec == std::errc::result_out_of_range;
        return value.starts_with('-') ? value + " is below 0" : too_large ? value + " is too large" : "";
      },
      "");
  for (CLI::Option* option : app.get_options()) {
    if (option->get_type_name().starts_with("UINT")) option->check(possible);
  }
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
    refuse_impossible_counts(*command);
}

// A limit below that of ordinary sentences is a mistake, such as 0 for "no limit" or 1 for a megabyte.
void set_max_line(const std::size_t& bytes) {
  constexpr std::size_t kLeastBytes = 1024;
  if (bytes < kLeastBytes)
    throw UsageError({}, fmt::format("--max-line {} would refuse ordinary sentences", bytes),
                     fmt::format("give at least {} bytes, or such as 64M", kLeastBytes));
  store::set_max_line_bytes(bytes);
}

// What an option names; it may have been given several times.
std::vector<store::NamedFile> files_of(const CLI::Option& option,
                                       store::FileRole role = store::FileRole::kInput) {
  std::vector<store::NamedFile> files;
  for (const std::string& path : option.results()) files.push_back({option.get_name(), path, role});
  return files;
}

void check_declared_files(const CLI::App& command, const Session& session) {
  std::vector<store::NamedFile> files;
  for (const DeclaredFile& declared : session.files) {
    if (declared.command != &command) continue;
    std::ranges::move(files_of(*declared.option, declared.role), std::back_inserter(files));
  }
  store::check_files(files);
  for (const SidePair& sides : session.sides) {
    if (sides.command != &command) continue;
    for (const store::NamedFile& first : files_of(*sides.first))
      for (const store::NamedFile& second : files_of(*sides.second)) store::check_sides(first, second);
  }
}

// Says what is wrong with the command line. Words that no option takes come first: they usually explain why
// something else seems to be missing.
UsageError explain(const CLI::ParseError& error, const CLI::App& app) {
  const auto strays = app.remaining(true);
  const auto commands = app.get_subcommands();
  if (!strays.empty() && commands.empty()) {
    return {
        {}, fmt::format("there is no command '{}'", strays.front()), "see 'calque --help' for the commands"};
  }
  std::string words;  // of the command, with the group that it belongs to
  for (const CLI::App* command = &app; !command->get_subcommands().empty();) {
    command = command->get_subcommands()[0];
    words += command->get_name() + " ";
  }
  const std::string remedy = fmt::format("see 'calque {}--help'", words);
  if (!strays.empty()) {
    return {{},
            fmt::format("unexpected argument{} {}", strays.size() > 1 ? "s" : "", fmt::join(strays, " ")),
            remedy};
  }
  std::string message = error.what();
  std::replace(message.begin(), message.end(), '\n', ' ');
  return {{}, message, remedy};
}

}  // namespace

Option& Option::required(bool required) {
  option_.required(required);
  return *this;
}

Option& Option::needs(const std::string& other) {
  option_.needs(command_.get_option(other));
  return *this;
}

Option& Option::excludes(std::initializer_list<const char*> others) {
  for (const char* other : others) option_.excludes(command_.get_option(other));
  return *this;
}

template <typename Number>
Option& Option::range(Number least, Number most) {
  option_.check(CLI::Range(least, most));
  return *this;
}
template Option& Option::range(int, int);
template Option& Option::range(std::size_t, std::size_t);
template Option& Option::range(double, double);

Option& Option::not_negative() {
  option_.check(CLI::NonNegativeNumber);
  return *this;
}

Option& Option::one_of(const std::vector<std::string>& values) {
  option_.check(CLI::IsMember(values));
  return *this;
}

Option& Option::bytes() {
  option_.transform(CLI::AsSizeValue(false));
  return *this;
}

Option& Option::commas() {
  option_.delimiter(',');
  return *this;
}

Option& Option::repeated() {
  option_.allow_extra_args(false);
  return *this;
}

Option& Option::default_text(const std::string& text) {
  option_.default_str(text);
  return *this;
}

Option& Option::file(store::FileRole role) {
  option_.type_name(role == store::FileRole::kOutputFolder ? "FOLDER" : "FILE");
  session_.files.push_back({&command_, &option_, role});
  return *this;
}

Option& Option::differs_from(const std::string& other) {
  session_.sides.push_back({&command_, command_.get_option(other), &option_});
  return *this;
}

Command Command::group(const std::string& name, const std::string& description) {
  CLI::App* const command = app_.add_subcommand(name, description);
  command->require_subcommand(1);
  return {*command, session_};
}

Command Command::add(const std::string& name, const std::string& description, const std::string& example,
                     std::function<void(Session&)> run) {
  CLI::App* const app = app_.add_subcommand(name, description);
  app->option_defaults()->always_capture_default();
  app->footer("Example:\n  " + example);
  app->callback([app, &session = session_, run = std::move(run)] {
    check_declared_files(*app, session);
    try {
      run(session);
    } catch (const text::EncodingError& error) {
      if (app->get_option_no_throw("--skip-bad-lines") == nullptr) throw;
      throw DataError(error.place(), error.problem(),
                      error.remedy() + ", or leave such lines out with --skip-bad-lines");
    }
  });
  Command command(*app, session_);
  CommonOptions& common = session_.common;
  command.option("--threads", common.threads, "Number of threads (0: one per core); never changes results")
      .range(0, 1024);
  command.option("--seed", common.seed, "Seed of everything random");
  command
      .option<std::size_t>("--max-line", set_max_line,
                           "Longest line of text to take, in bytes or such as 64M")
      .bytes()
      .default_text("1M");
  command.flag("-q,--quiet", common.quiet, "No progress on standard error");
  return command;
}

template <typename Value>
requires(!NamedEnum<Value>) Option Command::option(const std::string& names, Value& value,
                                                   const std::string& help) {
  return {app_, *app_.add_option(names, value, help), session_};
}
template Option Command::option(const std::string&, std::string&, const std::string&);
template Option Command::option(const std::string&, int&, const std::string&);
template Option Command::option(const std::string&, unsigned&, const std::string&);
template Option Command::option(const std::string&, std::size_t&, const std::string&);
template Option Command::option(const std::string&, float&, const std::string&);
template Option Command::option(const std::string&, double&, const std::string&);
template Option Command::option(const std::string&, std::optional<std::size_t>&, const std::string&);
template Option Command::option(const std::string&, std::optional<double>&, const std::string&);
template Option Command::option(const std::string&, std::vector<std::string>&, const std::string&);
template Option Command::option(const std::string&, std::vector<double>&, const std::string&);
template Option Command::option(const std::string&, std::vector<std::uint64_t>&, const std::string&);

template <typename Value>
Option Command::option(const std::string& names, std::function<void(const Value&)> set,
                       const std::string& help) {
  return {app_, *app_.add_option_function<Value>(names, set, help), session_};
}
template Option Command::option(const std::string&, std::function<void(const std::string&)>,
                                const std::string&);
template Option Command::option(const std::string&, std::function<void(const std::size_t&)>,
                                const std::string&);
template Option Command::option(const std::string&, std::function<void(const double&)>, const std::string&);

Option Command::flag(const std::string& names, bool& value, const std::string& help) {
  return {app_, *app_.add_flag(names, value, help), session_};
}

Option Command::flag(const std::string& names, std::function<void()> set, const std::string& help) {
  return {app_, *app_.add_flag_callback(names, set, help), session_};
}

Option Command::operator[](const std::string& name) {
  return {app_, *app_.get_option(name), session_};
}

void run_command_line(int argc, char** argv, Session& session, void (*add_commands)(Command& program)) {
  CLI::App app("Calque: statistical machine translation from your own sentence pairs.", "calque");
  app.set_version_flag("--version", "calque " CALQUE_VERSION " (" __VERSION__ ")");
  app.require_subcommand(1);
  app.footer("Start with './quickstart' or 'calque train --help'.");
  Command program(app, session);
  add_commands(program);
  refuse_impossible_counts(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw explain(error, app);
    app.exit(error);  // prints the help text or the version
  }
}

}  // namespace calque::apps
