#include "store/container.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <limits>
#include <new>
#include <numeric>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "store/mapped_files.h"
#include "store/temporary_file.h"

namespace calque::store {
namespace {

static_assert(std::endian::native == std::endian::little,
              "model files are little-endian; add byte swapping for this machine");

constexpr std::array<char, 8> kMagic = {'C', 'A', 'L', 'Q', 'U', 'E', '\x1a', '\n'};
constexpr std::uint32_t kLayoutVersion = 1;
constexpr std::uint32_t kByteOrderMark = 0x01020304;
constexpr std::uint64_t kAlignment = 64;
constexpr std::size_t kMaxSections = 1024;

struct Header {
  std::array<char, 8> magic;
  std::uint32_t layout_version;
  std::uint32_t byte_order;
  std::array<char, 16> kind;
  std::uint32_t kind_version;
  std::uint32_t section_count;
  std::uint64_t table_offset;
  std::uint64_t file_bytes;
  std::uint64_t checksum;  // of the header with this field 0, then of the section table
};
static_assert(sizeof(Header) == 64 && std::is_trivially_copyable_v<Header>);

struct SectionRecord {
  std::array<char, 32> name;
  std::uint64_t offset;
  std::uint64_t bytes;
  std::uint64_t checksum;
  std::uint32_t element_bytes;
  std::uint32_t reserved;
};
static_assert(sizeof(SectionRecord) == 64 && std::is_trivially_copyable_v<SectionRecord>);

template <std::size_t N>
std::array<char, N> fixed_name(std::string_view name) {
  CALQUE_CHECK(!name.empty() && name.size() < N);
  std::array<char, N> fixed{};
  std::copy(name.begin(), name.end(), fixed.begin());
  return fixed;
}

template <std::size_t N>
std::string name_of(const std::array<char, N>& fixed) {
  return {fixed.data(), strnlen(fixed.data(), N)};
}

std::uint64_t table_checksum(Header header, std::span<const SectionRecord> records) {
  header.checksum = 0;
  return XXH3_64bits_withSeed(records.data(), records.size_bytes(), XXH3_64bits(&header, sizeof(header)));
}

}  // namespace

struct ContainerWriter::State {
  // Written in whole blocks of this many bytes, the size of a large page: the system then keeps the file in
  // large pages where it can, and who maps it waits less for address translation.
  static constexpr std::size_t kBlockBytes = std::size_t{2} << 20U;

  TemporaryFile file;  // a whole number of blocks, until the end
  std::vector<std::byte> pending;
  Header header{};
  std::vector<SectionRecord> records;
  bool in_section = false;
  struct FreeChecksum {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  std::unique_ptr<XXH3_state_t, FreeChecksum> checksum{XXH3_createState()};  // of the section being written

  explicit State(const std::string& path) : file(path) {
    if (!checksum) throw std::bad_alloc();
  }

  std::uint64_t size() const { return file.size() + pending.size(); }
  void write(std::span<const std::byte> bytes) {
    if (!pending.empty()) bytes = bytes.subspan(fill_pending(bytes));
    const std::size_t whole = bytes.size() / kBlockBytes * kBlockBytes;
    if (whole != 0) file.write(bytes.first(whole));
    if (whole != bytes.size()) fill_pending(bytes.subspan(whole));
  }
  void flush() {
    file.write(pending);
    pending.clear();
  }
  void pad() {
    static constexpr std::array<std::byte, kAlignment> kZeros{};
    const std::uint64_t over = size() % kAlignment;
    if (over != 0) write(std::span(kZeros).first(kAlignment - over));
  }

 private:
  // Returns how many bytes it has taken.
  std::size_t fill_pending(std::span<const std::byte> bytes) {
    const std::size_t taken = std::min(bytes.size(), kBlockBytes - pending.size());
    pending.insert(pending.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(taken));
    if (pending.size() == kBlockBytes) flush();
    return taken;
  }
};

ContainerWriter::ContainerWriter(const std::string& path, std::string_view kind, std::uint32_t version)
    : state_(std::make_unique<State>(path)) {
  state_->header.kind = fixed_name<16>(kind);
  state_->header.kind_version = version;
  // A header of zeros holds the place; the real one comes last, so an unfinished file is never taken for a
  // whole one.
  state_->write(std::array<std::byte, sizeof(Header)>{});
}
ContainerWriter::~ContainerWriter() = default;

void ContainerWriter::add_bytes(std::string_view name, std::span<const std::byte> bytes,
                                std::uint32_t element_bytes) {
  begin_section(name, element_bytes);
  append_bytes(bytes);
  end_section();
}

void ContainerWriter::begin_section(std::string_view name, std::uint32_t element_bytes) {
  State& s = *state_;
  CALQUE_CHECK(element_bytes > 0 && s.records.size() < kMaxSections && !s.in_section);
  for (const auto& record : s.records) CALQUE_CHECK(name_of(record.name) != name);
  s.pad();
  s.records.push_back({fixed_name<32>(name), s.size(), 0, 0, element_bytes, 0});
  s.in_section = true;
  CALQUE_CHECK(XXH3_64bits_reset(s.checksum.get()) == XXH_OK);
}

void ContainerWriter::append_bytes(std::span<const std::byte> bytes) {
  State& s = *state_;
  CALQUE_CHECK(s.in_section);
  if (bytes.empty()) return;
  CALQUE_CHECK(XXH3_64bits_update(s.checksum.get(), bytes.data(), bytes.size()) == XXH_OK);
  s.records.back().bytes += bytes.size();
  s.write(bytes);
}

void ContainerWriter::end_section() {
  State& s = *state_;
  SectionRecord& record = s.records.back();
  CALQUE_CHECK(s.in_section && record.bytes % record.element_bytes == 0);
  record.checksum = XXH3_64bits_digest(s.checksum.get());
  s.in_section = false;
}

void ContainerWriter::commit() {
  State& s = *state_;
  CALQUE_CHECK(!s.in_section);
  s.pad();
  s.header.magic = kMagic;
  s.header.layout_version = kLayoutVersion;
  s.header.byte_order = kByteOrderMark;
  s.header.section_count = static_cast<std::uint32_t>(s.records.size());
  s.header.table_offset = s.size();
  s.header.file_bytes = s.size() + s.records.size() * sizeof(SectionRecord);
  s.header.checksum = table_checksum(s.header, s.records);
  s.write(std::as_bytes(std::span(s.records)));
  s.flush();
  s.file.write_at(0, std::as_bytes(std::span(&s.header, 1)));
  s.file.commit();
}

struct Container::State {
  std::string path;
  std::string kind;
  Header header{};
  std::span<const std::byte> map;
  MappedFileName name;
  std::vector<SectionInfo> sections;
  std::vector<std::uint64_t> offsets;

  ~State() {
    if (!map.empty()) ::munmap(const_cast<std::byte*>(map.data()), map.size());
  }

  [[noreturn]] void damaged(const std::string& what) const {
    throw FormatError({path}, "the model file is damaged: " + what, "copy it again or train it again");
  }

  void map_file() {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
      throw UsageError({path}, fmt::format("cannot open the model file ({})", std::strerror(errno)),
                       "check the name and that the model was trained completely");
    }
    struct stat info {};
    const bool is_file = ::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
    const auto size = is_file ? static_cast<std::size_t>(info.st_size) : 0;
    void* address = size == 0 ? nullptr : ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
    ::close(descriptor);
    if (!is_file) throw UsageError({path}, "this is not a file", "name a model file");
    if (address == MAP_FAILED) {
      throw MachineError({path}, fmt::format("cannot map the file ({})", std::strerror(errno)),
                         "free some memory");
    }
    map = {static_cast<const std::byte*>(address), size};
    name = MappedFileName(map, path);
  }

  void read_header() {
    if (map.size() >= sizeof(Header)) std::memcpy(&header, map.data(), sizeof(Header));
    if (map.size() < sizeof(Header) || header.magic != kMagic) {
      throw FormatError(
          {path}, map.empty() ? "the file is empty" : "this is not a Calque model file",
          "give a file written by calque, or train the model again if writing it was interrupted");
    }
    if (header.byte_order != kByteOrderMark) {
      throw FormatError({path}, "the file was written on a machine with another byte order",
                        "train it on this machine");
    }
    if (header.layout_version != kLayoutVersion) {
      throw FormatError({path},
                        fmt::format("container layout version {} is not known here (this program reads {})",
                                    header.layout_version, kLayoutVersion),
                        "use the calque version that wrote it, or train again");
    }
    if (header.file_bytes != map.size()) {
      damaged(fmt::format("it has {} bytes where {} were written", map.size(), header.file_bytes));
    }
    kind = name_of(header.kind);
  }

  void read_sections() {
    const std::uint64_t table_bytes = std::uint64_t{header.section_count} * sizeof(SectionRecord);
    if (header.section_count > kMaxSections || header.table_offset % alignof(SectionRecord) != 0 ||
        header.table_offset > map.size() || table_bytes != map.size() - header.table_offset) {
      damaged("the section table does not fit");
    }
    std::vector<SectionRecord> records(header.section_count);
    if (table_bytes != 0) std::memcpy(records.data(), map.data() + header.table_offset, table_bytes);
    if (table_checksum(header, records) != header.checksum) damaged("the header's checksum is wrong");
    for (const SectionRecord& r : records) {
      const bool inside = r.offset >= sizeof(Header) && r.offset <= header.table_offset &&
                          r.bytes <= header.table_offset - r.offset;
      if (!inside || r.offset % kAlignment != 0 || r.element_bytes == 0 || r.bytes % r.element_bytes != 0) {
        damaged(fmt::format("section '{}' does not fit", name_of(r.name)));
      }
      sections.push_back({name_of(r.name), r.element_bytes, r.bytes / r.element_bytes, r.bytes, r.checksum});
      offsets.push_back(r.offset);
    }
  }

  bool verify_sections(std::uint64_t budget) const {
    std::vector<std::size_t> by_size(sections.size());
    std::iota(by_size.begin(), by_size.end(), std::size_t{0});
    std::stable_sort(by_size.begin(), by_size.end(),
                     [&](std::size_t a, std::size_t b) { return sections[a].bytes < sections[b].bytes; });
    for (const std::size_t i : by_size) {
      if (sections[i].bytes > budget) return false;
      budget -= sections[i].bytes;
      if (XXH3_64bits(map.data() + offsets[i], sections[i].bytes) != sections[i].checksum) {
        damaged(fmt::format("the checksum of section '{}' is wrong", sections[i].name));
      }
    }
    return true;
  }
};

Container::Container(std::unique_ptr<State> state) : state_(std::move(state)) {}
Container::~Container() = default;
Container::Container(Container&&) noexcept = default;
Container& Container::operator=(Container&&) noexcept = default;

Container Container::open_any(const std::string& path, Verify verify) {
  auto state = std::make_unique<State>();
  state->path = path;
  state->map_file();
  state->read_header();
  state->read_sections();
  if (verify == Verify::kUsual) state->verify_sections(kUsuallyVerified);
  if (verify == Verify::kFull) state->verify_sections(std::numeric_limits<std::uint64_t>::max());
  return Container(std::move(state));
}

Container Container::open(const std::string& path, std::string_view kind, std::uint32_t version,
                          Verify verify) {
  Container container = open_any(path, verify);
  if (container.kind() != kind) {
    throw FormatError({path},
                      fmt::format("the file holds a '{}' model, not a '{}' model", container.kind(), kind),
                      "check which file you name");
  }
  if (container.version() != version) {
    throw FormatError(
        {path},
        fmt::format("format version {} of '{}' is not known here (this program reads version {})",
                    container.version(), kind, version),
        container.version() > version ? "use a newer calque" : "train the model again");
  }
  return container;
}

const std::string& Container::path() const {
  return state_->path;
}
const std::string& Container::kind() const {
  return state_->kind;
}
std::uint32_t Container::version() const {
  return state_->header.kind_version;
}
const std::vector<SectionInfo>& Container::sections() const {
  return state_->sections;
}

bool Container::has(std::string_view name) const {
  return std::any_of(sections().begin(), sections().end(),
                     [&](const SectionInfo& s) { return s.name == name; });
}

std::span<const std::byte> Container::section_bytes(std::string_view name,
                                                    std::uint32_t element_bytes) const {
  for (std::size_t i = 0; i < sections().size(); ++i) {
    if (sections()[i].name != name) continue;
    if (sections()[i].element_bytes != element_bytes) {
      damaged(fmt::format("section '{}' has elements of {} bytes, not {}", name, sections()[i].element_bytes,
                          element_bytes));
    }
    return state_->map.subspan(state_->offsets[i], sections()[i].bytes);
  }
  damaged(fmt::format("section '{}' is missing", name));
}

bool Container::verify_sections(std::uint64_t budget) const {
  return state_->verify_sections(budget);
}
std::uint64_t Container::checksum() const {
  return state_->header.checksum;
}

void Container::prefer_large_pages() const {
  const std::span<const std::byte> map = state_->map;
  ::madvise(const_cast<std::byte*>(map.data()), map.size(),
            MADV_HUGEPAGE);  // only a hint: small pages work as well
}

void Container::damaged(const std::string& what) const {
  state_->damaged(what);
}

}  // namespace calque::store
