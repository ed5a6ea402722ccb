// Corrections as a program uses them: kept, laid over a translator, taken back, exported.
#include "calque/corrections.h"

#include <atomic>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing/scratch_folder.h"
#include "calque/calque.h"

namespace calque {
namespace {

using ::testing::HasSubstr;

class CorrectionsTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<testing::ScratchFolder>();
    std::ofstream source(folder_->path("t.de"));
    std::ofstream target(folder_->path("t.en"));
    const std::vector<std::pair<std::string, std::string>> nouns{
        {"Vertrag", "contract"}, {"Kater", "cat"}, {"Vogel", "bird"}, {"Fuchs", "fox"}};
    const std::vector<std::pair<std::string, std::string>> verbs{
        {"endet", "ends"}, {"schläft", "sleeps"}, {"steht", "stands"}, {"hält", "holds"}};
    for (int again = 0; again < 20; ++again) {
      for (const auto& noun : nouns) {
        if (noun.first == "Vertrag" && again >= 2) continue;  // it is rare, the others are frequent
        for (const auto& verb : verbs) {
          source << "Der " << noun.first << ' ' << verb.first << " heute.\n";
          target << "The " << noun.second << ' ' << verb.second << " today.\n";
        }
      }
    }
    source.close();
    target.close();
    TrainerOptions options;
    options.corpus = {folder_->path("t.de"), folder_->path("t.en")};
    options.model_folder = folder_->path("model");
    options.threads = 2;
    Trainer(options).run();
    translator_ = std::make_unique<Translator>(Translator::load(options.model_folder, {.threads = 2}));
  }
  static void TearDownTestSuite() {
    translator_.reset();
    folder_.reset();
  }
  static std::string said(const Translator& translator, std::string_view text) {
    return translator.translate(text).text();
  }

  static std::unique_ptr<testing::ScratchFolder> folder_;
  static std::unique_ptr<Translator> translator_;
};
std::unique_ptr<testing::ScratchFolder> CorrectionsTest::folder_;
std::unique_ptr<Translator> CorrectionsTest::translator_;

TEST_F(CorrectionsTest, ACorrectedSentenceIsTranslatedAsItWasCorrected) {
  const std::vector<Correction> corrections{
      {1, "Der Vertrag endet heute.", "“Our” agreement — it’s over TODAY…"}};
  const Translator corrected = translator_->with_corrections(corrections);
  EXPECT_EQ(said(*translator_, "Der Vertrag endet heute."), "The contract ends today.");
  EXPECT_EQ(said(corrected, "Der Vertrag endet heute."), corrections[0].target);
  EXPECT_EQ(said(corrected, " Der Vertrag endet heute.  Der Kater schläft heute."),
            " " + corrections[0].target + "  The cat sleeps today.");
  Request request;
  request.text = corrections[0].source;
  request.ranges = true;
  const Response response = corrected.translate(request);
  EXPECT_EQ(response.best().token_ranges.size(), response.best().tokens.size());
  EXPECT_EQ(response.best().token_ranges.back().end, response.text().size());
}

TEST_F(CorrectionsTest, ItsPhrasesAreUsedElsewhereAndNothingElseChanges) {
  const std::vector<Correction> corrections{{1, "Der Vertrag endet heute.", "The agreement ends today."}};
  const Translator corrected = translator_->with_corrections(corrections);
  EXPECT_EQ(said(corrected, "Der Vertrag hält heute."), "The agreement holds today.");
  EXPECT_EQ(said(corrected, "Der Vertrag Vertrag steht."), "The agreement agreement stands.");
  for (const char* other :
       {"Der Kater endet heute.", "Der Fuchs schläft.", "Der Vogel steht heute.", "heute"})
    EXPECT_EQ(said(corrected, other), said(*translator_, other));
  // A glossary and fixed phrases know better.
  Request request;
  request.text = "Der Vertrag endet heute.";
  request.glossary = {{"Vertrag", "treaty"}};
  EXPECT_EQ(corrected.translate(request).text(), "The treaty ends today.");
  request.glossary.clear();
  request.fixed = {{{1, 2}, "pact"}};
  EXPECT_EQ(corrected.translate(request).text(), "The pact ends today.");
}

// The other translation is one that the models know well.
TEST_F(CorrectionsTest, FrequentWordsChangeElsewhereWhenTheyAreCorrectedAgainAndAgain) {
  std::vector<Correction> corrections{{1, "Der Kater endet heute.", "The fox ends today."}};
  const Translator once = translator_->with_corrections(corrections);
  EXPECT_EQ(said(once, corrections[0].source), "The fox ends today.");
  EXPECT_EQ(said(once, "Der Kater hält heute."), "The cat holds today.");
  for (std::uint64_t id = 2; id < 30; ++id)
    corrections.push_back(
        {id, fmt::format("Der Kater endet Wort{}.", id), fmt::format("The fox ends Wort{}.", id)});
  const Translator often = translator_->with_corrections(corrections);
  EXPECT_EQ(said(often, "Der Kater hält heute."), "The fox holds today.");
  // It is not changed any more once as many sentences say that it is right.
  for (std::uint64_t id = 30; id < 200; ++id)
    corrections.push_back(
        {id, fmt::format("Der Kater schläft Wort{}.", id), fmt::format("The cat sleeps Wort{}.", id)});
  EXPECT_EQ(said(translator_->with_corrections(corrections), "Der Kater hält heute."),
            "The cat holds today.");
}

TEST_F(CorrectionsTest, AGlossaryForAllRequestsComesAfterThem) {
  const Translator with_terms =
      translator_->with_glossary({{{"Vertrag", "treaty"}, {"Vogel", "fowl"}}, {"Kater"}});
  EXPECT_EQ(said(with_terms, "Der Vertrag endet heute."), "The treaty ends today.");
  EXPECT_EQ(said(with_terms, "Der Kater schläft heute. Der Fuchs steht heute."),
            "The Kater sleeps today. The fox stands today.");
  const Translator corrected = with_terms.with_corrections(
      std::vector<Correction>{{1, "Der Vertrag endet heute.", "The agreement ends today."}});
  EXPECT_EQ(said(corrected, "Der Vertrag endet heute."), "The agreement ends today.");
  EXPECT_EQ(said(corrected, "Der Vertrag steht heute."), "The treaty stands today.");
  Request request;
  request.text = "Der Vogel steht heute.";
  request.glossary = {{"Vogel", "hen"}};
  EXPECT_EQ(corrected.translate(request).text(), "The hen stands today.");
  request.glossary.clear();
  request.fixed = {{{1, 2}, "owl"}};
  EXPECT_EQ(corrected.translate(request).text(), "The owl stands today.");
  EXPECT_EQ(said(corrected.with_corrections({}), "Der Vertrag endet heute."), "The treaty ends today.");
  EXPECT_EQ(said(corrected.with_glossary({}), "Der Vogel steht heute."), "The bird stands today.");
  EXPECT_THROW(translator_->with_glossary({{{" ", "x"}}, {}}), UsageError);
}

TEST_F(CorrectionsTest, WordsThatNoModelKnowsAreLearnt) {
  const Translator corrected = translator_->with_corrections(
      std::vector<Correction>{{1, "Der Quux endet heute.", "The zork ends today."}});
  EXPECT_EQ(said(*translator_, "Der Quux schläft heute."), "The Quux sleeps today.");
  EXPECT_EQ(said(corrected, "Der Quux schläft heute."), "The zork sleeps today.");
}

TEST_F(CorrectionsTest, TheLastCorrectionWinsAndCanBeTakenBack) {
  std::vector<Correction> corrections{{1, "Der Vertrag endet heute.", "The agreement ends today."},
                                      {2, "Der Vertrag endet heute.", "The deal is off."}};
  const Translator both = translator_->with_corrections(corrections);
  EXPECT_EQ(said(both, corrections[0].source), "The deal is off.");
  corrections.pop_back();
  EXPECT_EQ(said(both.with_corrections(corrections), corrections[0].source), "The agreement ends today.");
  EXPECT_EQ(said(both.with_corrections({}), corrections[0].source), "The contract ends today.");
}

TEST_F(CorrectionsTest, TextsOfSeveralSentences) {
  const Translator corrected = translator_->with_corrections(
      std::vector<Correction>{{1, "Der Vertrag endet. Der Kater steht.", "The deal ends. Tom is up."},
                              {2, "Der Fuchs schläft. Der Vogel steht.", "All is well."}});
  EXPECT_EQ(said(corrected, "Der Kater steht."), "Tom is up.");
  EXPECT_EQ(said(corrected, "Der Vertrag endet. Der Kater steht."), "The deal ends. Tom is up.");
  EXPECT_EQ(said(corrected, "Der Fuchs schläft. Der Vogel steht."), "All is well.");
}

TEST_F(CorrectionsTest, ReadersUseASnapshotWhileAWriterAdds) {
  Corrections corrections(folder_->path("threads.jsonl"));
  std::atomic<bool> stop = false;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) {
    readers.emplace_back([&] {
      while (!stop) {
        const Translator now = translator_->with_corrections(corrections.list());
        const std::string text = said(now, "Der Kater endet heute.");
        if (text != "The cat ends today." && text.find("Felix") == std::string::npos) ++wrong;
      }
    });
  }
  for (int i = 0; i < 20; ++i) corrections.add("Der Kater endet heute.", "Felix " + std::to_string(i));
  stop = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(said(translator_->with_corrections(corrections.list()), "Der Kater endet heute."), "Felix 19");
}

TEST_F(CorrectionsTest, AreKeptListedAndExported) {
  const std::string path = folder_->path("kept.jsonl");
  {
    Corrections corrections(path);
    EXPECT_EQ(corrections.add("a < b", "c & \"d\""), 1U);
    EXPECT_EQ(corrections.add("zwei", "two"), 2U);
    EXPECT_TRUE(corrections.remove(2));
    EXPECT_FALSE(corrections.remove(7));
    EXPECT_THROW(corrections.add(" ", "x"), UsageError);
    EXPECT_THROW(corrections.add("x", "\n"), UsageError);
    EXPECT_THROW(corrections.add("\xFF", "x"), DataError);
    EXPECT_THROW(corrections.add(std::string(70000, 'x'), "x"), UsageError);
    EXPECT_EQ(corrections.list(), Corrections::read(path));
  }
  const std::vector<Correction> kept = Corrections::read(path);
  ASSERT_EQ(kept.size(), 1U);
  const std::string tmx = to_tmx(kept, "de", "en");
  EXPECT_THAT(tmx, HasSubstr("<tuv xml:lang=\"de\"><seg>a &lt; b</seg></tuv>"));
  EXPECT_THAT(tmx, HasSubstr("<tuv xml:lang=\"en\"><seg>c &amp; &quot;d&quot;</seg></tuv>"));
  EXPECT_THROW(Corrections::read(folder_->path("nothing")), UsageError);
}

}  // namespace
}  // namespace calque
