// Files that a command line names: what a command reads and what it writes must not be the same.
//
// The command line declares which of its options name files, and checks them before a command runs. A command
// that makes names out of others calls it once more with those. Stateless.
#pragma once

#include <span>
#include <string>

namespace calque::store {

enum class FileRole {
  kInput,         // file or folder
  kOutput,        // file
  kOutputFolder,  // there or not
  kOutputEither,  // file or folder, as other options decide
};

struct NamedFile {
  std::string option;  // as users write it: "--output"
  std::string path;    // "-": standard input or output
  FileRole role = FileRole::kInput;
};

// True if both paths lead to one place, also by other names. Devices and pipes are never the same: what
// /dev/null is given twice harms nobody.
bool same_place(const std::string& a, const std::string& b);

// Throws UsageError for a folder where a file is written and the reverse, a place that cannot be written to,
// two outputs in one place, an output in the place of an input, two inputs from standard input, and standard
// output that is appended to an input.
void check_files(std::span<const NamedFile> files);

// Throws UsageError if the two sides of a text are one file.
void check_sides(const NamedFile& first, const NamedFile& second);

}  // namespace calque::store
