#include "store/spool.h"

#include <filesystem>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"
#include "store/spilling_array.h"

namespace calque::store {
namespace {

using ::calque::testing::ScratchFolder;
using ::testing::HasSubstr;

TEST(SpoolTest, ReadsBackWhatWasWritten) {
  for (const std::size_t items : {0U, 1U, 5000U}) {
    SpoolWriter writer("", 256);
    for (std::size_t i = 0; i < items; ++i) {
      writer.put_varint(i * i * i * i);
      writer.put_raw(static_cast<double>(i) / 3);
      writer.end_item();
    }
    const Spool spool = writer.finish();
    EXPECT_EQ(spool.size(), items);
    for (int time = 0; time < 2; ++time) {
      SpoolReader reader(spool);
      for (std::size_t i = 0; i < items; ++i) {
        reader.begin_item();
        ASSERT_EQ(reader.varint(), i * i * i * i);
        ASSERT_EQ(reader.raw<double>(), static_cast<double>(i) / 3);
      }
      EXPECT_EQ(reader.items_left(), 0U);
    }
  }
}

TEST(SpoolTest, LeavesNoFileAndNamesAFolderThatIsNotThere) {
  const ScratchFolder folder;
  SpoolWriter writer(std::filesystem::path(folder.path("x")).parent_path().string());
  writer.put_varint(1);
  writer.end_item();
  EXPECT_TRUE(std::filesystem::is_empty(std::filesystem::path(folder.path("x")).parent_path()));
  try {
    SpoolWriter nowhere(folder.path("missing"));
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("missing"));
  }
}

struct Record {
  std::uint32_t a;
  std::uint64_t b;
};

// What is read back does not depend on how much of it went to the disk.
TEST(SpillingArrayTest, ReadsBackTheSameForAnyLimit) {
  for (const std::size_t items : {0U, 1U, 70'000U, 300'000U}) {
    for (const std::uint64_t limit :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2} << 20U, kNoLimit}) {
      SpillingArray<Record> array({limit, ""});
      for (std::size_t i = 0; i < items; ++i) array.push_back({static_cast<std::uint32_t>(i), i * i});
      ASSERT_EQ(array.size(), items);
      for (int time = 0; time < 2; ++time) {
        SpillingArray<Record>::Reader reader(array);
        std::size_t read = 0;
        while (!reader.done()) {
          const Record record = reader.next();
          ASSERT_EQ(record.a, read);
          ASSERT_EQ(record.b, read * read);
          ++read;
        }
        EXPECT_EQ(read, items);
      }
    }
  }
}

TEST(SpillingArrayTest, KeepsNoMoreInMemoryThanTheLimit) {
  SpillingArray<std::uint64_t> array({std::uint64_t{1} << 20U, ""});
  for (std::uint64_t i = 0; i < 1'000'000; ++i) {
    array.push_back(i);
    ASSERT_LE(array.memory_bytes(), std::uint64_t{1} << 20U);
  }
  EXPECT_TRUE(array.on_disk());
}

}  // namespace
}  // namespace calque::store
