// German verbs. Fields: infinitive, er-form, past, participle, separable prefix; flags by name.
#include "phrasebook/german_lexicon.h"

namespace calque::phrasebook {
namespace {

constexpr GermanVerb with_sein(GermanVerb v) {
  v.with_sein = true;
  return v;
}
constexpr GermanVerb dative(GermanVerb v) {
  v.dative = true;
  return v;
}
constexpr GermanVerb reflexive(GermanVerb v) {
  v.reflexive = true;
  return v;
}
constexpr GermanVerb with_preposition(GermanVerb v, std::string_view preposition, GermanCase c) {
  v.preposition = preposition;
  v.preposition_case = c;
  return v;
}

}  // namespace

std::span<const GermanVerb> german_verbs() {
  using enum Concept;
  constexpr GermanCase acc = GermanCase::kAccusative;
  constexpr GermanCase dat = GermanCase::kDative;
  static constexpr GermanVerb kVerbs[] = {
      {kSleep, "schlafen", "schläft", "schlief", "geschlafen"},
      {kWorkVerb, "arbeiten"},
      {kLaugh, "lachen"},
      with_sein({kSwim, "schwimmen", "", "schwamm", "geschwommen"}),
      {kDance, "tanzen"},
      {kCry, "weinen"},
      with_sein({kRun, "rennen", "", "rannte", "gerannt"}),
      with_sein({kFlyIntr, "fliegen", "", "flog", "geflogen"}),
      with_sein({kArrive, "kommen", "", "kam", "gekommen", "an"}),
      with_sein({kWake, "wachen", "", "", "", "auf"}),
      with_sein({kGetUp, "stehen", "", "stand", "gestanden", "auf"}),
      {kSmoke, "rauchen"},
      {kWait, "warten"},
      {kLieFalse, "lügen", "", "log", "gelogen"},
      {kRingSound, "klingeln"},
      {kBegin, "beginnen", "", "begann", "begonnen"},
      {kEnd, "enden"},
      {kShine, "scheinen", "", "schien", "geschienen"},
      {kFunctionVerb, "funktionieren"},
      with_sein({kRunMachine, "laufen", "läuft", "lief", "gelaufen"}),
      {kBloom, "blühen"},
      with_sein({kWalk, "gehen", "", "ging", "gegangen", "spazieren"}),
      reflexive({kRest, "ruhen", "", "", "", "aus"}),
      with_sein({kDepart, "fahren", "fährt", "fuhr", "gefahren", "ab"}),
      {kBark, "bellen"},
      {kHave, "haben", "hat", "hatte", "gehabt"},
      {kSee, "sehen", "sieht", "sah", "gesehen"},
      {kBuy, "kaufen"},
      {kEat, "essen", "isst", "aß", "gegessen"},
      {kLike, "mögen", "mag", "mochte", "gemocht"},
      {kRead, "lesen", "liest", "las", "gelesen"},
      {kDrink, "trinken", "", "trank", "getrunken"},
      {kFind, "finden", "", "fand", "gefunden"},
      {kNeed, "brauchen"},
      {kTake, "nehmen", "nimmt", "nahm", "genommen", "mit"},
      {kKnowPerson, "kennen", "", "kannte", "gekannt"},
      {kKnowFact, "wissen", "weiß", "wusste", "gewusst"},
      {kLove, "lieben"},
      {kVisit, "besuchen"},
      {kOpen, "öffnen"},
      {kClose, "schließen", "", "schloss", "geschlossen"},
      {kWrite, "schreiben", "", "schrieb", "geschrieben"},
      {kLearn, "lernen"},
      {kSpeak, "sprechen", "spricht", "sprach", "gesprochen"},
      {kUnderstand, "verstehen", "", "verstand", "verstanden"},
      {kHearVerb, "hören"},
      {kCook_, "kochen"},
      {kPlayInstrument, "spielen"},
      {kPlayGame, "spielen"},
      {kMeet, "treffen", "trifft", "traf", "getroffen"},
      {kCallPhone, "rufen", "", "rief", "gerufen", "an"},
      {kCallTaxi, "rufen", "", "rief", "gerufen"},
      {kLook_, "schauen", "", "", "", "an"},
      {kForget, "vergessen", "vergisst", "vergaß", "vergessen"},
      {kLose, "verlieren", "", "verlor", "verloren"},
      {kOrder, "bestellen"},
      {kPay, "bezahlen"},
      {kRepair, "reparieren"},
      {kWash, "waschen", "wäscht", "wusch", "gewaschen"},
      {kSell, "verkaufen"},
      dative({kHelp, "helfen", "hilft", "half", "geholfen"}),
      dative({kThank, "danken"}),
      {kInvite, "laden", "lädt", "lud", "geladen", "ein"},
      {kWear, "tragen", "trägt", "trug", "getragen"},
      {kMissTrain, "verpassen"},
      {kMissPerson, "vermissen"},
      {kSteal, "stehlen", "stiehlt", "stahl", "gestohlen"},
      {kBookVerb, "buchen"},
      {kPaint, "malen"},
      {kCut, "schneiden", "", "schnitt", "geschnitten"},
      {kSavePerson, "retten"},
      {kSaveMoney, "sparen"},
      {kLeave, "verlassen", "verlässt", "verließ", "verlassen"},
      {kLeaveBehind, "lassen", "lässt", "ließ", "gelassen", "zurück"},
      {kRunShop, "führen"},
      {kPlantVerb, "pflanzen"},
      {kParkVerb, "parken"},
      {kBuild, "bauen"},
      {kCleanVerb, "putzen"},
      {kBreak, "zerbrechen", "zerbricht", "zerbrach", "zerbrochen"},
      {kCarry, "tragen", "trägt", "trug", "getragen"},
      {kThrow, "werfen", "wirft", "warf", "geworfen"},
      {kPull, "ziehen", "", "zog", "gezogen"},
      {kSing, "singen", "", "sang", "gesungen"},
      {kBite, "beißen", "", "biss", "gebissen"},
      dative(with_sein({kFollow, "folgen"})),
      {kTurnOn, "schalten", "", "", "", "ein"},
      {kTurnOff, "schalten", "", "", "", "aus"},
      {kWin, "gewinnen", "", "gewann", "gewonnen"},
      {kTry, "kosten"},
      {kSolve, "lösen"},
      {kChange, "wechseln"},
      {kFetch, "holen", "", "", "", "ab"},
      {kCost, "kosten"},
      {kLast, "dauern"},
      {kGive, "geben", "gibt", "gab", "gegeben"},
      {kShow, "zeigen"},
      {kBring, "bringen", "", "brachte", "gebracht"},
      {kSend, "schicken"},
      {kTell, "erzählen"},
      {kLend, "leihen", "", "lieh", "geliehen"},
      {kExplain, "erklären"},
      {kSell_, "verkaufen"},
      with_sein({kGo, "gehen", "", "ging", "gegangen"}),
      with_sein({kDriveGo, "fahren", "fährt", "fuhr", "gefahren"}),
      with_sein({kCome, "kommen", "", "kam", "gekommen"}),
      with_sein({kRunTo, "laufen", "läuft", "lief", "gelaufen"}),
      with_sein({kReturnTo, "kehren", "", "", "", "zurück"}),
      with_sein({kTravel, "reisen"}),
      {kLive, "wohnen"},
      {kSit, "sitzen", "", "saß", "gesessen"},
      {kLieRest, "liegen", "", "lag", "gelegen"},
      {kStand, "stehen", "", "stand", "gestanden"},
      with_sein({kStay, "bleiben", "", "blieb", "geblieben"}),
      {kHang, "hängen", "", "hing", "gehangen"},
      with_preposition({kWaitFor, "warten"}, "auf", acc),
      {kLookFor, "suchen"},
      {kLookAt, "sehen", "sieht", "sah", "gesehen", "an"},
      with_preposition({kThinkOf, "denken", "", "dachte", "gedacht"}, "an", acc),
      with_preposition({kTalkAbout, "sprechen", "spricht", "sprach", "gesprochen"}, "über", acc),
      {kListenTo, "hören"},
      with_preposition({kTalkTo, "sprechen", "spricht", "sprach", "gesprochen"}, "mit", dat),
      with_preposition({kAskFor, "bitten", "", "bat", "gebeten"}, "um", acc),
      {kSay, "sagen"},
      {kThink, "denken", "", "dachte", "gedacht"},
      {kKnowThat, "wissen", "weiß", "wusste", "gewusst"},
      {kBelieve, "glauben"},
      {kHope, "hoffen"},
      {kWantTo, "wollen", "will", "wollte", "gewollt"},
      {kLikeTo, "mögen", "mag", "mochte", "gemocht"},
      {kTryTo, "versuchen"},
      {kBeginTo, "fangen", "fängt", "fing", "gefangen", "an"},
      {kForgetTo, "vergessen", "vergisst", "vergaß", "vergessen"},
      {kRain, "regnen"},
      {kSnow, "schneien"},
      with_sein({kTurnWay, "biegen", "", "bog", "gebogen", "ab"}),
      with_sein({kGoStraight, "gehen", "", "ging", "gegangen"}),
      with_sein({kBe, "sein", "ist", "war", "gewesen"}),
      {kCan, "können", "kann", "konnte", "gekonnt"},
      {kMust, "müssen", "muss", "musste", "gemusst"},
      {kShould, "sollen", "soll", "sollte", "gesollt"},
      {kMay, "dürfen", "darf", "durfte", "gedurft"},
  };
  return kVerbs;
}

}  // namespace calque::phrasebook
