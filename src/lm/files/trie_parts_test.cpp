// The parts of the trie layout against the obvious way: packed records, codes of words, children.
#include <algorithm>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "lm/files/bit_pack.h"
#include "lm/files/bit_select.h"
#include "lm/files/trie.h"
#include "lm/files/trie_children.h"
#include "lm/files/word_codes.h"

namespace calque::lm {
namespace {

std::uint64_t random_bits(Rng& rng, unsigned bits) {
  return rng.below(std::uint64_t{1} << bits);
}

TEST(BitPack, FieldsComeBackAtEveryWidth) {
  Rng rng(1);
  for (unsigned width = 0; width <= kMaxPackedBits; ++width) {
    const unsigned other = static_cast<unsigned>(rng.below(40));
    const unsigned shift = width % 3 == 0 ? RecordShape::kOneBlock : static_cast<unsigned>(rng.below(5));
    std::vector<std::array<std::uint64_t, 2>> records(50);
    const RecordShape shape{width + other, shift, shift == RecordShape::kOneBlock ? 0U : 13U};
    PackedWriter writer(records.size(), shape);
    for (std::size_t i = 0; i < records.size(); ++i) {
      auto& record = records[i];
      if (shape.header_bits != 0 && i % (std::size_t{1} << shift) == 0) writer.add(random_bits(rng, 13), 13);
      record = {random_bits(rng, width), random_bits(rng, other)};
      writer.add(record[0], width);
      writer.add(record[1], other);
    }
    ASSERT_EQ(writer.bytes().size(), shape.bytes(records.size()));
    const PackedView first(writer.bytes().data(), shape, 0, width);
    const PackedView second(writer.bytes().data(), shape, width, other);
    for (std::size_t i = 0; i < records.size(); ++i) {
      ASSERT_EQ(first[i], records[i][0]) << width;
      ASSERT_EQ(second[i], records[i][1]) << other;
    }
  }
}

TEST(BitSelect, FindsTheOneAfterAnyNumberOfOnes) {
  Rng rng(2);
  for (int round = 0; round < 2000; ++round) {
    std::uint64_t bits = random_bits(rng, 63) << 1U | rng.below(2);
    if (round % 3 == 0) bits &= random_bits(rng, 63) & random_bits(rng, 63);
    if (round == 1) bits = ~std::uint64_t{0};
    unsigned ones = 0;
    for (unsigned position = 0; position < 64; ++position) {
      if ((bits >> position & 1U) == 0) continue;
      ASSERT_EQ(select_one(bits, ones_up_to_bytes(bits), ones), position);
      ++ones;
    }
    ASSERT_EQ(ones_up_to_bytes(bits) >> 56U, ones);
  }
}

class CodesOfWords : public ::testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Bits, CodesOfWords, ::testing::Values(1U, 2U, 5U, 8U, 13U, 16U, 17U, 24U, 31U, 32U));

TEST_P(CodesOfWords, CanBeUndone) {
  const WordCodes codes(GetParam());
  Rng rng(3);
  for (int i = 0; i < 1000; ++i) {
    const auto word = static_cast<std::uint32_t>(random_bits(rng, GetParam()));
    const std::uint64_t code = codes.code_of(word);
    ASSERT_LT(code, std::uint64_t{1} << GetParam());
    ASSERT_EQ(codes.word_of(code), word);
  }
}

// Any sorted numbers, evenly spread or not, and any question.
TEST_P(CodesOfWords, AreFoundWhereTheyAre) {
  const WordCodes codes(GetParam());
  Rng rng(4);
  for (int round = 0; round < 60; ++round) {
    std::set<std::uint64_t> numbers;
    const std::uint64_t range =
        round % 2 == 0 ? std::uint64_t{1} << GetParam() : 1 + (std::uint64_t{1} << GetParam()) / 16;
    for (std::size_t k = rng.below(round < 30 ? 12 : 1500); k > 0; --k) numbers.insert(rng.below(range));
    const std::vector<std::uint64_t> sorted(numbers.begin(), numbers.end());
    const RecordShape shape{GetParam()};
    PackedWriter writer(sorted.size() + 10, shape);
    for (int i = 0; i < 5; ++i) writer.add(0, GetParam());
    for (const std::uint64_t number : sorted) writer.add(number, GetParam());
    const PackedView view(writer.bytes().data(), shape, 0, GetParam());
    const std::uint64_t end = 5 + sorted.size();
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      ASSERT_EQ(codes.find(view, 5, end, sorted[i]), 5 + i);
      ASSERT_EQ(view.find(5, end, sorted[i]), 5 + i);
    }
    for (int k = 0; k < 50; ++k) {
      const std::uint64_t absent = random_bits(rng, GetParam());
      if (numbers.contains(absent)) continue;
      ASSERT_EQ(codes.find(view, 5, end, absent), end);
      ASSERT_EQ(view.find(5, end, absent), end);
    }
  }
}

Children view_of(const ChildrenArrays& arrays, std::uint64_t children) {
  return {children, arrays.group_shift, reinterpret_cast<const std::byte*>(arrays.groups.data()),
          sizeof(ChildGroup), arrays.begins};
}

TEST(TrieChildren, AreTheSumsOfTheNumbersBefore) {
  Rng rng(5);
  for (const std::uint64_t typical : {1U, 2U, 5U, 40U}) {
    for (const std::size_t nodes : {0U, 1U, 2U, 17U, 3000U}) {
      std::vector<std::uint32_t> counts(nodes);
      for (auto& count : counts) {
        count = static_cast<std::uint32_t>(rng.below(2 * typical));
        if (rng.chance(0.01)) count += static_cast<std::uint32_t>(rng.below(500));
      }
      const auto total = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
      const ChildrenArrays arrays = Children::build(counts);
      ASSERT_EQ(arrays.groups.size(), (nodes + (1U << arrays.group_shift) - 1) >> arrays.group_shift);
      const Children children = view_of(arrays, total);
      std::uint64_t begin = 0;
      for (std::size_t node = 0; node < nodes; ++node) {
        const NodeRange range = children.of(node);
        // Where there are none, only that is said.
        if (counts[node] == 0) {
          ASSERT_TRUE(range.empty());
        } else {
          ASSERT_EQ(range.begin, begin);
          ASSERT_EQ(range.end, begin + counts[node]);
        }
        begin += counts[node];
      }
    }
  }
}

TEST(TrieChildren, NeverLeaveTheNextLevelWhateverTheBytes) {
  Rng rng(6);
  for (int round = 0; round < 200; ++round) {
    ChildrenArrays arrays;
    arrays.group_shift = static_cast<unsigned>(rng.below(Children::kMaxGroupShift + 1));
    for (int i = 0; i < 10; ++i) {
      arrays.groups.push_back({static_cast<std::uint32_t>(rng.below(rng.chance(0.5) ? 20 : 0x100000000ULL)),
                               static_cast<std::uint32_t>(rng.below(rng.chance(0.5) ? 1 : 0x100000000ULL)),
                               rng.chance(0.3) ? 0 : random_bits(rng, 63) * 2});
    }
    for (std::size_t i = rng.below(200); i > 0; --i)
      arrays.begins.push_back(static_cast<std::uint32_t>(rng.below(rng.chance(0.5) ? 20 : 0x100000000ULL)));
    const std::uint64_t total = rng.below(100);
    const Children children = view_of(arrays, total);
    for (std::uint64_t node = 0; node < std::uint64_t{10} << arrays.group_shift; ++node) {
      const NodeRange range = children.of(node);
      ASSERT_LE(range.begin, range.end);
      ASSERT_LE(range.end, total);
    }
  }
}

// Where each record has a number of its own: the children of a node end where those of the next begin.
TEST(ChildrenOfRecords, AreBetweenTheirBeginnings) {
  const std::vector<std::uint64_t> begins{0, 0, 3, 4, 4, 100, 101};
  const RecordShape shape{.record_bits = 5 + 7};
  PackedWriter writer(begins.size(), shape);
  for (const std::uint64_t begin : begins) {
    writer.add(31, 5);
    writer.add(begin, 7);
  }
  const PackedView view(writer.bytes().data(), shape, 5, 7);
  const Children children(101, view);
  for (std::size_t node = 0; node + 1 < begins.size(); ++node) {
    const NodeRange range = children.of(node);
    EXPECT_EQ(range.end - range.begin, begins[node + 1] - begins[node]);
    EXPECT_EQ(range.begin, begins[node]);
  }
  // Damaged: numbers beyond the next level, or falling ones, give nothing.
  EXPECT_TRUE(Children(100, view).of(5).empty());
  const std::vector<std::uint64_t> falling{9, 3, 5};
  PackedWriter damaged(falling.size(), {.record_bits = 7});
  for (const std::uint64_t begin : falling) damaged.add(begin, 7);
  const PackedView damaged_view(damaged.bytes().data(), {.record_bits = 7}, 0, 7);
  EXPECT_TRUE(Children(10, damaged_view).of(0).empty());
  EXPECT_EQ(Children(10, damaged_view).of(1).begin, 3U);
}

// Every bigram is in one part, parts are as many as were counted, and those of one word follow the other's.
TEST(PartsOfBigrams, FollowEachOther) {
  std::uint64_t begin = 0;
  std::uint64_t next = 0;
  std::uint32_t word = 0;
  for (const std::uint64_t count : {0, 1, 7, 8, 9, 0, 0, 1000, 3, 16}) {
    const BigramParts parts({begin, begin + count}, word++);
    EXPECT_EQ(parts.first, next);
    EXPECT_GE(parts.count, 1U);
    next = parts.first + parts.count;
    begin += count;
  }
  EXPECT_EQ(next, begin / BigramParts::kSize + word);
}

}  // namespace
}  // namespace calque::lm
