// Documents translated by a model, through the public headers alone.
#include "calque/document.h"

#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing/scratch_folder.h"
#include "calque/trainer.h"

namespace calque {
namespace {

using ::testing::HasSubstr;

// Nouns and verbs that change places: "der hund schlaeft" is "sleeps the dog".
class DocumentLibrary : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new testing::ScratchFolder();
    std::ofstream source(folder_->path("t.de"));
    std::ofstream target(folder_->path("t.en"));
    const std::vector<std::pair<std::string, std::string>> nouns{
        {"hund", "dog"}, {"katze", "cat"}, {"vogel", "bird"}, {"haus", "house"}};
    const std::vector<std::pair<std::string, std::string>> verbs{
        {"schlaeft", "sleeps"}, {"steht", "stands"}, {"faellt", "falls"}};
    for (int again = 0; again < 20; ++again) {
      for (const auto& noun : nouns) {
        for (const auto& verb : verbs) {
          source << "der " << noun.first << ' ' << verb.first << '\n';
          target << verb.second << " the " << noun.second << '\n';
        }
      }
    }
    source.close();
    target.close();
    TrainerOptions options;
    options.corpus = {folder_->path("t.de"), folder_->path("t.en")};
    options.model_folder = folder_->path("model");
    options.source_language = "de";
    options.target_language = "en";
    options.threads = 1;
    Trainer(options).run();
    translator_ = new Translator(Translator::load(options.model_folder, {.threads = 2}));
  }
  static void TearDownTestSuite() {
    delete translator_;
    delete folder_;
  }

  static std::string translated(DocumentFormat format, const std::string& content,
                                const DocumentOptions& options = {}) {
    return translate_document(*translator_, format, content, options);
  }

  static testing::ScratchFolder* folder_;
  static Translator* translator_;
};

testing::ScratchFolder* DocumentLibrary::folder_ = nullptr;
Translator* DocumentLibrary::translator_ = nullptr;

TEST_F(DocumentLibrary, TagsGoWhereTheModelPutsTheirWords) {
  EXPECT_EQ(translated(DocumentFormat::kHtml, "<p>der <b>hund</b> <i>schlaeft</i></p>"),
            "<p><i>sleeps</i> the <b>dog</b></p>");
}

TEST_F(DocumentLibrary, ThreadsMakeNoDifference) {
  std::string content;
  for (int i = 0; i < 50; ++i) content += "<p>der <b>hund</b> steht</p><p>der vogel <i>faellt</i></p>";
  DocumentOptions alone;
  alone.parallel = false;
  EXPECT_EQ(translated(DocumentFormat::kHtml, content), translated(DocumentFormat::kHtml, content, alone));
}

TEST_F(DocumentLibrary, WhatIsWantedForEverySegmentIsDone) {
  DocumentOptions options;
  options.common.glossary = {{"hund", "hound"}};
  EXPECT_EQ(translated(DocumentFormat::kText, "der hund schlaeft\n", options), "sleeps the hound\n");
}

TEST_F(DocumentLibrary, PlaceholdersAreKept) {
  for (const std::string kept : {"{name}", "%s", "%1$d", "https://example.org/a?b=c", "name@example.org",
                                 "{{ user.name }}", "${HOME}"})
    EXPECT_THAT(translated(DocumentFormat::kText, "der " + kept + " schlaeft\n"), HasSubstr(kept));
  EXPECT_THAT(translated(DocumentFormat::kHtml, "der <code>a &lt; b</code> schlaeft"),
              HasSubstr("<code>a &lt; b</code>"));
}

TEST_F(DocumentLibrary, LanguagesAreTheModels) {
  EXPECT_THAT(
      translated(DocumentFormat::kTmx,
                 "<tmx><body><tu><tuv xml:lang='de'><seg>der hund steht</seg></tuv></tu></body></tmx>"),
      HasSubstr("<tuv xml:lang=\"en\"><seg>stands the dog</seg></tuv></tu>"));
  EXPECT_THROW(translated(DocumentFormat::kXliff, "<xliff version='2.0' srcLang='fr'/>"), DataError);
}

TEST_F(DocumentLibrary, LimitsAreKept) {
  DocumentOptions options;
  options.limits.segment_bytes = 10;
  EXPECT_THROW(translated(DocumentFormat::kText, "der hund schlaeft\n", options), DataError);
}

TEST(DocumentFormats, AreKnownByName) {
  EXPECT_EQ(document_format_of("a/b.xliff"), DocumentFormat::kXliff);
  EXPECT_EQ(document_format_of("a"), std::nullopt);
}

}  // namespace
}  // namespace calque
