// What every fuzzed reader is: a name, and a function that takes any bytes.
//
// The function returns, or throws a calque::Error, which is the expected answer to most inputs. Whatever else
// happens (a signal, another exception, a failed CALQUE_CHECK, a report of a sanitizer) is a finding. Readers
// register themselves; driver.cpp runs the one that is asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace calque::fuzz {

using Bytes = std::span<const std::uint8_t>;

inline std::string_view text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

struct Reader {
  std::string_view name;
  void (*read)(Bytes bytes);
  // Whether the input is a model container. Checksums would keep everything behind them out of reach, so the
  // driver makes them right before it calls (sealed.h).
  bool container = false;
};

// All readers, in no particular order.
std::vector<Reader>& readers();

// At namespace scope: `const Registered arpa({"arpa", read_arpa});`
struct Registered {
  explicit Registered(const Reader& reader) { readers().push_back(reader); }
};

// A file in memory, for readers that take names of files.
class MemoryFile {
 public:
  explicit MemoryFile(Bytes bytes);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string path() const;

 private:
  int descriptor_;
};

// Calls read(path of a file with these bytes).
template <void (*read)(const std::string&)>
void from_file(Bytes bytes) {
  const MemoryFile file(bytes);
  read(file.path());
}

}  // namespace calque::fuzz
