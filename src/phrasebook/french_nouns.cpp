// The French nouns: gender, irregular plurals, and what French does differently from the tree (number,
// prepositions).
#include "phrasebook/french_lexicon.h"

namespace calque::phrasebook::fr {
namespace {

constexpr Gender M = Gender::kMasculine;
constexpr Gender F = Gender::kFeminine;

struct NounRow {
  Concept id;
  std::string_view singular;
  Gender gender;
  std::string_view plural = {};  // empty: by rule
};

using enum Concept;

constexpr NounRow kPersons[] = {
    {kMan, "homme", M},
    {kWoman, "femme", F},
    {kChild, "enfant", M},
    {kFriend, "ami", M},
    {kMother, "mère", F},
    {kFather, "père", M},
    {kTeacher, "professeur", M},
    {kDoctor, "médecin", M},
    {kGirl, "fille", F},
    {kBoy, "garçon", M},
    {kBrother, "frère", M},
    {kSister, "sœur", F},
    {kStudent, "étudiant", M},
    {kNeighbour, "voisin", M},
    {kDaughter, "fille", F},
    {kSon, "fils", M},
    {kWife, "femme", F},
    {kHusband, "mari", M},
    {kGuest, "invité", M},
    {kWaiter, "serveur", M},
    {kCook, "cuisinier", M},
    {kDriver, "conducteur", M},
    {kPoliceman, "policier", M},
    {kColleague, "collègue", M},
    {kBoss, "chef", M},
    {kLawyer, "avocat", M},
    {kGrandmother, "grand-mère", F, "grands-mères"},
    {kGrandfather, "grand-père", M, "grands-pères"},
    {kTourist, "touriste", M},
    {kBaker, "boulanger", M},
    {kFarmer, "agriculteur", M},
    {kPainter, "peintre", M},
    {kThief, "voleur", M},
    {kPilot, "pilote", M},
    {kEngineer, "ingénieur", M},
    {kKing, "roi", M},
    {kQueen, "reine", F},
    {kJudge, "juge", M},
    {kUncle, "oncle", M},
    {kAunt, "tante", F},
};

constexpr NounRow kAnimalsAndFood[] = {
    {kDog, "chien", M},
    {kCat, "chat", M},
    {kBird, "oiseau", M},
    {kHorse, "cheval", M},
    {kCow, "vache", F},
    {kMouse, "souris", F},
    {kSnake, "serpent", M},
    {kBatAnimal, "chauve-souris", F, "chauves-souris"},
    {kRooster, "coq", M},
    {kPig, "cochon", M},
    {kSheep, "mouton", M},
    {kRabbit, "lapin", M},
    {kOstrich, "autruche", F},
    {kBear, "ours", M},
    {kDuck, "canard", M},
    {kBread, "pain", M},
    {kApple, "pomme", F},
    {kCheese, "fromage", M},
    {kFish, "poisson", M},
    {kMeat, "viande", F},
    {kSoup, "soupe", F},
    {kCake, "gâteau", M},
    {kEgg, "œuf", M},
    {kRice, "riz", M},
    {kPotato, "pomme de terre", F, "pommes de terre"},
    {kPear, "poire", F},
    {kIceCream, "glace", F},
    {kSalad, "salade", F},
    {kChocolate, "chocolat", M},
    {kTomato, "tomate", F},
    {kDishMeal, "plat", M},
    {kAvocado, "avocat", M},
    {kDateFruit, "datte", F},
    {kOnion, "oignon", M},
    {kButter, "beurre", M},
    {kSugar, "sucre", M},
    {kSalt, "sel", M},
    {kWater, "eau", F},
    {kCoffee, "café", M},
    {kTea, "thé", M},
    {kWine, "vin", M},
    {kBeer, "bière", F},
    {kMilk, "lait", M},
    {kJuice, "jus", M},
};

constexpr NounRow kPlaces[] = {
    {kSchool, "école", F},
    {kStation, "gare", F},
    {kHouse, "maison", F},
    {kRestaurant, "restaurant", M},
    {kHotel, "hôtel", M},
    {kBankMoney, "banque", F},
    {kShop, "magasin", M},
    {kHospital, "hôpital", M},
    {kMuseum, "musée", M},
    {kOffice, "bureau", M},
    {kLibrary, "bibliothèque", F},
    {kChurch, "église", F},
    {kCastle, "château", M},
    {kCinema, "cinéma", M},
    {kAirport, "aéroport", M},
    {kTheatre, "théâtre", M},
    {kPharmacy, "pharmacie", F},
    {kBakery, "boulangerie", F},
    {kPostOffice, "poste", F},
    {kUniversity, "université", F},
    {kFactory, "usine", F},
    {kCourt, "tribunal", M},
    {kTower, "tour", F},
    {kKitchen, "cuisine", F},
    {kRoom, "pièce", F},
    {kBathroom, "salle de bains", F, "salles de bains"},
    {kBedroom, "chambre", F},
    {kLivingRoom, "salon", M},
    {kCellar, "cave", F},
    {kCity, "ville", F},
    {kStreet, "rue", F},
    {kPark, "parc", M},
    {kGarden, "jardin", M},
    {kVillage, "village", M},
    {kRiver, "rivière", F},
    {kLake, "lac", M},
    {kSea, "mer", F},
    {kForest, "forêt", F},
    {kMountain, "montagne", F},
    {kBridge, "pont", M},
    {kBankRiver, "rive", F},
    {kMarket, "marché", M},
    {kSquare, "place", F},
    {kBeach, "plage", F},
    {kIsland, "île", F},
    {kField, "champ", M},
    {kGate, "portail", M, "portails"},
    {kCar, "voiture", F},
    {kTrain, "train", M},
    {kBus, "bus", M},
    {kBicycle, "vélo", M},
    {kTaxi, "taxi", M},
    {kPlane, "avion", M},
    {kShip, "navire", M},
    {kBoat, "bateau", M},
    {kTram, "tramway", M},
};

constexpr NounRow kObjects[] = {
    {kBag, "sac", M},
    {kKey, "clé", F},
    {kTicket, "billet", M},
    {kPicture, "tableau", M},
    {kGift, "cadeau", M},
    {kWatch, "montre", F},
    {kSuitcase, "valise", F},
    {kUmbrella, "parapluie", M},
    {kCamera, "appareil photo", M, "appareils photo"},
    {kBox, "boîte", F},
    {kBall, "balle", F},
    {kMirror, "glace", F},
    {kRingJewel, "bague", F},
    {kCoin, "pièce", F},
    {kBulb, "ampoule", F},
    {kBouquet, "bouquet", M},
    {kCandle, "bougie", F},
    {kPlate, "assiette", F},
    {kCanTin, "boîte", F},
    {kMatchStick, "allumette", F},
    {kBlanket, "couverture", F},
    {kToy, "jouet", M},
    {kCard, "carte", F},
    {kKnife, "couteau", M},
    {kPen, "stylo", M},
    {kSpoon, "cuillère", F},
    {kFork, "fourchette", F},
    {kHammer, "marteau", M},
    {kLadder, "échelle", F},
    {kBrush, "brosse", F},
    {kScissors, "ciseau", M},
    {kBatClub, "batte", F},
    {kNailIron, "clou", M},
    {kComputer, "ordinateur", M},
    {kPhone, "téléphone", M},
    {kTelevision, "téléviseur", M},
    {kRadio, "radio", F},
    {kLamp, "lampe", F},
    {kClock, "horloge", F},
    {kFridge, "réfrigérateur", M},
    {kTable, "table", F},
    {kChair, "chaise", F},
    {kBed, "lit", M},
    {kSofa, "canapé", M},
    {kBench, "banc", M},
    {kCupboard, "armoire", F},
    {kShelf, "étagère", F},
    {kDoor, "porte", F},
    {kWindow, "fenêtre", F},
    {kWall, "mur", M},
    {kRoof, "toit", M},
    {kLock, "serrure", F},
    {kStairs, "escalier", M},
    {kCeiling, "plafond", M},
    {kTap, "robinet", M},
    {kFloor, "sol", M},
    {kShirt, "chemise", F},
    {kCoat, "manteau", M},
    {kShoe, "chaussure", F},
    {kDress, "robe", F},
    {kHat, "chapeau", M},
    {kJacket, "veste", F},
    {kTrousers, "pantalon", M},
    {kGlasses, "lunette", F},
    {kSkirt, "jupe", F},
};

constexpr NounRow kMind[] = {
    {kBook, "livre", M},
    {kNewspaper, "journal", M},
    {kLetterMail, "lettre", F},
    {kMap, "carte", F},
    {kMessage, "message", M},
    {kMenu, "menu", M},
    {kBill, "addition", F},
    {kQuestion, "question", F},
    {kAnswerNoun, "réponse", F},
    {kStory, "histoire", F},
    {kWord, "mot", M},
    {kSentence, "phrase", F},
    {kTruth, "vérité", F},
    {kLetterSign, "lettre", F},
    {kProblem, "problème", M},
    {kWork, "travail", M, "travaux"},
    {kIdea, "idée", F},
    {kMistake, "erreur", F},
    {kPlan, "projet", M},
    {kHistory, "histoire", F},
    {kTime, "temps", M},
    {kLuck, "chance", F},
    {kDateCalendar, "date", F},
    {kPrice, "prix", M},
    {kAddress, "adresse", F},
    {kNameNoun, "nom", M},
    {kLanguageNoun, "langue", F},
    {kGerman, "allemand", M},
    {kEnglish, "anglais", M},
    {kFrench, "français", M},
    {kJapanese, "japonais", M},
    {kMusic, "musique", F},
    {kSong, "chanson", F},
    {kFilm, "film", M},
    {kPiano, "piano", M},
    {kGuitar, "guitare", F},
    {kViolin, "violon", M},
    {kFlute, "flûte", F},
    {kFootball, "football", M},
    {kTennis, "tennis", M},
    {kChess, "échec", M},
    {kParty, "fête", F},
    {kConcert, "concert", M},
    {kMeeting, "réunion", F},
    {kLesson, "cours", M},
    {kMatchGame, "match", M},
    {kJourney, "voyage", M},
    {kExam, "examen", M},
    {kWedding, "mariage", M},
};

constexpr NounRow kNature[] = {
    {kHand, "main", F},         {kEye, "œil", M, "yeux"},   {kHead, "tête", F},
    {kFoot, "pied", M},         {kHair, "cheveu", M},       {kTooth, "dent", F},
    {kTongue, "langue", F},     {kNailFinger, "ongle", M},  {kTree, "arbre", M},
    {kFlower, "fleur", F},      {kPlantNoun, "plante", F},  {kRose, "rose", F},
    {kSun, "soleil", M},        {kMoon, "lune", F},         {kStar, "étoile", F},
    {kSky, "ciel", M, "ciels"}, {kLightNoun, "lumière", F}, {kWood, "bois", M},
    {kIce, "glace", F},         {kPaper, "papier", M},      {kGlassMaterial, "verre", M},
    {kStone, "pierre", F},      {kGold, "or", M},           {kMoney, "argent", M},
    {kEuro, "euro", M},         {kDollar, "dollar", M},     {kCent, "centime", M},
    {kQueue, "queue", F},       {kGoal, "but", M},          {kGlassCup, "verre", M},
    {kCup, "tasse", F},         {kBottle, "bouteille", F},  {kKilo, "kilo", M},
    {kPiece, "morceau", M},     {kLitre, "litre", M},       {kYear, "année", F},
    {kDay, "jour", M},          {kHour, "heure", F},        {kWeek, "semaine", F},
    {kMinute, "minute", F},     {kMonth, "mois", M},        {kSecond, "seconde", F},
};

// Persons whose word changes for a woman; the second column is the feminine.
struct FeminineRow {
  Concept id;
  std::string_view feminine;
};
constexpr FeminineRow kFeminines[] = {
    {kFriend, "amie"},         {kStudent, "étudiante"},  {kNeighbour, "voisine"},   {kGuest, "invitée"},
    {kCook, "cuisinière"},     {kDriver, "conductrice"}, {kLawyer, "avocate"},      {kBaker, "boulangère"},
    {kFarmer, "agricultrice"}, {kThief, "voleuse"},      {kEngineer, "ingénieure"}, {kTeacher, "professeure"},
    {kPoliceman, "policière"}, {kWaiter, "serveuse"},    {kTourist, "touriste"},    {kColleague, "collègue"},
    {kPainter, "peintre"},     {kPilot, "pilote"},       {kJudge, "juge"},          {kChild, "enfant"},
    {kDoctor, "médecin"},      {kBoss, "cheffe"},
};

constexpr Concept kProfessions[] = {kTeacher, kDoctor, kStudent, kWaiter,  kCook,  kDriver,   kPoliceman,
                                    kLawyer,  kBaker,  kFarmer,  kPainter, kPilot, kEngineer, kJudge};

}  // namespace

void Lexicon::build_nouns() {
  const auto add = [&](const auto& rows) {
    for (const NounRow& row : rows) {
      Noun& noun = nouns_[index_of(row.id)];
      noun.singular = row.singular;
      noun.plural = row.plural.empty() ? keep(plural_of(row.singular)) : row.plural;
      noun.gender = row.gender;
    }
  };
  add(kPersons);
  add(kAnimalsAndFood);
  add(kPlaces);
  add(kObjects);
  add(kMind);
  add(kNature);
  const auto noun = [&](Concept id) -> Noun& { return nouns_[index_of(id)]; };
  for (const FeminineRow& row : kFeminines) {
    noun(row.id).feminine = row.feminine;
    noun(row.id).feminine_plural = keep(plural_of(row.feminine));
  }
  for (const Concept id : kProfessions) noun(id).profession = true;
  for (const Concept id : {kScissors, kGlasses, kHair, kChess}) noun(id).counting = Counting::kPlural;
  for (const Concept id : {kTrousers, kStairs}) noun(id).counting = Counting::kSingular;
  for (const Concept id : {kBeach, kSquare}) noun(id).place = PlaceKind::kGround;
  for (const Concept id : {kIsland, kBridge, kBankRiver}) noun(id).place = PlaceKind::kTop;
  for (const Concept id : {kRiver, kLake, kSea}) noun(id).place = PlaceKind::kWaterside;
  noun(kStreet).place = PlaceKind::kStreet;
  noun(kMarket).place = PlaceKind::kFixed;
  // Countries carry an article in French, so they are nouns here.
  const auto country = [&](Concept id, std::string_view form, Gender gender) {
    noun(id).singular = form;
    noun(id).plural = form;
    noun(id).gender = gender;
  };
  country(kGermany, "Allemagne", F);
  country(kFrance, "France", F);
  country(kJapan, "Japon", M);
  country(kEngland, "Angleterre", F);
  country(kItaly, "Italie", F);
}

}  // namespace calque::phrasebook::fr
