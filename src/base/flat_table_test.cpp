#include "base/flat_table.h"

#include <array>
#include <map>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace calque {
namespace {

struct Count {
  std::uint64_t key = 0;
  std::uint32_t count = 0;

  bool is_free() const { return count == 0; }
  std::uint64_t hash() const { return key / 4; }  // neighbouring keys collide
};

Count& at(FlatTable<Count>& table, std::uint64_t key) {
  return table.find_or_add(
      key / 4, [&](const Count& slot) { return slot.key == key; },
      [&] {
        return Count{key, 1};
      });
}

TEST(FlatTableTest, AgreesWithAMapWhileItGrows) {
  FlatTable<Count> table;
  std::map<std::uint64_t, std::uint32_t> expected;
  Rng rng(3);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t key = rng.below(3000);
    const bool is_new = !expected.contains(key);
    Count& slot = at(table, key);
    if (!is_new) ++slot.count;
    ++expected[key];
  }
  EXPECT_EQ(table.size(), expected.size());
  for (std::uint64_t key = 0; key < 3100; ++key) {
    const Count* const found = table.find(key / 4, [&](const Count& slot) { return slot.key == key; });
    const auto known = expected.find(key);
    ASSERT_EQ(found != nullptr, known != expected.end()) << key;
    if (found != nullptr) {
      EXPECT_EQ(found->count, known->second) << key;
    }
  }
}

TEST(FlatTableTest, AnEmptyTableFindsNothing) {
  const FlatTable<Count> table;
  EXPECT_EQ(table.find(5, [](const Count&) { return true; }), nullptr);
  table.prefetch(5);
}

TEST(FlatTableTest, StaysBelowItsLimit) {
  FlatTable<Count, 60, 16> table;
  for (std::uint64_t key = 0; key < 1000; ++key) {
    table.find_or_add(
        key / 4, [&](const Count& slot) { return slot.key == key; },
        [&] {
          return Count{key, 1};
        });
    EXPECT_LE(table.size() * 100, table.slots().size() * 60);
    EXPECT_GE(table.slots().size(), 16U);
  }
}

TEST(ProbeTest, GoesRoundTheEnd) {
  const std::array<int, 4> slots{7, 0, 9, 8};
  EXPECT_EQ(probe(slots, 2, [](int slot) { return slot == 0; }), 1U);
  EXPECT_EQ(probe(slots, 6, [](int slot) { return slot == 8 || slot == 0; }), 3U);
}

}  // namespace
}  // namespace calque
