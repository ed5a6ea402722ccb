// How much CPU time the program has used.
#pragma once

namespace calque {

// Seconds of this process so far, all threads together.
double cpu_seconds();

}  // namespace calque
