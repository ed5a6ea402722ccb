// The French verbs: infinitive, auxiliary, government, and the readings that depend on the arguments.
#include "base/error.h"
#include "phrasebook/french_lexicon.h"

namespace calque::phrasebook::fr {
namespace {

using enum Concept;

constexpr Auxiliary kWithAvoir = Auxiliary::kAvoir;
constexpr Auxiliary kWithEtre = Auxiliary::kEtre;
constexpr Auxiliary kReflexive = Auxiliary::kReflexive;

struct VerbRow {
  Concept id;
  std::string_view infinitive;
  Auxiliary auxiliary = kWithAvoir;
  Government government = Government::kDirect;
};

constexpr VerbRow kVerbs[] = {
    {kSleep, "dormir"},
    {kWorkVerb, "travailler"},
    {kLaugh, "rire"},
    {kSwim, "nager"},
    {kDance, "danser"},
    {kCry, "pleurer"},
    {kRun, "courir"},
    {kFlyIntr, "voler"},
    {kArrive, "arriver", kWithEtre},
    {kWake, "réveiller", kReflexive},
    {kGetUp, "lever", kReflexive},
    {kSmoke, "fumer"},
    {kWait, "attendre"},
    {kLieFalse, "mentir"},
    {kRingSound, "sonner"},
    {kBegin, "commencer"},
    {kEnd, "finir"},
    {kShine, "briller"},
    {kFunctionVerb, "marcher"},
    {kRunMachine, "fonctionner"},
    {kBloom, "fleurir"},
    {kWalk, "marcher"},
    {kRest, "reposer", kReflexive},
    {kDepart, "partir", kWithEtre},
    {kBark, "aboyer"},

    {kHave, "avoir"},
    {kSee, "voir"},
    {kBuy, "acheter"},
    {kEat, "manger"},
    {kLike, "aimer"},
    {kRead, "lire"},
    {kDrink, "boire"},
    {kFind, "trouver"},
    {kNeed, "avoir", kWithAvoir, Government::kOf},
    {kTake, "prendre"},
    {kKnowPerson, "connaître"},
    {kKnowFact, "connaître"},
    {kLove, "aimer"},
    {kVisit, "visiter"},
    {kOpen, "ouvrir"},
    {kClose, "fermer"},
    {kWrite, "écrire"},
    {kLearn, "apprendre"},
    {kSpeak, "parler"},
    {kUnderstand, "comprendre"},
    {kHearVerb, "entendre"},
    {kCook_, "préparer"},
    {kPlayInstrument, "jouer", kWithAvoir, Government::kOf},
    {kPlayGame, "jouer", kWithAvoir, Government::kTo},
    {kMeet, "rencontrer"},
    {kCallPhone, "appeler"},
    {kCallTaxi, "appeler"},
    {kLook_, "regarder"},
    {kForget, "oublier"},
    {kLose, "perdre"},
    {kOrder, "commander"},
    {kPay, "payer"},
    {kRepair, "réparer"},
    {kWash, "laver"},
    {kSell, "vendre"},
    {kHelp, "aider"},
    {kThank, "remercier"},
    {kInvite, "inviter"},
    {kWear, "porter"},
    {kMissTrain, "rater"},
    {kMissPerson, "ennuyer", kReflexive, Government::kOf},
    {kSteal, "voler"},
    {kBookVerb, "réserver"},
    {kPaint, "peindre"},
    {kCut, "couper"},
    {kSavePerson, "sauver"},
    {kSaveMoney, "économiser"},
    {kLeave, "quitter"},
    {kLeaveBehind, "laisser"},
    {kRunShop, "tenir"},
    {kPlantVerb, "planter"},
    {kParkVerb, "garer"},
    {kBuild, "construire"},
    {kCleanVerb, "nettoyer"},
    {kBreak, "casser"},
    {kCarry, "porter"},
    {kThrow, "lancer"},
    {kPull, "tirer"},
    {kSing, "chanter"},
    {kBite, "mordre"},
    {kFollow, "suivre"},
    {kTurnOn, "allumer"},
    {kTurnOff, "éteindre"},
    {kWin, "gagner"},
    {kTry, "goûter"},
    {kSolve, "résoudre"},
    {kChange, "changer"},
    {kFetch, "aller", kWithEtre},

    {kCost, "coûter"},
    {kLast, "durer"},
    {kGive, "donner"},
    {kShow, "montrer"},
    {kBring, "apporter"},
    {kSend, "envoyer"},
    {kTell, "raconter"},
    {kLend, "prêter"},
    {kExplain, "expliquer"},
    {kSell_, "vendre"},

    {kGo, "aller", kWithEtre},
    {kDriveGo, "aller", kWithEtre},
    {kCome, "venir", kWithEtre},
    {kRunTo, "courir"},
    {kReturnTo, "retourner", kWithEtre},
    {kTravel, "voyager"},
    {kLive, "habiter"},
    {kSit, "être"},
    {kLieRest, "trouver", kReflexive},
    {kStand, "tenir", kReflexive},
    {kStay, "rester", kWithEtre},
    {kHang, "être"},

    {kWaitFor, "attendre"},
    {kLookFor, "chercher"},
    {kLookAt, "regarder"},
    {kThinkOf, "penser", kWithAvoir, Government::kTo},
    {kTalkAbout, "parler", kWithAvoir, Government::kOf},
    {kListenTo, "écouter"},
    {kTalkTo, "parler", kWithAvoir, Government::kDative},
    {kAskFor, "demander"},

    {kSay, "dire"},
    {kThink, "penser"},
    {kKnowThat, "savoir"},
    {kBelieve, "croire"},
    {kHope, "espérer"},
    {kWantTo, "vouloir"},
    {kLikeTo, "aimer"},
    {kTryTo, "essayer", kWithAvoir, Government::kOf},
    {kBeginTo, "commencer", kWithAvoir, Government::kTo},
    {kForgetTo, "oublier", kWithAvoir, Government::kOf},
    {kRain, "pleuvoir"},
    {kSnow, "neiger"},
    {kTurnWay, "tourner"},
    {kGoStraight, "aller", kWithEtre},
    {kBe, "être"},
    {kCan, "pouvoir"},
    {kMust, "devoir"},
    {kShould, "devoir"},
    {kMay, "pouvoir"},
};

// Verbs of state: their past is the imparfait.
constexpr Concept kStates[] = {kHave, kLike,    kNeed,    kKnowPerson, kKnowFact, kLove,         kWear,
                               kLive, kSit,     kLieRest, kStand,      kHang,     kKnowThat,     kThink,
                               kHope, kBelieve, kWantTo,  kLikeTo,     kBe,       kMissPerson,   kRunShop,
                               kCost, kCan,     kMay,     kSpeak,      kShine,    kFunctionVerb, kRunMachine};

}  // namespace

Verb Lexicon::make_verb(std::string_view infinitive, Auxiliary auxiliary, Government government) const {
  Verb verb;
  verb.conjugation = conjugation(infinitive);
  CALQUE_CHECK(verb.conjugation != nullptr);
  verb.auxiliary = auxiliary;
  verb.government = government;
  return verb;
}

void Lexicon::build_verbs() {
  const auto entry = [&](Concept id) -> Verb& { return verbs_[index_of(id)]; };
  for (const VerbRow& row : kVerbs) entry(row.id) = make_verb(row.infinitive, row.auxiliary, row.government);
  for (const Concept id : kStates) entry(id).state = true;
  entry(kNeed).tail = "besoin";
  entry(kFetch).infinitive_tail = "chercher";
  entry(kSit).predicate = agreeing_forms("assis", "assise");
  entry(kHang).predicate = agreeing_forms("accroché", "accrochée");

  const auto special = [&](Special id) -> Verb& { return specials_[static_cast<std::size_t>(id)]; };
  special(Special::kEtre) = make_verb("être", kWithAvoir, Government::kDirect);
  special(Special::kAvoir) = make_verb("avoir", kWithAvoir, Government::kDirect);
  special(Special::kFaire) = make_verb("faire", kWithAvoir, Government::kDirect);
  special(Special::kVenir) = make_verb("venir", kWithEtre, Government::kDirect);
  special(Special::kSavoir) = make_verb("savoir", kWithAvoir, Government::kDirect);
  special(Special::kPouvoir) = make_verb("pouvoir", kWithAvoir, Government::kDirect);
  special(Special::kDevoir) = make_verb("devoir", kWithAvoir, Government::kDirect);
  special(Special::kVisitPerson) = make_verb("rendre", kWithAvoir, Government::kDative);
  special(Special::kTellTruth) = make_verb("dire", kWithAvoir, Government::kDirect);
  special(Special::kStandThing) = make_verb("trouver", kReflexive, Government::kDirect);
  special(Special::kSitDown) = make_verb("asseoir", kReflexive, Government::kDirect);
  special(Special::kManquer) = make_verb("manquer", kWithAvoir, Government::kDative);
  special(Special::kSAppeler) = make_verb("appeler", kReflexive, Government::kDirect);
  special(Special::kVisitPerson).tail = "visite";
  for (const Special id :
       {Special::kEtre, Special::kAvoir, Special::kFaire, Special::kVenir, Special::kSavoir,
        Special::kPouvoir, Special::kStandThing, Special::kManquer, Special::kSAppeler}) {
    special(id).state = true;
  }
}

}  // namespace calque::phrasebook::fr
