#include "lm/files/binary.h"

#include <array>
#include <cmath>
#include <fstream>
#include <memory>

#include <fmt/format.h>

#include "base/error.h"
#include "lm/files/arpa.h"
#include "lm/files/binary_format.h"
#include "lm/files/hash_tables.h"
#include "lm/files/opened_model.h"
#include "lm/files/quantizer.h"
#include "lm/files/sections.h"
#include "lm/files/trie.h"

namespace calque::lm {
namespace {

constexpr std::string_view kContainerStart = "CALQUE";

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

bool is_binary(const std::string& path) {
  if (path == "-") return false;
  std::array<char, kContainerStart.size()> start{};
  std::ifstream(path, std::ios::binary).read(start.data(), start.size());
  return std::string_view(start.data(), start.size()) == kContainerStart;
}

NgramModelData read_ngram_data(const std::string& path) {
  if (!is_binary(path)) return read_arpa(path);
  const auto file = std::make_shared<const store::Container>(
      store::Container::open(path, kContainerKind, kContainerVersion, store::Verify::kFull));
  const auto model = open_model(std::make_unique<FileSections>(file));
  if (!model->is_trie()) {
    throw UsageError({path}, "the probing layout holds hashes in place of words, so it cannot be converted",
                     "convert the ARPA file or the trie that it was made from");
  }
  model->verify_values();
  NgramModelData data;
  for (std::size_t i = 0; i < model->vocabulary.size(); ++i)
    data.vocabulary.add(model->vocabulary.word(text::WordId{static_cast<std::uint32_t>(i)}));
  data.levels = model->trie.extract();
  NgramLevel& unigrams = data.levels[0];
  for (std::uint32_t i = 0; i < model->unigrams.size(); ++i) {
    unigrams.first_word.push_back(i);
    unigrams.log_prob.push_back(-std::fabs(model->unigrams[i].log_prob));
    const float backoff = model->unigrams[i].backoff;
    if (data.order() > 1) unigrams.backoff.push_back(backoff == 0.0F ? 0.0F : backoff);
  }
  for (unsigned n = 2; n <= data.order(); ++n) {
    if (link_contexts(data.levels, n) != 0) model->source->damaged("an n-gram's context is missing");
  }
  return data;
}
}  // namespace calque::lm
