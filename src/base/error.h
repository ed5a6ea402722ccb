// The errors of the public library, and checks of our own promises.
//
// Library code throws; only the command prints and exits.
#pragma once

#include "calque/error.h"  // IWYU pragma: export

namespace calque {

// Reports a broken promise between our own functions (a bug) by throwing std::logic_error.
[[noreturn]] void fail_check(const char* condition, const char* file, int line);

}  // namespace calque

// For mistakes of the programmer, never reachable from user input. CALQUE_CHECK is always on, CALQUE_DCHECK
// in debug builds.
#define CALQUE_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::calque::fail_check(#condition, __FILE__, __LINE__))
#ifdef NDEBUG
#define CALQUE_DCHECK(condition) static_cast<void>(0)
#else
#define CALQUE_DCHECK(condition) CALQUE_CHECK(condition)
#endif
