#include "store/byte_source.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/error.h"

namespace calque::store {
namespace {

constexpr std::size_t kChunkBytes = 1 << 16;
constexpr int kMaxZstdWindow = 27;  // as a power of two: what zstd itself takes unless told otherwise

[[noreturn]] void cut_short(const std::string& path, const char* compression) {
  throw DataError({path}, fmt::format("the {} stream is damaged or cut short", compression),
                  "copy or compress the file again");
}

// Bytes as they stand in the file.
class PlainSource final : public ByteSource {
 public:
  explicit PlainSource(const std::string& path) : path_(path) {
    if (path == "-") {
      descriptor_ = STDIN_FILENO;
      return;
    }
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) {
      throw UsageError({path}, fmt::format("cannot open the file ({})", std::strerror(errno)),
                       "check the name and that you may read it");
    }
    struct stat info {};
    if (::fstat(descriptor_, &info) == 0 && S_ISDIR(info.st_mode)) {
      ::close(descriptor_);
      throw UsageError({path}, "this is a folder, not a file", "name a file inside it");
    }
    if (S_ISREG(info.st_mode)) size_ = static_cast<std::uint64_t>(info.st_size);
  }
  ~PlainSource() override {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
  }
  PlainSource(const PlainSource&) = delete;
  PlainSource& operator=(const PlainSource&) = delete;

  std::size_t read(std::span<char> buffer) override {
    if (!ahead_.empty()) return take_ahead(buffer);
    return read_file(buffer);
  }

  // The first bytes, left in the stream; fewer only if the file is shorter.
  std::span<const char> peek(std::size_t count) {
    while (ahead_.size() < count) {
      std::array<char, 16> more;
      const std::size_t got = read_file(std::span(more).first(std::min(more.size(), count - ahead_.size())));
      if (got == 0) break;
      ahead_.insert(ahead_.end(), more.begin(), more.begin() + static_cast<std::ptrdiff_t>(got));
    }
    return ahead_;
  }

  std::uint64_t consumed() const override { return consumed_; }
  std::uint64_t file_size() const override { return size_; }
  const std::string& path() const { return path_; }

 private:
  std::size_t take_ahead(std::span<char> buffer) {
    const std::size_t count = std::min(buffer.size(), ahead_.size());
    std::copy_n(ahead_.begin(), count, buffer.begin());
    ahead_.erase(ahead_.begin(), ahead_.begin() + static_cast<std::ptrdiff_t>(count));
    return count;
  }

  std::size_t read_file(std::span<char> buffer) {
    while (true) {
      const ssize_t got = ::read(descriptor_, buffer.data(), buffer.size());
      if (got >= 0) {
        consumed_ += static_cast<std::uint64_t>(got);
        return static_cast<std::size_t>(got);
      }
      if (errno != EINTR) {
        throw MachineError({path_}, fmt::format("reading failed ({})", std::strerror(errno)),
                           "check the disk");
      }
    }
  }

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::uint64_t consumed_ = 0;
  std::vector<char> ahead_;
};

// One or more gzip members, one after the other.
class GzipSource final : public ByteSource {
 public:
  explicit GzipSource(std::unique_ptr<PlainSource> file) : file_(std::move(file)), input_(kChunkBytes) {
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw std::bad_alloc();
  }
  ~GzipSource() override { inflateEnd(&stream_); }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  std::size_t read(std::span<char> buffer) override {
    stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(buffer.size(), kChunkBytes));
    const std::size_t wanted = stream_.avail_out;
    while (stream_.avail_out == wanted && refill()) {
      if (member_ended_ && inflateReset(&stream_) != Z_OK) cut_short(file_->path(), "gzip");
      member_ended_ = false;
      const int status = inflate(&stream_, Z_NO_FLUSH);
      if (status == Z_STREAM_END) {
        member_ended_ = true;
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        cut_short(file_->path(), "gzip");
      }
    }
    const std::size_t got = wanted - stream_.avail_out;
    if (got == 0 && !member_ended_) cut_short(file_->path(), "gzip");
    return got;
  }
  std::uint64_t consumed() const override { return file_->consumed(); }
  std::uint64_t file_size() const override { return file_->file_size(); }

 private:
  bool refill() {
    if (stream_.avail_in != 0) return true;
    const std::size_t got = file_->read(input_);
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(got);
    return got != 0;
  }

  std::unique_ptr<PlainSource> file_;
  std::vector<char> input_;
  z_stream stream_{};
  bool member_ended_ = false;
};

// One or more zstd frames, one after the other.
class ZstdSource final : public ByteSource {
 public:
  explicit ZstdSource(std::unique_ptr<PlainSource> file)
      : file_(std::move(file)), input_(kChunkBytes), stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, kMaxZstdWindow);
  }
  ~ZstdSource() override { ZSTD_freeDStream(stream_); }
  ZstdSource(const ZstdSource&) = delete;
  ZstdSource& operator=(const ZstdSource&) = delete;

  std::size_t read(std::span<char> buffer) override {
    ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
    while (out.pos == 0) {
      if (pending_.pos == pending_.size && !frame_has_more_output_) {
        pending_ = {input_.data(), file_->read(input_), 0};
        if (pending_.size == 0) {
          if (!frame_ended_) cut_short(file_->path(), "zstd");
          return 0;
        }
      }
      const std::size_t status = ZSTD_decompressStream(stream_, &out, &pending_);
      if (ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge) {
        throw DataError({file_->path()}, "the zstd stream needs a window of more than 128 MiB",
                        "compress the file again without --long, or with --long=27");
      }
      if (ZSTD_isError(status) != 0) cut_short(file_->path(), "zstd");
      frame_ended_ = status == 0;
      // A full output buffer may mean that more is held back inside the decompressor.
      frame_has_more_output_ = !frame_ended_ && out.pos == out.size;
    }
    return out.pos;
  }
  std::uint64_t consumed() const override { return file_->consumed(); }
  std::uint64_t file_size() const override { return file_->file_size(); }

 private:
  std::unique_ptr<PlainSource> file_;
  std::vector<char> input_;
  ZSTD_DStream* stream_;
  ZSTD_inBuffer pending_{nullptr, 0, 0};
  bool frame_ended_ = false;
  bool frame_has_more_output_ = false;
};

bool starts_with(std::span<const char> bytes, std::initializer_list<unsigned char> magic) {
  return bytes.size() >= magic.size() &&
         std::equal(magic.begin(), magic.end(), bytes.begin(),
                    [](unsigned char a, char b) { return a == static_cast<unsigned char>(b); });
}

}  // namespace

std::unique_ptr<ByteSource> open_byte_source(const std::string& path) {
  auto file = std::make_unique<PlainSource>(path);
  const auto first = file->peek(4);
  if (starts_with(first, {0x1f, 0x8b})) return std::make_unique<GzipSource>(std::move(file));
  if (starts_with(first, {0x28, 0xb5, 0x2f, 0xfd})) return std::make_unique<ZstdSource>(std::move(file));
  return file;
}

}  // namespace calque::store
