// Rules of sounds, by examples of the languages that use them.
#include "phrasebook/sounds.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace calque::phrasebook {
namespace {

const Place kPlace{"x.grammar", 1};

Sounds english() {
  Sounds sounds;
  sounds.add_class(kPlace, "consonant", {"b", "r", "t", "l"});
  sounds.add_rule(kPlace, "<consonant>(y)+s$", "ie");
  sounds.add_rule(kPlace, "ch()+s$", "e");
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
  sounds.add_class(kPlace, "front", {"e", "i"});
  sounds.add_class(kPlace, "other", {"v", "l", "r", "k", "+", "A"});
  sounds.add_rule(kPlace, "<front><other>*(A)", "e");
  sounds.add_rule(kPlace, "(A)", "a");
  EXPECT_EQ(sounds.apply("ev+lAr+A"), "evlere");
  EXPECT_EQ(sounds.apply("kol+lAr+A"), "kollara");
}

TEST(Sounds, EachPlaceChangesOnceSoEveryRuleEnds) {
  Sounds sounds;
  sounds.add_rule(kPlace, "(a)", "aa");
  sounds.add_rule(kPlace, "()b", "b");
  EXPECT_EQ(sounds.apply("aab"), "aaaabb");
}

TEST(Sounds, OptionalAndEdge) {
  Sounds sounds;
  sounds.add_rule(kPlace, "^y(e)'?+", "i");
  EXPECT_EQ(sounds.apply("ye+y"), "yiy");
  EXPECT_EQ(sounds.apply("ye'+y"), "yi'y");
  EXPECT_EQ(sounds.apply("aye+y"), "ayey");
}

TEST(Sounds, RefuseWhatCannotBeRead) {
  Sounds sounds;
  EXPECT_THROW(sounds.add_rule(kPlace, "ab", "c"), DataError);
  EXPECT_THROW(sounds.add_rule(kPlace, ")a(", "c"), DataError);
  EXPECT_THROW(sounds.add_rule(kPlace, "<none>(a)", "c"), DataError);
  EXPECT_THROW(sounds.add_rule(kPlace, "<none(a)", "c"), DataError);
  sounds.add_class(kPlace, "x", {"a"});
  EXPECT_THROW(sounds.add_class(kPlace, "x", {"a"}), DataError);
}

}  // namespace
}  // namespace calque::phrasebook
