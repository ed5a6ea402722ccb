// What random sentences look like in bulk: patterns, lengths, word frequencies, ambiguity, links.
#include "phrasebook/generator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "phrasebook/linearise.h"

namespace calque::phrasebook {
namespace {

constexpr int kSurveyedSentences = 60'000;

// One pass over many sentences, shared by the tests below.
struct Survey {
  std::array<int, kPatternCount> patterns{};
  std::map<std::string, int> german_words;
  std::set<Concept> english_lemmas;
  std::set<Concept> german_lemmas;
  // Word form -> forms of the other language that stand for another concept.
  std::map<std::string, std::set<Concept>> english_meanings;
  std::map<std::string, std::set<Concept>> german_meanings;
  double english_tokens = 0;
  std::size_t longest = 0;
  std::size_t shortest = 1000;
  int unlinked_content = 0;
  std::string unlinked_example;
};

void note_meanings(const Tokens& tokens, std::set<Concept>& lemmas,
                   std::map<std::string, std::set<Concept>>& meanings) {
  for (const Token& token : tokens) {
    if (!is_content(token.lemma)) continue;
    lemmas.insert(token.lemma);
    meanings[std::string(token.form)].insert(token.lemma);
  }
}

void check_content(const Tokens& from, const Tokens& to, Survey& survey) {
  NodeMask there = 0;
  for (const Token& token : to) there |= token.nodes;
  for (const Token& token : from) {
    if (!is_content(token.lemma) || (token.nodes & there) != 0) continue;
    ++survey.unlinked_content;
    survey.unlinked_example.clear();
    append_line(from, Spacing::kTokens, survey.unlinked_example);
    survey.unlinked_example += " | ";
    append_line(to, Spacing::kTokens, survey.unlinked_example);
    survey.unlinked_example += " | " + std::string(token.form);
  }
}

const Survey& survey() {
  static const Survey result = [] {
    Survey s;
    Rng rng(42);
    Sentence sentence;
    Tokens en;
    Tokens de;
    for (int i = 0; i < kSurveyedSentences; ++i) {
      generate(rng, sentence);
      en.clear();
      de.clear();
      english().linearise(sentence, en);
      german().linearise(sentence, de);
      ++s.patterns[static_cast<std::size_t>(sentence.pattern)];
      for (const Token& token : de) ++s.german_words[std::string(token.form)];
      note_meanings(en, s.english_lemmas, s.english_meanings);
      note_meanings(de, s.german_lemmas, s.german_meanings);
      s.english_tokens += static_cast<double>(en.size());
      s.longest = std::max(s.longest, en.size());
      s.shortest = std::min(s.shortest, en.size());
      check_content(en, de, s);
      check_content(de, en, s);
    }
    return s;
  }();
  return result;
}

TEST(Lexicon, EveryLanguageHasEveryConcept) {
  for (std::size_t i = 1; i < kConceptCount; ++i) {
    const auto id = static_cast<Concept>(i);
    EXPECT_FALSE(english().citation(id).empty()) << facts(id).id;
    EXPECT_FALSE(german().citation(id).empty()) << facts(id).id;
    EXPECT_FALSE(french().citation(id).empty()) << facts(id).id;
    EXPECT_FALSE(japanese().citation(id).empty()) << facts(id).id;
  }
}

TEST(Lexicon, HasAtLeastFourHundredWordsOfEachLanguage) {
  for (const Language language :
       {Language::kEnglish, Language::kGerman, Language::kFrench, Language::kJapanese}) {
    std::set<std::string_view> words;
    for (std::size_t i = 1; i < kConceptCount; ++i)
      words.insert(lineariser(language).citation(static_cast<Concept>(i)));
    EXPECT_GE(words.size(), 400u) << code_of(language);
  }
}

TEST(Generator, HasAtLeastFortyPatternsAndAllOccur) {
  EXPECT_GE(kPatternCount, 40u);
  for (std::size_t i = 0; i < kPatternCount; ++i) {
    EXPECT_GT(survey().patterns[i], 0) << name_of(static_cast<Pattern>(i));
  }
}

TEST(Generator, PatternsHaveDistinctNames) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kPatternCount; ++i) names.insert(name_of(static_cast<Pattern>(i)));
  EXPECT_EQ(names.size(), kPatternCount);
}

TEST(Generator, LengthsAreThoseOfEverydaySentences) {
  const double mean = survey().english_tokens / kSurveyedSentences;
  EXPECT_GT(mean, 8.5);
  EXPECT_LT(mean, 11.5);
  EXPECT_GE(survey().shortest, 2u);
  EXPECT_LE(survey().longest, 40u);
}

TEST(Generator, UsesAtLeastFourHundredLemmasOfEachSide) {
  EXPECT_GE(survey().english_lemmas.size(), 400u);
  EXPECT_GE(survey().german_lemmas.size(), 400u);
}

// Zipf: log frequency falls about linearly with log rank, with slope near -1.
TEST(Generator, WordFrequenciesAreZipfLike) {
  std::vector<double> counts;
  for (const auto& [word, count] : survey().german_words) counts.push_back(count);
  std::sort(counts.rbegin(), counts.rend());
  ASSERT_GT(counts.size(), 600u);
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  constexpr int kRanks = 500;
  for (int rank = 1; rank <= kRanks; ++rank) {
    const double x = std::log(rank);
    const double y = std::log(counts[static_cast<std::size_t>(rank - 1)]);
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
  }
  const double slope = (kRanks * sum_xy - sum_x * sum_y) / (kRanks * sum_xx - sum_x * sum_x);
  EXPECT_LT(slope, -0.7);
  EXPECT_GT(slope, -1.6);
}

// A word form is ambiguous if it stands for concepts that the other language tells apart.
int ambiguous_words(const std::map<std::string, std::set<Concept>>& meanings, const Lineariser& other) {
  int count = 0;
  for (const auto& [form, concepts] : meanings) {
    std::set<std::string_view> translations;
    for (const Concept id : concepts) translations.insert(other.citation(id));
    if (translations.size() > 1) ++count;
  }
  return count;
}

TEST(Generator, AtLeastTwentyFiveWordsHaveTranslationsThatDependOnContext) {
  EXPECT_GE(ambiguous_words(survey().english_meanings, german()), 25);
  EXPECT_GE(ambiguous_words(survey().german_meanings, english()), 25);
}

TEST(Generator, KnownAmbiguousWordsOccurWithBothMeanings) {
  using enum Concept;
  const auto& en = survey().english_meanings;
  const auto& de = survey().german_meanings;
  EXPECT_THAT(en.at("bank"), ::testing::IsSupersetOf({kBankMoney, kBankRiver}));
  EXPECT_THAT(en.at("know"), ::testing::IsSupersetOf({kKnowPerson, kKnowFact, kKnowThat}));
  EXPECT_THAT(en.at("right"), ::testing::IsSupersetOf({kRightCorrect, kRightSide}));
  EXPECT_THAT(en.at("light"), ::testing::IsSupersetOf({kLightNoun, kLightAdj}));
  EXPECT_THAT(en.at("run"), ::testing::IsSupersetOf({kRun, kRunShop}));
  EXPECT_THAT(en.at("letter"), ::testing::IsSupersetOf({kLetterMail, kLetterSign}));
  EXPECT_THAT(en.at("miss"), ::testing::IsSupersetOf({kMissTrain, kMissPerson}));
  EXPECT_THAT(de.at("Schloss"), ::testing::IsSupersetOf({kCastle, kLock}));
  EXPECT_THAT(de.at("Schlange"), ::testing::IsSupersetOf({kSnake, kQueue}));
  EXPECT_THAT(de.at("Bank"), ::testing::IsSupersetOf({kBankMoney, kBench}));
  EXPECT_THAT(de.at("Strauß"), ::testing::IsSupersetOf({kOstrich, kBouquet}));
}

TEST(Generator, EveryContentWordIsLinkedOnBothSides) {
  EXPECT_EQ(survey().unlinked_content, 0) << survey().unlinked_example;
}

TEST(Generator, EveryContentWordIsLinkedInEveryPairOfLanguages) {
  constexpr std::array kLanguages = {Language::kEnglish, Language::kGerman, Language::kFrench,
                                     Language::kJapanese};
  std::array<Tokens, kLanguages.size()> tokens;
  Survey found;
  Rng rng(11);
  Sentence sentence;
  for (int i = 0; i < 10'000; ++i) {
    generate(rng, sentence);
    for (std::size_t k = 0; k < kLanguages.size(); ++k) {
      tokens[k].clear();
      lineariser(kLanguages[k]).linearise(sentence, tokens[k]);
    }
    for (const Tokens& from : tokens) {
      for (const Tokens& to : tokens) check_content(from, to, found);
    }
  }
  EXPECT_EQ(found.unlinked_content, 0) << found.unlinked_example;
}

TEST(Generator, TheSameSeedGivesTheSameTree) {
  Rng one(7);
  Rng two(7);
  Sentence first;
  Sentence second;
  Tokens a;
  Tokens b;
  for (int i = 0; i < 200; ++i) {
    generate(one, first);
    generate(two, second);
    a.clear();
    b.clear();
    german().linearise(first, a);
    german().linearise(second, b);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
      EXPECT_EQ(a[k].form, b[k].form);
      EXPECT_EQ(a[k].nodes, b[k].nodes);
    }
  }
}

}  // namespace
}  // namespace calque::phrasebook
