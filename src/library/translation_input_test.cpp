#include "library/translation_input.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"

namespace calque {
namespace {

using ::calque::testing::ScratchFolder;

std::vector<Request> read_all(const TranslationFiles& files) {
  TranslationInput input(files, silent_reporter());
  Request common;
  common.n_best = 7;
  std::vector<Request> requests;
  for (Request request; input.next(common, request);) requests.push_back(request);
  return requests;
}

TEST(TranslationInputTest, LinesComeWithWhatIsCommon) {
  const ScratchFolder folder;
  const auto requests = read_all({folder.file("in", "one\ntwo\n"), folder.file("reference", "eins\nzwei\n")});
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_EQ(requests[1].text, "two");
  EXPECT_EQ(requests[1].number, 1U);
  EXPECT_EQ(requests[1].n_best, 7U);
  EXPECT_EQ(requests[1].reference, "zwei");
  EXPECT_FALSE(requests[1].verbatim);
}

TEST(TranslationInputTest, BadLinesPassThroughIfTheyMay) {
  const ScratchFolder folder;
  TranslationFiles files{folder.file("in",
                                     "b\xff"
                                     "d\ngood\n")};
  EXPECT_FALSE(read_all(files)[0].verbatim);  // the translator will refuse it
  files.skip_bad_lines = true;
  const auto requests = read_all(files);
  EXPECT_TRUE(requests[0].verbatim);
  EXPECT_EQ(requests[0].text,
            "b\xff"
            "d\n");
  EXPECT_FALSE(requests[1].verbatim);
}

TEST(TranslationInputTest, ReferencesMustBeAsManyAsLines) {
  const ScratchFolder folder;
  const std::string one = folder.file("one", "a\n");
  const std::string two = folder.file("two", "a\nb\n");
  EXPECT_THROW(read_all({one, two}), DataError);
  EXPECT_THROW(read_all({two, one}), DataError);
}

TEST(TranslationInputTest, DroppedWordsAreNamed) {
  Response response;
  EXPECT_EQ(dropped_words(response), "");
  response.translations.emplace_back();
  EXPECT_EQ(dropped_words(response), "");
  response.source_tokens = {"das", "rote", "Haus"};
  response.translations[0].dropped = {1, 2};
  EXPECT_EQ(dropped_words(response), "rote, Haus");
}

}  // namespace
}  // namespace calque
