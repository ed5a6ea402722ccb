#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.h"
#include "base/rng.h"
#include "base/testing/scratch_folder.h"
#include "store/container.h"
#include "store/content_hash.h"
#include "store/temporary_file.h"
#include "store/text_file.h"

namespace calque::store {
namespace {

using ::calque::testing::read_bytes;
using ::calque::testing::ScratchFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> all_lines(const std::string& path) {
  LineReader reader(path);
  std::vector<std::string> lines;
  std::string line;
  while (reader.next(line)) lines.push_back(line);
  return lines;
}

std::size_t files_in(const ScratchFolder& scratch) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(scratch.folder()), {}));
}

TEST(LineReaderTest, LineEndsAndByteOrderMark) {
  const ScratchFolder scratch;
  EXPECT_THAT(all_lines(scratch.file("a", "one\ntwo\n")), ElementsAre("one", "two"));
  EXPECT_THAT(all_lines(scratch.file("b", "one\r\n\r\ntwo")), ElementsAre("one", "", "two"));
  EXPECT_THAT(all_lines(scratch.file("c", "\xef\xbb\xbfone\n\xef\xbb\xbftwo\n")),
              ElementsAre("one", "\xef\xbb\xbftwo"));
  EXPECT_TRUE(all_lines(scratch.file("d", "")).empty());
  EXPECT_THAT(all_lines(scratch.file("e", "\n")), ElementsAre(""));
  EXPECT_THAT(all_lines(scratch.file("f", std::string("a\0b\n", 4))), ElementsAre(std::string("a\0b", 3)));
}

TEST(LineReaderTest, LongLinesCrossBuffers) {
  const ScratchFolder scratch;
  const std::string longest(1'000'003, 'x');
  EXPECT_THAT(all_lines(scratch.file("a", "a\n" + longest + "\nb")), ElementsAre("a", longest, "b"));
}

TEST(LineReaderTest, LinesOverTheLimitAreRefusedWithTheirNumber) {
  const ScratchFolder scratch;
  const std::string path =
      scratch.file("a", "short\n" + std::string(20, 'x') + "\r\n" + std::string(21, 'y') + "\n");
  LineReader reader(path, 21);
  std::string line;
  EXPECT_TRUE(reader.next(line));
  EXPECT_TRUE(reader.next(line));
  EXPECT_EQ(line, std::string(20, 'x'));
  EXPECT_TRUE(reader.next(line));
  EXPECT_FALSE(reader.next(line));
  LineReader strict(path, 20);
  EXPECT_TRUE(strict.next(line));
  try {
    strict.next(line);
    FAIL() << "the line is too long";
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a:2: the line is longer than 20 bytes"));
  }
}

TEST(LineReaderTest, LongLinesCanBeSkippedOrTakenInParts) {
  const ScratchFolder scratch;
  std::string eggs;  // two bytes a character, so that the limit falls inside one
  for (int i = 0; i < 500; ++i) eggs += "\u00e4";
  for (const std::size_t limit : {16U, 17U, 19U, 100U, 999U}) {
    const std::string path = scratch.file("a", "one\n" + eggs + "\ntwo\n" + eggs);
    LineReader reader(path, limit);
    std::vector<std::string> lines(1);
    std::string text;
    for (LinePart part{}; reader.next_part(text, part);) {
      EXPECT_LE(text.size(), limit);
      EXPECT_EQ(text.size() % 2, text.size() == 3 ? 1U : 0U);
      lines.back() += text;
      if (part == LinePart::kWhole || part == LinePart::kLast) lines.emplace_back();
    }
    EXPECT_THAT(lines, ElementsAre("one", eggs, "two", eggs, ""));
    EXPECT_EQ(reader.line_number(), 4U);
    LineReader skipping(path, limit);
    std::vector<std::string> kept;
    for (bool too_long = false; skipping.next_or_skip(text, too_long);) kept.push_back(too_long ? "-" : text);
    EXPECT_THAT(kept, ElementsAre("one", "-", "two", "-"));
  }
}

TEST(LineReaderTest, ALimitForAllReaders) {
  const ScratchFolder scratch;
  const std::size_t before = max_line_bytes();
  EXPECT_EQ(before, 1U << 20U);
  const std::string path = scratch.file("a.gz", "");
  {
    TextWriter writer(path);
    for (int i = 0; i < 33; ++i) writer.write(std::string(1 << 16, '\0'));
    writer.commit();
  }
  EXPECT_THROW(all_lines(path), DataError);
  set_max_line_bytes(std::size_t{3} << 20U);
  EXPECT_EQ(all_lines(path).size(), 1U);
  set_max_line_bytes(before);
}

TEST(LineReaderTest, KnowsWhereItIs) {
  const ScratchFolder scratch;
  LineReader reader(scratch.file("a", "x\ny\n"));
  std::string line;
  reader.next(line);
  reader.next(line);
  EXPECT_EQ(describe(reader.place()), scratch.path("a") + ":2");
  EXPECT_EQ(reader.bytes_total(), 4u);
}

TEST(LineReaderTest, MissingFilesAndFolders) {
  const ScratchFolder scratch;
  EXPECT_THROW(LineReader(scratch.path("none")), UsageError);
  EXPECT_THROW(LineReader(scratch.folder().string()), UsageError);
}

class CompressionTest : public ::testing::TestWithParam<const char*> {};

TEST_P(CompressionTest, RoundTripByContentNotByName) {
  const ScratchFolder scratch;
  const std::string path = scratch.path(std::string("text") + GetParam());
  std::vector<std::string> lines;
  Rng rng(5);
  for (int i = 0; i < 30000; ++i) lines.push_back(std::to_string(rng.next()));
  TextWriter writer(path);
  for (const auto& line : lines) writer.write_line(line);
  EXPECT_FALSE(std::filesystem::exists(path)) << "nothing appears before commit";
  writer.commit();
  EXPECT_EQ(files_in(scratch), 1u);
  const std::string renamed = scratch.path("renamed.txt");
  std::filesystem::copy(path, renamed);
  EXPECT_EQ(all_lines(renamed), lines);
  // Two streams one after the other are one text.
  const std::string twice = scratch.file("twice", read_bytes(path) + read_bytes(path));
  EXPECT_EQ(all_lines(twice).size(), 2 * lines.size());
}

TEST_P(CompressionTest, EmptyText) {
  const ScratchFolder scratch;
  const std::string path = scratch.path(std::string("empty") + GetParam());
  TextWriter(path).commit();
  EXPECT_TRUE(all_lines(path).empty());
}

TEST_P(CompressionTest, CutStreamsAreReported) {
  const std::string ending = GetParam();
  if (ending.empty()) return;
  const ScratchFolder scratch;
  const std::string path = scratch.path("text" + ending);
  TextWriter writer(path);
  for (int i = 0; i < 1000; ++i) writer.write_line(std::to_string(i * 7919));
  writer.commit();
  const std::string whole = read_bytes(path);
  for (std::size_t length = 5; length < whole.size(); length += 97) {
    EXPECT_THROW(all_lines(scratch.file("cut", whole.substr(0, length))), DataError) << length;
  }
}

INSTANTIATE_TEST_SUITE_P(Endings, CompressionTest, ::testing::Values("", ".gz", ".zst"));

// A frame of zstd by hand: its window is 2^log bytes, its content a block of 100,000 times one letter.
std::string zstd_frame(int log) {
  std::string frame = "\x28\xb5\x2f\xfd";
  frame += '\0';                                          // neither content size nor checksum
  frame += static_cast<char>((log - 10) << 3);            // the window
  const unsigned block = 1U | 1U << 1U | 100'000U << 3U;  // the last one, of one letter
  for (const unsigned shift : {0U, 8U, 16U}) frame += static_cast<char>(block >> shift & 0xffU);
  return frame + "a";
}

TEST(LineReaderTest, TheWindowOfCompressedTextIsBounded) {
  const ScratchFolder scratch;
  LineReader whole(scratch.file("whole", zstd_frame(27)));
  std::string line;
  ASSERT_TRUE(whole.next(line));
  EXPECT_EQ(line, std::string(100'000, 'a'));
  for (const int log : {28, 31, 40}) {
    LineReader reader(scratch.file("wide", zstd_frame(log)));
    EXPECT_THAT([&] { reader.next(line); },
                ::testing::ThrowsMessage<DataError>(::testing::HasSubstr("a window of more than 128 MiB")));
  }
}

TEST(TemporaryFileTest, LeftOversOfEndedProcessesAreRemoved) {
  const ScratchFolder scratch;
  constexpr int kNobody = 2'000'000'000;  // more than the system gives
  const std::string left = scratch.file(fmt::format("model.calque.tmp-{}-3", kNobody), "x");
  const std::string ours = scratch.file(fmt::format("model.calque.tmp-{}-3", ::getpid()), "x");
  const std::string other = scratch.file("notes.tmp-1x-2", "x");
  const std::string plain = scratch.file("model.calque", "x");
  remove_left_overs(scratch.folder().string());
  EXPECT_FALSE(std::filesystem::exists(left));
  for (const std::string& path : {ours, other, plain}) EXPECT_TRUE(std::filesystem::exists(path)) << path;
  remove_left_overs(scratch.path("none"));
}

TEST(TextWriterTest, AbandonedWritingLeavesNothing) {
  const ScratchFolder scratch;
  { TextWriter(scratch.path("a")).write("half"); }
  EXPECT_EQ(files_in(scratch), 0u);
  scratch.file("a", "old");
  { TextWriter(scratch.path("a")).write("half"); }
  EXPECT_EQ(read_bytes(scratch.path("a")), "old");
}

TEST(TextWriterTest, ImpossiblePlacesAndFullDisks) {
  const ScratchFolder scratch;
  EXPECT_THROW(TextWriter(scratch.path("no/such/folder")), UsageError);
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full on this machine";
  TextWriter full("/dev/full");
  full.write("x");
  EXPECT_THROW(full.commit(), MachineError);
}

TEST(ContentHashTest, SameBytesSameHash) {
  const ScratchFolder scratch;
  const std::string path = scratch.file("a", "some bytes");
  EXPECT_EQ(hash_file(path), hash_text("some bytes"));
  EXPECT_NE(hash_text("some bytes"), hash_text("some byteS"));
  EXPECT_THROW(hash_file(scratch.path("none")), UsageError);
}

class ContainerTest : public ::testing::Test {
 protected:
  std::string write_sample() const {
    const std::string path = scratch_.path("sample.calque");
    ContainerWriter writer(path, "sample", 3);
    writer.add("numbers", std::vector<std::uint32_t>{1, 2, 3});
    writer.add("reals", std::vector<double>{0.5});
    writer.add("nothing", std::vector<std::uint64_t>{});
    writer.add_text("words", "hello");
    writer.commit();
    return path;
  }

  ScratchFolder scratch_;
};

TEST_F(ContainerTest, RoundTrip) {
  const auto container = Container::open(write_sample(), "sample", 3, Verify::kFull);
  EXPECT_THAT(container.section<std::uint32_t>("numbers"), ElementsAre(1, 2, 3));
  EXPECT_THAT(container.section<double>("reals"), ElementsAre(0.5));
  EXPECT_TRUE(container.section<std::uint64_t>("nothing").empty());
  EXPECT_EQ(container.text("words"), "hello");
  EXPECT_TRUE(container.has("words"));
  EXPECT_FALSE(container.has("other"));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(container.section<double>("reals").data()) % 64, 0u);
  EXPECT_THROW(container.section<std::uint32_t>("other"), FormatError);
  EXPECT_THROW(container.section<std::uint64_t>("numbers"), FormatError);
}

TEST_F(ContainerTest, ASectionWrittenInPiecesIsTheSame) {
  const std::string path = scratch_.path("pieces.calque");
  std::vector<std::uint32_t> numbers(100'000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::uint32_t>(i * i);
  const auto write = [&](std::size_t piece) {
    ContainerWriter writer(path, "test", 1);
    writer.begin_section("numbers", sizeof(std::uint32_t));
    for (std::size_t i = 0; i < numbers.size(); i += piece) {
      writer.append(std::span<const std::uint32_t>(numbers).subspan(i, std::min(piece, numbers.size() - i)));
    }
    writer.end_section();
    writer.commit();
    return read_bytes(path);
  };
  const std::string whole = write(numbers.size());
  EXPECT_EQ(write(1000), whole);
  EXPECT_EQ(write(33'333), whole);
  Container::open(path, "test", 1, Verify::kFull);
}

TEST_F(ContainerTest, NoSections) {
  ContainerWriter(scratch_.path("none"), "sample", 1).commit();
  EXPECT_TRUE(Container::open(scratch_.path("none"), "sample", 1, Verify::kFull).sections().empty());
}

TEST_F(ContainerTest, WritingIsDeterministic) {
  const std::string first = read_bytes(write_sample());
  EXPECT_EQ(read_bytes(write_sample()), first);
}

TEST_F(ContainerTest, OtherKindVersionAndForeignFiles) {
  const std::string path = write_sample();
  EXPECT_THROW(Container::open(path, "lm", 3), FormatError);
  EXPECT_THROW(Container::open(path, "sample", 2), FormatError);
  EXPECT_THROW(Container::open(scratch_.file("x", "not a model"), "sample", 3), FormatError);
  EXPECT_THROW(Container::open(scratch_.file("y", std::string(5000, 'x')), "sample", 3), FormatError);
  EXPECT_THROW(Container::open(scratch_.file("z", ""), "sample", 3), FormatError);
  EXPECT_THROW(Container::open(scratch_.path("none"), "sample", 3), UsageError);
}

TEST_F(ContainerTest, NothingAppearsWithoutCommit) {
  {
    ContainerWriter writer(scratch_.path("half"), "sample", 1);
    writer.add_text("words", "hello");
  }
  EXPECT_EQ(files_in(scratch_), 0u);
}

TEST_F(ContainerTest, EveryCutIsNoticed) {
  const std::string whole = read_bytes(write_sample());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::string cut = scratch_.file("cut", whole.substr(0, length));
    EXPECT_THROW(Container::open(cut, "sample", 3), FormatError) << length;
  }
}

// Sections are of 12, 8, 0 and 5 bytes; a budget is spent on the smallest.
TEST_F(ContainerTest, ABudgetVerifiesTheSmallestSections) {
  const std::string path = write_sample();
  const auto whole = Container::open(path, "sample", 3, Verify::kHeader);
  EXPECT_TRUE(whole.verify_sections());
  EXPECT_TRUE(whole.verify_sections(25));
  EXPECT_FALSE(whole.verify_sections(24));
  EXPECT_FALSE(whole.verify_sections(0));
  std::string bytes = read_bytes(path);
  bytes[64] ^= 1;  // in the largest, which is written first
  const auto damaged = Container::open(scratch_.file("damaged", bytes), "sample", 3, Verify::kHeader);
  EXPECT_FALSE(damaged.verify_sections(13));
  EXPECT_THROW(damaged.verify_sections(25), FormatError);
}

TEST_F(ContainerTest, EveryFlippedBitIsNoticed) {
  const std::string path = write_sample();
  const std::string whole = read_bytes(path);
  const auto container = Container::open(path, "sample", 3);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string flipped = whole;
    flipped[i] = static_cast<char>(flipped[i] ^ (1 << (i % 8)));
    const std::string damaged = scratch_.file("flipped", flipped);
    try {
      const auto reopened = Container::open(damaged, "sample", 3, Verify::kFull);
      // Only padding between sections is outside every checksum.
      EXPECT_EQ(reopened.text("words"), "hello");
      EXPECT_THAT(reopened.section<std::uint32_t>("numbers"), ElementsAre(1, 2, 3));
      EXPECT_EQ(whole[i], '\0') << i;
    } catch (const FormatError& error) {
      EXPECT_THAT(error.what(), HasSubstr("flipped"));
    }
  }
}

}  // namespace
}  // namespace calque::store
