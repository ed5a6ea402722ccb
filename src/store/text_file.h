// Text files line by line: plain, gzip or zstd by their first bytes, "-" for the standard streams; and files
// written whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace calque::store {

// The longest line of text that readers take unless they are given another limit: 1 MiB at first. A program
// may set it once, before it opens files. Without a limit a small compressed file could fill the memory.
std::size_t max_line_bytes();
void set_max_line_bytes(std::size_t bytes);

// The limit for lines that programs write: links, n-best lists, tables. A sentence at the limit of text may
// have longer ones.
inline constexpr std::size_t kMaxDataLine = std::size_t{1} << 26U;

// Which part of a line a reader returned.
enum class LinePart { kWhole, kFirst, kMiddle, kLast };

// Reads lines. CRLF and LF both end a line, a byte-order mark at the start is dropped, a last line without
// line end counts. The compression is recognised by the first bytes, not by the name. Not safe to share
// between threads. Throws UsageError if the file cannot be opened, DataError for a damaged compressed stream
// and for a line over the limit.
class LineReader {
 public:
  explicit LineReader(const std::string& path, std::size_t max_bytes = max_line_bytes());
  ~LineReader();
  LineReader(LineReader&&) noexcept;
  LineReader& operator=(LineReader&&) noexcept;

  // Puts the next line into `line` without its line end; false at the end of the file.
  bool next(std::string& line);
  // The same, but a line over the limit is passed over, and `line` is empty.
  bool next_or_skip(std::string& line, bool& too_long);
  // The same, but a line over the limit comes in parts that the limit allows, cut between characters.
  bool next_part(std::string& text, LinePart& part);
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

// Reads the whole (decompressed) file: settings, weights, never a corpus. Throws DataError if it is larger
// than kMaxWholeFile.
inline constexpr std::size_t kMaxWholeFile = std::size_t{1} << 29U;
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
