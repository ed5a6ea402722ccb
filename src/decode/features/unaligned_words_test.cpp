#include "decode/features/unaligned_words.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace calque::decode {
namespace {

using ::testing::ElementsAre;

std::vector<float> scores_of(const TranslationOption& option) {
  std::vector<float> scores(2, -1.0F);
  UnalignedWords({"UnalignedWords0", {0.0, 0.0}}).score({{}, option}, scores);
  return scores;
}

TEST(UnalignedWords, CountsWordsWithoutLinksOnEachSide) {
  const std::vector<text::WordId> target(3, text::WordId{7});
  // The first source word is linked twice, the second not at all; the last target word has no link.
  const std::vector<phrase::InternalLink> links{{0, 0}, {0, 1}, {2, 1}, {3, 1}};
  TranslationOption option{.source = {5, 9}, .target = target, .alignment = links, .pair = 0};
  EXPECT_THAT(scores_of(option), ElementsAre(1.0F, 1.0F));
  option.alignment = {};
  EXPECT_THAT(scores_of(option), ElementsAre(4.0F, 3.0F));
}

TEST(UnalignedWords, SuggestionsAndCopiedWordsScoreNothing) {
  const std::vector<text::WordId> target(3, text::WordId{7});
  EXPECT_THAT(scores_of({.source = {0, 1}, .target = target, .alignment = {}}), ElementsAre(0.0F, 0.0F));
  EXPECT_THAT(scores_of({.source = {0, 1}, .copied = true, .target = target, .alignment = {}}),
              ElementsAre(0.0F, 0.0F));
}

}  // namespace
}  // namespace calque::decode
