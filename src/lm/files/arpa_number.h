// Numbers as ARPA files have them.
#pragma once

#include <string>

namespace calque::lm {

// Appends a natural logarithm as log10 with nine significant digits, without trailing zeros: enough for a
// reader to find the very same float. Zero is "0", never "-0". Requires: a finite number below 10^8 in size.
void append_log10(float log_prob, std::string& out);

}  // namespace calque::lm
