#include "lm/binary.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>
#include <sys/mman.h>

#include "base/error.h"
#include "lm/binary_format.h"
#include "lm/quantizer.h"

namespace calque::lm {
namespace {

class FileSink final : public SectionSink {
 public:
  explicit FileSink(const std::string& path) : writer_(path, kContainerKind, kContainerVersion) {}
  void add_bytes(const std::string& name, std::span<const std::byte> bytes,
                 std::uint32_t element_bytes) override {
    writer_.add_bytes(name, bytes, element_bytes);
  }
  void commit() { writer_.commit(); }

 private:
  store::ContainerWriter writer_;
};

void add_vocabulary(const text::Vocabulary& vocabulary, SectionSink& sink) {
  const std::string_view characters = vocabulary.characters();
  sink.add("vocabulary.characters", std::span(characters.data(), characters.size()));
  sink.add("vocabulary.offsets", vocabulary.offsets());
  sink.add("vocabulary.table", vocabulary.table());
}

void add_unigrams(const NgramModelData& data, SectionSink& sink) {
  const std::vector<float> log_probs = stored_log_probs(data, 1, true);
  const std::vector<float> backoffs =
      data.order() == 1 ? std::vector<float>(log_probs.size(), kContextEnds) : stored_backoffs(data, 1);
  std::vector<UnigramEntry> entries;
  for (std::size_t i = 0; i < log_probs.size(); ++i) entries.push_back({log_probs[i], backoffs[i]});
  sink.add(section_name("ngrams", 1), std::span<const UnigramEntry>(entries));
}

}  // namespace

std::string section_name(std::string_view name, unsigned n) {
  return fmt::format("{}.{}", name, n);
}

std::vector<float> stored_log_probs(const NgramModelData& data, unsigned n, bool mark_leaves) {
  std::vector<float> log_probs = data.levels[n - 1].log_prob;
  if (!mark_leaves) {
    for (float& log_prob : log_probs) log_prob = -std::fabs(log_prob);
    return log_probs;
  }
  for (float& log_prob : log_probs) log_prob = std::fabs(log_prob);
  if (n == data.order()) return log_probs;
  for (const std::uint32_t suffix : data.levels[n].suffix) log_probs[suffix] = -std::fabs(log_probs[suffix]);
  return log_probs;
}

std::vector<float> stored_backoffs(const NgramModelData& data, unsigned n) {
  std::vector<float> backoffs = data.levels[n - 1].backoff;
  const std::vector<std::uint8_t> extends = extends_right(data, n);
  for (std::size_t i = 0; i < backoffs.size(); ++i) {
    if (backoffs[i] == 0.0F) backoffs[i] = extends[i] != 0 ? 0.0F : kContextEnds;
  }
  return backoffs;
}

bool build_sections(const NgramModelData& data, const BinaryOptions& options, std::uint64_t attempt,
                    SectionSink& sink) {
  CALQUE_CHECK(data.order() >= 1 && data.order() <= kMaxOrder);
  const bool is_trie = options.layout == Layout::kTrie;
  const unsigned bits = options.quantize_bits;
  if (bits != 0 && (!is_trie || bits < kMinQuantizedBits || bits > kMaxQuantizedBits)) {
    throw UsageError(
        {},
        is_trie ? fmt::format("cannot quantise to {} bits", bits)
                : std::string("the probing layout cannot be quantised"),
        fmt::format("quantise the trie layout to {} to {} bits", kMinQuantizedBits, kMaxQuantizedBits));
  }
  ModelHeader header{};
  header.order = data.order();
  header.max_order = kMaxOrder;
  header.layout = static_cast<std::uint32_t>(options.layout);
  header.quantized_bits = bits;
  header.vocabulary_size = data.vocabulary.size();
  for (unsigned n = 1; n <= data.order(); ++n) header.ngram_counts[n - 1] = data.levels[n - 1].size();
  add_vocabulary(data.vocabulary, sink);
  add_unigrams(data, sink);
  if (is_trie) {
    build_trie(data, bits, header, sink);
  } else if (!build_hash_tables(data, attempt, header, sink)) {
    return false;
  }
  sink.add("header", std::span<const ModelHeader>(&header, 1));
  return true;
}

void write_binary(const NgramModelData& data, const BinaryOptions& options, const std::string& path) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    FileSink sink(path);
    if (!build_sections(data, options, attempt, sink)) continue;
    sink.commit();
    return;
  }
}
void write_binary(const NgramModelData& data, const std::string& path) {
  write_binary(data, {}, path);
}

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
  ::madvise(memory_, memory_bytes_, MADV_HUGEPAGE);  // a wish: small pages do as well
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
