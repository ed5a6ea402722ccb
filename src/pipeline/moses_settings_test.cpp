#include "pipeline/moses_settings.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"

namespace calque::pipeline {
namespace {

using calque::testing::ScratchFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

const std::string kIni =
    "[feature]\n"
    "PhraseDictionaryMemory name=PT path=t.gz table-limit=9\n"
    "LexicalReordering name=LR type=phrase-mslr-forward-fe path=r\n"
    "SRILM name=L path=lm # the model\n"
    "Distortion\n"
    "[weight]\n"
    "PT= 1 2 3 4\n"
    "L= 5 # more\n"
    "[search-algorithm]\n1\n"
    "[stack]\n17\n";

const std::vector<decode::FeatureDescription> kFeatures{{"TranslationModel0", {0, 0, 0, 0}},
                                                        {"LexicalReordering0", {0, 0, 0, 0}},
                                                        {"UnknownWordPenalty0", {1}},
                                                        {"PhrasePenalty0", {0}}};

template <typename Problem>
std::string message_of(const std::string& ini) {
  try {
    parse_moses_ini(ini, "x.ini");
  } catch (const Problem& error) {
    return error.what();
  }
  return "no such error";
}

TEST(MosesSettingsTest, TakesFilesWeightsAndSettings) {
  const MosesSettings settings = parse_moses_ini(kIni, "x.ini");
  EXPECT_EQ(settings.phrase_table, "t.gz");
  EXPECT_EQ(settings.reordering, "r");
  EXPECT_EQ(settings.language_model, "lm");
  EXPECT_EQ(settings.reordering_type->name(), "phrase-mslr-forward-fe");
  EXPECT_THAT(settings.search,
              ElementsAre(Pair("search", "cube"), Pair("stack-size", "17"), Pair("table-limit", "9")));
  // In the lines they stand in, under our names.
  EXPECT_THAT(settings.weight_lines,
              ::testing::StartsWith("\n\n\n\n\n\nTranslationModel0= 1 2 3 4\nLM0= 5\n"));
  EXPECT_TRUE(settings.warnings.empty());
}

TEST(MosesSettingsTest, RefusesWhatHasNoCounterpart) {
  EXPECT_THAT(message_of<UsageError>(kIni + "[feature]\nWordTranslationFeature name=W\n"),
              HasSubstr("x.ini:14: the feature WordTranslationFeature has no counterpart"));
  EXPECT_THAT(message_of<UsageError>(kIni + "[feature]\nKENLM path=other\n"), HasSubstr("more than one"));
  EXPECT_THAT(message_of<UsageError>("[feature]\nProbingPT path=x\n"), HasSubstr("binary"));
  EXPECT_THAT(message_of<DataError>("[feature]\nKENLM order=3\n"), HasSubstr("x.ini:2: the KENLM feature"));
  EXPECT_THAT(message_of<DataError>("[feature]\nKENLM path=x\n"), HasSubstr("names no phrase table"));
  EXPECT_THAT(message_of<DataError>(""), HasSubstr("names no phrase table"));
}

TEST(MosesSettingsTest, FindsFilesBesideTheConfiguration) {
  const ScratchFolder scratch;
  scratch.file("t.gz", "");
  scratch.file("r.gz", "");
  const MosesSettings settings = read_moses_ini(scratch.file("moses.ini", kIni));
  EXPECT_EQ(settings.phrase_table, scratch.path("t.gz"));
  EXPECT_EQ(settings.reordering, scratch.path("r.gz"));
  EXPECT_EQ(settings.language_model, "lm");
}

TEST(MosesSettingsTest, WeightsOfLeftAndRightChangePlaces) {
  const auto type = phrase::ReorderingType::parse("word-mslr-backward-fe");
  const std::string text = "LexicalReordering0= 1 2 3 4\nTranslationModel0= 5 6 7 8\n";
  const decode::Weights weights = parse_moses_weights(text, "w", kFeatures, type);
  EXPECT_THAT(weights.groups[0].values, ElementsAre(5, 6, 7, 8));
  EXPECT_THAT(weights.groups[1].values, ElementsAre(1, 2, 4, 3));
  EXPECT_THAT(weights.groups[2].values, ElementsAre(1));
  EXPECT_THAT(weights.groups[3].values, ElementsAre(0));
  const std::string written = format_moses_weights(weights, type);
  EXPECT_THAT(written, HasSubstr("LexicalReordering0= 1 2 3 4\n"));
  EXPECT_EQ(parse_moses_weights(written, "w", kFeatures, type), weights);
}

}  // namespace
}  // namespace calque::pipeline
