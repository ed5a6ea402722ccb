// calque kernel
#include "cmd_kernel.h"

namespace calque::apps {

void add_kernel_command(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "kernel", "Translation by regression between n-grams: train a model, score translations");
  command->require_subcommand(1);
  add_kernel_train(*command, session);
  add_kernel_score(*command, session);
}

}  // namespace calque::apps
