// Which addresses belong to which mapped file, so that a file that is cut short while it is in use ends the
// program with a message instead of a bare bus error.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace calque::store {

// While it lives, the handler below knows the file of these bytes. A file that finds no free place in the
// list goes without a message of its own.
class MappedFileName {
 public:
  MappedFileName() = default;
  MappedFileName(std::span<const std::byte> bytes, const std::string& path);
  ~MappedFileName();
  MappedFileName(MappedFileName&& other) noexcept;
  MappedFileName& operator=(MappedFileName&& other) noexcept;

 private:
  int slot_ = -1;
};

// For programs, not for libraries: a read from a mapped file that fails ends the process with status 1 and a
// line on standard error that names the file.
void explain_bus_errors();

}  // namespace calque::store
