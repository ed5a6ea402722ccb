// French prepositional phrases, clock times, dates, and the order of adverbials.
#include <array>

#include "phrasebook/french_composer.h"

namespace calque::phrasebook::fr {
namespace {

using enum Concept;

constexpr std::array<std::string_view, 13> kFrenchHours = {
    "", "une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"};

// The preposition for a noun of this kind, where French differs from the plain translation; else empty.
std::string_view special_preposition(PlaceKind kind, Concept relation) {
  const bool in = relation == kIn;
  const bool at = relation == kAt;
  const bool to = relation == kTo;
  if (!in && !at && !to && relation != kOn) return {};
  switch (kind) {
    case PlaceKind::kGround:
      return in ? "sur" : std::string_view{};
    case PlaceKind::kTop:
      return in || at || to ? "sur" : std::string_view{};
    case PlaceKind::kWaterside:
      return at ? "au bord de" : std::string_view{};
    case PlaceKind::kStreet:
      return "dans";
    case PlaceKind::kFixed:
      return in ? "à" : std::string_view{};
    case PlaceKind::kOrdinary:
      break;
  }
  return {};
}

Rank rank_of(const Adverbial& a) {
  if (a.kind == AdverbialKind::kPhrase) {
    return facts(a.concept_id).relation == Relation::kTemporal ? Rank::kTime : Rank::kPlace;
  }
  if (a.kind != AdverbialKind::kAdverb) return Rank::kTime;
  switch (facts(a.concept_id).adverb_class) {
    case AdverbClass::kFrequency:
      return Rank::kMedial;
    case AdverbClass::kManner:
      if (a.concept_id == kWell) return Rank::kMedial;
      return a.concept_id == kAlone || a.concept_id == kTogether ? Rank::kPlace : Rank::kManner;
    case AdverbClass::kTime:
      return Rank::kTime;
    default:
      return Rank::kPlace;
  }
}

}  // namespace

// Towns and countries have prepositions of their own: à Paris, en France, au Japon.
bool Composer::town_or_country(Concept relation, NodeMask nodes, Index index) {
  const NounPhrase& np = s_.np(index);
  const Category category = facts(np.head).category;
  const bool into = relation == kIn || relation == kAt || relation == kTo || relation == kInto;
  if (category == Category::kTown && into) {
    w_.piece(kA, nodes, relation);
    noun_phrase(index, {});
    return true;
  }
  if (category != Category::kCountry || (!into && relation != kFrom)) return false;
  const bool feminine = lex_.noun(np.head).gender == Gender::kFeminine;
  if (feminine && into) {
    w_.word("en", nodes, relation);
  } else {
    w_.piece(into ? kA : kDe, nodes, relation);
  }
  noun_phrase(index, {.bare = feminine ? Bare::kZero : Bare::kDefinite});
  return true;
}

void Composer::prepositional(Concept relation, NodeId node, Index index, Concept verb) {
  const NodeMask nodes = mask_of(node);
  if (town_or_country(relation, nodes, index)) return;
  const NounPhrase& np = s_.np(index);
  std::string_view words = lex_.word(relation);
  NounPhraseUse use{.bare = Bare::kPartitive};
  const std::string_view special = special_preposition(lex_.noun(np.head).place, relation);
  const bool turning = verb == kTurnWay && relation == kAt && np.head != kStreet;
  if (!special.empty() && !turning) words = special;
  if (relation == kTo && verb == kGoStraight) words = "jusqu' à";
  if ((relation == kAt || relation == kTo) && is_person(index)) words = "chez";
  if (relation == kFrom && is_person(index)) words = "de chez";
  if (relation == kOn && np.head == kWall && verb == kHang) words = "à";
  if (relation == kOn && np.head == kStairs) words = "dans";
  if (relation == kByVehicle) {
    words = np.head == kBicycle ? "à" : "en";
    use.bare = Bare::kZero;
  }
  if (relation == kWithout && np.determiner == Determiner::kNone) use.bare = Bare::kZero;
  if (words.ends_with("de")) use.bare = Bare::kAfterDe;
  if (words == "à" || words == "de") {
    use.repeated = words == "à" ? &kA : &kDe;
    use.repeated_nodes = nodes;
  }
  w_.phrase(words, nodes, relation);
  noun_phrase(index, use);
}

void Composer::clock(const Adverbial& a) {
  // A quarter to four is 3:45 in the tree.
  const int hour = a.minute == 45 ? a.hour % 12 + 1 : a.hour;
  const NodeMask hour_nodes = mask_of(a.hour_node);
  const NodeMask minute_nodes = mask_of(a.minute_node);
  if (hour == 12) {
    w_.word("midi", hour_nodes | mask_of(a.clock_node));
  } else {
    w_.word(kFrenchHours[static_cast<std::size_t>(hour)], hour_nodes);
    w_.word(hour == 1 ? "heure" : "heures", a.clock_node != kNoNode ? mask_of(a.clock_node) : hour_nodes);
  }
  if (a.minute == 15) w_.phrase("et quart", minute_nodes);
  if (a.minute == 30) w_.phrase(hour == 12 ? "et demi" : "et demie", minute_nodes);
  if (a.minute == 45) w_.phrase("moins le quart", minute_nodes);
}

void Composer::date(const Adverbial& a) {
  w_.word("le", mask_of(a.relation_node));
  w_.word(a.day == 1 ? "1er" : digits(a.day), mask_of(a.day_node));
  w_.word(lex_.word(a.concept_id), mask_of(a.node), a.concept_id);
}

void Composer::adverbial(const Adverbial& a, const Plan& plan) {
  const NodeMask nodes = mask_of(a.node);
  const NodeMask relation = mask_of(a.relation_node);
  const Concept verb = plan.clause->verb;
  switch (a.kind) {
    case AdverbialKind::kAdverb:
      if (a.concept_id == kAlone) {
        return w_.word(lex_.alone().forms[form_index(plan.subject_concord)], nodes, kAlone);
      }
      return w_.phrase(lex_.word(a.concept_id), nodes, a.concept_id);
    case AdverbialKind::kPhrase:
      return prepositional(a.concept_id, a.node, a.np, verb);
    case AdverbialKind::kClock:
      w_.piece(kA, relation);
      return clock(a);
    case AdverbialKind::kWeekday:
      return w_.word(lex_.word(a.concept_id), nodes | relation, a.concept_id);
    case AdverbialKind::kDate:
      return date(a);
    case AdverbialKind::kMonth:
      w_.word("en", relation);
      return w_.word(lex_.word(a.concept_id), nodes, a.concept_id);
    case AdverbialKind::kSeason:
      w_.word(a.concept_id == kSpring ? "au" : "en", relation);
      return w_.word(lex_.word(a.concept_id), nodes, a.concept_id);
    case AdverbialKind::kYear:
      w_.word("en", relation);
      return w_.word(digits(a.year), nodes);
  }
}

// Just now is said by the verb group (venir de), as is jamais.
int Composer::adverbials(const Plan& plan, Rank rank) {
  const Clause& c = *plan.clause;
  int written = 0;
  for (std::size_t i = 0; i < c.adverbial_count; ++i) {
    const Adverbial& a = c.adverbials[i];
    const bool is_adverb = a.kind == AdverbialKind::kAdverb;
    if (is_adverb && (a.concept_id == kNever || a.concept_id == kJustNow)) continue;
    if (rank_of(a) != rank) continue;
    adverbial(a, plan);
    ++written;
  }
  return written;
}

}  // namespace calque::phrasebook::fr
