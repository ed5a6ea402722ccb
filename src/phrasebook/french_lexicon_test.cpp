// The French lexicon: spelling rules, conjugations against a reference table, and a word for every concept.
#include "phrasebook/french_lexicon.h"

#include <stdexcept>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "phrasebook/linearise.h"

namespace calque::phrasebook::fr {
namespace {

const Conjugation& verb(std::string_view infinitive) {
  const Conjugation* found = lexicon().conjugation(infinitive);
  if (found == nullptr) throw std::invalid_argument(std::string(infinitive));
  return *found;
}

TEST(FrenchLexicon, EveryConceptHasACitationForm) {
  for (std::size_t i = 1; i < kConceptCount; ++i) {
    const auto id = static_cast<Concept>(i);
    EXPECT_FALSE(french().citation(id).empty()) << facts(id).id;
  }
  EXPECT_EQ(french().citation(Concept::kNone), "");
}

TEST(FrenchLexicon, CitationsAreWritten) {
  EXPECT_EQ(french().citation(Concept::kDog), "chien");
  EXPECT_EQ(french().citation(Concept::kScissors), "ciseaux");
  EXPECT_EQ(french().citation(Concept::kGetUp), "se lever");
  EXPECT_EQ(french().citation(Concept::kLastYear), "l'année dernière");
  EXPECT_EQ(french().citation(Concept::kExcuseMe), "excuse-moi");
  EXPECT_EQ(french().citation(Concept::kPlease), "s'il te plaît");
}

TEST(FrenchLexicon, WordsThatAreAmbiguousInFrench) {
  const auto same = [](Concept a, Concept b) { return french().citation(a) == french().citation(b); };
  EXPECT_TRUE(same(Concept::kFlyIntr, Concept::kSteal));
  EXPECT_TRUE(same(Concept::kLawyer, Concept::kAvocado));
  EXPECT_TRUE(same(Concept::kWalk, Concept::kFunctionVerb));
  EXPECT_TRUE(same(Concept::kRoom, Concept::kCoin));
  EXPECT_TRUE(same(Concept::kMirror, Concept::kIce));
  EXPECT_TRUE(same(Concept::kStory, Concept::kHistory));
  EXPECT_TRUE(same(Concept::kLanguageNoun, Concept::kTongue));
  EXPECT_FALSE(same(Concept::kKnowPerson, Concept::kKnowThat));
}

TEST(FrenchLexicon, EveryWordOfEveryClassHasItsForms) {
  for (std::size_t i = 1; i < kConceptCount; ++i) {
    const auto id = static_cast<Concept>(i);
    switch (facts(id).category) {
      case Category::kNoun:
        EXPECT_FALSE(lexicon().noun(id).plural.empty()) << facts(id).id;
        break;
      case Category::kVerb:
        EXPECT_NE(lexicon().verb(id).conjugation, nullptr) << facts(id).id;
        break;
      case Category::kAdjective:
      case Category::kOrdinal:
        for (const std::string_view form : lexicon().adjective(id).forms)
          EXPECT_FALSE(form.empty()) << facts(id).id;
        break;
      default:
        break;
    }
  }
}

TEST(FrenchSpelling, Plurals) {
  EXPECT_EQ(plural_of("chat"), "chats");
  EXPECT_EQ(plural_of("cheval"), "chevaux");
  EXPECT_EQ(plural_of("gâteau"), "gâteaux");
  EXPECT_EQ(plural_of("cheveu"), "cheveux");
  EXPECT_EQ(plural_of("bleu"), "bleus");
  EXPECT_EQ(plural_of("souris"), "souris");
  EXPECT_EQ(plural_of("prix"), "prix");
}

TEST(FrenchSpelling, Feminines) {
  EXPECT_EQ(feminine_of("petit"), "petite");
  EXPECT_EQ(feminine_of("rouge"), "rouge");
  EXPECT_EQ(feminine_of("heureux"), "heureuse");
  EXPECT_EQ(feminine_of("cher"), "chère");
  EXPECT_EQ(feminine_of("neuf"), "neuve");
  EXPECT_EQ(feminine_of("gentil"), "gentille");
  EXPECT_EQ(feminine_of("fatigué"), "fatiguée");
}

TEST(FrenchSpelling, Elision) {
  for (const std::string_view word :
       {"homme", "étoile", "eau", "œuf", "yeux", "y", "ici", "hier", "Anna", "île"}) {
    EXPECT_TRUE(begins_with_vowel_sound(word)) << word;
  }
  for (const std::string_view word :
       {"chien", "haut", "haute", "huit", "onze", "oui", "Yuki", "8", "1998", "ça", ""}) {
    EXPECT_FALSE(begins_with_vowel_sound(word)) << word;
  }
}

struct Reference {
  std::string_view infinitive;
  SixForms forms;
};

TEST(FrenchConjugation, Present) {
  const Reference table[] = {
      {"être", {"suis", "es", "est", "sommes", "êtes", "sont"}},
      {"parler", {"parle", "parles", "parle", "parlons", "parlez", "parlent"}},
      {"manger", {"mange", "manges", "mange", "mangeons", "mangez", "mangent"}},
      {"commencer", {"commence", "commences", "commence", "commençons", "commencez", "commencent"}},
      {"acheter", {"achète", "achètes", "achète", "achetons", "achetez", "achètent"}},
      {"appeler", {"appelle", "appelles", "appelle", "appelons", "appelez", "appellent"}},
      {"espérer", {"espère", "espères", "espère", "espérons", "espérez", "espèrent"}},
      {"nettoyer", {"nettoie", "nettoies", "nettoie", "nettoyons", "nettoyez", "nettoient"}},
      {"finir", {"finis", "finis", "finit", "finissons", "finissez", "finissent"}},
      {"vendre", {"vends", "vends", "vend", "vendons", "vendez", "vendent"}},
      {"boire", {"bois", "bois", "boit", "buvons", "buvez", "boivent"}},
  };
  for (const Reference& row : table) EXPECT_EQ(verb(row.infinitive).present, row.forms) << row.infinitive;
}

TEST(FrenchConjugation, Imperfect) {
  const Reference table[] = {
      {"être", {"étais", "étais", "était", "étions", "étiez", "étaient"}},
      {"avoir", {"avais", "avais", "avait", "avions", "aviez", "avaient"}},
      {"manger", {"mangeais", "mangeais", "mangeait", "mangions", "mangiez", "mangeaient"}},
      {"lancer", {"lançais", "lançais", "lançait", "lancions", "lanciez", "lançaient"}},
      {"finir", {"finissais", "finissais", "finissait", "finissions", "finissiez", "finissaient"}},
      {"faire", {"faisais", "faisais", "faisait", "faisions", "faisiez", "faisaient"}},
  };
  for (const Reference& row : table) EXPECT_EQ(verb(row.infinitive).imperfect, row.forms) << row.infinitive;
}

TEST(FrenchConjugation, FutureAndConditional) {
  const std::pair<std::string_view, std::string_view> table[] = {
      {"être", "sera"},         {"avoir", "aura"},       {"aller", "ira"},        {"faire", "fera"},
      {"venir", "viendra"},     {"voir", "verra"},       {"pouvoir", "pourra"},   {"devoir", "devra"},
      {"savoir", "saura"},      {"vouloir", "voudra"},   {"envoyer", "enverra"},  {"acheter", "achètera"},
      {"appeler", "appellera"}, {"payer", "paiera"},     {"espérer", "espérera"}, {"courir", "courra"},
      {"vendre", "vendra"},     {"pleuvoir", "pleuvra"}, {"prendre", "prendra"},  {"ouvrir", "ouvrira"},
  };
  for (const auto& [infinitive, form] : table) EXPECT_EQ(verb(infinitive).future[2], form);
  EXPECT_EQ(verb("devoir").conditional[1], "devrais");
  EXPECT_EQ(verb("pouvoir").conditional[4], "pourriez");
}

TEST(FrenchConjugation, Subjunctive) {
  const Reference table[] = {
      {"être", {"sois", "sois", "soit", "soyons", "soyez", "soient"}},
      {"venir", {"vienne", "viennes", "vienne", "venions", "veniez", "viennent"}},
      {"prendre", {"prenne", "prennes", "prenne", "prenions", "preniez", "prennent"}},
      {"finir", {"finisse", "finisses", "finisse", "finissions", "finissiez", "finissent"}},
      {"aller", {"aille", "ailles", "aille", "allions", "alliez", "aillent"}},
      {"manger", {"mange", "manges", "mange", "mangions", "mangiez", "mangent"}},
  };
  for (const Reference& row : table) EXPECT_EQ(verb(row.infinitive).subjunctive, row.forms) << row.infinitive;
}

TEST(FrenchConjugation, ImperativeAndParticiple) {
  EXPECT_EQ(verb("aller").imperative[0], "va");
  EXPECT_EQ(verb("manger").imperative[0], "mange");
  EXPECT_EQ(verb("ouvrir").imperative[0], "ouvre");
  EXPECT_EQ(verb("prendre").imperative[0], "prends");
  EXPECT_EQ(verb("être").imperative[1], "soyons");
  const std::pair<std::string_view, std::string_view> participles[] = {
      {"voir", "vu"},         {"prendre", "pris"}, {"écrire", "écrit"},    {"ouvrir", "ouvert"},
      {"lire", "lu"},         {"boire", "bu"},     {"mettre", "mis"},      {"devoir", "dû"},
      {"dormir", "dormi"},    {"vendre", "vendu"}, {"connaître", "connu"}, {"peindre", "peint"},
      {"résoudre", "résolu"}, {"courir", "couru"}, {"finir", "fini"},
  };
  for (const auto& [infinitive, form] : participles) EXPECT_EQ(verb(infinitive).participle[0], form);
  EXPECT_EQ(verb("prendre").participle, (FourForms{"pris", "prise", "pris", "prises"}));
  EXPECT_EQ(verb("devoir").participle, (FourForms{"dû", "due", "dus", "dues"}));
}

}  // namespace
}  // namespace calque::phrasebook::fr
