// Which library this is.
#pragma once

#include "calque/export.h"

namespace calque {

// "MAJOR.MINOR.PATCH" of the library that runs, which may be newer than the headers a program was built with.
CALQUE_API const char* version();

}  // namespace calque
