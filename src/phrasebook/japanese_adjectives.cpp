// Japanese adjectives, in the order of concepts/adjectives.def. Entries of one concept stand together, the
// general one last.
#include "phrasebook/japanese_lexicon.h"

namespace calque::phrasebook::ja {
namespace {

using enum Concept;
using enum AdjectiveKind;
using enum VerbClass;

bool lives(Concept id) {
  const ConceptFacts& f = facts(id);
  if (f.category != Category::kNoun) return id != kIt;
  return f.semantic_class == SemanticClass::kPerson || f.semantic_class == SemanticClass::kAnimal;
}
bool eaten(Concept id) {
  const SemanticClass c = facts(id).semantic_class;
  return facts(id).category == Category::kNoun && (c == SemanticClass::kFood || c == SemanticClass::kDrink);
}
bool room(Concept id) {
  return facts(id).category == Category::kNoun && facts(id).semantic_class == SemanticClass::kRoom;
}

constexpr AdjectiveEntry kAdjectives[] = {
    {kGood, "", "いい"},
    {kNew, "", "新しい"},
    {kBig, "", "大きい"},
    {kSmall, "", "小さい"},
    {kOld, "", "年上", kNoType, kGodan, false, lives, true},
    {kOld, "", "年老いる", kStateType, kIchidan, true, lives},
    {kOld, "", "古い"},
    {kBeautiful, "", "美しい"},
    {kYoung, "", "若い"},
    {kExpensive, "", "高い"},
    {kCheap, "", "安い"},
    {kInteresting, "", "面白い"},
    {kLong, "", "長い"},
    {kShort, "", "短い"},
    {kRed, "", "赤い"},
    {kBlue, "", "青い"},
    {kGreen, "", "緑色", kNoType},
    {kWhite, "", "白い"},
    {kBlack, "", "黒い"},
    {kYellow, "", "黄色い"},
    {kFriendly, "", "親切", kNaType},
    {kHappy, "", "幸せ", kNaType},
    {kTired, "", "疲れる", kStateType, kIchidan, true},
    {kIll, "", "病気", kNoType},
    {kHungry, "お腹 が", "空く", kStateType, kGodan, true},
    {kThirsty, "喉 が", "渇く", kStateType, kGodan, true},
    {kSad, "", "悲しい"},
    {kRich, "", "裕福", kNaType},
    {kPoor, "", "貧しい"},
    {kFamous, "", "有名", kNaType},
    {kStrong, "", "強い"},
    {kTall, "背 が", "高い"},
    {kHigh, "", "高い"},
    {kFast, "", "速い"},
    {kSlow, "", "遅い"},
    {kHeavyAdj, "", "重い"},
    {kLightAdj, "", "軽い"},
    {kDifficult, "", "難しい"},
    {kEasy, "", "簡単", kNaType},
    {kHardMaterial, "", "硬い"},
    {kHardTask, "", "大変", kNaType},
    {kWarm, "", "温かい", kIType, kGodan, false, eaten},
    {kWarm, "", "暖かい"},
    {kCold, "", "寒い", kIType, kGodan, false, room},
    {kCold, "", "冷たい"},
    {kHot, "", "熱い"},
    {kFresh, "", "新鮮", kNaType},
    {kSweet, "", "甘い"},
    {kDelicious, "", "おいしい"},
    {kClean, "", "きれい", kNaType},
    {kDirty, "", "汚い"},
    {kQuiet, "", "静か", kNaType},
    {kLoud, "", "うるさい"},
    {kImportant, "", "重要", kNaType},
    {kRightCorrect, "", "正しい"},
    {kWrong, "", "間違う", kStateType, kGodan, true},
    {kOpenAdj, "", "開く", kStateType},
    {kClosed, "", "閉まる", kStateType},
    {kFreeSeat, "", "空く", kStateType},
    {kFreeOfCharge, "", "無料", kNoType},
    {kBroken, "", "壊れる", kStateType, kIchidan, true},
    {kFull, "", "いっぱい", kNoType},
    {kEmpty, "", "空っぽ", kNoType},
    {kDangerous, "", "危険", kNaType},
    {kClever, "", "賢い"},
    {kModern, "", "現代的", kNaType},
    {kCareful, "", "慎重", kNaType},
    {kLate, "", "遅れる", kStateType, kIchidan},
    {kMarried, "", "結婚する", kStateType, kSuru},
    {kColdWeather, "", "寒い"},
    {kWarmWeather, "", "暖かい"},
    {kHotWeather, "", "暑い"},
    {kWindy, "風 が", "強い"},
    {kSunny, "", "晴れる", kStateType, kIchidan, true},
    {kCloudy, "", "曇る", kStateType, kGodan, true},
};

}  // namespace

std::span<const AdjectiveEntry> adjective_entries() {
  return kAdjectives;
}

}  // namespace calque::phrasebook::ja
