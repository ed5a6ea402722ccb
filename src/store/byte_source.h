// A stream of bytes out of a file or standard input, decompressed on the way if its first bytes say gzip or
// zstd. Not safe to share between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace calque::store {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Fills a prefix of `buffer`; 0 means the end. Throws DataError for a damaged or cut compressed stream and
  // MachineError if reading fails.
  virtual std::size_t read(std::span<char> buffer) = 0;
  // Bytes of the file itself consumed so far, and its size (0 if not known: pipes).
  virtual std::uint64_t consumed() const = 0;
  virtual std::uint64_t file_size() const = 0;
};

// "-" is standard input. Throws UsageError if the file cannot be opened.
std::unique_ptr<ByteSource> open_byte_source(const std::string& path);

}  // namespace calque::store
