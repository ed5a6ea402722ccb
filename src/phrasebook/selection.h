// Selectional restrictions: semantic classes of nouns, finer tags, and sets of both ("who can eat what").
// Only the inventory (concepts/*.def, concept.cpp) and the generator use these; a language's grammar rarely
// does.
#pragma once

#include <cstdint>

namespace calque::phrasebook {

enum class SemanticClass : std::uint8_t {
  kPerson,
  kAnimal,
  kFood,
  kDrink,
  kBuilding,
  kRoom,
  kOutdoor,
  kVehicle,
  kThing,
  kTool,
  kMachine,
  kFurniture,
  kFixture,
  kClothing,
  kReading,
  kSpeech,
  kAbstract,
  kTongue,
  kArt,
  kInstrument,
  kGame,
  kEvent,
  kBody,
  kPlant,
  kSky,
  kMaterial,
  kMoney,
  kCurrency,
  kGroup,
  kMeasure,
  kTimeUnit,
  kNone,
};

// Tags pick single nouns out of their classes; concept.cpp lists the nouns of each tag.
enum class Tag : std::uint8_t {
  kFlyer,
  kRinger,
  kDog,
  kTaxi,
  kShiner,
  kOpenable,
  kWritable,
  kAudible,
  kCookable,
  kWatchable,
  kBill,
  kBookable,
  kPaintable,
  kCuttable,
  kBusiness,
  kCar,
  kBreakable,
  kThrowable,
  kSong,
  kSwitchable,
  kMatch,
  kProblem,
  kSeat,
  kSurface,
  kHangable,
  kWall,
  kMusic,
  kFact,
  kSendable,
  kTellable,
  kExplainable,
  kHotel,
  kOutdoorWay,
  kQueue,
  kStory,
  kPlaceSeen,
  kHighThing,
  kHeavy,
  kAskedSpeech,
  kExam,
  kTask,
  kSoup,
  kSweet,
  kAnswerable,
  kSeatRoom,
  kEntry,
  kContainer,
  kDangerous,
  kAdult,
  kTransport,
  kHelpful,
  kPlanIdea,
  kOwnedAbstract,
  kWashable,
  kCleanable,
  kRepairable,
  kBookGood,

  kCount,
};

struct Selection {
  std::uint64_t classes = 0;
  std::uint64_t tags = 0;

  constexpr bool empty() const { return classes == 0 && tags == 0; }
  constexpr bool operator==(const Selection&) const = default;
};

constexpr Selection operator|(Selection a, Selection b) {
  return {a.classes | b.classes, a.tags | b.tags};
}
constexpr Selection of(SemanticClass c) {
  return {std::uint64_t{1} << static_cast<unsigned>(c), 0};
}
constexpr Selection of(Tag t) {
  return {0, std::uint64_t{1} << static_cast<unsigned>(t)};
}

}  // namespace calque::phrasebook
