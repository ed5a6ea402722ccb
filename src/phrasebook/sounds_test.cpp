// Rules of sounds, by examples of the languages that use them.
#include "phrasebook/sounds.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"

namespace calque::phrasebook {
namespace {

const GrammarLine kLine{{"x.grammar", 1}, false, {}};

void add_class(Sounds& sounds, const std::string& name, const std::vector<std::string>& members) {
  sounds.add_class(kLine, name, members);
}

Sounds english() {
  Sounds sounds;
  add_class(sounds, "consonant", {"b", "r", "t", "l"});
  sounds.add_rule(kLine, "<consonant>(y)+s$", "ie");
  sounds.add_rule(kLine, "ch()+s$", "e");
  return sounds;
}

TEST(Sounds, ChangeInsertAndLeaveAlone) {
  const Sounds sounds = english();
  EXPECT_EQ(sounds.apply("carry+s"), "carries");
  EXPECT_EQ(sounds.apply("play+s"), "plays");
  EXPECT_EQ(sounds.apply("church+s"), "churches");
  EXPECT_EQ(sounds.apply("cat+s"), "cats");
  EXPECT_EQ(sounds.apply("carry"), "carry");
}

// Harmony: a suffix takes its vowel from the nearest vowel before it, which may be that of another suffix.
TEST(Sounds, VowelsHarmonise) {
  Sounds sounds;
  add_class(sounds, "front", {"e", "i"});
  add_class(sounds, "other", {"v", "l", "r", "k", "+", "A"});
  sounds.add_rule(kLine, "<front><other>*(A)", "e");
  sounds.add_rule(kLine, "(A)", "a");
  EXPECT_EQ(sounds.apply("ev+lAr+A"), "evlere");
  EXPECT_EQ(sounds.apply("kol+lAr+A"), "kollara");
}

TEST(Sounds, EachPlaceChangesOnceSoEveryRuleEnds) {
  Sounds sounds;
  sounds.add_rule(kLine, "(a)", "aa");
  sounds.add_rule(kLine, "()b", "b");
  EXPECT_EQ(sounds.apply("aab"), "aaaabb");
}

TEST(Sounds, OptionalAndEdge) {
  Sounds sounds;
  sounds.add_rule(kLine, "^y(e)'?+", "i");
  EXPECT_EQ(sounds.apply("ye+y"), "yiy");
  EXPECT_EQ(sounds.apply("ye'+y"), "yi'y");
  EXPECT_EQ(sounds.apply("aye+y"), "ayey");
}

TEST(Sounds, RefuseWhatCannotBeRead) {
  Sounds sounds;
  EXPECT_THROW(sounds.add_rule(kLine, "ab", "c"), DataError);
  EXPECT_THROW(sounds.add_rule(kLine, ")a(", "c"), DataError);
  EXPECT_THROW(sounds.add_rule(kLine, "<none>(a)", "c"), DataError);
  EXPECT_THROW(sounds.add_rule(kLine, "<none(a)", "c"), DataError);
  add_class(sounds, "x", {"a"});
  EXPECT_THROW(add_class(sounds, "x", {"a"}), DataError);
}

}  // namespace
}  // namespace calque::phrasebook
