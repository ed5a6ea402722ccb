#include "lm/hash_tables.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "base/error.h"
#include "lm/binary.h"

namespace calque::lm {
namespace {

constexpr std::uint64_t kFirstSeed = 0x6c6d2d6861736831ULL;
// Homes per n-gram, as a fraction: two of three slots are taken. Fuller tables save memory but make searches
// run over the end of a cache line.
constexpr std::uint64_t kHomesNumerator = 3;
constexpr std::uint64_t kHomesDenominator = 2;
constexpr float kContextEnds = -0.0F;

struct KeyedNgram {
  std::uint64_t key;
  std::uint32_t index;
};

std::uint64_t homes_for(std::size_t ngrams) {
  return ngrams == 0 ? 0 : ngrams * kHomesNumerator / kHomesDenominator + 1;
}

// Sorts by key: keys are spread evenly, so a scatter by their leading bits leaves runs of a few to sort.
std::vector<KeyedNgram> sorted_by_key(const std::vector<std::uint64_t>& keys) {
  const unsigned bits =
      keys.size() < 64 ? 0 : std::min(16U, static_cast<unsigned>(std::bit_width(keys.size())) - 5U);
  const auto part_of = [&](std::uint64_t key) { return bits == 0 ? 0 : key >> (64U - bits); };
  std::vector<std::size_t> next((std::size_t{1} << bits) + 1, 0);
  for (const std::uint64_t key : keys) ++next[part_of(key) + 1];
  for (std::size_t part = 1; part < next.size(); ++part) next[part] += next[part - 1];
  std::vector<KeyedNgram> sorted(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    sorted[next[part_of(keys[i])]++] = {keys[i], static_cast<std::uint32_t>(i)};
  }
  std::size_t begin = 0;
  for (std::size_t part = 0; part + 1 < next.size(); ++part) {  // next[part] is now where the part ends
    const auto first = sorted.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = sorted.begin() + static_cast<std::ptrdiff_t>(next[part]);
    std::sort(first, last, [](const KeyedNgram& a, const KeyedNgram& b) { return a.key < b.key; });
    begin = next[part];
  }
  return sorted;
}

bool keys_collide(const std::vector<KeyedNgram>& sorted) {
  return std::adjacent_find(sorted.begin(), sorted.end(), [](const KeyedNgram& a, const KeyedNgram& b) {
           return a.key == b.key;
         }) != sorted.end();
}

// Puts each n-gram into the first free slot from its home on; the last slot stays free.
template <typename Entry, typename MakeEntry>
std::vector<Entry> fill_slots(const std::vector<KeyedNgram>& sorted, std::uint64_t homes,
                              const MakeEntry& make_entry) {
  if (sorted.empty()) return {};
  std::vector<Entry> slots(homes + 1, Entry{});
  std::uint64_t free = 0;
  for (const KeyedNgram& ngram : sorted) {
    free = std::max(free, home_of(ngram.key, homes));
    if (free + 1 >= slots.size()) slots.resize(free + 2, Entry{});
    slots[free++] = make_entry(ngram);
  }
  return slots;
}

// One level's back-offs with the mark of contexts that end here.
std::vector<float> marked_backoffs(const NgramModelData& data, unsigned n) {
  if (n == data.order()) return std::vector<float>(data.levels[n - 1].size(), kContextEnds);
  std::vector<float> backoffs = data.levels[n - 1].backoff;
  const std::vector<std::uint8_t> extends = extends_right(data, n);
  for (std::size_t i = 0; i < backoffs.size(); ++i) {
    if (backoffs[i] == 0.0F) backoffs[i] = extends[i] != 0 ? 0.0F : kContextEnds;
  }
  return backoffs;
}

ModelHeader make_header(const NgramModelData& data, std::uint64_t seed) {
  ModelHeader header{};
  header.order = data.order();
  header.max_order = kMaxOrder;
  header.vocabulary_size = data.vocabulary.size();
  header.hash_seed = seed;
  for (unsigned n = 1; n <= data.order(); ++n) {
    header.ngram_counts[n - 1] = data.levels[n - 1].size();
    header.home_counts[n - 1] = n == 1 ? 0 : homes_for(data.levels[n - 1].size());
  }
  return header;
}

void fill_unigrams(const NgramModelData& data, BuiltTables& tables) {
  const std::vector<float> backoffs = marked_backoffs(data, 1);
  for (std::size_t i = 0; i < backoffs.size(); ++i)
    tables.unigrams.push_back({data.levels[0].log_prob[i], backoffs[i]});
}

void fill_table(const NgramModelData& data, unsigned n, const std::vector<KeyedNgram>& sorted,
                BuiltTables& tables) {
  const std::vector<float>& log_probs = data.levels[n - 1].log_prob;
  const std::uint64_t homes = tables.header.home_counts[n - 1];
  if (n == data.order()) {
    tables.longest = fill_slots<LongestEntry>(sorted, homes, [&](const KeyedNgram& ngram) {
      return LongestEntry{static_cast<std::uint32_t>(ngram.key), static_cast<std::uint32_t>(ngram.key >> 32U),
                          log_probs[ngram.index]};
    });
    return;
  }
  const std::vector<float> backoffs = marked_backoffs(data, n);
  tables.middle[n] = fill_slots<MiddleEntry>(sorted, homes, [&](const KeyedNgram& ngram) {
    return MiddleEntry{ngram.key, log_probs[ngram.index], backoffs[ngram.index]};
  });
}

// Nothing if two n-grams got the same key under this seed.
std::optional<BuiltTables> try_build(const NgramModelData& data, std::uint64_t seed) {
  BuiltTables tables;
  tables.header = make_header(data, seed);
  fill_unigrams(data, tables);
  std::vector<std::uint64_t> keys;
  for (std::size_t word = 0; word < data.vocabulary.size(); ++word) {
    keys.push_back(first_key(seed, static_cast<std::uint32_t>(word)));
  }
  for (unsigned n = 2; n <= data.order(); ++n) {
    const NgramLevel& level = data.levels[n - 1];
    std::vector<std::uint64_t> longer(level.size());
    for (std::size_t i = 0; i < level.size(); ++i)
      longer[i] = extend_key(keys[level.suffix[i]], level.first_word[i]);
    keys = std::move(longer);
    const std::vector<KeyedNgram> sorted = sorted_by_key(keys);
    if (keys_collide(sorted)) return std::nullopt;
    fill_table(data, n, sorted, tables);
  }
  return tables;
}

}  // namespace

std::string section_name(unsigned n) {
  return "ngrams." + std::to_string(n);
}

bool context_matters(float backoff) noexcept {
  return std::bit_cast<std::uint32_t>(backoff) != std::bit_cast<std::uint32_t>(kContextEnds);
}

BuiltTables build_tables(const NgramModelData& data) {
  CALQUE_CHECK(data.order() >= 1 && data.order() <= kMaxOrder);
  // Collisions of 64-bit keys are next to impossible; another seed ends them should they happen.
  for (std::uint64_t seed = kFirstSeed;; ++seed) {
    if (auto tables = try_build(data, seed)) return std::move(*tables);
  }
}

void write_binary(const NgramModelData& data, const std::string& path) {
  const BuiltTables tables = build_tables(data);
  store::ContainerWriter writer(path, kContainerKind, kContainerVersion);
  writer.add("header", std::span<const ModelHeader>(&tables.header, 1));
  writer.add_text("vocabulary.characters", data.vocabulary.characters());
  writer.add("vocabulary.offsets", data.vocabulary.offsets());
  writer.add("vocabulary.table", data.vocabulary.table());
  const auto add = [&](unsigned n, const auto& entries) {
    writer.add_bytes(section_name(n), std::as_bytes(std::span(entries)), sizeof(entries[0]));
  };
  add(1, tables.unigrams);
  for (unsigned n = 2; n < data.order(); ++n) add(n, tables.middle[n]);
  if (data.order() > 1) add(data.order(), tables.longest);
  writer.commit();
}

}  // namespace calque::lm
