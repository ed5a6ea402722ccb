#include "lm/query/text_scoring.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"
#include "lm/query/perplexity.h"

namespace calque::lm {
namespace {

using ::calque::testing::ScratchFolder;

constexpr const char* kArpa =
    "\\data\\\nngram 1=5\n\n\\1-grams:\n-1\t<unk>\n-99\t<s>\n-0.5\t</s>\n-0.4\ta\n-0.6\t0\n\n\\end\\\n";

class TextScoringTest : public ::testing::Test {
 protected:
  TextScore score(const TextScoring& scoring) {
    lines_.clear();
    return score_text(
        scoring, [this](const TextScore& line) { lines_.push_back(line); }, silent_reporter());
  }

  ScratchFolder folder_;
  TextScoring scoring_{.model = folder_.file("m.arpa", kArpa), .text = folder_.file("text", "a b\n\na a\n")};
  std::vector<TextScore> lines_;
};

TEST_F(TextScoringTest, TotalsAreTheSumsOfLines) {
  const TextScore total = score(scoring_);
  const Model model = Model::load(scoring_.model);
  ASSERT_EQ(lines_.size(), 3U);
  EXPECT_EQ(lines_[0].log10, score_line(model, "a b").log10);
  EXPECT_NEAR(lines_[2].log10, -0.4 - 0.4 - 0.5, 1e-6);
  EXPECT_EQ(total.sentences, 3U);
  EXPECT_EQ(total.oov, 1U);
  EXPECT_DOUBLE_EQ(total.log10, lines_[0].log10 + lines_[1].log10 + lines_[2].log10);
}

TEST_F(TextScoringTest, AModelMixedWithItselfIsTheModel) {
  const TextScore alone = score(scoring_);
  scoring_.others = {scoring_.model};
  scoring_.unnormalized = true;
  EXPECT_NEAR(score(scoring_).log10, alone.log10, 1e-6);
  scoring_.weights = {1.0};
  EXPECT_THROW(score(scoring_), UsageError);
  scoring_.weights = {0.0, 2.0};
  EXPECT_NEAR(score(scoring_).log10, 2 * alone.log10, 1e-6);
}

TEST_F(TextScoringTest, ClassesStandForTheirWords) {
  scoring_.classes = folder_.file("classes", "x\t0\ny\t0\n");
  scoring_.text = folder_.file("other", "x y\n");
  EXPECT_NEAR(score(scoring_).log10, -0.6 - 0.6 - 0.5, 1e-6);
}

TEST_F(TextScoringTest, ContradictionsAreRefused) {
  TextScoring bad = scoring_;
  bad.weights = {1.0};
  EXPECT_THROW(score(bad), UsageError);
  bad.others = {scoring_.model};
  bad.classes = "classes";
  EXPECT_THROW(score(bad), UsageError);
  EXPECT_THROW(score({.model = "-", .text = "-"}), UsageError);
  bad = scoring_;
  bad.text = folder_.file("bad", "a\n\xff\n");
  EXPECT_THROW(score(bad), DataError);
}

}  // namespace
}  // namespace calque::lm
