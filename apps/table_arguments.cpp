#include "table_arguments.h"

namespace calque::apps {

void TableArguments::complete() {
  if (!significance.empty()) options.prune.significance = phrase::SignificanceThreshold::parse(significance);
}

void add_table_options(Command& command, TableArguments& arguments) {
  command.option("--smoothing", arguments.options.smoothing,
                 "Relative frequencies of phrases: " + list_names<phrase::Smoothing>());
  command.option("--prune-significance", arguments.significance,
                 "Leave out pairs that chance explains: alpha+epsilon (also all pairs of phrases seen once), "
                 "alpha-epsilon, or the least -ln(p)");
  command.option("--prune-top", arguments.options.prune.top,
                 "Keep so many translations of a phrase, by p(target given source) (0: all)");
  command
      .option("--memory", arguments.options.memory.bytes,
              "Most memory for phrase occurrences and pairs, such as 500M or 2G; what does not fit is worked "
              "on in temporary files, which never changes results")
      .bytes();
  command.option("--temporary", arguments.options.memory.temporary_folder,
                 "Folder for temporary files (default: the system's)");
}

}  // namespace calque::apps
