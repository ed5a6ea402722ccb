// The sections of a binary model: what takes them when a model is written and what gives them back when it is
// read, from a mapped file, from a copy in memory, or without any file.
//
// Immutable once made and safe to share between threads. Spans live as long as their source. Throws
// FormatError for sections that are missing or of the wrong kind.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/large_array.h"
#include "store/container.h"

namespace calque::lm {

// Takes the sections of a model as they are made.
class SectionSink {
 public:
  virtual ~SectionSink() = default;
  virtual void add_bytes(const std::string& name, std::span<const std::byte> bytes,
                         std::uint32_t element_bytes) = 0;
  template <typename T>
  void add(const std::string& name, std::span<const T> elements) {
    static_assert(std::is_trivially_copyable_v<T>);
    add_bytes(name, std::as_bytes(elements), sizeof(T));
  }
};

// Gives them back. Spans live as long as the source.
class SectionSource {
 public:
  virtual ~SectionSource() = default;
  virtual std::span<const std::byte> section_bytes(const std::string& name,
                                                   std::uint32_t element_bytes) const = 0;
  // What messages call the model.
  virtual std::string name() const = 0;
  [[noreturn]] virtual void damaged(const std::string& what) const = 0;

  template <typename T>
  std::span<const T> section(const std::string& name) const {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto bytes = section_bytes(name, sizeof(T));
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
};

// A model in a file.
class FileSections final : public SectionSource {
 public:
  explicit FileSections(std::shared_ptr<const store::Container> file) : file_(std::move(file)) {}
  std::span<const std::byte> section_bytes(const std::string& name,
                                           std::uint32_t element_bytes) const override;
  std::string name() const override { return file_->path(); }
  [[noreturn]] void damaged(const std::string& what) const override;

 private:
  std::shared_ptr<const store::Container> file_;
};

// A file's sections copied into memory of large pages, where the system has them: random access to hundreds
// of megabytes then seldom waits for address translation.
class CopiedSections final : public SectionSource {
 public:
  explicit CopiedSections(const store::Container& file);
  ~CopiedSections() override;
  CopiedSections(const CopiedSections&) = delete;
  CopiedSections& operator=(const CopiedSections&) = delete;

  std::span<const std::byte> section_bytes(const std::string& name,
                                           std::uint32_t element_bytes) const override;
  std::string name() const override { return path_; }
  [[noreturn]] void damaged(const std::string& what) const override;

 private:
  struct Section {
    std::string name;
    std::uint32_t element_bytes;
    std::span<const std::byte> bytes;
  };
  std::string path_;
  void* memory_ = nullptr;
  std::size_t memory_bytes_ = 0;
  std::vector<Section> sections_;
};

// A model in memory: the same bytes as in a file, each section at a multiple of 64.
class MemorySections final : public SectionSink, public SectionSource {
 public:
  void add_bytes(const std::string& name, std::span<const std::byte> bytes,
                 std::uint32_t element_bytes) override;
  std::span<const std::byte> section_bytes(const std::string& name,
                                           std::uint32_t element_bytes) const override;
  std::string name() const override { return "(memory)"; }
  [[noreturn]] void damaged(const std::string& what) const override;

 private:
  struct alignas(64) Line {
    std::array<std::byte, 64> bytes;
  };
  struct Section {
    std::string name;
    LargeArray<Line> lines;
    std::size_t bytes;
  };
  std::vector<Section> sections_;
};

}  // namespace calque::lm
