// The reporter of the command line: a bar on a terminal, plain lines otherwise, all on standard error.
#pragma once

#include <memory>

#include "base/reporter.h"

namespace calque::apps {

std::unique_ptr<Reporter> make_console_reporter();

}  // namespace calque::apps
