#include "lm/files/sections.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <sys/mman.h>

#include "base/error.h"

namespace calque::lm {

std::span<const std::byte> FileSections::section_bytes(const std::string& name,
                                                       std::uint32_t element_bytes) const {
  return file_->section_bytes(name, element_bytes);
}
void FileSections::damaged(const std::string& what) const {
  file_->damaged(what);
}

CopiedSections::CopiedSections(const store::Container& file) : path_(file.path()) {
  constexpr std::size_t kAlignment = 64;
  for (const store::SectionInfo& section : file.sections())
    memory_bytes_ += (section.bytes + kAlignment - 1) / kAlignment * kAlignment;
  memory_bytes_ = std::max(memory_bytes_, kAlignment);
  void* const memory =
      ::mmap(nullptr, memory_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw MachineError({path_}, fmt::format("cannot get {} bytes of memory", memory_bytes_),
                       "use the model as a mapped file");
  }
  memory_ = memory;
  ::madvise(memory_, memory_bytes_, MADV_HUGEPAGE);  // only a hint: small pages work as well
  auto* at = static_cast<std::byte*>(memory_);
  for (const store::SectionInfo& section : file.sections()) {
    const auto bytes = file.section_bytes(section.name, section.element_bytes);
    if (!bytes.empty()) std::memcpy(at, bytes.data(), bytes.size());
    sections_.push_back({section.name, section.element_bytes, {at, bytes.size()}});
    at += (bytes.size() + kAlignment - 1) / kAlignment * kAlignment;
  }
}
CopiedSections::~CopiedSections() {
  ::munmap(memory_, memory_bytes_);
}

std::span<const std::byte> CopiedSections::section_bytes(const std::string& name,
                                                         std::uint32_t element_bytes) const {
  for (const Section& section : sections_) {
    if (section.name == name && section.element_bytes == element_bytes) return section.bytes;
  }
  damaged(fmt::format("section '{}' is missing or of other elements", name));
}
void CopiedSections::damaged(const std::string& what) const {
  throw FormatError({path_}, "the model file is damaged: " + what, "copy it again or train it again");
}

void MemorySections::add_bytes(const std::string& name, std::span<const std::byte> bytes,
                               std::uint32_t /*element_bytes*/) {
  Section section{name, LargeArray<Line>((bytes.size() + sizeof(Line) - 1) / sizeof(Line)), bytes.size()};
  if (!bytes.empty()) std::memcpy(section.lines.data(), bytes.data(), bytes.size());
  sections_.push_back(std::move(section));
}

std::span<const std::byte> MemorySections::section_bytes(const std::string& name,
                                                         std::uint32_t /*element_bytes*/) const {
  const auto found =
      std::find_if(sections_.begin(), sections_.end(), [&](const Section& s) { return s.name == name; });
  if (found == sections_.end()) damaged("section '" + name + "' is missing");
  return {reinterpret_cast<const std::byte*>(found->lines.data()), found->bytes};
}
void MemorySections::damaged(const std::string& what) const {
  throw FormatError({name()}, "the model is damaged: " + what, "make it again");
}

}  // namespace calque::lm
