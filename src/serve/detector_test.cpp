#include "serve/detector.h"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/parse.h"
#include "store/text_file.h"

namespace calque::serve {
namespace {

TEST(Detector, KnowsWordsAndSpelling) {
  Detector detector;
  for (const char* word : {"Haus", "Straße", "ich", "nicht", "schön"}) detector.add("de", word, 10);
  for (const char* word : {"house", "street", "the", "nothing", "know"}) detector.add("en", word, 10);
  for (const char* word : {"家", "道路", "我"}) detector.add("zh", word, 10);
  EXPECT_EQ(detector.detect("das Haus").front().language, "de");
  EXPECT_EQ(detector.detect("THE HOUSE").front().language, "en");
  EXPECT_EQ(detector.detect("houses nothings").front().language, "en");
  EXPECT_EQ(detector.detect("我家").front().language, "zh");
  EXPECT_EQ(detector.detect("das Haus").size(), 3U);
}

TEST(Detector, WhatNoLanguageSpellsSoIsNotCertain) {
  Detector detector;
  detector.add("de", "Haus", 1);
  detector.add("en", "house", 1);
  EXPECT_GT(detector.detect("Haus").front().confidence, 90);
  EXPECT_EQ(detector.detect("Ελλάδα").front().confidence, 0);
  for (const char* nothing : {"", "123", "😀 !?"}) {
    const auto found = detector.detect(nothing);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found.front().language, "de");
    EXPECT_EQ(found.front().confidence, 0);
  }
  EXPECT_TRUE(Detector().detect("Haus").empty());
}

// --- Real text -------------------------------------------------------------------------------------------

std::string data_folder() {
  const char* folder = std::getenv("CALQUE_DATA");
  return folder == nullptr ? "../shared/data" : folder;
}

std::vector<std::string> lines_of(const std::string& path, std::size_t count) {
  std::vector<std::string> lines;
  store::LineReader reader(path);
  for (std::string line; lines.size() < count && reader.next(line);) lines.push_back(line);
  return lines;
}

// As a phrase table has them.
void add_corpus(Detector& detector, const std::string& language, const std::string& path) {
  std::map<std::string, double> counts;
  for (const std::string& line : lines_of(path, 20'000))
    for (const std::string_view word : split_words(line)) ++counts[std::string(word)];
  for (const auto& [word, count] : counts) detector.add(language, word, count);
}

struct Corpus {
  const char* folder;
  const char* language;
};

TEST(Detector, IsRightAboutLinesOfRealText) {
  const std::vector<Corpus> corpora{
      {"multi30k-de-en", "de"}, {"multi30k-de-en", "en"}, {"europarl-fr-en", "fr"}, {"tatoeba-zh-en", "zh"},
      {"tatoeba-ar-en", "ar"},  {"tanaka-ja-en", "ja"},   {"tatoeba-zh-en", "en"},  {"multi30k-fr-en", "fr"}};
  const std::vector<Corpus> tests{{"raw-multi30k-de-en", "de"}, {"raw-multi30k-de-en", "en"},
                                  {"raw-tatoeba-de-en", "de"},  {"raw-tatoeba-de-en", "en"},
                                  {"raw-multi30k-fr-en", "fr"}, {"europarl-fr-en", "fr"},
                                  {"europarl-fr-en", "en"},     {"tatoeba-zh-en", "zh"},
                                  {"tatoeba-ar-en", "ar"},      {"raw-tatoeba-ja-en", "ja"}};
  const auto path = [](const Corpus& corpus, const char* part, const char* ending) {
    return data_folder() + "/" + corpus.folder + "/" + part + "." + corpus.language + ending;
  };
  if (!std::filesystem::exists(path(tests.front(), "test", ""))) GTEST_SKIP() << "no corpora";
  Detector detector;
  for (const Corpus& corpus : corpora)
    add_corpus(detector, corpus.language,
               path(corpus, "train", std::string(corpus.folder) == "europarl-fr-en" ? ".zst" : ""));
  for (const Corpus& test : tests) {
    const std::vector<std::string> lines = lines_of(path(test, "test", ""), 1000);
    std::size_t right = 0;
    for (const std::string& line : lines) right += detector.detect(line).front().language == test.language;
    const double share = static_cast<double>(right) / static_cast<double>(lines.size());
    EXPECT_GT(share, 0.97) << test.folder << " " << test.language;
    RecordProperty(std::string(test.folder) + "." + test.language, std::to_string(share));
  }
}

}  // namespace
}  // namespace calque::serve
