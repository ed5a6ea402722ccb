#include "decode/n_best_format.h"

#include <gtest/gtest.h>

namespace calque::decode {
namespace {

TEST(NBestFormat, NamesValuesAndTotal) {
  const std::vector<FeatureDescription> features{{"TM0", {1, 1}}, {"LM0", {1}}};
  Translation translation;
  translation.words = {"a", "b"};
  translation.features = {-1.5, -0.0, -123456.789};
  translation.score = -2.25;
  EXPECT_EQ(format_n_best_line(3, translation, features),
            "3 ||| a b ||| TM0= -1.5 0 LM0= -123456.789 ||| -2.25");
  translation.words.clear();
  EXPECT_EQ(format_n_best_line(0, translation, features),
            "0 |||  ||| TM0= -1.5 0 LM0= -123456.789 ||| -2.25");
}

}  // namespace
}  // namespace calque::decode
