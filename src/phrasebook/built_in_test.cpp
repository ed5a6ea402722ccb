// What the built-in grammars promise: enough words and patterns, frequencies like those of texts, words that
// mean several things, and links for every word that carries meaning.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "phrasebook/grammar.h"
#include "phrasebook/grammar_file.h"
#include "phrasebook/language_reader.h"
#include "phrasebook/speaker.h"
#include "phrasebook/tree_drawer.h"

namespace calque::phrasebook {
namespace {

constexpr int kSentences = 60'000;
const std::vector<std::string> kCodes = {"de", "en", "fr", "ja", "tr"};

struct LanguageSurvey {
  std::set<std::uint32_t> lemmas;                           // words of the world that occur
  std::map<std::string, std::set<std::uint32_t>> meanings;  // written form: words of the world
  std::map<std::string, double> forms;
  std::map<std::uint32_t, std::set<std::string>> words;  // word of the world: written forms
  std::size_t longest = 0;
  std::size_t shortest = 1'000;
  double tokens = 0;
};

struct Survey {
  World world;
  std::vector<Language> languages;
  std::vector<LanguageSurvey> of;
  std::set<std::uint32_t> functions;  // that occur
  std::string unlinked;               // a word that one language has and another does not
};

bool carries_meaning(const World& world, std::uint32_t function) {
  static const std::set<std::string> categories = {
      "Noun", "V",    "V2",   "V3",    "Vp",  "Vm",      "Vl",     "Vs",   "Vi",   "A",
      "Job",  "Name", "Town", "Month", "Day", "Weather", "Manner", "Home", "Unit", "TimeUnit"};
  return categories.contains(world.category_names[world.functions[function].category]);
}

void note(const Survey& survey, const Tree& tree, const Tokens& tokens, LanguageSurvey& of, NodeSet& said) {
  for (const Token& token : tokens) {
    said.add(token.nodes);
    ++of.forms[token.surface->text];
    for (std::size_t node = 0; node < tree.size(); ++node) {
      NodeSet one;
      one.add(node);
      if (!(token.nodes == one) || !carries_meaning(survey.world, tree[node].function)) continue;
      of.lemmas.insert(tree[node].function);
      of.meanings[token.surface->text].insert(tree[node].function);
      of.words[tree[node].function].insert(token.surface->text);
    }
  }
  of.longest = std::max(of.longest, tokens.size());
  of.shortest = std::min(of.shortest, tokens.size());
  of.tokens += static_cast<double>(tokens.size());
}

Survey make_survey() {
  Survey survey;
  const auto text = [](const std::string& name) {
    for (const NamedText& file : built_in_grammars()) {
      if (file.name == name) return read_grammar_text(file.name, file.text);
    }
    return GrammarFile{};
  };
  survey.world = read_world(text("world.grammar"));
  for (const std::string& code : kCodes) {
    survey.languages.push_back(read_language(code, text(code + ".grammar"), survey.world));
  }
  survey.of.resize(kCodes.size());
  std::vector<Speaker> speakers;
  for (const Language& language : survey.languages) speakers.emplace_back(language, survey.world);
  const std::vector<bool> usable(survey.world.functions.size(), true);
  TreeDrawer drawer(survey.world, usable);
  Rng rng(42);
  Tree tree;
  Tokens tokens;
  for (int i = 0; i < kSentences; ++i) {
    if (!drawer.draw(rng, tree)) continue;
    for (const Node& node : tree) survey.functions.insert(node.function);
    std::vector<NodeSet> said(kCodes.size());
    for (std::size_t k = 0; k < kCodes.size(); ++k) {
      if (speakers[k].say(tree, tokens)) note(survey, tree, tokens, survey.of[k], said[k]);
    }
    for (std::size_t node = 0; node < tree.size(); ++node) {
      NodeSet one;
      one.add(node);
      if (!carries_meaning(survey.world, tree[node].function)) continue;
      for (std::size_t k = 0; k < kCodes.size(); ++k) {
        if (!said[k].meets(one))
          survey.unlinked = kCodes[k] + ": " + survey.world.functions[tree[node].function].name;
      }
    }
  }
  return survey;
}

const Survey& survey() {
  static const Survey made = make_survey();
  return made;
}

TEST(BuiltIn, EveryLanguageHasEveryWordAndRule) {
  for (const Language& language : survey().languages) EXPECT_FALSE(language.partial) << language.code;
}

TEST(BuiltIn, AtLeastFourHundredWordsOfEachLanguageOccur) {
  for (std::size_t k = 0; k < kCodes.size(); ++k) {
    EXPECT_GE(survey().of[k].lemmas.size(), 400U) << kCodes[k];
    RecordProperty("words_" + kCodes[k], static_cast<int>(survey().of[k].lemmas.size()));
  }
}

TEST(BuiltIn, AtLeastFortyPatternsAndAllRulesAndWordsOccur) {
  const World& world = survey().world;
  std::size_t patterns = 0;
  for (std::uint32_t f = 0; f < world.functions.size(); ++f) {
    const std::string& category = world.category_names[world.functions[f].category];
    patterns +=
        !world.functions[f].is_word() && (category == "Sentence" || category == "Clause" ||
                                          category == "Pred" || category == "VP" || category == "VP0");
    EXPECT_TRUE(survey().functions.contains(f)) << world.functions[f].name;
  }
  EXPECT_GE(patterns, 40U);
}

TEST(BuiltIn, LengthsAreThoseOfEverydaySentences) {
  const LanguageSurvey& english = survey().of[1];
  EXPECT_GT(english.tokens / kSentences, 8.5);
  EXPECT_LT(english.tokens / kSentences, 11.5);
  EXPECT_GE(english.shortest, 2U);
  EXPECT_LE(english.longest, 60U);
}

// Zipf: log frequency falls about linearly with log rank, with slope near -1.
TEST(BuiltIn, WordFrequenciesAreZipfLike) {
  std::vector<double> counts;
  for (const auto& [word, count] : survey().of[0].forms) counts.push_back(count);
  std::sort(counts.rbegin(), counts.rend());
  ASSERT_GT(counts.size(), 600U);
  constexpr int kRanks = 500;
  double sum_x = 0;
  double sum_y = 0;
  double sum_xx = 0;
  double sum_xy = 0;
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

// Forms of one language that stand for words which another language tells apart.
std::size_t ambiguous(const LanguageSurvey& from, const LanguageSurvey& to) {
  std::size_t count = 0;
  for (const auto& [form, meanings] : from.meanings) {
    std::vector<const std::set<std::string>*> translations;
    for (const std::uint32_t word : meanings) {
      if (const auto found = to.words.find(word); found != to.words.end())
        translations.push_back(&found->second);
    }
    bool apart = false;
    for (const auto* one : translations) {
      for (const auto* other : translations) {
        bool share = false;
        for (const std::string& text : *one) share = share || other->contains(text);
        apart = apart || !share;
      }
    }
    count += apart;
  }
  return count;
}

TEST(BuiltIn, AtLeastTwentyFiveFormsHaveTranslationsThatDependOnContext) {
  EXPECT_GE(ambiguous(survey().of[0], survey().of[1]), 25U);
  EXPECT_GE(ambiguous(survey().of[1], survey().of[0]), 25U);
}

TEST(BuiltIn, KnownAmbiguousWordsOccurWithBothMeanings) {
  const auto meanings = [](std::size_t language, const std::string& form) {
    std::set<std::string> names;
    const auto found = survey().of[language].meanings.find(form);
    if (found == survey().of[language].meanings.end()) return names;
    for (const std::uint32_t word : found->second) names.insert(survey().world.functions[word].name);
    return names;
  };
  EXPECT_THAT(meanings(1, "bank"), ::testing::IsSupersetOf({"bank.money", "bank.river"}));
  EXPECT_THAT(meanings(1, "know"), ::testing::IsSupersetOf({"know.person", "know.fact", "know.that"}));
  EXPECT_THAT(meanings(1, "light"), ::testing::IsSupersetOf({"light.noun", "light.weight"}));
  EXPECT_THAT(meanings(1, "letter"), ::testing::IsSupersetOf({"letter.mail", "letter.sign"}));
  EXPECT_THAT(meanings(1, "miss"), ::testing::IsSupersetOf({"miss.train", "miss.person"}));
  EXPECT_THAT(meanings(0, "Schloss"), ::testing::IsSupersetOf({"castle", "lock"}));
  EXPECT_THAT(meanings(0, "Bank"), ::testing::IsSupersetOf({"bank.money", "bench"}));
  EXPECT_THAT(meanings(0, "Strauß"), ::testing::IsSupersetOf({"ostrich", "bouquet"}));
}

// What one wears or has decides the verb: 着る, 履く, かぶる; 持つ, 飼う, いる, ある.
TEST(BuiltIn, OneWordHasSeveralTranslationsByItsObject) {
  const std::uint32_t wear = static_cast<std::uint32_t>(*survey().world.function_names.find("wear"));
  EXPECT_THAT(survey().of[3].words.at(wear), ::testing::IsSupersetOf({"着", "履き", "かぶり"}));
}

TEST(BuiltIn, EveryWordThatCarriesMeaningIsLinkedInEveryPairOfLanguages) {
  EXPECT_EQ(survey().unlinked, "");
}

}  // namespace
}  // namespace calque::phrasebook
