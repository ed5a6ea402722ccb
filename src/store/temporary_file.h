// A file under a temporary name beside its final one, renamed when complete and removed otherwise: after an
// exception, and, if the program asks for it, after a signal (interruption.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "store/interruption.h"

namespace calque::store {

class TemporaryFile {
 public:
  // Creates "PATH.tmp-PID-N"; a device or pipe at PATH is written straight through instead. Throws UsageError
  // if the place cannot be written.
  explicit TemporaryFile(const std::string& path);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  // Appends; throws MachineError (disk full and the like).
  void write(std::span<const std::byte> bytes);
  // Overwrites bytes written before.
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  std::uint64_t size() const { return size_; }

  // Flushes to the disk and renames to the final name, replacing what stood there.
  void commit();

  const std::string& final_path() const { return path_; }

 private:
  [[noreturn]] void fail(const char* action) const;

  std::string path_;
  std::string temporary_;
  int descriptor_ = -1;
  bool direct_ = false;  // PATH is a device or a pipe
  std::uint64_t size_ = 0;
  std::uint64_t handed_over_ = 0;  // bytes that the system was asked to write out
  RemovedOnStop registration_;
};

// Throws what TemporaryFile(path) would, without making a file: for long work, before it begins.
void check_writable(const std::string& path);

// Removes temporary files in a folder whose processes were killed before they could. For folders that belong
// to one machine: a process of another would count as ended.
void remove_left_overs(const std::string& folder);

}  // namespace calque::store
