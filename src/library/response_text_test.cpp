#include "library/response_text.h"

#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace calque {
namespace {

class ResponseText : public ::testing::Test {
 protected:
  ResponseText() {
    Translation& best = response_.translations.emplace_back();
    best.text = "The house.";
    best.tokens = {"the", "house", "|||"};
    best.score = -1.5;
    best.features = {-2.0, -0.0, 0.25};
    best.phrases = {{{0, 2}, {0, 2}, {}, {}}, {{2, 3}, {2, 3}, {}, {}}};
    best.alignment = {{0, 0}, {1, 1}};
    response_.source_tokens = {"das", "Haus", "."};
    request_.text = "Das Haus.";
    request_.number = 7;
  }
  std::string text() const { return format_response(format_, features_, request_, response_); }

  std::vector<FeatureWeights> features_{{"LM0", {0.5}}, {"TranslationModel0", {0.2, 0.2}}};
  ResponseFormat format_;
  Request request_;
  Response response_;
};

TEST_F(ResponseText, LinesAreTextOrPhrasesWithTheirPositions) {
  EXPECT_EQ(text(), "The house.\n");
  format_.alignments = true;
  EXPECT_EQ(text(), "the house &#124;&#124;&#124; ||| 0-0 1-1\n");  // the words that links refer to
  format_.trace = true;
  EXPECT_EQ(text(), "the house |0-1| &#124;&#124;&#124; |2-2| ||| 0-0 1-1\n");
  response_.translations.clear();
  EXPECT_EQ(text(), " ||| \n");
}

TEST_F(ResponseText, ListsNameEveryScore) {
  format_.n_best = 2;
  response_.translations.push_back(response_.translations.front());
  response_.translations.back().sparse_features = {{"SparsePairs0[a.b]", 2.0}};
  EXPECT_EQ(text(),
            "7 ||| the house &#124;&#124;&#124; ||| LM0= -2 TranslationModel0= 0 0.25 ||| -1.5\n"
            "7 ||| the house &#124;&#124;&#124; ||| LM0= -2 TranslationModel0= 0 0.25 SparsePairs0[a.b]= 2 "
            "||| -1.5\n");
}

TEST_F(ResponseText, ObjectsHoldEverything) {
  format_.json = true;
  auto json = nlohmann::json::parse(text());
  EXPECT_EQ(json["source"], "Das Haus.");
  EXPECT_EQ(json["features"]["TranslationModel0"], (std::vector{0.0, 0.25}));
  EXPECT_EQ(json["phrases"][1]["source"], (std::vector{2, 3}));
  EXPECT_FALSE(json["phrases"][0].contains("features"));
  EXPECT_FALSE(json.contains("n_best"));
  response_.translations[0].phrases[0].features = {-1.0, 0.0, 0.125};
  response_.translations[0].phrases[0].reordering = {
      {"LexicalReordering0", "backward", "swap", -0.5, {{"swap", -0.5}}}};
  json = nlohmann::json::parse(text());
  EXPECT_EQ(json["phrases"][0]["reordering"][0]["distribution"]["swap"], -0.5);
  format_.constrained = true;
  response_.translations.clear();
  json = nlohmann::json::parse(text());
  EXPECT_EQ(json["reachable"], false);
  EXPECT_TRUE(json["translation"].is_null());
}

}  // namespace
}  // namespace calque
