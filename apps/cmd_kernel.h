// The commands under `calque kernel`, each in its own file.
#pragma once

#include <CLI/CLI.hpp>

#include "command.h"

namespace calque::apps {

void add_kernel_train(CLI::App& parent, Session& session);
void add_kernel_score(CLI::App& parent, Session& session);

}  // namespace calque::apps
