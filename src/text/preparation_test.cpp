#include "text/preparation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/parse.h"

namespace calque::text {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::shared_ptr<const TruecaseModel> truecaser() {
  TruecaseTrainer trainer("en");
  trainer.add({"See", "the", "man", "and", "Peter", "."});
  return std::make_shared<const TruecaseModel>(trainer.train());
}

std::string restored(const Preparation& preparation, std::string_view line, std::string_view source) {
  return Restorer(preparation).restore(split_words(line), source);
}

TEST(PreparationTest, SurvivesItsTextForm) {
  for (const bool pretokenized : {false, true}) {
    for (const Casing casing : {Casing::kKeep, Casing::kLower, Casing::kTruecase}) {
      const Preparation preparation{"pt-BR", "", pretokenized, casing, kTokenizerVersion, {"“", "—", "..."}};
      EXPECT_EQ(parse_preparation(to_text(preparation), "f"), preparation);
    }
  }
}

TEST(PreparationTest, RefusesWhatItDoesNotKnow) {
  const std::string good = to_text({"de", "en", false, Casing::kLower, kTokenizerVersion});
  const auto refused = [](const std::string& text, const std::string& part) {
    try {
      parse_preparation(text, "model/prep");
      ADD_FAILURE() << "accepted: " << text;
    } catch (const FormatError& error) {
      EXPECT_THAT(error.what(), HasSubstr("model/prep"));
      EXPECT_THAT(error.what(), HasSubstr(part));
      EXPECT_THAT(error.what(), HasSubstr("train it again"));
    }
  };
  refused(good + "stemming=porter\n", "model/prep:7: unknown setting 'stemming=porter'");
  refused(good + "casing=lower\n", "set twice");
  refused("source_language=de\n", "lacks the setting 'target_language'");
  refused("", "lacks the setting");
  refused("nonsense", "unknown setting");
  refused(good.substr(0, good.find("tokenizer_version")) + "tokenizer_version=99\n", "tokeniser version 99");
  refused(good.substr(0, good.find("tokenizer_version")) + "tokenizer_version=-1\n", "no tokeniser version");
  refused("pretokenized=maybe\n", "pretokenized");
  refused("target_marks=x\n", "no marks");
  refused("casing=UPPER\n", "unknown casing");
  refused("source_language=a b\n", "no language code");
  const std::string other =
      "source_language=\ntarget_language=\npretokenized=true\ncasing=keep\ntokenizer_version=99\n";
  EXPECT_NO_THROW(parse_preparation(other, "f")) << "the tokeniser is not used";
}

TEST(PreparationTest, PretokenizedTextPassesThrough) {
  const Preparation preparation{"de", "en", true, Casing::kKeep, kTokenizerVersion};
  const SourcePreparer preparer(preparation, nullptr);
  EXPECT_THAT(preparer.prepare("  Don't  <s> |||\tx,y . "), ElementsAre("Don't", "<s>", "|||", "x,y", "."));
  EXPECT_TRUE(preparer.prepare("  ").empty());
  EXPECT_EQ(restored(preparation, "he  said , <s> ||| .", "Er"), "he said , <s> ||| .");
  EXPECT_EQ(restored(preparation, "", "Er"), "");
}

TEST(PreparationTest, RunningTextIsCutAndJoined) {
  const Preparation preparation{"de", "en", false, Casing::kTruecase, kTokenizerVersion};
  const TargetPreparer target(preparation, truecaser());
  EXPECT_THAT(target.prepare("The man didn't see Peter."),
              ElementsAre("the", "man", "didn", "'t", "see", "Peter", "."));
  std::vector<std::string> uncased;
  target.cut("The man.", uncased);
  EXPECT_THAT(uncased, ElementsAre("The", "man", "."));
  EXPECT_EQ(restored(preparation, "the man didn 't see Peter .", "Der Mann"), "The man didn't see Peter.");
  EXPECT_EQ(restored(preparation, "the man", "der Mann"), "the man") << "the source starts small, too";
  EXPECT_EQ(restored(preparation, "the man", "男は"), "The man");
}

TEST(PreparationTest, EverySentenceOfTheOutputStartsWithACapital) {
  const Preparation preparation{"de", "en", false, Casing::kTruecase, kTokenizerVersion};
  EXPECT_EQ(
      restored(preparation, "he said : \" we go . \" they went .", "Er sagte: „Wir gehen.“ Sie gingen."),
      "He said: \"We go.\" They went.");
  EXPECT_EQ(restored(preparation, "well . see e.g. this ... and that .", "Gut. Siehe z. B. das ... und das."),
            "Well. See e.g. this... and that.");
}

// A number that is carried over, word by word.
std::string carried(const std::string& source, const std::string& target, std::string_view line) {
  const Preparation preparation{source, target, false, Casing::kKeep, kTokenizerVersion};
  const auto tokens = SourcePreparer(preparation, nullptr).prepare(line);
  const std::vector<std::string_view> views(tokens.begin(), tokens.end());
  return Restorer(preparation).restore(views, line);
}

TEST(PreparationTest, NumbersAreRightInTheTargetLanguage) {
  EXPECT_EQ(carried("fr", "en", "5 % de 1 000 personnes"), "5% de 1,000 personnes");
  EXPECT_EQ(carried("de", "en", "1.000 km, 3,5 kg"), "1,000 km, 3.5 kg");
  EXPECT_EQ(carried("en", "de", "1,234.56 of 5%"), "1.234,56 of 5 %");
  EXPECT_EQ(carried("en", "fr", "12,345.6 of 5%"), "12\u00A0345,6 of 5 %");
  EXPECT_EQ(carried("fr", "de", "12 345,6"), "12.345,6");
}

TEST(PreparationTest, WhatIsNoQuantityKeepsItsForm) {
  for (const std::string line : {"10:30", "10 h 30", "10h30", "31.12.1999", "1999-12-31", "1.2.3", "C-3PO",
                                 "24/7", "Version 1.2", "§ 3.4", "0:1", "192.168.0.1", "30.000.1"}) {
    EXPECT_EQ(carried("en", "de", line), line);
    EXPECT_EQ(carried("fr", "en", line), line);
  }
}

TEST(PreparationTest, MarksAreWrittenAsSourceAndTargetLanguageDo) {
  EXPECT_EQ(carried("de", "en", "Er sagte: „Ja“ – gut …"), "Er sagte: “Ja” – gut…");
  EXPECT_EQ(carried("de", "en", "Er sagte: \"Ja\" -- gut..."), "Er sagte: \"Ja\" -- gut...");
  EXPECT_EQ(carried("en", "fr", "“Oui” – non"), "«\u00A0Oui\u00A0» – non");
  EXPECT_EQ(carried("fr", "de", "« Ja ! »"), "„Ja!“");
  EXPECT_EQ(carried("fr", "en", "\"Oui\", dit-il."), "\"Oui\", dit -il.");
  Preparation preparation{"ja", "en", false, Casing::kKeep, kTokenizerVersion, {"“", "—", "..."}};
  EXPECT_EQ(restored(preparation, "he said “ yes ” – twice .", "男は"), "he said “yes”—twice.");
  preparation.target_marks.quote = "\"";
  EXPECT_EQ(restored(preparation, "he said “ yes ” .", "男は"), "he said \"yes\".");
}

TEST(PreparationTest, LowerCase) {
  const Preparation running{"de", "en", false, Casing::kLower, kTokenizerVersion};
  EXPECT_THAT(SourcePreparer(running, nullptr).prepare("Über ALLES!"), ElementsAre("über", "alles", "!"));
  EXPECT_EQ(restored(running, "above all !", "Über"), "Above all!");
  const Preparation tokens{"de", "en", true, Casing::kLower, kTokenizerVersion};
  EXPECT_THAT(SourcePreparer(tokens, nullptr).prepare("Über ALLES!"), ElementsAre("über", "alles!"));
  EXPECT_EQ(restored(tokens, "above all !", "Über"), "above all !");
}

TEST(PreparationTest, OrdinaryWordsThatLookSpecialSurvive) {
  const Preparation preparation{"en", "en", false, Casing::kKeep, kTokenizerVersion};
  const SourcePreparer preparer(preparation, nullptr);
  for (const std::string line : {"a ||| b", "<s> x </s>", "<unk> [X] | &amp; &lt;", "NULL -0 0-0"}) {
    const auto tokens = preparer.prepare(line);
    const std::vector<std::string_view> views(tokens.begin(), tokens.end());
    EXPECT_EQ(Restorer(preparation).restore(views, line), line);
  }
}

TEST(PreparationTest, TruecasingNeedsAModel) {
  const Preparation preparation{"de", "en", false, Casing::kTruecase, kTokenizerVersion};
  EXPECT_THROW(SourcePreparer(preparation, nullptr), std::logic_error);
}

}  // namespace
}  // namespace calque::text
