// The French adjectives and ordinals: feminines, position, comparatives.
#include "phrasebook/french_lexicon.h"

namespace calque::phrasebook::fr {
namespace {

using enum Concept;

struct AdjectiveRow {
  Concept id;
  std::string_view masculine;
  std::string_view feminine = {};  // empty: by rule
  bool precedes = false;
};

constexpr bool kPrecedes = true;

constexpr AdjectiveRow kAdjectives[] = {
    {kGood, "bon", "bonne", kPrecedes},
    {kNew, "nouveau", "nouvelle", kPrecedes},
    {kBig, "grand", "grande", kPrecedes},
    {kSmall, "petit", "petite", kPrecedes},
    {kOld, "vieux", "vieille", kPrecedes},
    {kBeautiful, "beau", "belle", kPrecedes},
    {kYoung, "jeune", "jeune", kPrecedes},
    {kExpensive, "cher"},
    {kInteresting, "intéressant"},
    {kLong, "long", "longue", kPrecedes},
    {kShort, "court"},
    {kRed, "rouge"},
    {kBlue, "bleu"},
    {kGreen, "vert"},
    {kWhite, "blanc", "blanche"},
    {kBlack, "noir"},
    {kYellow, "jaune"},
    {kFriendly, "gentil"},
    {kHappy, "heureux"},
    {kTired, "fatigué"},
    {kIll, "malade"},
    {kHungry, "affamé"},
    {kThirsty, "assoiffé"},
    {kSad, "triste"},
    {kRich, "riche"},
    {kPoor, "pauvre"},
    {kFamous, "célèbre"},
    {kStrong, "fort"},
    {kTall, "grand"},
    {kHigh, "haut", "haute", kPrecedes},
    {kFast, "rapide"},
    {kSlow, "lent"},
    {kHeavyAdj, "lourd"},
    {kLightAdj, "léger"},
    {kDifficult, "difficile"},
    {kEasy, "facile"},
    {kHardMaterial, "dur"},
    {kHardTask, "dur"},
    {kWarm, "chaud"},
    {kCold, "froid"},
    {kHot, "brûlant"},
    {kFresh, "frais", "fraîche"},
    {kSweet, "sucré"},
    {kDelicious, "délicieux"},
    {kClean, "propre"},
    {kDirty, "sale"},
    {kQuiet, "calme"},
    {kLoud, "bruyant"},
    {kImportant, "important"},
    {kRightCorrect, "juste"},
    {kWrong, "faux", "fausse"},
    {kOpenAdj, "ouvert"},
    {kClosed, "fermé"},
    {kFreeSeat, "libre"},
    {kFreeOfCharge, "gratuit"},
    {kBroken, "cassé"},
    {kFull, "plein"},
    {kEmpty, "vide"},
    {kDangerous, "dangereux"},
    {kClever, "intelligent"},
    {kModern, "moderne"},
    {kCareful, "prudent"},
    {kMarried, "marié"},
    {kFirst, "premier", "première", kPrecedes},
    {kSecondOrdinal, "deuxième", "deuxième", kPrecedes},
    {kThird, "troisième", "troisième", kPrecedes},
    {kLastOrdinal, "dernier", "dernière", kPrecedes},
    {kNext, "prochain", "prochaine", kPrecedes},
};

// Weather: "il fait froid", or a noun after "il y a" ("il y a du vent").
struct WeatherRow {
  Concept id;
  std::string_view word;
};
constexpr WeatherRow kWeather[] = {
    {kColdWeather, "froid"}, {kWarmWeather, "doux"}, {kHotWeather, "chaud"},
    {kWindy, "vent"},        {kSunny, "soleil"},     {kCloudy, "gris"},
};

Adjective invariable(std::string_view form) {
  Adjective a;
  a.forms = {form, form, form, form};
  a.comparative = a.forms;
  a.invariable = true;
  return a;
}

}  // namespace

Adjective Lexicon::make_adjective(std::string_view masculine, std::string_view feminine, bool precedes) {
  Adjective a;
  a.forms = agreeing_forms(masculine, feminine);
  a.comparative = a.forms;
  a.precedes_noun = precedes;
  return a;
}

void Lexicon::build_adjectives() {
  const auto entry = [&](Concept id) -> Adjective& { return adjectives_[index_of(id)]; };
  for (const AdjectiveRow& row : kAdjectives)
    entry(row.id) = make_adjective(row.masculine, row.feminine, row.precedes);
  for (const WeatherRow& row : kWeather) entry(row.id) = invariable(row.word);
  entry(kBeautiful).before_vowel = "bel";
  entry(kOld).before_vowel = "vieil";
  entry(kNew).before_vowel = "nouvel";
  entry(kGood).comparative = agreeing_forms("meilleur", "meilleure");
  entry(kGood).comparative_word = {};
  entry(kLate) = invariable("en retard");
  entry(kCheap) = invariable("bon marché");
  entry(kCheap).comparative = entry(kExpensive).forms;
  entry(kCheap).comparative_word = "moins";
  alone_ = make_adjective("seul", "seule", false);
  brand_new_ = make_adjective("neuf", "neuve", false);
  out_of_order_ = invariable("en panne");
}

}  // namespace calque::phrasebook::fr
