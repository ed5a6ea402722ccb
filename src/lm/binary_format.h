// What writer and reader of binary models share: the header, the names of sections, and where sections come
// from. docs/formats/lm-binary.md gives the file byte by byte. Inside the module only.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/large_array.h"
#include "lm/binary.h"
#include "lm/model.h"
#include "lm/ngram_data.h"
#include "store/container.h"

namespace calque::lm {

inline constexpr const char* kContainerKind = "lm";
inline constexpr std::uint32_t kContainerVersion = 3;

// A back-off of -0.0 says: it is zero and no longer n-gram begins with this one, so the context need not be
// kept.
inline constexpr float kContextEnds = -0.0F;

struct UnigramEntry {
  float log_prob;  // sign cleared if no longer n-gram ends with the word
  float backoff;
};
static_assert(sizeof(UnigramEntry) == 8 && std::is_trivially_copyable_v<UnigramEntry>);

// Widths of the fields of one trie level's records in bits, and how these stand in blocks.
struct TrieWidths {
  std::uint16_t word;
  std::uint16_t log_prob;
  std::uint16_t backoff;      // 0 at the highest order
  std::uint16_t group_shift;  // logarithm of the records per block; 0 at the highest order
};

struct ModelHeader {
  std::uint32_t order;
  std::uint32_t max_order;       // kMaxOrder of the program that wrote the file
  std::uint32_t layout;          // Layout
  std::uint32_t quantized_bits;  // 0: every number is exact
  std::uint64_t vocabulary_size;
  std::uint64_t hash_seed;                             // probing
  std::array<std::uint64_t, kMaxOrder> ngram_counts;   // zero above the order
  std::array<std::uint64_t, kMaxOrder> home_counts;    // probing: home buckets; zero for unigrams
  std::array<std::uint64_t, kMaxOrder> longest_walks;  // probing: how far beyond its home a key may stand
  std::array<TrieWidths, kMaxOrder> widths;            // trie
};
static_assert(sizeof(ModelHeader) == 32 + 32 * kMaxOrder &&
              std::has_unique_object_representations_v<ModelHeader>);

// "NAME.n"
std::string section_name(std::string_view name, unsigned n);

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

// Writes every section of the model, the vocabulary included. Returns false if two n-grams got the same key
// under this attempt's hash seed, which is next to impossible; the next attempt, with a new sink, has
// another.
bool build_sections(const NgramModelData& data, const BinaryOptions& options, std::uint64_t attempt,
                    SectionSink& sink);

// The parts that differ between the layouts.
bool build_hash_tables(const NgramModelData& data, std::uint64_t attempt, ModelHeader& header,
                       SectionSink& sink);
void build_trie(const NgramModelData& data, unsigned quantize_bits, ModelHeader& header, SectionSink& sink);

// One level's numbers as they are stored. Log probabilities have their sign set, which `mark_leaves` clears
// where no longer n-gram ends with this one. Back-offs have the mark of contexts that end; n is below the
// order.
std::vector<float> stored_log_probs(const NgramModelData& data, unsigned n, bool mark_leaves);
std::vector<float> stored_backoffs(const NgramModelData& data, unsigned n);

}  // namespace calque::lm
