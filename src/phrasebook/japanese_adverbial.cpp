// Japanese adverbials: time from the year down to the hour, then company, place and goal; manner next to the
// verb.
#include "phrasebook/japanese_composer.h"
#include "phrasebook/japanese_numbers.h"

namespace calque::phrasebook::ja {
namespace {

using enum Concept;

constexpr int kRanks = 8;

bool is_place_noun(Concept noun) {
  if (facts(noun).category != Category::kNoun) return true;
  switch (facts(noun).semantic_class) {
    case SemanticClass::kBuilding:
    case SemanticClass::kRoom:
    case SemanticClass::kOutdoor:
    case SemanticClass::kEvent:
    case SemanticClass::kGroup:
      return true;
    default:
      return false;
  }
}

bool is_town(Concept noun) {
  return facts(noun).category == Category::kTown || facts(noun).category == Category::kCountry;
}

bool is_someone(Concept noun) {
  const ConceptFacts& f = facts(noun);
  return f.category == Category::kName || f.category == Category::kFamilyName ||
         f.category == Category::kPronoun ||
         (f.category == Category::kNoun && f.semantic_class == SemanticClass::kPerson);
}

// The relations that the particle alone says: 公園で, 壁に, 駅で; not 箱の中に, 机の上に, 川のそばで.
bool is_bare_relation(Concept id, Concept noun) {
  switch (id) {
    case kIn:
      return is_place_noun(noun);
    case kOn:
      return noun == kWall || noun == kStairs || noun == kIsland || noun == kBeach || noun == kMountain;
    case kAt:
      return noun != kRiver && noun != kLake && noun != kSea && noun != kDoor && noun != kWindow;
    default:
      return false;
  }
}

// A skill is done 上手に, anything else よく.
bool is_skill(Concept verb) {
  switch (verb) {
    case kSwim:
    case kDance:
    case kSpeak:
    case kCook_:
    case kPlayInstrument:
    case kPlayGame:
    case kSing:
    case kPaint:
    case kWrite:
      return true;
    default:
      return false;
  }
}

}  // namespace

Composer::Slot Composer::slot_of(const Adverbial& a) {
  if (a.kind == AdverbialKind::kPhrase) {
    const bool time = facts(a.concept_id).relation == Relation::kTemporal && a.concept_id != kForDuration;
    return time ? Slot::kTime : Slot::kMiddle;
  }
  if (a.kind != AdverbialKind::kAdverb) return Slot::kTime;
  switch (facts(a.concept_id).adverb_class) {
    case AdverbClass::kTime:
      return Slot::kTime;
    case AdverbClass::kFrequency:
    case AdverbClass::kPlaceAdverb:
      return Slot::kMiddle;
    default:
      return a.concept_id == kToHome ? Slot::kMiddle : Slot::kManner;
  }
}

// The order inside a slot.
int Composer::rank_of(const Adverbial& a) {
  switch (a.kind) {
    case AdverbialKind::kYear:
      return 0;
    case AdverbialKind::kSeason:
      return 1;
    case AdverbialKind::kMonth:
      return 2;
    case AdverbialKind::kDate:
      return 3;
    case AdverbialKind::kWeekday:
      return 4;
    case AdverbialKind::kClock:
      return 7;
    case AdverbialKind::kAdverb:
      if (facts(a.concept_id).adverb_class == AdverbClass::kFrequency) return 0;
      return facts(a.concept_id).adverb_class == AdverbClass::kPlaceAdverb ? 3 : 5;
    case AdverbialKind::kPhrase:
      break;
  }
  switch (facts(a.concept_id).relation) {
    case Relation::kCircumstance:
      return a.concept_id == kByVehicle || a.concept_id == kWithTool ? 2 : 1;
    case Relation::kStatic:
      return 3;
    case Relation::kGoal:
      return a.concept_id == kTo || a.concept_id == kInto ? 5 : 4;
    default:
      return 6;
  }
}

void Composer::adverbials(const Clause& c, Slot slot) {
  question_adverbial(c, slot);
  for (int rank = 0; rank < kRanks; ++rank) {
    for (std::size_t i = 0; i < c.adverbial_count; ++i) {
      const Adverbial& a = c.adverbials[i];
      if (slot_of(a) == slot && rank_of(a) == rank) adverbial(a, c);
    }
  }
}

void Composer::question_adverbial(const Clause& c, Slot slot) {
  const NodeMask nodes = mask_of(c.question_node);
  const auto ask = [&](std::string_view words) { put_words(out_, words, nodes, c.question_word); };
  switch (c.asked) {
    case Asked::kTime:
    case Asked::kReason:
      if (slot == Slot::kTime) ask(word(c.question_word));
      return;
    case Asked::kPlace:
      if (slot != Slot::kMiddle) return;
      ask("どこ");
      return put(out_, place_particle(c), nodes);
    case Asked::kGoal:
      if (slot == Slot::kMiddle) ask("どこ へ");
      return;
    case Asked::kManner:
      if (slot == Slot::kMiddle) ask("どうやって");
      return;
    case Asked::kPrice:
      if (slot == Slot::kManner) ask("いくら");
      return;
    default:
      return;
  }
}

// に for where something is or ends up, で for where something happens.
std::string_view Composer::place_particle(const Clause& c) const {
  if (c.type == ClauseType::kPlace || c.type == ClauseType::kExistence) return "に";
  if (facts(c.verb).frame == Frame::kLocative) return "に";
  const bool ends_up = c.verb == kParkVerb || c.verb == kPlantVerb || c.verb == kBuild || c.verb == kArrive;
  return ends_up ? "に" : "で";
}

// A relation of rest behind its noun phrase.
void Composer::relation(Concept id, Concept noun, NodeMask nodes, std::string_view particle) {
  if (!is_bare_relation(id, noun)) put_words(out_, word(id), nodes, id);
  put(out_, particle, nodes, id);
}

void Composer::phrase(const Adverbial& a, const Clause& c) {
  const Concept noun = s_.np(a.np).head;
  const NodeMask nodes = mask_of(a.node);
  const auto write = [&](std::string_view words) { put_words(out_, words, nodes, a.concept_id); };
  noun_phrase(a.np);
  if (facts(a.concept_id).relation == Relation::kStatic) {
    if (c.verb == kTurnWay) return write("を");
    if (c.verb == kSit && a.concept_id == kOn) return write("に");
    return relation(a.concept_id, noun, nodes, place_particle(c));
  }
  switch (a.concept_id) {
    case kTo:
      if (c.verb == kGoStraight) return write("まで");
      if (is_someone(noun)) return write("の ところ に");
      return write(is_town(noun) ? "へ" : "に");
    case kForDuration:
      // 時間 and 週間 say 間 already.
      if (noun != kHour && noun != kWeek) write("間");
      return;
    case kSince:
      return write(facts(noun).semantic_class == SemanticClass::kTimeUnit ? "前 から" : "から");
    default:
      return write(word(a.concept_id));
  }
}

// 三時半; a quarter to four is 四時十五分前.
void Composer::clock(const Adverbial& a) {
  const bool before = a.minute == 45;
  const NodeMask minute = mask_of(a.minute_node);
  put(out_, kanji(before ? a.hour % 12 + 1 : a.hour), mask_of(a.hour_node));
  put(out_, "時", mask_of(a.minute == 0 && a.clock_node != kNoNode ? a.clock_node : a.hour_node));
  if (a.minute == 30) put(out_, "半", minute);
  if (a.minute == 15) put_words(out_, "十五 分", minute);
  if (before) put_words(out_, "十五 分 前", minute);
}

// A day, date, month, season or year without its particle.
void Composer::calendar(const Adverbial& a) {
  const NodeMask nodes = mask_of(a.node);
  if (a.kind == AdverbialKind::kYear) {
    put(out_, digits(a.year), nodes);
    return put(out_, "年", nodes);
  }
  put(out_, word(a.concept_id), nodes, a.concept_id);
  if (a.kind != AdverbialKind::kDate) return;
  put(out_, kanji(a.day), mask_of(a.day_node));
  put(out_, "日", mask_of(a.day_node));
}

void Composer::adverbial(const Adverbial& a, const Clause& c) {
  switch (a.kind) {
    case AdverbialKind::kPhrase:
      return phrase(a, c);
    case AdverbialKind::kAdverb: {
      const bool place = facts(a.concept_id).adverb_class == AdverbClass::kPlaceAdverb;
      const bool well = a.concept_id == kWell && !is_skill(c.verb);
      const bool not_often = a.concept_id == kOften && c.negated;
      const std::string_view words = well ? "よく" : not_often ? "あまり" : word(a.concept_id);
      put_words(out_, words, mask_of(a.node), a.concept_id);
      if (place) put(out_, place_particle(c), mask_of(a.node));
      return;
    }
    case AdverbialKind::kClock:
      clock(a);
      break;
    default:
      calendar(a);
      break;
  }
  put(out_, "に", mask_of(a.relation_node));
}

}  // namespace calque::phrasebook::ja
