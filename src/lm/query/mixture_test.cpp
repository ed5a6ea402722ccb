// Several models as one, and models over classes, against sums done by hand.
#include "lm/query/mixture.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"
#include "lm/query/class_model.h"
#include "lm/testing/reference.h"

namespace calque::lm {
namespace {

using ::calque::testing::ScratchFolder;
using testing::estimate_lines;

class Mixtures : public ::testing::Test {
 protected:
  const Model a_ = Model::from_data(estimate_lines({"a b c", "a c", "b b"}, 3));
  const Model b_ = Model::from_data(estimate_lines({"c b a", "d a", "d"}, 2), {.layout = Layout::kTrie});
};

TEST_F(Mixtures, ScoresAreWeightedSums) {
  const ModelMixture mixture({&a_, &b_}, {0.7, 0.4});
  std::vector<State> states = mixture.begin_states();
  State in_a = a_.begin_state();
  State in_b = b_.begin_state();
  for (const char* word : {"a", "d", "nowhere", "b"}) {
    const double expected =
        0.7 * double{a_.score(in_a, a_.find(word), in_a)} + 0.4 * double{b_.score(in_b, b_.find(word), in_b)};
    EXPECT_DOUBLE_EQ(mixture.score(states, mixture.find(word)), expected);
    EXPECT_EQ(states[0], in_a);
    EXPECT_EQ(states[1], in_b);
  }
}

// Every word that can follow: <unk>, a, b, c, d, </s>.
TEST_F(Mixtures, NormalisedScoresSumToOneAfterEveryContext) {
  const ModelMixture mixture({&a_, &b_}, {0.7, 0.4});
  for (const std::vector<const char*>& context :
       std::vector<std::vector<const char*>>{{}, {"a"}, {"d", "a"}, {"x"}}) {
    std::vector<State> states = mixture.begin_states();
    for (const char* word : context) mixture.score(states, mixture.find(word));
    const double normalizer = mixture.log_normalizer(states);
    double sum = 0.0;
    for (const char* word : {"<unk>", "a", "b", "c", "d", "</s>"}) {
      std::vector<State> after = states;
      const auto ids = std::string_view(word) == "</s>" ? mixture.sentence_end() : mixture.find(word);
      sum += std::exp(mixture.score(after, ids) - normalizer);
    }
    EXPECT_NEAR(sum, 1.0, 1e-6);
  }
}

TEST_F(Mixtures, OneModelWithWeightOneIsThatModel) {
  const ModelMixture mixture({&a_}, {1.0});
  const TextScore expected = score_line(a_, "a b nowhere c");
  for (const bool normalized : {false, true}) {
    const TextScore score = mixture.score_line("a b nowhere c", normalized);
    EXPECT_EQ(score.tokens, expected.tokens);
    EXPECT_EQ(score.oov, expected.oov);
    EXPECT_NEAR(score.log10, expected.log10, 1e-5);
    EXPECT_NEAR(score.log10_known, expected.log10_known, 1e-5);
  }
}

TEST_F(Mixtures, WeightsThatCannotBeAreRefused) {
  EXPECT_THROW(ModelMixture({}, {}), UsageError);
  EXPECT_THROW(ModelMixture({&a_, &b_}, {1.0}), UsageError);
  EXPECT_THROW(ModelMixture({&a_}, {std::nan("")}), UsageError);
}

TEST(ClassModels, ScoreTheSequenceOfClasses) {
  const ScratchFolder folder;
  const text::WordClassTable table =
      text::read_word_classes(folder.file("classes", "cat\t0\ndog\t0\neats\t1\nthe\t2\n"));
  const Model model = Model::from_data(estimate_lines({"2 0 1", "2 0", "2 0 1 2 0"}, 3));
  const ClassModel classes(model, table);
  const TextScore of_words = classes.score_line("the dog eats the zebra");
  const TextScore of_classes = score_line(model, "2 0 1 2 0");  // 0 has the most words: the unknown class
  EXPECT_EQ(of_words.tokens, of_classes.tokens);
  EXPECT_DOUBLE_EQ(of_words.log10, of_classes.log10);
  EXPECT_EQ(of_words.oov, 1U);
  EXPECT_EQ(of_classes.oov, 0U);
  text::Vocabulary words;
  for (const char* word : {"eats", "zebra"}) words.add(word);
  EXPECT_EQ(classes.ids_for(words), (std::vector<text::WordId>{model.find("1"), model.find("0")}));
}

}  // namespace
}  // namespace calque::lm
