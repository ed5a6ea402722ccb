#include "sealed.h"

#include <algorithm>
#include <cstring>

#include <xxhash.h>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace calque::fuzz {
namespace {

// Offsets of docs/formats/container.md.
constexpr std::size_t kHeaderBytes = 64;
constexpr std::size_t kRecordBytes = 64;
constexpr std::size_t kSectionCount = 36;
constexpr std::size_t kTableOffset = 40;
constexpr std::size_t kFileBytes = 48;
constexpr std::size_t kHeaderChecksum = 56;
constexpr std::size_t kOffset = 32;
constexpr std::size_t kBytes = 40;
constexpr std::size_t kChecksum = 48;

template <typename T>
T get(const std::uint8_t* place) {
  T value;
  std::memcpy(&value, place, sizeof(T));
  return value;
}

template <typename T>
void put(std::uint8_t* place, T value) {
  std::memcpy(place, &value, sizeof(T));
}

using Buffer = std::vector<std::uint8_t>;

// Where the section table begins if it is the end of the file, as it has to be; 0 if the file is too short
// for it.
std::size_t table_of(const Buffer& file) {
  if (file.size() < kHeaderBytes) return 0;
  const std::size_t bytes = std::size_t{get<std::uint32_t>(file.data() + kSectionCount)} * kRecordBytes;
  return bytes > file.size() - kHeaderBytes ? 0 : file.size() - bytes;
}

void seal(Buffer& file, std::size_t table) {
  put<std::uint64_t>(file.data() + kTableOffset, table);
  put<std::uint64_t>(file.data() + kFileBytes, file.size());
  for (std::size_t record = table; record < file.size(); record += kRecordBytes) {
    const auto offset = get<std::uint64_t>(file.data() + record + kOffset);
    const auto bytes = get<std::uint64_t>(file.data() + record + kBytes);
    if (offset <= table && bytes <= table - offset)
      put<std::uint64_t>(file.data() + record + kChecksum, XXH3_64bits(file.data() + offset, bytes));
  }
  put<std::uint64_t>(file.data() + kHeaderChecksum, 0);
  const std::uint64_t header = XXH3_64bits(file.data(), kHeaderBytes);
  put<std::uint64_t>(file.data() + kHeaderChecksum,
                     XXH3_64bits_withSeed(file.data() + table, file.size() - table, header));
}

}  // namespace

Buffer sealed(Bytes bytes) {
  Buffer file(bytes.begin(), bytes.end());
  std::size_t table = table_of(file);
  if (table == 0) return file;
  const std::size_t over = table % kHeaderBytes;
  if (over != 0) {  // bytes were put in or taken out; the table has to be aligned
    file.insert(file.begin() + static_cast<std::ptrdiff_t>(table), kHeaderBytes - over, std::uint8_t{0});
    table += kHeaderBytes - over;
  }
  seal(file, table);
  return file;
}

bool mutate_section(std::uint8_t* data, std::size_t& size, std::size_t capacity, unsigned seed) {
  const Buffer old(data, data + size);
  const std::size_t table = table_of(old);
  const std::size_t count = table == 0 ? 0 : (old.size() - table) / kRecordBytes;
  if (count == 0) return false;
  const std::size_t chosen = seed % count;
  Buffer file(old.begin(), old.begin() + kHeaderBytes);
  Buffer records(old.begin() + static_cast<std::ptrdiff_t>(table), old.end());
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t* record = records.data() + i * kRecordBytes;
    const auto offset = get<std::uint64_t>(record + kOffset);
    const auto bytes = get<std::uint64_t>(record + kBytes);
    if (offset > table || bytes > table - offset) return false;
    const auto begin = old.begin() + static_cast<std::ptrdiff_t>(offset);
    Buffer section(begin, begin + static_cast<std::ptrdiff_t>(bytes));
    if (i == chosen) {
      // Most readers need the size that other sections promise: only one in four changes it.
      const std::size_t most = (seed / count) % 4 == 0 ? section.size() + 64 : section.size();
      section.resize(std::max<std::size_t>(most, 1));
      section.resize(LLVMFuzzerMutate(section.data(), bytes, section.size()));
      if ((seed / count) % 4 != 0) section.resize(bytes);
      const std::size_t element = std::max<std::uint32_t>(get<std::uint32_t>(record + 56), 1);
      section.resize(section.size() / element * element);
    }
    put<std::uint64_t>(record + kOffset, file.size());
    put<std::uint64_t>(record + kBytes, section.size());
    file.insert(file.end(), section.begin(), section.end());
    file.resize((file.size() + kHeaderBytes - 1) / kHeaderBytes * kHeaderBytes);
  }
  const std::size_t new_table = file.size();
  file.insert(file.end(), records.begin(), records.end());
  if (file.size() > capacity) return false;
  seal(file, new_table);
  std::copy(file.begin(), file.end(), data);
  size = file.size();
  return true;
}

}  // namespace calque::fuzz
