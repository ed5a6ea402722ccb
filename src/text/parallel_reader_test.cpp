#include "text/parallel_reader.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing/scratch_folder.h"
#include "store/text_file.h"

namespace calque::text {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> read_all(const ParallelInput& input) {
  ParallelReader reader(input);
  std::vector<std::string> pairs;
  for (SentencePairText pair; reader.next(pair);) pairs.push_back(pair.source + "=" + pair.target);
  EXPECT_EQ(reader.counts().pairs, pairs.size());
  return pairs;
}

template <typename Expected>
std::string message_of(const ParallelInput& input) {
  try {
    read_all(input);
  } catch (const Expected& error) {
    return error.what();
  }
  ADD_FAILURE() << "no error of the expected kind";
  return "";
}

ParallelInput two_files(const std::string& source, const std::string& target) {
  ParallelInput input;
  input.source = source;
  input.target = target;
  return input;
}

ParallelInput one_file(const std::string& path, ParallelFormat format = ParallelFormat::kAuto) {
  ParallelInput input;
  input.source = path;
  input.format = format;
  return input;
}

TEST(ParallelReaderTest, TwoFiles) {
  const testing::ScratchFolder folder;
  const auto input =
      two_files(folder.file("a", "\xEF\xBB\xBFone\r\ntwo\r\n\r\n"), folder.file("b", "eins\nzwei\n"));
  EXPECT_THAT(message_of<DataError>(input), HasSubstr("differ in length"));
  const auto good =
      two_files(folder.file("a", "\xEF\xBB\xBFone\r\ntwo\r\n\r\n"), folder.file("b", "eins\nzwei\ndrei"));
  EXPECT_THAT(read_all(good), ElementsAre("one=eins", "two=zwei", "=drei"));
  const auto empty = two_files(folder.file("e", ""), folder.file("f", ""));
  EXPECT_THAT(read_all(empty), IsEmpty());
}

TEST(ParallelReaderTest, DifferentLengthsNameBothFilesAndCounts) {
  const testing::ScratchFolder folder;
  const std::string a = folder.file("a", "1\n2\n3\n4\n5\n");
  const std::string b = folder.file("b", "1\n2\n");
  for (const auto& input : {two_files(a, b), two_files(b, a)}) {
    EXPECT_THAT(message_of<DataError>(input),
                AllOf(HasSubstr(a + " has 5"), HasSubstr(b + " has 2"), HasSubstr("must translate")));
  }
  auto tolerant = two_files(a, b);
  tolerant.bad_lines = BadLinePolicy::kSkipAndCount;
  EXPECT_THAT(message_of<DataError>(tolerant), HasSubstr("differ in length")) << "never cut silently";
}

TEST(ParallelReaderTest, WrongEncodingIsRefusedOrCounted) {
  const testing::ScratchFolder folder;
  const std::string a = folder.file("a", "good\nca\xE9\nlast\n");
  const std::string b = folder.file("b", std::string("gut\nok\nletz\0t\n", 14));
  EXPECT_THAT(message_of<DataError>(two_files(a, b)), HasSubstr(describe(Place{a, 2, 3})));
  EXPECT_THAT(message_of<DataError>(two_files(b, b)), HasSubstr(describe(Place{b, 3, 5})));
  auto tolerant = two_files(a, b);
  tolerant.bad_lines = BadLinePolicy::kSkipAndCount;
  ParallelReader reader(tolerant);
  SentencePairText pair;
  ASSERT_TRUE(reader.next(pair));
  EXPECT_EQ(pair.target, "gut");
  EXPECT_EQ(reader.place().line, 1U);
  EXPECT_FALSE(reader.next(pair));
  EXPECT_EQ(reader.counts().bad_encoding, 2U);
}

TEST(ParallelReaderTest, TsvAndBars) {
  const testing::ScratchFolder folder;
  const std::string tsv = folder.file("x.tsv", "one\teins\ntwo ||| x\tzwei\t0.5\n\t\n");
  EXPECT_THAT(read_all(one_file(tsv)), ElementsAre("one=eins", "two ||| x=zwei", "="));
  const std::string bars = folder.file("x.txt", "one ||| eins\ntwo|||zwei ||| 0.5\n");
  EXPECT_THAT(read_all(one_file(bars)), ElementsAre("one=eins", "two=zwei"));
  const std::string tabs = folder.file("y.txt", "one\teins\n");
  EXPECT_EQ(ParallelReader(one_file(tabs)).format(), ParallelFormat::kTsv);
  EXPECT_EQ(ParallelReader(one_file(bars)).format(), ParallelFormat::kBars);
  EXPECT_THAT(read_all(one_file(folder.file("empty", ""))), IsEmpty());
  EXPECT_THAT(message_of<UsageError>(one_file(folder.file("z.txt", "just text\n"))),
              HasSubstr("cannot tell"));
}

TEST(ParallelReaderTest, LinesWithoutSeparator) {
  const testing::ScratchFolder folder;
  const std::string path = folder.file("x.tsv", "one\teins\nbroken\ntwo\tzwei\n");
  EXPECT_THAT(message_of<DataError>(one_file(path)), AllOf(HasSubstr(path + ":2"), HasSubstr("tab")));
  auto tolerant = one_file(path);
  tolerant.bad_lines = BadLinePolicy::kSkipAndCount;
  EXPECT_THAT(read_all(tolerant), ElementsAre("one=eins", "two=zwei"));
}

TEST(ParallelReaderTest, LinesOverTheLimitAreRefusedOrCounted) {
  const testing::ScratchFolder scratch;
  const std::string longest(store::max_line_bytes() + 1, 'x');
  ParallelInput input;
  input.source = scratch.file("a.de", "eins\n" + longest + "\ndrei\n");
  input.target = scratch.file("a.en", "one\ntwo\nthree\n");
  {
    ParallelReader reader(input);
    SentencePairText pair;
    EXPECT_TRUE(reader.next(pair));
    EXPECT_THROW(reader.next(pair), DataError);
  }
  input.bad_lines = BadLinePolicy::kSkipAndCount;
  ParallelReader reader(input);
  std::vector<SentencePairText> batch(10);
  EXPECT_EQ(reader.next_batch(batch), 2U);
  EXPECT_EQ(batch[1].source + batch[1].target, "dreithree");
  EXPECT_EQ(reader.next_batch(batch), 0U);
  EXPECT_EQ(reader.counts().bad_format, 1U);
}

TEST(ParallelReaderTest, BatchesOfLongLinesAreSmall) {
  const testing::ScratchFolder scratch;
  const std::string line(1'000'000, 'x');
  std::string text;
  for (int i = 0; i < 40; ++i) text += line + "\n";
  ParallelInput input;
  input.source = scratch.file("a.de", text);
  input.target = input.source;
  ParallelReader reader(input);
  std::vector<SentencePairText> batch(100);
  std::size_t pairs = 0;
  while (const std::size_t size = reader.next_batch(batch)) {
    EXPECT_LE(size, 10U);
    pairs += size;
  }
  EXPECT_EQ(pairs, 40U);
}

TEST(ParallelReaderTest, CompressedFiles) {
  const testing::ScratchFolder folder;
  for (const char* name : {"x.tsv.gz", "x.tsv.zst"}) {
    store::TextWriter writer(folder.path(name));
    writer.write("one\teins\n");
    writer.commit();
    EXPECT_THAT(read_all(one_file(folder.path(name))), ElementsAre("one=eins"));
  }
}

TEST(ParallelReaderTest, RequestsThatMakeNoSense) {
  const testing::ScratchFolder folder;
  const std::string file = folder.file("x.tsv", "a\tb\n");
  EXPECT_THROW(read_all({}), UsageError);
  EXPECT_THROW(read_all(one_file("/nonexistent/x.tsv")), UsageError);
  EXPECT_THROW(read_all(two_files(file, "/nonexistent/y")), UsageError);
  EXPECT_THROW(read_all(two_files("-", "-")), UsageError);
  EXPECT_THROW(read_all(one_file(file, ParallelFormat::kTwoFiles)), UsageError);
  auto two_tsv = two_files(file, file);
  two_tsv.format = ParallelFormat::kTsv;
  EXPECT_THROW(read_all(two_tsv), UsageError);
  EXPECT_EQ(parse_enum<ParallelFormat>("tmx"), ParallelFormat::kTmx);
  EXPECT_THROW(parse_enum<ParallelFormat>("xliff"), UsageError);
}

class TmxTest : public ::testing::Test {
 protected:
  ParallelInput tmx(const std::string& bytes, const std::string& name = "memory.tmx") const {
    ParallelInput input = one_file(folder_.file(name, bytes));
    input.source_language = "de";
    input.target_language = "en";
    return input;
  }
  static std::string body(const std::string& units) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE tmx SYSTEM \"tmx14.dtd\">\n<tmx "
           "version=\"1.4\">\n"
           "<header srclang=\"de\"/>\n<body>\n" +
           units + "</body>\n</tmx>\n";
  }
  static std::string unit(const std::string& german, const std::string& english) {
    return "<tu><tuv xml:lang=\"de-DE\"><seg>" + german + "</seg></tuv><tuv xml:lang=\"EN_us\"><seg>" +
           english + "</seg></tuv></tu>\n";
  }

  testing::ScratchFolder folder_;
};

TEST_F(TmxTest, ReadsUnits) {
  const auto input = tmx(body(unit("Haus", "house") + unit("A &amp; B &lt;x&gt; &#228;", "") +
                              unit("  zwei\r\n   Zeilen\n", "t\two")));
  EXPECT_THAT(read_all(input), ElementsAre("Haus=house", "A & B <x> ä=", "zwei Zeilen=t wo"));
  ParallelReader reader(input);
  SentencePairText pair;
  ASSERT_TRUE(reader.next(pair));
  EXPECT_EQ(reader.place().line, 6U);
  EXPECT_EQ(reader.format(), ParallelFormat::kTmx);
}

TEST_F(TmxTest, InlineElements) {
  const auto input =
      tmx(body(unit("Ein <bpt i=\"1\">&lt;b&gt;</bpt>fettes<ept i=\"1\">&lt;/b&gt;</ept> <hi>Wort</hi>"
                    "<ph>x<sub>alt <ph>y</ph></sub>z</ph>.<it pos=\"begin\">q</it>",
                    "A <hi>bo<hi>l</hi>d</hi> word.")));
  EXPECT_THAT(read_all(input), ElementsAre("Ein fettes Wort.=A bold word."));
}

TEST_F(TmxTest, LanguagesMatchByPrefix) {
  const std::string many =
      "<tu><tuv xml:lang=\"den\"><seg>no</seg></tuv><tuv lang=\"DE\"><seg>ja</seg></tuv><tuv xml:lang=\"fr\">"
      "<seg>oui</seg></tuv><tuv xml:lang=\"en\"><seg>yes</seg></tuv><tuv "
      "xml:lang=\"en-GB\"><seg>second</seg></tuv></tu>";
  EXPECT_THAT(read_all(tmx(body(many))), ElementsAre("ja=yes"));
}

TEST_F(TmxTest, UnpairedUnitsAreCounted) {
  const std::string alone =
      "<tu><tuv xml:lang=\"de\"><seg>allein</seg></tuv></tu><tu/><tu><tuv><seg>?</seg></tuv></tu>";
  ParallelReader reader(tmx(body(alone + unit("a", "b") + alone)));
  SentencePairText pair;
  EXPECT_TRUE(reader.next(pair));
  EXPECT_FALSE(reader.next(pair));
  EXPECT_EQ(reader.counts().unpaired, 6U);
  EXPECT_THAT(read_all(tmx(body(""))), IsEmpty());
}

TEST_F(TmxTest, MissingLanguages) {
  auto input = tmx(body(unit("a", "b")));
  input.target_language = "fr";
  EXPECT_THAT(message_of<DataError>(input), AllOf(HasSubstr("'fr'"), HasSubstr("EN_us, de-DE")));
  input.target_language = "";
  EXPECT_THAT(message_of<UsageError>(input), HasSubstr("language"));
}

TEST_F(TmxTest, BrokenFilesAreRefusedWithTheirLine) {
  EXPECT_THAT(message_of<DataError>(tmx(body("<tu>\n<tuv>\n</tu>\n"))), HasSubstr("memory.tmx:8"));
  EXPECT_THAT(message_of<DataError>(tmx("")), HasSubstr("memory.tmx"));
  EXPECT_THAT(message_of<DataError>(tmx("<html><body/></html>")), HasSubstr("no TMX"));
  EXPECT_THAT(message_of<DataError>(tmx("no xml")), HasSubstr("memory.tmx:1"));
  EXPECT_THAT(message_of<DataError>(tmx(body(unit("ca\xE9", "x")))), HasSubstr("memory.tmx:6"));
  const std::string whole = body(unit("a", "b"));
  for (std::size_t size = 0; size + 8 < whole.size(); size += 7) {
    EXPECT_THROW(read_all(tmx(whole.substr(0, size))), DataError) << size;
  }
}

TEST_F(TmxTest, EntityBombsAreRefused) {
  const std::string bomb =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE tmx [\n<!ENTITY a \"aaaaaaaaaa\">\n<!ENTITY b "
      "\"&a;&a;&a;&a;&a;&a;\">\n]>\n"
      "<tmx><body><tu><tuv xml:lang=\"de\"><seg>&b;</seg></tuv></tu></body></tmx>";
  EXPECT_THAT(message_of<DataError>(tmx(bomb)), AllOf(HasSubstr("entities"), HasSubstr("memory.tmx:3")));
}

TEST_F(TmxTest, EndlessSegmentsAndTagsAreRefused) {
  const std::string endless(3'000'000, 'x');
  EXPECT_THAT(message_of<DataError>(tmx(body(unit(endless, "x")))), HasSubstr("a segment is longer than"));
  EXPECT_THAT(message_of<DataError>(tmx(body("<!-- " + endless + " -->"))), HasSubstr("a tag or comment"));
  EXPECT_THAT(message_of<DataError>(tmx(body("<tu note=\"" + endless + "\"/>"))),
              HasSubstr("a tag or comment"));
}

TEST_F(TmxTest, CompressedAndUtf16) {
  const std::string whole = body(unit("Haus", "house"));
  store::TextWriter writer(folder_.path("m.tmx.gz"));
  writer.write(whole);
  writer.commit();
  auto input = tmx("x");
  input.source = folder_.path("m.tmx.gz");
  EXPECT_THAT(read_all(input), ElementsAre("Haus=house"));
  std::string wide = "\xFF\xFE";
  for (const char c : std::string("<tmx>") + unit("Haus", "house") + "</tmx>") wide += {c, '\0'};
  EXPECT_THAT(read_all(tmx(wide, "wide.tmx")), ElementsAre("Haus=house"));
}

TEST_F(TmxTest, ManyUnitsStream) {
  std::string units;
  for (int i = 0; i < 20000; ++i) units += unit("Satz " + std::to_string(i), "sentence " + std::to_string(i));
  const auto pairs = read_all(tmx(body(units)));
  ASSERT_EQ(pairs.size(), 20000U);
  EXPECT_EQ(pairs.back(), "Satz 19999=sentence 19999");
}

TEST(ParallelReaderTest, TellsTheLanguageFromTheFileName) {
  EXPECT_EQ(language_of_file("corpus.de"), "de");
  EXPECT_EQ(language_of_file("data/train.en.gz"), "en");
  EXPECT_EQ(language_of_file("corpus.txt"), "");
  EXPECT_EQ(language_of_file("corpus.d3"), "");
  EXPECT_EQ(language_of_file("corpus"), "");
}

}  // namespace
}  // namespace calque::text
