// The one file format for every model: a header, a table of named sections, and the sections, each with a
// checksum. docs/formats/container.md gives it byte by byte.
//
// A file is written under a temporary name with the real header last, so a crash never leaves a file that
// loads. Loading maps the file: no parsing, no copying. Spans returned by Container live as long as the
// Container. Reading is safe from many threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/error.h"

namespace calque::store {

// How much to check on opening. kHeader: everything about sizes and the header's checksum, in microseconds.
// kUsual: also the checksums of sections, smallest first, up to kUsuallyVerified bytes together: a tenth of a
// second. kFull: the checksum of every section, at the speed of reading the file once.
enum class Verify { kHeader, kUsual, kFull };
inline constexpr std::uint64_t kUsuallyVerified = std::uint64_t{1} << 30U;

struct SectionInfo {
  std::string name;
  std::uint32_t element_bytes;
  std::uint64_t count;
  std::uint64_t bytes;
  std::uint64_t checksum;
};

class ContainerWriter {
 public:
  // `kind` names the sort of model ("lm", "phrases"; at most 15 bytes), `version` that sort's format version.
  ContainerWriter(const std::string& path, std::string_view kind, std::uint32_t version);
  ~ContainerWriter();
  ContainerWriter(const ContainerWriter&) = delete;
  ContainerWriter& operator=(const ContainerWriter&) = delete;

  // Writes one section now; the data need not outlive the call. Names are unique, at most 31 bytes.
  template <typename T>
  void add(std::string_view name, std::span<const T> elements) {
    static_assert(std::is_trivially_copyable_v<T>);  // and without padding: records assert their own size
    add_bytes(name, std::as_bytes(elements), sizeof(T));
  }
  template <typename T>
  void add(std::string_view name, const std::vector<T>& elements) {
    add(name, std::span<const T>(elements));
  }
  void add_text(std::string_view name, std::string_view text) {
    add_bytes(name, std::as_bytes(std::span(text.data(), text.size())), 1);
  }
  void add_bytes(std::string_view name, std::span<const std::byte> bytes, std::uint32_t element_bytes);

  // One section piece by piece, for data that is not in memory as a whole: begin, append as often as you
  // like, end.
  void begin_section(std::string_view name, std::uint32_t element_bytes);
  template <typename T>
  void append(std::span<const T> elements) {
    static_assert(std::is_trivially_copyable_v<T>);
    append_bytes(std::as_bytes(elements));
  }
  void append_bytes(std::span<const std::byte> bytes);
  void end_section();

  // Completes and renames the file. Without it nothing appears under `path`.
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

class Container {
 public:
  // Throws UsageError if there is no such file, FormatError if it is not a whole, undamaged container of this
  // kind and version. The message says which it is and what to do.
  static Container open(const std::string& path, std::string_view kind, std::uint32_t version,
                        Verify verify = Verify::kUsual);
  // Any kind and version: for tools that show what a file is.
  static Container open_any(const std::string& path, Verify verify = Verify::kUsual);

  ~Container();
  Container(Container&&) noexcept;
  Container& operator=(Container&&) noexcept;

  const std::string& path() const;
  const std::string& kind() const;
  std::uint32_t version() const;
  const std::vector<SectionInfo>& sections() const;

  bool has(std::string_view name) const;
  // The section as an array of T; throws FormatError if it is missing or its elements are of another size.
  template <typename T>
  std::span<const T> section(std::string_view name) const {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto bytes = section_bytes(name, sizeof(T));
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
  std::string_view text(std::string_view name) const {
    const auto bytes = section_bytes(name, 1);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  // The same as bytes.
  std::span<const std::byte> section_bytes(std::string_view name, std::uint32_t element_bytes) const;

  // Compares the checksums of sections, smallest first, as long as they are at most `budget` bytes together;
  // throws FormatError for a wrong one. Returns whether those were all sections.
  bool verify_sections(std::uint64_t budget = std::numeric_limits<std::uint64_t>::max()) const;
  // A checksum of the header and the table of sections, which has the checksums of the sections: two files
  // with the same one have the same content.
  std::uint64_t checksum() const;

  // For a file that will be read here and there for long: asks the system to read what is not in memory yet
  // in large pages. Random access then waits less for address translation, the first access to each part
  // longer.
  void prefer_large_pages() const;

  // Throws FormatError naming this file: for readers that find values that cannot be.
  [[noreturn]] void damaged(const std::string& what) const;

 private:
  struct State;
  explicit Container(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace calque::store
