#include "text/mark_forms.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace calque::text {
namespace {

std::string turned(std::string_view line) {
  std::string out;
  return turn_quotes(line, out) ? out : std::string(line);
}

TEST(MarkForms, QuotationMarksOfAnyShapeGetTheirSide) {
  EXPECT_EQ(turned("He said, \"We go.\""), "He said, “We go.”");
  EXPECT_EQ(turned("Er sagt: „Ja“, „nein“."), "Er sagt: “Ja”, “nein”.");
  EXPECT_EQ(turned("»So«, sagt er."), "“So”, sagt er.");
  EXPECT_EQ(turned("« Oui », dit-il."), "“ Oui ”, dit-il.");
  EXPECT_EQ(turned("Han sa ”ja” nu."), "Han sa “ja” nu.");
  EXPECT_EQ(turned("dell'\"idea\" (\"sic\")"), "dell'“idea” (“sic”)");
  EXPECT_EQ(turned("It is over.\""), "It is over.”");
  EXPECT_EQ(turned("nothing"), "nothing");
  EXPECT_EQ(turned("so \" odd \" here"), "so “ odd ” here");
}

TEST(MarkForms, TheSourceDecidesAndElseTheHabit) {
  const MarkHabits habit{"\"", "—", "..."};
  EXPECT_EQ(marks_of("no marks"), (MarkHabits{"", "", ""}));
  EXPECT_EQ(combine(marks_of("no marks"), habit, "en"), habit);
  EXPECT_EQ(combine(marks_of("„Ja“ – gut …"), habit, "en"), (MarkHabits{"“", "–", "…"}));
  EXPECT_EQ(combine(marks_of("\"Ja\""), {"“", "–", "…"}, "en"), (MarkHabits{"\"", "–", "…"}));
  EXPECT_EQ(combine(marks_of("\"Yes\""), {"“", "—", "…"}, "zh"), (MarkHabits{"“", "—", "…"}));
}

TEST(MarkForms, AreWrittenAsTheLanguageDoes) {
  const MarkHabits printed{"“", "–", "…"};
  EXPECT_EQ(write_marks("“so” ... ", printed, "en"), "“so” … ");
  EXPECT_EQ(write_marks("“so”", printed, "de"), "„so“");
  EXPECT_EQ(write_marks("“so”", printed, "fr"), "«\u00A0so\u00A0»");
  EXPECT_EQ(write_marks("“so” ...", {"\"", "–", "..."}, "de"), "\"so\" ...");
}

TEST(MarkForms, TheCounterFindsTheHabit) {
  MarkCounter counter;
  EXPECT_EQ(counter.habits(), MarkHabits());
  counter.add("“a” “b” \"c\" — … -- —");
  EXPECT_EQ(counter.habits(), (MarkHabits{"“", "—", "…"}));
}

TEST(MarkForms, HabitsSurviveTheirTextForm) {
  for (const MarkHabits& habits : {MarkHabits(), MarkHabits{"“", "--", "…"}, MarkHabits{"\"", "—", "..."}}) {
    MarkHabits read;
    ASSERT_TRUE(parse_mark_habits(to_text(habits), read));
    EXPECT_EQ(read, habits);
  }
  MarkHabits read;
  for (const char* bad : {"", "\" –", "x – ...", "\" - ...", "\" – .", "\" – ... x"})
    EXPECT_FALSE(parse_mark_habits(bad, read));
}

}  // namespace
}  // namespace calque::text
