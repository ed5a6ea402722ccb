#include "text/articles.h"

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/parse.h"

namespace calque::text {
namespace {

std::string fitted(std::string_view line) {
  std::vector<std::string> words;
  for (const std::string_view word : split_words(line)) words.emplace_back(word);
  fit_articles(words);
  return fmt::format("{}", fmt::join(words, " "));
}

TEST(Articles, FollowTheSoundOfTheNextWord) {
  EXPECT_EQ(fitted("a man in a orange shirt"), "a man in an orange shirt");
  EXPECT_EQ(fitted("a ATV and a Asian boy"), "an ATV and an Asian boy");
  EXPECT_EQ(fitted("an much larger dog"), "a much larger dog");
  EXPECT_EQ(fitted("a european in a one-way street with a ewe"), "a european in a one-way street with a ewe");
  EXPECT_EQ(fitted("a hour , an hour , an umbrella , a unicorn"),
            "a hour , an hour , an umbrella , a unicorn");
  EXPECT_EQ(fitted("an MP , an mp , an x-ray , an s"), "an MP , an mp , an x-ray , an s");
}

TEST(Articles, AreNoLettersAndNames) {
  EXPECT_EQ(fitted("a or b , a is a"), "a or b , a is a");
  EXPECT_EQ(fitted("plan A implies B"), "plan A implies B");
  EXPECT_EQ(fitted("a , e"), "a , e");
  EXPECT_EQ(fitted("a"), "a");
  EXPECT_EQ(fitted(""), "");
}

}  // namespace
}  // namespace calque::text
