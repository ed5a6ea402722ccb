#include "text/line_transform.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"

namespace calque::text {
namespace {

using ::calque::testing::read_bytes;
using ::calque::testing::ScratchFolder;

void put_in_brackets(std::string_view line, std::string& out) {
  out.append("[").append(line).append("]");
}

TEST(LineTransformTest, OneLineOutForEachLineInForAnyNumberOfThreads) {
  const ScratchFolder folder;
  std::string input;
  std::string expected;
  for (int i = 0; i < 40'000; ++i) {  // more than a batch
    const std::string line(static_cast<std::size_t>(i % 7), 'x');
    input += line + "\n";
    expected += "[" + line + "]\n";
  }
  const LineFiles files{folder.file("in", input), folder.path("out")};
  for (const std::size_t count : {1U, 3U}) {
    ThreadPool threads(count);
    transform_lines(files, put_in_brackets, threads, silent_reporter());
    EXPECT_EQ(read_bytes(files.output), expected);
  }
}

TEST(LineTransformTest, BadTextIsNamedAndLeavesNothing) {
  const ScratchFolder folder;
  ThreadPool threads(2);
  const LineFiles files{folder.file("in",
                                    "good\nb\xff"
                                    "d\n"),
                        folder.path("out")};
  try {
    transform_lines(files, put_in_brackets, threads, silent_reporter());
    FAIL();
  } catch (const DataError& error) {
    EXPECT_EQ(error.place().file, files.input);
    EXPECT_EQ(error.place().line, 2U);
  }
  EXPECT_FALSE(std::filesystem::exists(files.output));
  LineFiles skipping = files;
  skipping.skip_bad_lines = true;
  transform_lines(skipping, put_in_brackets, threads, silent_reporter());
  EXPECT_EQ(read_bytes(files.output),
            "[good]\nb\xff"
            "d\n");
}

}  // namespace
}  // namespace calque::text
