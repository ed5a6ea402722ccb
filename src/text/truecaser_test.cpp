#include "text/truecaser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/parse.h"
#include "base/testing/scratch_folder.h"

namespace calque::text {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> words(std::string_view line) {
  const auto pieces = split_words(line);
  return {pieces.begin(), pieces.end()};
}

TruecaseModel small_model() {
  TruecaseTrainer trainer("en");
  trainer.add(words("The man saw the dog ."));
  trainer.add(words("The Nile is a river . The US likes us and us"));
  trainer.add(words("Peter saw Mary and the US ."));
  trainer.add(words("\" Well , the man said . \""));
  trainer.add(words("THE WHOLE HEADLINE SHOUTS"));
  return trainer.train();
}

std::string applied(const TruecaseModel& model, std::string_view line) {
  std::vector<std::string> tokens = words(line);
  model.apply(tokens);
  std::string out;
  for (const std::string& token : tokens) out += (out.empty() ? "" : " ") + token;
  return out;
}

TEST(TruecaserTest, LearnsTheUsualForm) {
  const TruecaseModel model = small_model();
  EXPECT_EQ(model.usual_form("The"), "the");
  EXPECT_EQ(model.usual_form("THE"), "the");
  EXPECT_EQ(model.usual_form("nile"), "Nile");
  EXPECT_EQ(model.usual_form("Us"), "us")
      << "US and us stand 2 to 2 inside sentences: the one with fewer capitals";
  EXPECT_EQ(model.usual_form("peter"), "Peter") << "seen at a sentence start only: as seen there";
  EXPECT_EQ(model.usual_form("headline"), "") << "headlines are not counted";
  EXPECT_EQ(model.usual_form("."), "");
}

TEST(TruecaserTest, ChangesSentenceStartsOnly) {
  const TruecaseModel model = small_model();
  EXPECT_EQ(applied(model, "The US saw The man ."), "the US saw The man .");
  EXPECT_EQ(applied(model, "MARY SAW THE NILE !"), "Mary saw the Nile !");
  EXPECT_EQ(applied(model, "Unknown words stay"), "Unknown words stay");
  EXPECT_EQ(applied(model, "\" The dog . The man"), "\" the dog . the man");
  EXPECT_EQ(applied(model, ""), "");
}

TEST(TruecaserTest, CountsAgreeWithBruteForce) {
  // "a" in four forms with known counts inside sentences; the model must report maximum and total.
  TruecaseTrainer trainer("");
  trainer.add(words("x ab AB Ab Ab aB"));
  trainer.add(words("x Ab AB"));
  EXPECT_THAT(trainer.train().to_text(), HasSubstr("\nAb\t3\t7\n"));
}

TEST(TruecaserTest, SavesAndLoads) {
  const TruecaseModel model = small_model();
  const testing::ScratchFolder folder;
  for (const char* name : {"model", "model.gz", "model.zst"}) {
    model.save(folder.path(name));
    const TruecaseModel loaded = TruecaseModel::load(folder.path(name));
    EXPECT_EQ(loaded.to_text(), model.to_text());
    EXPECT_EQ(loaded.usual_form("THE"), "the");
    EXPECT_EQ(loaded.language(), "en");
  }
  const TruecaseModel empty = TruecaseTrainer("").train();
  EXPECT_EQ(TruecaseModel::from_text(empty.to_text(), "f").size(), 0U);
}

TEST(TruecaserTest, RefusesDamagedFiles) {
  const std::string good = small_model().to_text();
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_THROW(TruecaseModel::from_text(good.substr(0, size), "cut"), FormatError) << size;
  }
  EXPECT_THROW(TruecaseModel::from_text(good + "more\t1\t1\n", "f"), FormatError);
  EXPECT_THROW(TruecaseModel::from_text("calque-truecase 2\nlanguage en\nwords 0\n", "f"), FormatError);
  EXPECT_THROW(TruecaseModel::from_text("calque-truecase 1\nlanguage en\nwords 2\na\t1\t1\nA\t1\t1\n", "f"),
               FormatError);
  EXPECT_THROW(TruecaseModel::from_text("calque-truecase 1\nlanguage en\nwords 1\na\t2\t1\n", "f"),
               FormatError);
  EXPECT_THROW(TruecaseModel::from_text("calque-truecase 1\nlanguage en\nwords 1\n\xFF\t1\t1\n", "f"),
               FormatError);
  EXPECT_THROW(TruecaseModel::from_text("calque-truecase 1\nlanguage en\nwords x\n", "f"), FormatError);
  try {
    TruecaseModel::from_text("calque-truecase 1\nlanguage en\nwords 1\nbad line\n", "tc.en");
    FAIL() << "no error";
  } catch (const FormatError& error) {
    EXPECT_THAT(error.what(), HasSubstr("tc.en:4"));
  }
  EXPECT_THROW(TruecaseModel::load("/nonexistent/truecase"), UsageError);
}

TEST(TruecaserTest, TrainsOnFilesAndAppliesToLines) {
  const testing::ScratchFolder folder;
  const std::string text = folder.file("text", "the house\n  a house is The house\n\n");
  const TruecaseModel model = train_truecase_model(text, "en", BadLinePolicy::kThrow, silent_reporter());
  EXPECT_EQ(model.usual_form("HOUSE"), "house");
  std::string out = "> ";
  model.apply_line("House  is \t small", out);
  EXPECT_EQ(out, "> house is small");
  const std::string bad = folder.file("bad", "\xff\nthe house\n");
  EXPECT_THROW(train_truecase_model(bad, "en", BadLinePolicy::kThrow, silent_reporter()), DataError);
  EXPECT_EQ(train_truecase_model(bad, "en", BadLinePolicy::kSkipAndCount, silent_reporter()).size(), 2U);
}

}  // namespace
}  // namespace calque::text
