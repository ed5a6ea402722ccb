#include "store/text_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <new>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "store/byte_source.h"
#include "store/temporary_file.h"

namespace calque::store {
namespace {

constexpr std::size_t kReadBytes = 1 << 17;
constexpr std::size_t kWriteBytes = 1 << 17;
constexpr int kGzipLevel = 6;
constexpr int kZstdLevel = 3;

// Passes bytes on to where they end up.
using Sink = std::function<void(std::span<const std::byte>)>;

// Turns text into the bytes of the file.
class Encoder {
 public:
  virtual ~Encoder() = default;
  virtual void write(std::string_view text, bool last) = 0;
};

class PlainEncoder final : public Encoder {
 public:
  explicit PlainEncoder(Sink sink) : sink_(std::move(sink)) {}
  void write(std::string_view text, bool /*last*/) override { sink_(std::as_bytes(std::span(text))); }

 private:
  Sink sink_;
};

class GzipEncoder final : public Encoder {
 public:
  explicit GzipEncoder(Sink sink) : sink_(std::move(sink)), output_(kWriteBytes) {
    if (deflateInit2(&stream_, kGzipLevel, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~GzipEncoder() override { deflateEnd(&stream_); }
  GzipEncoder(const GzipEncoder&) = delete;
  GzipEncoder& operator=(const GzipEncoder&) = delete;

  void write(std::string_view text, bool last) override {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // zlib reads only
    stream_.avail_in = static_cast<uInt>(text.size());
    int status = Z_OK;
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(output_.data());
      stream_.avail_out = static_cast<uInt>(output_.size());
      status = deflate(&stream_, last ? Z_FINISH : Z_NO_FLUSH);
      sink_(std::span<const std::byte>(output_).first(output_.size() - stream_.avail_out));
    } while (stream_.avail_out == 0 || (last && status != Z_STREAM_END));
  }

 private:
  Sink sink_;
  std::vector<std::byte> output_;
  z_stream stream_{};
};

class ZstdEncoder final : public Encoder {
 public:
  explicit ZstdEncoder(Sink sink)
      : sink_(std::move(sink)), output_(ZSTD_CStreamOutSize()), stream_(ZSTD_createCStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(stream_, ZSTD_c_compressionLevel, kZstdLevel);
  }
  ~ZstdEncoder() override { ZSTD_freeCStream(stream_); }
  ZstdEncoder(const ZstdEncoder&) = delete;
  ZstdEncoder& operator=(const ZstdEncoder&) = delete;

  void write(std::string_view text, bool last) override {
    ZSTD_inBuffer in{text.data(), text.size(), 0};
    std::size_t left = 0;
    do {
      ZSTD_outBuffer out{output_.data(), output_.size(), 0};
      left = ZSTD_compressStream2(stream_, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
      CALQUE_CHECK(ZSTD_isError(left) == 0);
      sink_(std::span<const std::byte>(output_).first(out.pos));
    } while (in.pos < in.size || (last && left != 0));
  }

 private:
  Sink sink_;
  std::vector<std::byte> output_;
  ZSTD_CStream* stream_;
};

void write_to_standard_output(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      throw MachineError({"(standard output)"}, fmt::format("cannot write ({})", std::strerror(errno)),
                         "free some disk space or check where the output goes");
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

std::unique_ptr<Encoder> make_encoder(const std::string& path, Sink sink) {
  if (path.ends_with(".gz")) return std::make_unique<GzipEncoder>(std::move(sink));
  if (path.ends_with(".zst")) return std::make_unique<ZstdEncoder>(std::move(sink));
  return std::make_unique<PlainEncoder>(std::move(sink));
}

}  // namespace

struct LineReader::State {
  std::string path;
  std::unique_ptr<ByteSource> source;
  std::vector<char> buffer;
  std::size_t begin = 0;  // unread bytes are [begin, end) of buffer
  std::size_t end = 0;
  std::uint64_t line = 0;

  bool refill() {
    begin = 0;
    end = source->read(buffer);
    return end != 0;
  }
};

LineReader::LineReader(const std::string& path) : state_(std::make_unique<State>()) {
  state_->path = path;
  state_->source = open_byte_source(path);
  state_->buffer.resize(kReadBytes);
}
LineReader::~LineReader() = default;
LineReader::LineReader(LineReader&&) noexcept = default;
LineReader& LineReader::operator=(LineReader&&) noexcept = default;

bool LineReader::next(std::string& line) {
  State& s = *state_;
  line.clear();
  bool any = false;
  while (s.begin < s.end || s.refill()) {
    any = true;
    const char* start = s.buffer.data() + s.begin;
    const auto* stop = static_cast<const char*>(std::memchr(start, '\n', s.end - s.begin));
    line.append(start, stop != nullptr ? static_cast<std::size_t>(stop - start) : s.end - s.begin);
    if (stop != nullptr) {
      s.begin += static_cast<std::size_t>(stop - start) + 1;
      break;
    }
    s.begin = s.end;
  }
  if (!any) return false;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  if (++s.line == 1 && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
  return true;
}

Place LineReader::place() const {
  return {state_->path, state_->line};
}
std::uint64_t LineReader::line_number() const {
  return state_->line;
}
std::uint64_t LineReader::bytes_read() const {
  return state_->source->consumed();
}
std::uint64_t LineReader::bytes_total() const {
  return state_->source->file_size();
}

std::string read_whole(const std::string& path) {
  const auto source = open_byte_source(path);
  std::string text;
  std::vector<char> buffer(kReadBytes);
  while (const std::size_t got = source->read(buffer)) text.append(buffer.data(), got);
  return text;
}

struct TextWriter::State {
  std::optional<TemporaryFile> file;  // none for standard output
  std::unique_ptr<Encoder> encoder;
  std::string buffer;
  bool committed = false;

  void push(bool last) {
    if (buffer.empty() && !last) return;
    encoder->write(buffer, last);
    buffer.clear();
  }
};

TextWriter::TextWriter(const std::string& path) : state_(std::make_unique<State>()) {
  if (path == "-") {
    state_->encoder = make_encoder(path, write_to_standard_output);
    return;
  }
  state_->file.emplace(path);
  state_->encoder =
      make_encoder(path, [file = &*state_->file](std::span<const std::byte> b) { file->write(b); });
}
TextWriter::~TextWriter() = default;
TextWriter::TextWriter(TextWriter&&) noexcept = default;
TextWriter& TextWriter::operator=(TextWriter&&) noexcept = default;

void TextWriter::write(std::string_view text) {
  if (text.size() >= kWriteBytes) {  // long enough to go without the buffer
    state_->push(false);
    state_->encoder->write(text, false);
    return;
  }
  while (!text.empty()) {
    const std::size_t room = kWriteBytes - state_->buffer.size();
    state_->buffer.append(text.substr(0, room));
    text.remove_prefix(std::min(room, text.size()));
    if (state_->buffer.size() == kWriteBytes) state_->push(false);
  }
}

void TextWriter::flush() {
  state_->push(false);
}

void TextWriter::commit() {
  CALQUE_CHECK(!state_->committed);
  state_->committed = true;
  state_->push(true);
  if (state_->file) state_->file->commit();
}

void write_whole(const std::string& path, std::string_view text) {
  TextWriter writer(path);
  writer.write(text);
  writer.commit();
}

}  // namespace calque::store
