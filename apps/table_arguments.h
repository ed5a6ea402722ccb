// Options of every command that makes a phrase table.
#pragma once

#include <string>

#include "options.h"
#include "phrase/table_options.h"

namespace calque::apps {

struct TableArguments {
  phrase::TableOptions options;
  std::string significance;  // empty: no pruning by it

  // Fills `options` from the names given. Throws UsageError for names that do not exist.
  void complete();
};

// The arguments must live as long as the command.
void add_table_options(Command& command, TableArguments& arguments);

}  // namespace calque::apps
