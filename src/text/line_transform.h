// Text line by line through a function: one line out for each line in, in order, many lines at a time on
// several threads.
//
// The bytes are the same for any number of threads. Throws UsageError for files that cannot be read or
// written, DataError with file and line for bad UTF-8 that is not to be skipped; no half
// output is left.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/reporter.h"
#include "base/thread_pool.h"

namespace calque::text {

// "-": standard input and output.
struct LineFiles {
  std::string input = "-";
  std::string output = "-";
  bool skip_bad_lines = false;  // lines that are not UTF-8 come back as they went in, with a warning
};

// Appends the finished line to `out`, without line end. Called from many threads.
using LineTransform = std::function<void(std::string_view line, std::string& out)>;

void transform_lines(const LineFiles& files, const LineTransform& transform, ThreadPool& threads,
                     Reporter& reporter);

}  // namespace calque::text
