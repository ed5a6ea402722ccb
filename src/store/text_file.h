// Text files line by line: plain, gzip or zstd by their first bytes, "-" for the standard streams; and files
// written whole or not at all.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace calque::store {

// Reads lines. CRLF and LF both end a line, a byte-order mark at the start is dropped, a last line without
// line end counts. The compression is recognised by the first bytes, not by the name. Not safe to share
// between threads. Throws UsageError if the file cannot be opened, DataError for a damaged compressed stream.
class LineReader {
 public:
  explicit LineReader(const std::string& path);
  ~LineReader();
  LineReader(LineReader&&) noexcept;
  LineReader& operator=(LineReader&&) noexcept;

  // Puts the next line into `line` without its line end; false at the end of the file.
  bool next(std::string& line);
  // Where the line returned last stands, for error messages.
  Place place() const;
  std::uint64_t line_number() const;
  // Bytes of the file consumed so far and its size in bytes (0 if not known), before decompression: for
  // progress.
  std::uint64_t bytes_read() const;
  std::uint64_t bytes_total() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Reads the whole (decompressed) file.
std::string read_whole(const std::string& path);

// The file holds just `text` afterwards; as with TextWriter, it never holds a part of it.
void write_whole(const std::string& path, std::string_view text);

// Writes text to a temporary name beside `path` and renames it when commit() is called; without commit
// nothing appears. Compresses by name: .gz, .zst. "-" is standard output, written through directly. Throws
// UsageError if the place cannot be written, MachineError if the disk is full.
class TextWriter {
 public:
  explicit TextWriter(const std::string& path);
  ~TextWriter();
  TextWriter(TextWriter&&) noexcept;
  TextWriter& operator=(TextWriter&&) noexcept;

  void write(std::string_view text);
  void write_line(std::string_view line) {
    write(line);
    write("\n");
  }
  // Pushes buffered text out now (for answers on standard output as they are ready).
  void flush();
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace calque::store
