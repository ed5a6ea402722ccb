// Names for the selectional restrictions that verbs, adjectives and the generator use.
#pragma once

#include "phrasebook/selection.h"

namespace calque::phrasebook::selections {

using C = SemanticClass;
using T = Tag;

inline constexpr Selection kNoNouns{};
inline constexpr Selection kPeople = of(C::kPerson);
inline constexpr Selection kAnimals = of(C::kAnimal);
inline constexpr Selection kAnimate = kPeople | kAnimals;
inline constexpr Selection kFoods = of(C::kFood);
inline constexpr Selection kDrinks = of(C::kDrink);
inline constexpr Selection kBuildings = of(C::kBuilding);
inline constexpr Selection kRooms = of(C::kRoom);
inline constexpr Selection kOutdoors = of(C::kOutdoor);
inline constexpr Selection kPlaces = kBuildings | kOutdoors;
inline constexpr Selection kVehicles = of(C::kVehicle);
inline constexpr Selection kThings = of(C::kThing);
inline constexpr Selection kTools = of(C::kTool);
inline constexpr Selection kMachines = of(C::kMachine);
inline constexpr Selection kFurnitures = of(C::kFurniture);
inline constexpr Selection kFixtures = of(C::kFixture);
inline constexpr Selection kClothes = of(C::kClothing);
inline constexpr Selection kReadables = of(C::kReading);
inline constexpr Selection kSpeeches = of(C::kSpeech);
inline constexpr Selection kAbstracts = of(C::kAbstract);
inline constexpr Selection kTongues = of(C::kTongue);
inline constexpr Selection kArts = of(C::kArt);
inline constexpr Selection kInstruments = of(C::kInstrument);
inline constexpr Selection kGames = of(C::kGame);
inline constexpr Selection kEvents = of(C::kEvent);
inline constexpr Selection kBodies = of(C::kBody);
inline constexpr Selection kPlants = of(C::kPlant);
inline constexpr Selection kMaterials = of(C::kMaterial);
inline constexpr Selection kMoneys = of(C::kMoney);
inline constexpr Selection kCurrencies = of(C::kCurrency);
inline constexpr Selection kMeasures = of(C::kMeasure);
inline constexpr Selection kTimeUnits = of(C::kTimeUnit);

inline constexpr Selection kPortables = kThings | kTools | kReadables | kClothes;
inline constexpr Selection kGoodsOnly = kThings | kMachines | kFurnitures | kClothes | kVehicles;
inline constexpr Selection kGoods = kGoodsOnly | kTools | kFoods | kDrinks | kInstruments | of(T::kBookGood);
inline constexpr Selection kOwned =
    kGoodsOnly | kAnimals | kInstruments | kReadables | kMoneys | of(T::kOwnedAbstract);
inline constexpr Selection kVisible = kPeople | kAnimals | kBuildings | kOutdoors | kVehicles | kThings |
                                      kPlants | of(C::kSky) | of(T::kWatchable);
inline constexpr Selection kLikable =
    kFoods | kDrinks | kArts | kGames | kAnimals | kPlants | kClothes | kPlaces | of(T::kBookGood);

inline constexpr Selection kFlyers = of(T::kFlyer);
inline constexpr Selection kRingers = of(T::kRinger);
inline constexpr Selection kDogs = of(T::kDog);
inline constexpr Selection kTaxis = of(T::kTaxi);
inline constexpr Selection kSkyThings = of(T::kShiner);
inline constexpr Selection kOpenables = of(T::kOpenable);
inline constexpr Selection kWritables = of(T::kWritable);
inline constexpr Selection kAudible = of(T::kAudible);
inline constexpr Selection kCookables = of(T::kCookable);
inline constexpr Selection kWatchables = of(T::kWatchable);
inline constexpr Selection kBills = of(T::kBill);
inline constexpr Selection kBookables = of(T::kBookable);
inline constexpr Selection kPaintables = of(T::kPaintable);
inline constexpr Selection kCuttables = of(T::kCuttable);
inline constexpr Selection kBusinesses = of(T::kBusiness);
inline constexpr Selection kCars = of(T::kCar);
inline constexpr Selection kBreakables = of(T::kBreakable);
inline constexpr Selection kThrowables = of(T::kThrowable);
inline constexpr Selection kSongs = of(T::kSong);
inline constexpr Selection kSwitchables = of(T::kSwitchable);
inline constexpr Selection kMatches = of(T::kMatch);
inline constexpr Selection kProblems = of(T::kProblem);
inline constexpr Selection kSeats = of(T::kSeat);
inline constexpr Selection kSurfaces = of(T::kSurface);
inline constexpr Selection kHangables = of(T::kHangable);
inline constexpr Selection kWalls = of(T::kWall);
inline constexpr Selection kMusics = of(T::kMusic);
inline constexpr Selection kFacts = of(T::kFact);
inline constexpr Selection kSendables = of(T::kSendable);
inline constexpr Selection kTellables = of(T::kTellable);
inline constexpr Selection kExplainables = of(T::kExplainable);
inline constexpr Selection kHotels = of(T::kHotel);
inline constexpr Selection kOutdoorWays = of(T::kOutdoorWay);
inline constexpr Selection kQueues = of(T::kQueue);
inline constexpr Selection kStories = of(T::kStory);
inline constexpr Selection kPlacesSeen = of(T::kPlaceSeen);
inline constexpr Selection kHighThings = of(T::kHighThing);
inline constexpr Selection kHeavies = of(T::kHeavy);
inline constexpr Selection kSpeechesAsked = of(T::kAskedSpeech);
inline constexpr Selection kExams = of(T::kExam);
inline constexpr Selection kTasks = of(T::kTask);
inline constexpr Selection kSoups = of(T::kSoup);
inline constexpr Selection kSweets = of(T::kSweet);
inline constexpr Selection kAnswerable = of(T::kAnswerable);
inline constexpr Selection kSeatsAndRooms = of(T::kSeatRoom);
inline constexpr Selection kEntryThings = of(T::kEntry);
inline constexpr Selection kContainers = of(T::kContainer);
inline constexpr Selection kDangers = of(T::kDangerous);
inline constexpr Selection kAdults = of(T::kAdult);
inline constexpr Selection kTransports = of(T::kTransport);
inline constexpr Selection kHelpful = of(T::kHelpful);
inline constexpr Selection kPlansAndIdeas = of(T::kPlanIdea);
inline constexpr Selection kWashables = of(T::kWashable);
inline constexpr Selection kCleanables = of(T::kCleanable);
inline constexpr Selection kRepairables = of(T::kRepairable);

}  // namespace calque::phrasebook::selections
