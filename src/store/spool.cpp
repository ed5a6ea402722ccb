#include "store/spool.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zstd.h>

#include "base/error.h"

namespace calque::store {
namespace {

constexpr int kCompressionLevel = 1;

// Before each block in the file.
struct BlockHead {
  std::uint32_t compressed_bytes;
  std::uint32_t bytes;
};

}  // namespace

// An open file without a name.
struct Spool::File {
  int descriptor = -1;
  std::string folder;

  explicit File(const std::string& wanted_folder) : folder(wanted_folder) {
    if (folder.empty()) folder = std::filesystem::temp_directory_path().string();
    std::string name = folder + "/calque-XXXXXX";
    descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor < 0) {
      throw UsageError({folder}, fmt::format("cannot make a temporary file here ({})", std::strerror(errno)),
                       "name another folder with --temporary, or give more --memory");
    }
    ::unlink(name.c_str());
  }
  ~File() { ::close(descriptor); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[noreturn]] void fail(const char* action) const {
    throw MachineError({folder}, fmt::format("cannot {} a temporary file ({})", action, std::strerror(errno)),
                       "free some disk space, or name another folder with --temporary");
  }

  void write(const char* data, std::size_t bytes) const {
    while (bytes > 0) {
      const ssize_t written = ::write(descriptor, data, bytes);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail("write");
      data += written;
      bytes -= static_cast<std::size_t>(written);
    }
  }

  void read(std::uint64_t offset, char* data, std::size_t bytes) const {
    while (bytes > 0) {
      const ssize_t got = ::pread(descriptor, data, bytes, static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) fail("read");
      data += got;
      offset += static_cast<std::uint64_t>(got);
      bytes -= static_cast<std::size_t>(got);
    }
  }
};

SpoolWriter::SpoolWriter(const std::string& folder, std::size_t block_bytes)
    : buffer_(block_bytes + kItemBytes), file_(std::make_shared<Spool::File>(folder)) {}
SpoolWriter::~SpoolWriter() = default;
SpoolWriter::SpoolWriter(SpoolWriter&&) noexcept = default;
SpoolWriter& SpoolWriter::operator=(SpoolWriter&&) noexcept = default;

void SpoolWriter::flush() {
  if (used_ == 0) return;
  compressed_.resize(sizeof(BlockHead) + ZSTD_compressBound(buffer_.size()));
  const std::size_t size =
      ZSTD_compress(compressed_.data() + sizeof(BlockHead), compressed_.size() - sizeof(BlockHead),
                    buffer_.data(), used_, kCompressionLevel);
  CALQUE_CHECK(ZSTD_isError(size) == 0);
  const BlockHead head{static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(used_)};
  std::memcpy(compressed_.data(), &head, sizeof head);
  file_->write(compressed_.data(), sizeof head + size);
  used_ = 0;
}

Spool SpoolWriter::finish() {
  flush();
  Spool spool;
  spool.file_ = std::move(file_);
  spool.items_ = items_;
  buffer_ = {};
  compressed_ = {};
  return spool;
}

SpoolReader::SpoolReader(const Spool& spool) : file_(spool.file_), items_left_(spool.items_) {}
SpoolReader::~SpoolReader() = default;
SpoolReader::SpoolReader(SpoolReader&&) noexcept = default;
SpoolReader& SpoolReader::operator=(SpoolReader&&) noexcept = default;

void SpoolReader::next_block() {
  BlockHead head{};
  file_->read(offset_, reinterpret_cast<char*>(&head), sizeof head);
  compressed_.resize(head.compressed_bytes);
  file_->read(offset_ + sizeof head, compressed_.data(), compressed_.size());
  offset_ += sizeof head + head.compressed_bytes;
  block_.resize(head.bytes);
  const std::size_t size =
      ZSTD_decompress(block_.data(), block_.size(), compressed_.data(), compressed_.size());
  if (ZSTD_isError(size) != 0 || size != block_.size()) {
    errno = EIO;
    file_->fail("read back");
  }
  at_ = 0;
}

}  // namespace calque::store
