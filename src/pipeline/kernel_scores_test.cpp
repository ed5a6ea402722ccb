#include "pipeline/kernel_scores.h"

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/parse.h"
#include "base/testing/scratch_folder.h"
#include "pipeline/trainer.h"

namespace calque::pipeline {
namespace {

using ::calque::testing::read_bytes;
using ::calque::testing::ScratchFolder;

class KernelScoresTest : public ::testing::Test {
 protected:
  KernelScoresTest() {
    std::string source;
    std::string target;
    for (const char* noun : {"hund", "katze", "baum", "haus"}) {
      for (const char* verb : {"sieht", "hat", "sucht"}) {
        source += std::string(noun) + " " + verb + "\n";
        target += "the " + std::string(noun) + "s " + verb + "en\n";
      }
    }
    TrainOptions options;
    options.input.source = scratch_.file("text.de", source);
    options.input.target = scratch_.file("text.en", target);
    options.preparation.pretokenized = true;
    options.preparation.casing = text::Casing::kKeep;
    options.aligners.resize(1);
    options.kernel.emplace();
    options.model_folder = scratch_.path("model");
    train(options, threads_, silent_reporter());
    scoring_.model_folder = options.model_folder;
    scoring_.source = scratch_.file("s", "hund hat\nbaum sucht\n");
    scoring_.output = scratch_.path("out");
  }

  std::vector<std::string> lines() {
    score_by_kernel(scoring_, threads_, silent_reporter());
    std::vector<std::string> lines;
    std::istringstream in(read_bytes(scoring_.output));
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }

  ScratchFolder scratch_;
  ThreadPool threads_{2};
  KernelScoring scoring_;
};

TEST_F(KernelScoresTest, TheRightTranslationIsNearestToThePrediction) {
  scoring_.target = scratch_.file("right", "the hunds haten\nthe baums suchten\n");
  const auto right = lines();
  scoring_.target = scratch_.file("wrong", "the katzes siehten\nthe hunds haten\n");
  const auto wrong = lines();
  ASSERT_EQ(right.size(), 2U);
  ASSERT_EQ(wrong.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_LT(*parse_real(right[i]), *parse_real(wrong[i]));
}

TEST_F(KernelScoresTest, ListsAreSortedByTheTotalThatTheScoreChanges) {
  scoring_.n_best = scratch_.file("list",
                                  "0 ||| the katzes siehten ||| LM0= -1 ||| -1\n"
                                  "0 ||| the hunds haten ||| LM0= -2 ||| -2 ||| 0-1\n"
                                  "1 ||| the baums suchten ||| LM0= -3 ||| -3\n");
  auto ranked = lines();
  ASSERT_EQ(ranked.size(), 3U);
  EXPECT_TRUE(ranked[0].starts_with("0 ||| the katzes siehten ||| LM0= -1 KernelScore0= -"));
  EXPECT_TRUE(ranked[0].ends_with(" ||| -1"));
  scoring_.weight = 100;
  ranked = lines();
  EXPECT_TRUE(ranked[0].starts_with("0 ||| the hunds haten ||| "));
  EXPECT_TRUE(ranked[0].ends_with(" ||| 0-1"));
  EXPECT_TRUE(ranked[2].starts_with("1 ||| the baums suchten ||| "));
}

TEST_F(KernelScoresTest, WordsOfListsAreReadAsTheyWereBeforeBarsWereEscaped) {
  scoring_.target = scratch_.file("plain", "the hunds ||| haten\nthe &#124; baums\n");
  const auto plain = lines();
  scoring_.target.clear();
  scoring_.n_best = scratch_.file("list",
                                  "0 ||| the hunds &#124;&#124;&#124; haten ||| LM0= -1 ||| -1\n"
                                  "1 ||| the &#38;#124; baums ||| LM0= -3 ||| -3\n");
  const auto listed = lines();
  ASSERT_EQ(listed.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string_view score = split_fields(split_fields(listed[i], "KernelScore0= ")[1], " ||| ")[0];
    EXPECT_NEAR(*parse_real(score), -*parse_real(plain[i]), 1e-6);
  }
}

TEST_F(KernelScoresTest, RefusesInputThatDoesNotFitTogether) {
  scoring_.target = scratch_.file("few", "the hunds haten\n");
  EXPECT_THROW(lines(), DataError);
  scoring_.target = scratch_.file("many", "a\nb\nc\n");
  EXPECT_THROW(lines(), DataError);
  scoring_.target.clear();
  for (const char* list : {"no list\n", "1 ||| a ||| LM0= 1 ||| 0\n0 ||| a ||| LM0= 1 ||| 0\n",
                           "0 ||| a ||| LM0= 1 ||| x\n", "2 ||| a ||| LM0= 1 ||| 0\n"}) {
    scoring_.n_best = scratch_.file("list", list);
    EXPECT_THROW(lines(), DataError) << list;
  }
}

}  // namespace
}  // namespace calque::pipeline
