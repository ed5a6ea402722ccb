#include "phrasebook/concept.h"

#include <array>
#include <initializer_list>

#include "phrasebook/selections.h"

namespace calque::phrasebook {
namespace {

using FactsTable = std::array<ConceptFacts, kConceptCount>;
using TagTable = std::array<std::uint64_t, kConceptCount>;

constexpr ConceptFacts noun(std::string_view id, std::string_view gloss, SemanticClass semantic_class,
                            Countability countability, NaturalGender gender) {
  ConceptFacts f{.id = id, .gloss = gloss, .category = Category::kNoun};
  f.semantic_class = semantic_class;
  f.countability = countability;
  f.gender = gender;
  return f;
}

constexpr ConceptFacts verb(std::string_view id, std::string_view gloss, Frame frame, Selection subjects,
                            Selection objects) {
  ConceptFacts f{.id = id, .gloss = gloss, .category = Category::kVerb};
  f.frame = frame;
  f.subjects = subjects;
  f.objects = objects;
  return f;
}

constexpr ConceptFacts adjective(std::string_view id, std::string_view gloss, Selection described,
                                 bool gradable) {
  ConceptFacts f{.id = id, .gloss = gloss, .category = Category::kAdjective};
  f.described = described;
  f.gradable = gradable;
  return f;
}

constexpr ConceptFacts plain(std::string_view id, std::string_view gloss, Category category) {
  return {.id = id, .gloss = gloss, .category = category};
}

constexpr ConceptFacts named(ConceptFacts f, NaturalGender gender) {
  f.gender = gender;
  return f;
}
constexpr ConceptFacts adverb(ConceptFacts f, AdverbClass c) {
  f.adverb_class = c;
  return f;
}
constexpr ConceptFacts preposition(ConceptFacts f, Relation r) {
  f.relation = r;
  return f;
}
constexpr ConceptFacts conjunction(ConceptFacts f, ConjunctionKind k) {
  f.conjunction = k;
  return f;
}
constexpr ConceptFacts formula(ConceptFacts f, FormulaUse u) {
  f.formula = u;
  return f;
}

using namespace selections;

// In the order of the enum, whose first value is no concept. A constant: built by a function it would be
// compiled into code for every entry.
constexpr FactsTable kConceptFacts = {
    ConceptFacts{},
#define NOUN(i, g, c, n, s) noun(#i, g, SemanticClass::c, Countability::n, NaturalGender::s),
#define VERB(i, g, f, s, o) verb(#i, g, Frame::f, s, o),
#define ADJECTIVE(i, g, n, d) adjective(#i, g, n, d),
#define WEATHER_ADJECTIVE(i, g) plain(#i, g, Category::kWeatherAdjective),
#define ORDINAL(i, g) plain(#i, g, Category::kOrdinal),
#define ADVERB(i, g, c) adverb(plain(#i, g, Category::kAdverb), AdverbClass::c),
#define NAME(i, g, s) named(plain(#i, g, Category::kName), NaturalGender::s),
#define FAMILY_NAME(i, g) plain(#i, g, Category::kFamilyName),
#define TITLE(i, g, s) named(plain(#i, g, Category::kTitle), NaturalGender::s),
#define TOWN(i, g) plain(#i, g, Category::kTown),
#define COUNTRY(i, g) plain(#i, g, Category::kCountry),
#define PRONOUN(i, g) plain(#i, g, Category::kPronoun),
#define INDEFINITE(i, g) plain(#i, g, Category::kIndefinite),
#define QUESTION_WORD(i, g) plain(#i, g, Category::kQuestionWord),
#define PREPOSITION(i, g, r) preposition(plain(#i, g, Category::kPreposition), Relation::r),
#define CONJUNCTION(i, g, c) conjunction(plain(#i, g, Category::kConjunction), ConjunctionKind::c),
#define QUANTIFIER(i, g) plain(#i, g, Category::kQuantifier),
#define WEEKDAY(i, g) plain(#i, g, Category::kWeekday),
#define MONTH(i, g) plain(#i, g, Category::kMonth),
#define SEASON(i, g) plain(#i, g, Category::kSeason),
#define FORMULA(i, g, u) formula(plain(#i, g, Category::kFormula), FormulaUse::u),
#define PARTICLE(i, g) plain(#i, g, Category::kParticle),
#include "phrasebook/concepts/all.def"
};

// The nouns of each tag.
TagTable make_tags() {
  using enum Concept;
  TagTable table{};
  const auto tag = [&](Tag t, std::initializer_list<Concept> nouns) {
    for (const Concept noun : nouns) table[index_of(noun)] |= of(t).tags;
  };
  tag(Tag::kFlyer, {kBird, kPlane, kBatAnimal, kDuck, kPilot});
  tag(Tag::kRinger, {kPhone});
  tag(Tag::kDog, {kDog});
  tag(Tag::kTaxi, {kTaxi, kDoctor, kWaiter});
  tag(Tag::kShiner, {kSun, kMoon, kStar, kLamp});
  tag(Tag::kOpenable, {kDoor, kWindow, kBox, kSuitcase, kBag, kLock, kTap, kCupboard, kShop, kCanTin, kGate});
  tag(Tag::kWritable,
      {kLetterMail, kBook, kMessage, kSentence, kWord, kStory, kSong, kLetterSign, kNameNoun});
  tag(Tag::kAudible, {kMusic, kSong, kRadio, kDog, kBird, kRooster, kStory, kQuestion, kPiano});
  tag(Tag::kCookable, {kSoup, kFish, kMeat, kRice, kPotato, kEgg, kDishMeal, kTomato});
  tag(Tag::kWatchable, {kFilm, kMatchGame, kPicture});
  tag(Tag::kBill, {kBill});
  tag(Tag::kBookable, {kRoom, kHotel, kTicket, kJourney});
  tag(Tag::kPaintable, {kPicture, kWall, kHouse, kDoor, kFlower});
  tag(Tag::kCuttable, {kBread, kMeat, kPaper, kHair, kCake, kOnion, kCheese, kNailFinger, kPear});
  tag(Tag::kBusiness, {kShop, kRestaurant, kHotel, kBakery, kCinema, kPharmacy, kFactory});
  tag(Tag::kCar, {kCar, kBicycle, kBus});
  tag(Tag::kBreakable, {kWindow, kPlate, kMirror, kBulb, kGlasses, kLamp, kWatch, kChair});
  tag(Tag::kThrowable, {kBall, kStone, kBox, kCoin, kToy});
  tag(Tag::kSong, {kSong});
  tag(Tag::kSwitchable, {kLamp, kRadio, kTelevision, kComputer, kLightNoun});
  tag(Tag::kMatch, {kMatchGame});
  tag(Tag::kProblem, {kProblem, kMistake});
  tag(Tag::kSeat, {kChair, kSofa, kBench, kBed, kFloor});
  tag(Tag::kSurface, {kTable, kBed, kFloor, kSofa, kShelf, kChair});
  tag(Tag::kHangable, {kPicture, kMirror, kClock, kMap, kLamp});
  tag(Tag::kWall, {kWall});
  tag(Tag::kMusic, {kMusic, kSong, kRadio});
  tag(Tag::kFact, {kAnswerNoun, kTruth, kAddress, kNameNoun, kDateCalendar, kPrice, kStory});
  tag(Tag::kSendable, {kLetterMail, kMessage, kBook, kGift, kPicture, kCard, kBouquet, kBill});
  tag(Tag::kTellable, {kStory, kTruth});
  tag(Tag::kExplainable, {kProblem, kSentence, kWord, kPlan, kIdea, kQuestion, kMistake});
  tag(Tag::kHotel, {kHotel, kRestaurant});
  tag(Tag::kOutdoorWay, {kStreet, kRiver, kBridge, kBeach});
  tag(Tag::kQueue, {kQueue});
  tag(Tag::kStory, {kStory});
  tag(Tag::kPlaceSeen, {kCastle, kMuseum, kChurch, kTower, kBridge, kCity});
  tag(Tag::kHighThing, {kMountain, kTower, kTree, kPrice, kWall});
  tag(Tag::kHeavy, {kBag, kSuitcase, kBox, kStone, kTable, kBicycle});
  tag(Tag::kAskedSpeech, {kQuestion, kSentence, kWord});
  tag(Tag::kExam, {kExam});
  tag(Tag::kTask, {kWork, kExam});
  tag(Tag::kSoup, {kSoup, kPotato});
  tag(Tag::kSweet, {kCake, kApple, kPear, kChocolate, kDateFruit, kIceCream});
  tag(Tag::kAnswerable, {kAnswerNoun, kAddress, kWord, kDateCalendar, kIdea, kPrice});
  tag(Tag::kSeatRoom, {kChair, kRoom, kTable, kTaxi, kBench});
  tag(Tag::kEntry, {kTicket, kMuseum, kConcert, kMap});
  tag(Tag::kContainer, {kBox, kBag, kFridge, kBus, kTrain, kCinema, kSuitcase, kCupboard, kCanTin});
  tag(Tag::kDangerous, {kSnake, kKnife, kStreet, kBear, kJourney, kIdea, kMountain, kIce});
  tag(Tag::kAdult,
      {kMan, kWoman, kFriend, kTeacher, kDoctor, kBrother, kSister, kNeighbour, kColleague, kBoss});
  tag(Tag::kTransport, {kTrain, kBus, kPlane, kTram, kShip});
  tag(Tag::kHelpful, {kFriend, kDoctor, kLawyer, kTime, kPlan, kMoney, kIdea});
  tag(Tag::kPlanIdea, {kPlan, kIdea, kAddress});
  tag(Tag::kOwnedAbstract,
      {kProblem, kIdea, kPlan, kTime, kLuck, kQuestion, kFriend, kBrother, kSister, kRoom, kHouse});
  tag(Tag::kWashable, {kShirt, kCar, kHand, kHair, kPlate, kTrousers, kFoot, kWindow, kTomato, kDress});
  tag(Tag::kCleanable, {kKitchen, kRoom, kBathroom, kWindow, kFloor, kTable, kShoe, kTooth, kStairs});
  tag(Tag::kRepairable,
      {kCar, kBicycle, kComputer, kPhone, kRoof, kLock, kClock, kTap, kRadio, kDoor, kWatch, kStairs});
  tag(Tag::kBookGood, {kBook, kNewspaper, kMap});
  return table;
}

}  // namespace

const ConceptFacts& facts(Concept id) {
  return kConceptFacts[index_of(id)];
}

bool is_content(Concept id) {
  switch (facts(id).category) {
    case Category::kVerb:
      return facts(id).frame != Frame::kCopula && facts(id).frame != Frame::kModal;
    case Category::kNoun:
    case Category::kAdjective:
    case Category::kWeatherAdjective:
    case Category::kOrdinal:
    case Category::kAdverb:
    case Category::kName:
    case Category::kFamilyName:
    case Category::kTown:
    case Category::kCountry:
    case Category::kWeekday:
    case Category::kMonth:
    case Category::kSeason:
      return true;
    default:
      return false;
  }
}

bool matches(const Selection& selection, Concept noun) {
  static const TagTable tags = make_tags();
  const ConceptFacts& f = facts(noun);
  if (f.category != Category::kNoun) return false;
  return (selection.classes & of(f.semantic_class).classes) != 0 ||
         (selection.tags & tags[index_of(noun)]) != 0;
}

}  // namespace calque::phrasebook
