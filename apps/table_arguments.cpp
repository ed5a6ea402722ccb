#include "table_arguments.h"

#include "command.h"

namespace calque::apps {

void TableArguments::complete() {
  if (!significance.empty()) options.prune.significance = phrase::SignificanceThreshold::parse(significance);
}

void add_table_options(CLI::App& command, TableArguments& arguments) {
  add_choice(command, "--smoothing", arguments.options.smoothing,
             "Relative frequencies of phrases: " + list_names<phrase::Smoothing>());
  command.add_option(
      "--prune-significance", arguments.significance,
      "Leave out pairs that chance explains: alpha+epsilon (also all pairs of phrases seen once), "
      "alpha-epsilon, or the least -ln(p)");
  command.add_option("--prune-top", arguments.options.prune.top,
                     "Keep so many translations of a phrase, by p(target given source) (0: all)");
  command
      .add_option(
          "--memory", arguments.options.memory.bytes,
          "Most memory for phrase occurrences and pairs, such as 500M or 2G; what does not fit is worked "
          "on in temporary files, which never changes results")
      ->transform(CLI::AsSizeValue(false));
  command.add_option("--temporary", arguments.options.memory.temporary_folder,
                     "Folder for temporary files (default: the system's)");
}

}  // namespace calque::apps
