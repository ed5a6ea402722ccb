// calque clean
#include <array>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "command.h"
#include "parallel_arguments.h"
#include "store/named_files.h"
#include "store/text_file.h"
#include "text/clean.h"

namespace calque::apps {
namespace {

struct CleanCommand {
  ParallelArguments pairs;
  text::CleanOptions clean;
  std::string prefix;
  std::string source_output;
  std::string target_output;
  bool pretokenized = false;
  bool json = false;
};

void choose_clean_output(const text::ParallelInput& input, CleanCommand& options) {
  const bool both = !options.source_output.empty() && !options.target_output.empty();
  if (!options.prefix.empty() && options.source_output.empty() && options.target_output.empty()) {
    options.source_output =
        options.prefix + "." + (input.source_language.empty() ? "source" : input.source_language);
    options.target_output =
        options.prefix + "." + (input.target_language.empty() ? "target" : input.target_language);
  } else if (!options.prefix.empty() || !both) {
    throw UsageError({}, "it is not clear where to write",
                     "give either -o PREFIX or both -S FILE and -T FILE");
  }
  if (options.source_output == "-" || options.target_output == "-") {
    throw UsageError({}, "standard output is for the figures, not for the text",
                     "give names of files with -S and -T");
  }
  // The option layer has seen the names that were given, but not those made out of the prefix.
  if (!options.prefix.empty()) {
    if (std::filesystem::is_directory(options.prefix))
      throw UsageError({options.prefix}, "this is a folder, not the beginning of names",
                       "write the names' beginning inside it as well, such as FOLDER/clean");
    using enum store::FileRole;
    store::check_files(std::array<store::NamedFile, 4>{{{"--source", input.source, kInput},
                                                        {"--target", input.target, kInput},
                                                        {"--output", options.source_output, kOutput},
                                                        {"--output", options.target_output, kOutput}}});
  }
}

void print_clean_result(const text::CleanResult& result, bool json) {
  if (json) {
    nlohmann::ordered_json removed;
    for (std::size_t i = 0; i < text::kRemovalCount; ++i) {
      removed[std::string(name_of(static_cast<text::Removal>(i)))] = result.removed[i];
    }
    const nlohmann::ordered_json out{
        {"read", result.read}, {"kept", result.kept}, {"unpaired", result.unpaired}, {"removed", removed}};
    fmt::print("{}\n", out.dump());
    return;
  }
  fmt::print("read          {:>12}\nkept          {:>12}\n", result.read, result.kept);
  for (std::size_t i = 0; i < text::kRemovalCount; ++i) {
    if (result.removed[i] == 0) continue;
    fmt::print("{:<13} {:>12}\n", name_of(static_cast<text::Removal>(i)), result.removed[i]);
  }
  if (result.unpaired > 0) fmt::print("{:<13} {:>12}\n", "unpaired", result.unpaired);
}

void run_clean(CleanCommand& options, Session& session) {
  text::ParallelInput input = chosen_input(options.pairs);
  input.bad_lines = text::BadLinePolicy::kSkipAndCount;
  choose_clean_output(input, options);
  const text::Preparation preparation{.source_language = input.source_language,
                                      .target_language = input.target_language,
                                      .pretokenized = options.pretokenized};
  options.clean.validate();
  session.reporter().stage("cleaning");
  store::TextWriter source(options.source_output);
  store::TextWriter target(options.target_output);
  const text::CleanResult result = text::clean(
      input, options.clean, preparation,
      [&](const text::CleanPair& pair) {
        source.write_line(pair.written.source);
        target.write_line(pair.written.target);
      },
      session.threads(), session.reporter());
  source.commit();
  target.commit();
  print_clean_result(result, options.json);
}

}  // namespace

void add_clean(Command& parent) {
  auto [command, options] = parent.add<CleanCommand>(
      "clean",
      "Leave out sentence pairs that harm training, unreadable ones among them. Words are counted as 'calque "
      "train' counts them; lines are written as they were.",
      "calque clean -s train.de -t train.en -S clean.de -T clean.en --remove-duplicates", run_clean);
  add_parallel_options(command, options.pairs);
  add_clean_options(command, options.clean);
  command.option("-o,--output", options.prefix, "Write PREFIX.SOURCELANGUAGE and PREFIX.TARGETLANGUAGE");
  command.option("-S,--source-output", options.source_output, "File for the source side").writes();
  command.option("-T,--target-output", options.target_output, "File for the target side").writes();
  command.flag("--pretokenized", options.pretokenized, "Words already stand between blanks");
  command.flag("--json", options.json, "Print the figures as JSON");
}

}  // namespace calque::apps
