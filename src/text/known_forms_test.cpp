#include "text/known_forms.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace calque::text {
namespace {

using Strings = std::vector<std::string>;

class KnownFormsTest : public ::testing::Test {
 protected:
  std::string form(std::string_view language, std::string_view word) const {
    return KnownForms(language).form(word, count());
  }
  Strings parts(std::string_view word, std::string_view language = "de") const {
    return KnownForms(language).parts(word, count());
  }
  KnownForms::Count count() const {
    return [this](std::string_view word) {
      const auto found = seen_.find(word);
      return found == seen_.end() ? 0.0 : found->second;
    };
  }

  // What everyday sentences and captions have, in their numbers.
  std::map<std::string, double, std::less<>> seen_{
      {"kalten", 9},    {"kaltes", 3},  {"Holzstämme", 4}, {"Billard", 20}, {"Tisch", 200}, {"Tische", 30},
      {"Hochzeit", 40}, {"Kuss", 5},    {"trinken", 8},    {"Glas", 50},    {"blauen", 90}, {"grau", 8},
      {"roten", 70},    {"Trikot", 30}, {"und", 999},      {"Wann", 6},     {"wann", 80},   {"Plastik", 30},
      {"gegen", 60},    {"Stand", 20},  {"Gegenstand", 9}, {"moderne", 7},  {"fini", 3},    {"evita", 1},
      {"évite", 0},     {"éviter", 2},  {"tischt", 2},     {"Kleid", 5},    {"Bügeln", 2},  {"كلاب", 5},
      {"الأزرق", 3},    {"أبي", 40},    {"مشكلة", 6},      {"elle", 90}};
};

TEST_F(KnownFormsTest, TakesTheFormThatKeepsMostOfTheWord) {
  EXPECT_EQ(form("de", "kalter"), "kalten");  // more frequent than "kaltes"
  EXPECT_EQ(form("de", "Holzstämmen"), "Holzstämme");
  EXPECT_EQ(form("fr", "modernes"), "moderne");
  EXPECT_EQ(form("fr", "finie"), "fini");
  EXPECT_EQ(form("fr", "évites"), "éviter");
  EXPECT_EQ(form("ar", "والكلاب"), "كلاب");
  EXPECT_EQ(form("ar", "الازرق"), "الأزرق");
  EXPECT_EQ(form("ar", "بأبي"), "أبي");
  EXPECT_EQ(form("ar", "المشكله"), "مشكلة");
}

TEST_F(KnownFormsTest, TakesFrenchPronounsWithoutTheirHyphen) {
  EXPECT_EQ(form("fr", "-elle"), "elle");
  EXPECT_EQ(form("fr", "-t-elle"), "elle");
  EXPECT_EQ(form("fr", "-ils"), "");  // never seen
  EXPECT_EQ(form("de", "-elle"), "");
}

TEST_F(KnownFormsTest, KnowsNoFormOfOtherWords) {
  EXPECT_EQ(form("de", "Wanne"), "Wann");  // a wrong guess that lists of endings cannot avoid
  EXPECT_EQ(form("de", "Kusine"), "");
  EXPECT_EQ(form("de", "Trikoter"), "");  // somebody who makes them
  EXPECT_EQ(form("de", "unds"), "");      // too short
  EXPECT_EQ(form("de", "kalt3er"), "");
  EXPECT_EQ(form("de", ""), "");
  EXPECT_EQ(form("en", "kalter"), "");
  EXPECT_EQ(form("de", std::string(100000, 'e')), "");
}

TEST_F(KnownFormsTest, CutsCompounds) {
  EXPECT_EQ(parts("Billardtisch"), (Strings{"Billard", "Tisch"}));
  EXPECT_EQ(parts("Hochzeitskuss"), (Strings{"Hochzeit", "Kuss"}));
  EXPECT_EQ(parts("Trinkglas"), (Strings{"trinken", "Glas"}));
  EXPECT_EQ(parts("Plastikgegenstand"), (Strings{"Plastik", "Gegenstand"}));
  EXPECT_EQ(parts("Billardtischs"), (Strings{"Billard", "Tisch"}));
  EXPECT_EQ(parts("Gegentisch"), Strings{});     // no noun
  EXPECT_EQ(parts("Kleiderbügel"), Strings{});   // ironing is no thing
  EXPECT_EQ(parts("Billardblauen"), Strings{});  // the last part is a noun
  EXPECT_EQ(parts("billardtisch"), Strings{});
  EXPECT_EQ(parts("Billardtisch", "fr"), Strings{});
  EXPECT_EQ(parts("Billardtische3"), Strings{});
  EXPECT_EQ(parts(std::string("B") + std::string(100000, 'i')), Strings{});
}

TEST_F(KnownFormsTest, CutsAtHyphens) {
  EXPECT_EQ(parts("grau-roten"), (Strings{"grau", "roten"}));
  EXPECT_EQ(parts("Giants-Trikot"), (Strings{"Giants", "Trikot"}));
  EXPECT_EQ(parts("Giants-Billardtisch"), (Strings{"Giants", "Billard", "Tisch"}));
  EXPECT_EQ(parts("grau-kalter"), (Strings{"grau", "kalten"}));
  EXPECT_EQ(parts("Jean-Luc"), Strings{});
  EXPECT_EQ(parts("U-Tisch"), Strings{});
  EXPECT_EQ(parts("Tisch-Out"), Strings{});
  EXPECT_EQ(parts("-Tisch"), Strings{});
  EXPECT_EQ(parts("grau--Tisch"), Strings{});
}

}  // namespace
}  // namespace calque::text
