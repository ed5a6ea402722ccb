// French sentences: places, formulas, coordination; and thousands of generated sentences against rules of
// spelling.
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "phrasebook/french_lexicon.h"
#include "phrasebook/french_test_draft.h"
#include "phrasebook/generator.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

TEST(FrenchSentence, PlacesHaveTheirPrepositions) {
  const auto lives = [](Concept relation, Concept place) {
    Draft d;
    Clause& c = d.clause(kStay, {d.np(kHe)});
    const bool name = facts(place).category != Category::kNoun;
    d.phrase(c, relation, name ? d.np(place) : d.the(place));
    return d.text();
  };
  EXPECT_EQ(lives(kIn, kParis), "Il reste à Paris.");
  EXPECT_EQ(lives(kIn, kGermany), "Il reste en Allemagne.");
  EXPECT_EQ(lives(kIn, kJapan), "Il reste au Japon.");
  EXPECT_EQ(lives(kAt, kLake), "Il reste au bord du lac.");
  EXPECT_EQ(lives(kIn, kBeach), "Il reste sur la plage.");
  EXPECT_EQ(lives(kAt, kDoctor), "Il reste chez le médecin.");
}

TEST(FrenchSentence, SuggestionDirectionsAndFormulas) {
  Draft d;
  d.clause(kGo, {d.np(kWe, Number::kPlural)}).mood = Mood::kSuggestion;
  d.phrase(d.s.clause(0), kTo, d.the(kCinema));
  EXPECT_EQ(d.glossed(), "allons/1+2 au/4+5 cinéma/3 ./6");
  Draft e;
  e.s.address = Address::kPolite;
  Clause& c = e.clause(kGoStraight, {e.np(kYou)});
  c.mood = Mood::kImperative;
  e.adverb(c, kStraightOn);
  e.phrase(c, kTo, e.the(kBridge));
  EXPECT_EQ(e.text(), "Allez tout droit jusqu'au pont.");
  Draft f;
  f.s.form = SentenceForm::kFormula;
  f.s.formula = kHowAreYou;
  f.s.address = Address::kPolite;
  f.s.end = EndMark::kQuestionMark;
  EXPECT_EQ(f.text(), "Comment allez-vous ?");
}

TEST(FrenchSentence, SharedSubjectsAndAnswers) {
  Draft d;
  const Index man = d.the(kMan);
  d.clause(kSing, {man, d.a(kSong)}).tense = Tense::kPast;
  Clause& second = d.clause(kDepart, {man});
  second.tense = Tense::kPast;
  second.subject_shared = true;
  d.join(SentenceForm::kCoordinated, kAnd);
  EXPECT_EQ(d.text(), "L'homme a chanté une chanson et est parti.");
  Draft e;
  e.s.form = SentenceForm::kAnswer;
  e.s.answer = kNo;
  e.negate(e.clause(kWorkVerb, {e.np(kI)}));
  EXPECT_EQ(e.text(), "Non, je ne travaille pas.");
}

// An oracle of its own for the sound at the beginning of a word, with all words in h that do not elide.
bool elides_before(std::string_view word) {
  static const std::set<std::string_view> kBlocked = {"haut", "haute", "hauts", "hautes",
                                                      "huit", "onze",  "oui"};
  if (kBlocked.contains(word)) return false;
  for (const std::string_view start : {"a", "e", "i", "o", "u", "h", "A", "E", "I", "O", "U",
                                       "H", "à", "â", "é", "è", "ê", "î", "ô", "œ", "É", "yeux"}) {
    if (word.starts_with(start)) return true;
  }
  return word == "y";
}

class GeneratedFrench : public ::testing::Test {
 protected:
  static constexpr int kSentences = 6000;

  // Calls visit(sentence, tokens, line) for generated sentences of every pattern.
  template <typename Visit>
  void for_each(Visit visit) {
    Rng rng(20240517);
    Sentence sentence;
    Tokens tokens;
    std::string line;
    for (int i = 0; i < kSentences; ++i) {
      generate(static_cast<Pattern>(static_cast<std::size_t>(i) % kPatternCount), rng, sentence);
      tokens.clear();
      line.clear();
      french().linearise(sentence, tokens);
      append_line(tokens, Spacing::kRaw, line);
      visit(sentence, tokens, line);
      if (HasFatalFailure()) return;
    }
  }
};

TEST_F(GeneratedFrench, TokensAreWellFormed) {
  for_each([](const Sentence& sentence, const Tokens& tokens, const std::string& line) {
    ASSERT_FALSE(tokens.empty());
    const NodeMask used = (NodeMask{2} << sentence.last_node) - 1;
    for (const Token& token : tokens) {
      ASSERT_FALSE(token.form.empty()) << line;
      ASSERT_EQ(token.form.find(' '), std::string_view::npos) << line;
      ASSERT_EQ(token.nodes & ~used, 0U) << line;
      if (is_content(token.lemma)) {
        ASSERT_NE(token.nodes, 0U) << token.form << " in " << line;
      }
    }
    ASSERT_EQ(line.find("  "), std::string::npos) << line;
    ASSERT_EQ(line.find("' "), std::string::npos) << line;
  });
}

TEST_F(GeneratedFrench, NoElisionIsMissed) {
  static const std::set<std::string_view> kElide = {"le", "la",   "je",      "me",   "te", "se",
                                                    "ne", "de",   "que",     "ce",   "ma", "ta",
                                                    "sa", "beau", "nouveau", "vieux"};
  static const std::set<std::string_view> kElided = {"l'", "j'", "m'", "t'", "s'", "n'", "d'", "qu'", "c'"};
  for_each([](const Sentence&, const Tokens& tokens, const std::string& line) {
    for (std::size_t i = 1; i < tokens.size(); ++i) {
      const std::string_view before = tokens[i - 1].form;
      // A predicate adjective keeps its form: "il est beau et grand".
      const bool is_adjective =
          tokens[i - 1].lemma != kNone && facts(tokens[i - 1].lemma).category == Category::kAdjective;
      // "un vieil homme" but "de vieux hommes".
      const bool at_noun = tokens[i].form == fr::lexicon().noun(tokens[i].lemma).singular;
      if (is_adjective && !at_noun) continue;
      const bool due = elides_before(tokens[i].form);
      if (kElide.contains(before)) {
        ASSERT_FALSE(due) << line;
      }
      if (kElided.contains(before)) {
        ASSERT_TRUE(due) << line;
      }
    }
  });
}

TEST_F(GeneratedFrench, ArticlesContract) {
  for_each([](const Sentence&, const Tokens& tokens, const std::string& line) {
    for (std::size_t i = 1; i < tokens.size(); ++i) {
      const std::string_view before = tokens[i - 1].form;
      const bool article = tokens[i].form == "le" || tokens[i].form == "les";
      ASSERT_FALSE(article && (before == "de" || before == "à")) << line;
      // Two determiners never meet.
      ASSERT_FALSE(tokens[i].form == "des" && before == "de") << line;
    }
  });
}

TEST_F(GeneratedFrench, EveryContentWordOfEnglishHasItsTranslation) {
  Tokens source;
  for_each([&](const Sentence& sentence, const Tokens& tokens, const std::string& line) {
    source.clear();
    english().linearise(sentence, source);
    NodeMask said = 0;
    for (const Token& token : tokens) said |= token.nodes;
    for (const Token& token : source) {
      if (is_content(token.lemma)) {
        ASSERT_NE(token.nodes & said, 0U) << token.form << " is lost in: " << line;
      }
    }
  });
}

}  // namespace
}  // namespace calque::phrasebook
