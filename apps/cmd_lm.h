// What the commands under `calque lm` share.
#pragma once

#include "lm/files/model_output.h"
#include "options.h"

namespace calque::apps {

// Adds -o/--output, --layout and --quantize.
void add_model_output(Command& command, lm::ModelOutput& output);

}  // namespace calque::apps
