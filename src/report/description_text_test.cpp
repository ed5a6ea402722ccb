#include "report/description_text.h"

#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace calque::report {
namespace {

using Json = nlohmann::ordered_json;

Json translation(const char* target, Json orientations) {
  return {{"target", target},
          {"count", 12.0},
          {"p_target_given_source", 0.5},
          {"p_source_given_target", 0.25},
          {"lex_target_given_source", 0.125},
          {"lex_source_given_target", 1.0},
          {"alignment", "0-0"},
          {"orientations", std::move(orientations)}};
}

TEST(DescriptionText, PhrasesStandInColumnsOfCharacters) {
  const Json phrase{{"phrase", "das"},
                    {"translations",
                     {translation("où", {{"backward", {0.6, 0.2, 0.2}}, {"forward_counts", {1, 2, 3}}}),
                      translation("that", {{"backward_counts", {1, 2, 3}}}), translation("x", {})}}};
  EXPECT_EQ(phrase_text(phrase, 2),
            "das: 3 translations\n"
            "   count   p(t|s)   p(s|t)   lex(t|s)   lex(s|t)  target  links  backward        forward\n"
            "      12  0.50000  0.25000    0.12500    1.00000  où      0-0    0.60 0.20 0.20  -\n"
            "      12  0.50000  0.25000    0.12500    1.00000  that    0-0    1 2 3           -\n"
            "  and 1 more (--limit)\n");
  EXPECT_EQ(phrase_text({{"phrase", "xyz"}, {"translations", Json::array()}}, 2),
            "xyz: not in the phrase table\n");
}

TEST(DescriptionText, FieldsWeightsAndSectionsAreLines) {
  EXPECT_EQ(system_text({{"source_language", "de"}, {"phrase_pairs", 12}, {"ngrams", {1, 2}}}),
            "source language          de\n"
            "phrase pairs             12\n"
            "ngrams                   [1,2]\n");
  EXPECT_EQ(features_text({{"LM0", {0.5}}, {"TranslationModel0", {0.2, 0.25}}}),
            "LM0= 0.5\nTranslationModel0= 0.2 0.25\n");
  EXPECT_EQ(container_text({{"file", "a.calque"},
                            {"kind", "phrase table"},
                            {"version", 3},
                            {"sections", {{{"name", "counts"}, {"elements", 2}, {"bytes", 8}}}}}),
            "a.calque: phrase table model, format version 3\n"
            "  counts                                  2 elements              8 bytes\n");
}

TEST(DescriptionText, ALanguageModelIsAFewLines) {
  Json model{{"model", "-"}, {"form", "arpa"}, {"order", 2}, {"ngrams", {5, 7}}, {"quantized_bits", 0}};
  EXPECT_EQ(language_model_text(model),
            "model       -\nform        arpa\norder       2\n 1-grams    5\n 2-grams    7\n"
            "numbers     exact\n");
  model["quantized_bits"] = 8;
  model["bytes"] = 99;
  EXPECT_TRUE(language_model_text(model).ends_with("numbers     quantised to 8 bits\nbytes       99\n"));
}

}  // namespace
}  // namespace calque::report
