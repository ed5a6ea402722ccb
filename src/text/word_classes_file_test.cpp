#include "text/word_classes_file.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"

namespace calque::text {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(WordClassesFileTest, WritesInByteOrderAndReadsBack) {
  Vocabulary vocabulary;
  for (const char* word : {"the", "木", "Haus", "é", "|||"}) vocabulary.add(word);
  const WordClasses classes{{2, 0, 1, 1, 0}, 3, 0};
  const testing::ScratchFolder folder;
  for (const char* name : {"classes", "classes.gz", "classes.zst"}) {
    store::TextWriter out(folder.path(name));
    write_word_classes(classes, vocabulary, out);
    out.commit();
    const WordClassTable table = read_word_classes(folder.path(name));
    EXPECT_EQ(table.classes.classes, 3U);
    EXPECT_EQ(table.for_vocabulary(vocabulary).class_of, classes.class_of);
    EXPECT_EQ(table.find("木"), 0U);
    EXPECT_EQ(table.find("Baum"), std::nullopt);
  }
  EXPECT_EQ(testing::read_bytes(folder.path("classes")), "Haus\t1\nthe\t2\n|||\t0\né\t1\n木\t0\n");
}

TEST(WordClassesFileTest, UnknownWordsGetTheClassWithTheMostWords) {
  const testing::ScratchFolder folder;
  const WordClassTable table = read_word_classes(folder.file("c", "a\t4\nb\t1\nc\t1\nd\t2\ne\t2\r\n"));
  EXPECT_EQ(table.classes.classes, 5U);
  EXPECT_EQ(table.classes.unknown_class, 1U) << "1 and 2 have two words each: the first";
  EXPECT_EQ(table.class_of("a"), 4U);
  EXPECT_EQ(table.class_of("e"), 2U);
  EXPECT_EQ(table.class_of("unseen"), 1U);
  Vocabulary other;
  other.add("unseen");
  other.add("d");
  EXPECT_THAT(table.for_vocabulary(other).class_of, ElementsAre(1, 2));
}

TEST(WordClassesFileTest, RefusesWhatIsNotOfTheFormat) {
  const testing::ScratchFolder folder;
  const auto refused = [&](const std::string& bytes, const std::string& line, const std::string& says) {
    const std::string path = folder.file("bad", bytes);
    try {
      read_word_classes(path);
      ADD_FAILURE() << "accepted: " << bytes;
    } catch (const DataError& error) {
      EXPECT_THAT(error.what(), HasSubstr(path + line));
      EXPECT_THAT(error.what(), HasSubstr(says));
    }
  };
  refused("a\t0\nb 1\n", ":2", "no tab");
  refused("a\t0\n\nb\t1\n", ":2", "no tab");
  refused("a\t0\n\t1\n", ":2", "no word");
  refused("a\tx\n", ":1", "'x' is not a class number");
  refused("a\t-1\n", ":1", "'-1' is not a class number");
  refused("a\t1.0\n", ":1", "not a class number");
  refused("a\t\n", ":1", "not a class number");
  refused("a\t0\t1\n", ":1", "not a class number");
  refused("a\t99999999999999999999999\n", ":1", "not a class number");
  refused("a b\t1\n", ":1", "blank");
  refused("a\t4096\n", ":1", "4096 is too large");
  refused("a\t0\nb\t1\na\t0\n", ":3", "'a' stands here a second time");
  refused("a\t0\nb\xff\t1\n", ":2", "UTF-8");
  refused("", "", "no words");
  EXPECT_THROW(read_word_classes(folder.path("nowhere")), UsageError);
  EXPECT_EQ(read_word_classes(folder.file("good", "a\t4095")).classes.classes, kMaxClasses);
}

}  // namespace
}  // namespace calque::text
