// Japanese verbs, in the order of concepts/verbs.def. Where Japanese distinguishes what the concept does not,
// the entries of one concept stand together, the general one last.
#include "phrasebook/japanese_lexicon.h"

namespace calque::phrasebook::ja {
namespace {

using enum Concept;
using enum VerbClass;
using enum ObjectMark;
using enum Aspect;

SemanticClass class_of(Concept id) {
  return facts(id).category == Category::kNoun ? facts(id).semantic_class : SemanticClass::kNone;
}

bool is_person(Concept id) {
  switch (facts(id).category) {
    case Category::kNoun:
      return facts(id).semantic_class == SemanticClass::kPerson;
    case Category::kName:
    case Category::kFamilyName:
    case Category::kPronoun:
      return id != kIt;
    default:
      return id == kSomebody || id == kEverybody || id == kNobody || id == kWho;
  }
}

// To have kin or friends is that they exist: いる.
bool person_object(const Situation& s) {
  return is_person(s.object) && !s.wish;
}
bool living_subject(const Situation& s) {
  return is_person(s.subject) || class_of(s.subject) == SemanticClass::kAnimal;
}
bool animal_object(const Situation& s) {
  return class_of(s.object) == SemanticClass::kAnimal;
}
// One "has" a plan, time or a room as something that exists: ある.
bool abstract_object(const Situation& s) {
  const SemanticClass c = class_of(s.object);
  return !s.wish &&
         (c == SemanticClass::kAbstract || c == SemanticClass::kSpeech || c == SemanticClass::kRoom);
}
bool footwear(const Situation& s) {
  return s.object == kShoe || s.object == kTrousers || s.object == kSkirt;
}
bool headwear(const Situation& s) {
  return s.object == kHat;
}
bool spectacles(const Situation& s) {
  return s.object == kGlasses;
}
bool blown(const Situation& s) {
  return s.object == kFlute;
}
bool covered_with_paint(const Situation& s) {
  return s.object == kWall || s.object == kHouse || s.object == kDoor || s.object == kCeiling;
}
bool brittle(const Situation& s) {
  return s.object == kWindow || s.object == kPlate || s.object == kMirror || s.object == kBulb;
}
bool polished(const Situation& s) {
  return s.object == kTooth || s.object == kShoe || s.object == kWindow || s.object == kTable;
}
bool to_speaker(const Situation& s) {
  return s.to_speaker && !s.wish;
}
bool wished(const Situation& s) {
  return s.wish;
}
// One who knows an answer has understood it; but 誰が答えが would mark two words alike.
bool found_out(const Situation& s) {
  return !s.wish && s.subject != kWho && (s.object == kAnswerNoun || s.object == kTruth);
}
bool homewards(const Situation& s) {
  return s.place == kToHome;
}
bool vehicle_subject(const Situation& s) {
  return class_of(s.subject) == SemanticClass::kVehicle;
}
bool lodging(const Situation& s) {
  return s.place == kHotel || s.place == kCastle;
}
bool town(const Situation& s) {
  const Category c = facts(s.place).category;
  return c == Category::kTown || c == Category::kCountry || s.place == kCity || s.place == kVillage ||
         s.place == kIsland;
}

constexpr VerbKind kNominal = VerbKind::kAdjectivalNoun;

constexpr VerbEntry kVerbs[] = {
    {kSleep, "", "寝る", kIchidan},
    {kWorkVerb, "", "働く"},
    {kLaugh, "", "笑う"},
    {kSwim, "", "泳ぐ"},
    {kDance, "", "踊る"},
    {kCry, "", "泣く"},
    {kRun, "", "走る"},
    {kFlyIntr, "", "飛ぶ"},
    {kArrive, "", "着く", kGodan, kWo, kMotion},
    {kWake, "目 を", "覚ます"},
    {kGetUp, "", "起きる", kIchidan},
    {kSmoke, "タバコ を", "吸う"},
    {kWait, "", "待つ"},
    {kLieFalse, "嘘 を", "つく"},
    {kRingSound, "", "鳴る"},
    {kBegin, "", "始まる"},
    {kEnd, "", "終わる"},
    {kShine, "", "輝く"},
    {kFunctionVerb, "", "動く"},
    {kRunMachine, "作動", "する", kSuru},
    {kBloom, "", "咲く"},
    {kWalk, "", "歩く"},
    {kRest, "", "休む"},
    {kDepart, "出発", "する", kSuru, kWo, kMotion},
    {kBark, "", "吠える", kIchidan},

    {.id = kHave,
     .dictionary = "いる",
     .inflection = kIchidan,
     .mark = kGa,
     .aspect = kTimeless,
     .applies = person_object,
     .experiencer = true},
    {.id = kHave,
     .dictionary = "ある",
     .inflection = kAru,
     .mark = kGa,
     .aspect = kTimeless,
     .applies = abstract_object,
     .experiencer = true},
    {kHave, "", "飼う", kGodan, kWo, kState, animal_object},
    {kHave, "", "持つ", kGodan, kWo, kState},
    {kSee, "", "見る", kIchidan},
    {kBuy, "", "買う"},
    {kEat, "", "食べる", kIchidan},
    {kLike, "", "好む", kGodan, kWo, kAction, wished},
    {.id = kLike, .dictionary = "好き", .mark = kGa, .aspect = kTimeless, .kind = kNominal},
    {kRead, "", "読む"},
    {kDrink, "", "飲む"},
    {kFind, "", "見つける", kIchidan},
    {kNeed, "必要 と", "する", kSuru, kWo, kAction, wished},
    {.id = kNeed,
     .dictionary = "必要",
     .mark = kGa,
     .aspect = kTimeless,
     .kind = kNominal,
     .experiencer = true},
    {kTake, "", "取る"},
    {kKnowPerson, "", "知る", kGodan, kWo, kState},
    {kKnowFact, "", "分かる", kGodan, kGa, kTimeless, found_out},
    {kKnowFact, "", "知る", kGodan, kWo, kState},
    {kLove, "", "愛する", kAisuru, kWo, kState},
    {kVisit, "", "訪ねる", kIchidan},
    {kOpen, "", "開ける", kIchidan},
    {kClose, "", "閉める", kIchidan},
    {kWrite, "", "書く"},
    {kLearn, "", "学ぶ"},
    {kSpeak, "", "話す"},
    {kUnderstand, "理解", "する", kSuru},
    {kHearVerb, "", "聞く", kGodan, kVoice, kAction, animal_object},
    {kHearVerb, "", "聞く"},
    {kCook_, "料理", "する", kSuru},
    {kPlayInstrument, "", "吹く", kGodan, kWo, kAction, blown},
    {kPlayInstrument, "", "弾く"},
    {kPlayGame, "", "する", kSuru},
    {kMeet, "", "会う", kGodan, kNi},
    {kCallPhone, "電話", "する", kSuru, kNi},
    {kCallTaxi, "", "呼ぶ"},
    {kLook_, "", "見る", kIchidan},
    {kForget, "", "忘れる", kIchidan},
    {kLose, "", "なくす"},
    {kOrder, "注文", "する", kSuru},
    {kPay, "", "払う"},
    {kRepair, "修理", "する", kSuru},
    {kWash, "", "洗う"},
    {kSell, "", "売る"},
    {kHelp, "", "手伝う"},
    {kThank, "感謝", "する", kSuru, kNi},
    {kInvite, "招待", "する", kSuru},
    {kWear, "", "履く", kGodan, kWo, kState, footwear},
    {kWear, "", "かぶる", kGodan, kWo, kState, headwear},
    {kWear, "", "かける", kIchidan, kWo, kState, spectacles},
    {kWear, "", "着る", kIchidan, kWo, kState},
    {kMissTrain, "", "乗り遅れる", kIchidan, kNi},
    {kMissPerson, "恋しく", "思う", kGodan, kWo, kState},
    {kSteal, "", "盗む"},
    {kBookVerb, "予約", "する", kSuru},
    {kPaint, "", "塗る", kGodan, kWo, kAction, covered_with_paint},
    {kPaint, "", "描く"},
    {kCut, "", "切る"},
    {kSavePerson, "", "助ける", kIchidan},
    {kSaveMoney, "", "貯める", kIchidan},
    {kLeave, "", "去る", kGodan, kWo, kMotion},
    {kLeaveBehind, "置い て", "行く", kIku, kWo, kMotion},
    {kRunShop, "経営", "する", kSuru, kWo, kState},
    {kPlantVerb, "", "植える", kIchidan},
    {kParkVerb, "", "止める", kIchidan},
    {kBuild, "", "建てる", kIchidan},
    {kCleanVerb, "", "磨く", kGodan, kWo, kAction, polished},
    {kCleanVerb, "掃除", "する", kSuru},
    {kBreak, "", "割る", kGodan, kWo, kAction, brittle},
    {kBreak, "", "壊す"},
    {kCarry, "", "運ぶ"},
    {kThrow, "", "投げる", kIchidan},
    {kPull, "", "引く"},
    {kSing, "", "歌う"},
    {kBite, "", "噛む"},
    {kFollow, "", "追う"},
    {kTurnOn, "", "つける", kIchidan},
    {kTurnOff, "", "消す"},
    {kWin, "", "勝つ", kGodan, kNi},
    {kTry, "味見", "する", kSuru},
    {kSolve, "解決", "する", kSuru},
    {kChange, "両替", "する", kSuru},
    {kFetch, "迎え に", "行く", kIku, kWo, kMotion},

    {kCost, "", "する", kSuru, kBare, kTimeless},
    {kLast, "", "続く", kGodan, kBare, kAction},

    {kGive, "", "くれる", kIchidan, kWo, kAction, to_speaker},
    {kGive, "", "渡す", kGodan, kWo, kAction, wished},
    {kGive, "", "あげる", kIchidan},
    {kShow, "", "見せる", kIchidan},
    {kBring, "持っ て", "来る", kKuru, kWo, kMotion},
    {kSend, "", "送る"},
    {kTell, "", "話す"},
    {kLend, "", "貸す"},
    {kExplain, "説明", "する", kSuru},
    {kSell_, "", "売る"},

    {kGo, "", "行く", kIku, kWo, kMotion},
    {kDriveGo, "", "行く", kIku, kWo, kMotion},
    {kCome, "", "来る", kKuru, kWo, kMotion},
    {kRunTo, "走っ て", "行く", kIku, kWo, kMotion},
    {kReturnTo, "", "帰る", kGodan, kWo, kMotion, homewards},
    {kReturnTo, "", "戻る", kGodan, kWo, kMotion},
    {kTravel, "旅行", "する", kSuru},

    {kLive, "", "住む", kGodan, kWo, kState},
    {kSit, "", "座る", kGodan, kWo, kState},
    {kLieRest, "置い て", "おく", kGodan, kWo, kAction, wished},
    {kLieRest, "置い て", "ある", kAru, kWo, kTimeless},
    {kStand, "", "止まる", kGodan, kWo, kState, vehicle_subject},
    {kStand, "", "立つ", kGodan, kWo, kState},
    {kStay, "", "泊まる", kGodan, kWo, kAction, lodging},
    {kStay, "滞在", "する", kSuru, kWo, kAction, town},
    {kStay, "", "残る"},
    {kHang, "", "掛かる", kGodan, kWo, kState},

    {kWaitFor, "", "待つ"},
    {kLookFor, "", "探す"},
    {kLookAt, "", "見る", kIchidan},
    {kThinkOf, "", "考える", kIchidan, kThoughts},
    {kTalkAbout, "", "話す", kGodan, kAbout},
    {kListenTo, "", "聴く"},
    {kTalkTo, "", "話す", kGodan, kCompanion},
    {kAskFor, "", "頼む"},

    {kSay, "", "言う", kGodan, kWo, kReported},
    {kThink, "", "思う", kGodan, kWo, kReported},
    {kKnowThat, "", "知る", kGodan, kWo, kState},
    {kBelieve, "", "信じる", kIchidan, kWo, kState},
    {kHope, "", "願う", kGodan, kWo, kState},

    // These build on the verb of their complement: 読みたい, 読もうとする, 読み始める, 読むのを忘れる.
    {kWantTo, "", "たがる", kGodan, kWo, kState},
    {.id = kLikeTo, .dictionary = "好き", .mark = kGa, .aspect = kTimeless, .kind = kNominal},
    {kTryTo, "", "する", kSuru, kWo, kState},
    {kBeginTo, "", "始める", kIchidan},
    {kForgetTo, "", "忘れる", kIchidan},

    {kRain, "雨 が", "降る"},
    {kSnow, "雪 が", "降る"},

    {kTurnWay, "", "曲がる"},
    {kGoStraight, "", "行く", kIku},

    {kBe, "", "いる", kIchidan, kWo, kTimeless, living_subject},
    {kBe, "", "ある", kAru, kWo, kTimeless},
    // Modal verbs are endings in Japanese; these are their citation forms.
    {kCan, "", "できる", kIchidan},
    {kMust, "", "なる"},
    {.id = kShould, .dictionary = "べき", .kind = kNominal},
    {.id = kMay, .dictionary = "いい", .kind = kNominal},
};

}  // namespace

std::span<const VerbEntry> verb_entries() {
  return kVerbs;
}

}  // namespace calque::phrasebook::ja
