#include "lm/files/hash_tables.h"

#include <algorithm>
#include <bit>
#include <optional>

#include <fmt/format.h>

#include "base/hash.h"

namespace calque::lm {
namespace {

constexpr std::uint64_t kFirstSeed = 0x6c6d2d6861736831ULL;
// Slots of home buckets for each n-gram, as a fraction. Fuller tables save memory but make more searches run
// on into a second cache line.
constexpr std::uint64_t kSlotsNumerator = 5;
constexpr std::uint64_t kSlotsDenominator = 4;

struct KeyedNgram {
  std::uint64_t key;
  std::uint32_t index;
};

template <typename Bucket>
std::uint64_t homes_for(std::size_t ngrams) {
  return ngrams == 0 ? 0 : ngrams * kSlotsNumerator / (kSlotsDenominator * Bucket::kSlots) + 1;
}

// Sorts by key: keys are spread evenly, so a scatter by their leading bits leaves runs of a few to sort.
std::vector<KeyedNgram> sorted_by_key(const std::vector<std::uint64_t>& sums) {
  const unsigned bits =
      sums.size() < 64 ? 0 : std::min(16U, static_cast<unsigned>(std::bit_width(sums.size())) - 5U);
  const auto part_of = [&](std::uint64_t key) { return bits == 0 ? 0 : key >> (64U - bits); };
  std::vector<std::size_t> next((std::size_t{1} << bits) + 1, 0);
  for (const std::uint64_t sum : sums) ++next[part_of(KeyMaker::key_of(sum)) + 1];
  for (std::size_t part = 1; part < next.size(); ++part) next[part] += next[part - 1];
  std::vector<KeyedNgram> sorted(sums.size());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const std::uint64_t key = KeyMaker::key_of(sums[i]);
    sorted[next[part_of(key)]++] = {key, static_cast<std::uint32_t>(i)};
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

// Puts each n-gram into the first bucket from its home on that has room.
template <typename Bucket, typename Fill>
std::vector<Bucket> fill_buckets(const std::vector<KeyedNgram>& sorted, unsigned n, ModelHeader& header,
                                 const Fill& fill) {
  const std::uint64_t homes = homes_for<Bucket>(sorted.size());
  std::uint64_t longest_walk = 0;
  std::vector<Bucket> buckets(homes, Bucket{});
  std::uint64_t current = 0;
  std::size_t slot = 0;
  for (const KeyedNgram& ngram : sorted) {
    const std::uint64_t home = home_of(ngram.key, homes);
    if (slot == Bucket::kSlots || home > current) {
      current = std::max(current + (slot == Bucket::kSlots ? 1 : 0), home);
      slot = 0;
    }
    if (current >= buckets.size()) buckets.resize(current + 1, Bucket{});
    longest_walk = std::max(longest_walk, current - home);
    buckets[current].keys[slot] = ngram.key;
    fill(buckets[current], slot++, ngram.index);
  }
  // A walk from the last home ends inside the table.
  buckets.resize(homes + longest_walk, Bucket{});
  header.home_counts[n - 1] = homes;
  header.longest_walks[n - 1] = longest_walk;
  return buckets;
}

void add_table(const NgramModelData& data, unsigned n, const std::vector<KeyedNgram>& sorted,
               ModelHeader& header, SectionSink& sink) {
  const std::vector<float> log_probs = stored_log_probs(data, n, true);
  if (n == data.order()) {
    const auto buckets = fill_buckets<LongestBucket>(
        sorted, n, header, [&](LongestBucket& bucket, std::size_t slot, std::uint32_t index) {
          bucket.log_probs[slot] = log_probs[index];
        });
    sink.add(section_name("ngrams", n), std::span<const LongestBucket>(buckets));
    return;
  }
  const std::vector<float> backoffs = stored_backoffs(data, n);
  const auto buckets = fill_buckets<MiddleBucket>(
      sorted, n, header, [&](MiddleBucket& bucket, std::size_t slot, std::uint32_t index) {
        bucket.log_probs[slot] = log_probs[index];
        bucket.backoffs[slot] = backoffs[index];
      });
  sink.add(section_name("ngrams", n), std::span<const MiddleBucket>(buckets));
}

}  // namespace

bool build_hash_tables(const NgramModelData& data, std::uint64_t attempt, ModelHeader& header,
                       SectionSink& sink) {
  header.hash_seed = kFirstSeed + attempt;
  const KeyMaker key_maker(header.hash_seed);
  std::vector<std::uint64_t> sums;
  for (std::uint32_t word = 0; word < data.vocabulary.size(); ++word)
    sums.push_back(key_maker.extend(0, 0, word));
  for (unsigned n = 2; n <= data.order(); ++n) {
    const NgramLevel& level = data.levels[n - 1];
    std::vector<std::uint64_t> longer(level.size());
    for (std::size_t i = 0; i < level.size(); ++i)
      longer[i] = key_maker.extend(sums[level.suffix[i]], n - 1, level.first_word[i]);
    sums = std::move(longer);
    const std::vector<KeyedNgram> sorted = sorted_by_key(sums);
    if (keys_collide(sorted)) return false;
    add_table(data, n, sorted, header, sink);
  }
  return true;
}

KeyMaker::KeyMaker(std::uint64_t seed) noexcept {
  for (std::uint64_t& factor : factors_) {  // the sequence of splitmix64
    factor = split_mix(seed += kGoldenRatio) | 1U;
  }
}

template <typename Bucket>
HashTable<Bucket> HashTable<Bucket>::open(const SectionSource& source, const ModelHeader& header,
                                          unsigned n) {
  const auto buckets = source.section<Bucket>(section_name("ngrams", n));
  const std::uint64_t ngrams = header.ngram_counts[n - 1];
  HashTable table;
  table.buckets_ = buckets.data();
  table.bucket_count_ = buckets.size();
  table.homes_ = header.home_counts[n - 1];
  table.longest_walk_ = header.longest_walks[n - 1];
  const bool fits = (ngrams == 0) == (table.homes_ == 0) && table.homes_ <= buckets.size() &&
                    table.longest_walk_ == buckets.size() - table.homes_ &&
                    ngrams <= buckets.size() * Bucket::kSlots;
  if (!fits) source.damaged(fmt::format("the table of {}-grams has the wrong size", n));
  return table;
}

template <typename Bucket>
void HashTable<Bucket>::verify(const SectionSource& source, std::uint64_t ngrams) const {
  std::uint64_t last = 0;
  std::uint64_t taken = 0;
  for (std::uint64_t i = 0; i < bucket_count_; ++i) {
    bool is_free = false;
    for (std::size_t slot = 0; slot < Bucket::kSlots; ++slot) {
      const std::uint64_t key = buckets_[i].keys[slot];
      is_free = is_free || key == 0;
      if (key == 0) continue;
      if (is_free || key <= last || home_of(key, homes_) > i)
        source.damaged("keys of a table are not in order");
      bool is_finite = std::isfinite(buckets_[i].log_probs[slot]);
      if constexpr (std::is_same_v<Bucket, MiddleBucket>)
        is_finite = is_finite && std::isfinite(buckets_[i].backoffs[slot]);
      if (!is_finite) source.damaged("a probability is not a number");
      last = key;
      ++taken;
    }
  }
  if (taken != ngrams) source.damaged("a table does not hold as many n-grams as the header says");
}

ProbingTables::ProbingTables(const SectionSource& source, const ModelHeader& header)
    : key_maker_(header.hash_seed), order_(header.order) {
  for (unsigned n = 2; n < order_; ++n) middle_[n] = HashTable<MiddleBucket>::open(source, header, n);
  if (order_ > 1) longest_ = HashTable<LongestBucket>::open(source, header, order_);
}

void ProbingTables::verify(const SectionSource& source, const ModelHeader& header) const {
  for (unsigned n = 2; n < order_; ++n) middle_[n].verify(source, header.ngram_counts[n - 1]);
  if (order_ > 1) longest_.verify(source, header.ngram_counts[order_ - 1]);
}

}  // namespace calque::lm
