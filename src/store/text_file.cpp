#include "store/text_file.h"

#include <algorithm>
#include <atomic>
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
constexpr std::size_t kSmallestRead = 1 << 12;
constexpr std::size_t kWriteBytes = 1 << 17;
constexpr int kGzipLevel = 6;
constexpr int kZstdLevel = 3;
constexpr std::size_t kMinLineBytes = 16;  // so that each part of a line holds at least one character

std::atomic<std::size_t> line_limit = std::size_t{1} << 20U;

// How many bytes of a text come before a character that is cut at the end of it; all if none is.
std::size_t whole_characters(std::string_view text) {
  constexpr std::size_t kLongestCharacter = 4;
  for (std::size_t back = 1; back <= std::min(kLongestCharacter, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0U) == 0x80U) continue;  // goes on with a character
    const std::size_t length = byte < 0xC0U ? 1 : byte < 0xE0U ? 2 : byte < 0xF0U ? 3 : 4;
    return length > back ? text.size() - back : text.size();
  }
  return text.size();
}

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

// How much is read at a time: of a small file no more than there is. The size of a pipe is not known.
std::size_t bytes_to_read(const ByteSource& source) {
  const std::uint64_t size = source.file_size();
  return size == 0 ? kReadBytes
                   : static_cast<std::size_t>(std::clamp<std::uint64_t>(size, kSmallestRead, kReadBytes));
}

}  // namespace

std::size_t max_line_bytes() {
  return line_limit.load(std::memory_order_relaxed);
}

void set_max_line_bytes(std::size_t bytes) {
  line_limit.store(std::max<std::size_t>(bytes, 1), std::memory_order_relaxed);
}

struct LineReader::State {
  std::string path;
  std::unique_ptr<ByteSource> source;
  std::size_t max_bytes = 0;
  std::vector<char> buffer;
  std::size_t begin = 0;  // unread bytes are [begin, end) of buffer
  std::size_t end = 0;
  std::uint64_t line = 0;
  bool inside_line = false;   // the last part did not end its line
  std::string cut_character;  // the beginning of a character that the last part ended in

  bool refill() {
    begin = 0;
    end = source->read(buffer);
    return end != 0;
  }

  // Appends bytes up to the end of the line, which is consumed, or to the limit. Returns whether the line
  // ended.
  bool append_to(std::string& text) {
    while (begin < end || refill()) {
      const char* start = buffer.data() + begin;
      const std::size_t room = max_bytes - text.size();
      const auto* stop = static_cast<const char*>(std::memchr(start, '\n', std::min(end - begin, room + 1)));
      if (stop != nullptr) {
        text.append(start, stop);
        begin += static_cast<std::size_t>(stop - start) + 1;
        return true;
      }
      if (room == 0) return false;
      const std::size_t taken = std::min(end - begin, room);
      text.append(start, taken);
      begin += taken;
    }
    return true;
  }
};

LineReader::LineReader(const std::string& path, std::size_t max_bytes) : state_(std::make_unique<State>()) {
  state_->path = path;
  state_->source = open_byte_source(path);
  state_->max_bytes = std::max(max_bytes, kMinLineBytes);
  state_->buffer.resize(bytes_to_read(*state_->source));
}
LineReader::~LineReader() = default;
LineReader::LineReader(LineReader&&) noexcept = default;
LineReader& LineReader::operator=(LineReader&&) noexcept = default;

bool LineReader::next(std::string& line) {
  LinePart part = LinePart::kWhole;
  if (!next_part(line, part)) return false;
  if (part != LinePart::kWhole) {
    throw DataError(place(), fmt::format("the line is longer than {} bytes", state_->max_bytes),
                    "is this a text of sentences? If it is, allow longer lines with --max-line");
  }
  return true;
}

bool LineReader::next_or_skip(std::string& line, bool& too_long) {
  LinePart part = LinePart::kWhole;
  if (!next_part(line, part)) return false;
  too_long = part != LinePart::kWhole;
  while (part == LinePart::kFirst || part == LinePart::kMiddle) next_part(line, part);
  if (too_long) line.clear();
  return true;
}

bool LineReader::next_part(std::string& text, LinePart& part) {
  State& s = *state_;
  text = std::exchange(s.cut_character, {});
  if (s.begin == s.end && !s.refill() && !s.inside_line) return false;
  const bool first = !s.inside_line;
  if (first) ++s.line;
  const bool ended = s.append_to(text);
  s.inside_line = !ended;
  part =
      ended ? (first ? LinePart::kWhole : LinePart::kLast) : (first ? LinePart::kFirst : LinePart::kMiddle);
  if (ended && text.ends_with('\r')) text.pop_back();
  if (!ended) {
    const std::size_t whole = whole_characters(text);
    s.cut_character = text.substr(whole);
    text.resize(whole);
  }
  if (first && s.line == 1 && text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
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
  std::vector<char> buffer(bytes_to_read(*source));
  while (const std::size_t got = source->read(buffer)) {
    if (text.size() + got > kMaxWholeFile) {
      throw DataError({path}, fmt::format("the file is larger than {} bytes", kMaxWholeFile),
                      "no file of this kind should be; check that the name is right");
    }
    text.append(buffer.data(), got);
  }
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
