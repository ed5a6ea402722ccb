// German adverbials and prepositions.
#include "phrasebook/german.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

struct Governed {
  std::string_view preposition;
  GermanCase c;
};

constexpr GermanCase kAcc = GermanCase::kAccusative;
constexpr GermanCase kDat = GermanCase::kDative;

// Where one is: in, an or auf, by relation and noun.
Governed at_place(Concept relation, Concept noun) {
  switch (noun) {
    case kStreet:
    case kSquare:
    case kField:
    case kMarket:
    case kIsland:
    case kMountain:
      return {"auf", kDat};
    case kBeach:
    case kWall:
      return {"an", kDat};
    case kPostOffice:
      return {"in", kDat};
    default:
      break;
  }
  if (relation == kOn) return {"auf", kDat};
  return {relation == kAt ? std::string_view("an") : std::string_view("in"), kDat};
}

// Where one goes: nach Berlin, in die Schule, ans Meer, zum Bahnhof.
Governed to_place(Concept noun) {
  const Category category = facts(noun).category;
  if (category == Category::kTown || category == Category::kCountry) return {"nach", kDat};
  switch (noun) {
    case kSchool:
    case kCinema:
    case kTheatre:
    case kMuseum:
    case kChurch:
    case kRestaurant:
    case kHotel:
    case kHospital:
    case kLibrary:
    case kOffice:
    case kPark:
    case kForest:
    case kCity:
    case kGarden:
    case kVillage:
      return {"in", kAcc};
    case kSea:
    case kBeach:
    case kBankRiver:
      return {"an", kAcc};
    case kIsland:
    case kMountain:
    case kMarket:
    case kField:
    case kStreet:
      return {"auf", kAcc};
    default:
      return {"zu", kDat};
  }
}

Governed from_place(Concept noun) {
  const ConceptFacts& f = facts(noun);
  const bool open = f.semantic_class == SemanticClass::kOutdoor && noun != kCity && noun != kForest &&
                    noun != kVillage && noun != kPark && noun != kGarden;
  const bool stop =
      noun == kStation || noun == kAirport || noun == kPostOffice || noun == kUniversity || noun == kCourt;
  return {open || stop ? std::string_view("von") : std::string_view("aus"), kDat};
}

Governed govern(Concept relation, Concept noun) {
  switch (relation) {
    case kIn:
    case kOn:
    case kAt:
      return at_place(relation, noun);
    case kTo:
      return to_place(noun);
    case kFrom:
      return from_place(noun);
    case kInto:
      return {"in", kAcc};
    case kThrough:
      return {"durch", kAcc};
    case kWithout:
      return {"ohne", kAcc};
    case kFor:
      return {"für", kAcc};
    case kDuring:
      return {"während", GermanCase::kGenitive};
    default:
      return {{}, kDat};  // the lexicon's word with the dative
  }
}

constexpr std::array<std::string_view, 14> kGermanHours = {"",     "ein",   "zwei",   "drei", "vier",
                                                           "fünf", "sechs", "sieben", "acht", "neun",
                                                           "zehn", "elf",   "zwölf",  "eins"};

}  // namespace

std::string_view GermanWriter::contraction(std::string_view preposition, const NounPhrase& np,
                                           const Slot& slot) const {
  const bool named = np.owner != kAbsent && !lexicon_.genitive_name(s_.np(np.owner).head).empty();
  if (np.determiner != Determiner::kDefinite || named || np.relative != kAbsent) return {};
  const std::string_view article = german_definite(slot.c, slot.gender, slot.plural);
  if (article == "dem") {
    if (preposition == "in") return "im";
    if (preposition == "an") return "am";
    if (preposition == "zu") return "zum";
    if (preposition == "von") return "vom";
    if (preposition == "bis zu") return "bis zum";
    if (preposition == "in der Nähe von") return "in der Nähe vom";
  }
  if (article == "der" && preposition == "zu") return "zur";
  if (article == "der" && preposition == "bis zu") return "bis zur";
  if (article == "das" && preposition == "in") return "ins";
  if (article == "das" && preposition == "an") return "ans";
  return {};
}

void GermanWriter::with_preposition(std::string_view preposition, GermanCase c, Index i, NodeMask nodes,
                                    Concept lemma) {
  const NounPhrase& np = s_.np(i);
  const Category category = facts(np.head).category;
  const bool noun = category == Category::kNoun;
  const std::string_view joined = noun ? contraction(preposition, np, slot_of(np, c)) : std::string_view();
  if (joined.empty()) {
    words(preposition, nodes, lemma);
    return noun_phrase(i, c);
  }
  words(joined, nodes | mask_of(np.determiner_node), lemma);
  single_noun_phrase(np, c, true);
  if (np.coordinated == kAbsent) return;
  words(lexicon_.word(np.conjunction), mask_of(np.conjunction_node), np.conjunction);
  noun_phrase(np.coordinated, c);
}

void GermanWriter::prepositional(Concept relation, Index i, NodeMask nodes) {
  const NounPhrase& np = s_.np(i);
  if (relation == kAlong || relation == kForDuration) {  // die Straße entlang, zwei Stunden lang
    noun_phrase(i, kAcc);
    return words(lexicon_.word(relation), nodes, relation);
  }
  if (relation == kByVehicle) {  // mit dem Zug: the article belongs to the phrase
    const Slot slot = slot_of(np, kDat);
    words("mit", nodes, relation);
    words(german_definite(kDat, slot.gender, slot.plural), nodes);
    return single_noun_phrase(np, kDat, true);
  }
  Governed g = govern(relation, np.head);
  if (g.preposition.empty()) g.preposition = lexicon_.word(relation);
  with_preposition(g.preposition, g.c, i, nodes, relation);
}

void GermanWriter::clock(const Adverbial& a) {
  const NodeMask minute = mask_of(a.minute_node);
  const NodeMask hour_node = mask_of(a.hour_node);
  if (a.minute == 0) {
    words(kGermanHours[static_cast<std::size_t>(a.hour)], hour_node);
    return words("Uhr", mask_of(a.clock_node));
  }
  if (a.minute == 15) words("Viertel nach", minute);
  if (a.minute == 30) words("halb", minute);
  if (a.minute == 45) words("Viertel vor", minute);
  const int hour = a.minute == 15 ? a.hour : a.hour % 12 + 1;
  words(hour == 1 ? "eins" : kGermanHours[static_cast<std::size_t>(hour)], hour_node);
}

void GermanWriter::adverbial(const Adverbial& a, const Clause& c) {
  static const auto ordinals = [] {
    std::array<std::string, 32> forms;
    for (std::size_t i = 0; i < forms.size(); ++i) forms[i] = std::to_string(i) + ".";
    return forms;
  }();
  const NodeMask relation = mask_of(a.relation_node);
  const bool bare = c.type == ClauseType::kCalendar || c.type == ClauseType::kClockTime;
  switch (a.kind) {
    case AdverbialKind::kAdverb:
      return words(lexicon_.word(a.concept_id), mask_of(a.node), a.concept_id);
    case AdverbialKind::kPhrase:
      if (c.verb == kGoStraight && a.concept_id == kTo) {
        return with_preposition("bis zu", kDat, a.np, mask_of(a.node), kTo);
      }
      if (c.verb == kTurnWay && a.concept_id == kAt) {
        return with_preposition("an", kDat, a.np, mask_of(a.node), kAt);
      }
      return prepositional(a.concept_id, a.np, mask_of(a.node));
    case AdverbialKind::kClock:
      if (!bare) words("um", relation);
      return clock(a);
    case AdverbialKind::kWeekday:
      if (!bare) words("am", relation);
      return words(lexicon_.word(a.concept_id), mask_of(a.node), a.concept_id);
    case AdverbialKind::kDate:
      words(bare ? "der" : "am", bare ? mask_of(a.day_node) : relation);
      words(ordinals[static_cast<std::size_t>(a.day)], mask_of(a.day_node));
      return words(lexicon_.word(a.concept_id), mask_of(a.node), a.concept_id);
    case AdverbialKind::kMonth:
    case AdverbialKind::kSeason:
      words("im", relation);
      return words(lexicon_.word(a.concept_id), mask_of(a.node), a.concept_id);
    case AdverbialKind::kYear:
      words("im Jahr", relation);
      return words(digits(a.year), mask_of(a.node));
  }
}

}  // namespace calque::phrasebook
