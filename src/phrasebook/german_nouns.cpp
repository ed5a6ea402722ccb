// German nouns: people and animals.
#include "phrasebook/german_lexicon.h"

namespace calque::phrasebook {

std::span<const GermanNoun> german_people_and_animals() {
  using enum Concept;
  constexpr auto m = GermanGender::kMasculine;
  constexpr auto f = GermanGender::kFeminine;
  constexpr auto n = GermanGender::kNeuter;
  static constexpr GermanNoun kNouns[] = {
      {kMan, "Mann", m, "Männer"},
      {kWoman, "Frau", f, "Frauen"},
      {kChild, "Kind", n, "Kinder"},
      {kFriend, "Freund", m, "Freunde"},
      {kMother, "Mutter", f, "Mütter"},
      {kFather, "Vater", m, "Väter"},
      {kTeacher, "Lehrer", m, "Lehrer"},
      {kDoctor, "Arzt", m, "Ärzte"},
      {kGirl, "Mädchen", n, "Mädchen"},
      {kBoy, "Junge", m, "Jungen", true},
      {kBrother, "Bruder", m, "Brüder"},
      {kSister, "Schwester", f, "Schwestern"},
      {kStudent, "Student", m, "Studenten", true},
      {kNeighbour, "Nachbar", m, "Nachbarn", true},
      {kDaughter, "Tochter", f, "Töchter"},
      {kSon, "Sohn", m, "Söhne"},
      {kWife, "Ehefrau", f, "Ehefrauen"},
      {kHusband, "Ehemann", m, "Ehemänner"},
      {kGuest, "Gast", m, "Gäste"},
      {kWaiter, "Kellner", m, "Kellner"},
      {kCook, "Koch", m, "Köche"},
      {kDriver, "Fahrer", m, "Fahrer"},
      {kPoliceman, "Polizist", m, "Polizisten", true},
      {kColleague, "Kollege", m, "Kollegen", true},
      {kBoss, "Chef", m, "Chefs"},
      {kLawyer, "Anwalt", m, "Anwälte"},
      {kGrandmother, "Großmutter", f, "Großmütter"},
      {kGrandfather, "Großvater", m, "Großväter"},
      {kTourist, "Tourist", m, "Touristen", true},
      {kBaker, "Bäcker", m, "Bäcker"},
      {kFarmer, "Bauer", m, "Bauern", true},
      {kPainter, "Maler", m, "Maler"},
      {kThief, "Dieb", m, "Diebe"},
      {kPilot, "Pilot", m, "Piloten", true},
      {kEngineer, "Ingenieur", m, "Ingenieure"},
      {kKing, "König", m, "Könige"},
      {kQueen, "Königin", f, "Königinnen"},
      {kJudge, "Richter", m, "Richter"},
      {kUncle, "Onkel", m, "Onkel"},
      {kAunt, "Tante", f, "Tanten"},
      {kDog, "Hund", m, "Hunde"},
      {kCat, "Katze", f, "Katzen"},
      {kBird, "Vogel", m, "Vögel"},
      {kHorse, "Pferd", n, "Pferde"},
      {kCow, "Kuh", f, "Kühe"},
      {kMouse, "Maus", f, "Mäuse"},
      {kSnake, "Schlange", f, "Schlangen"},
      {kBatAnimal, "Fledermaus", f, "Fledermäuse"},
      {kRooster, "Hahn", m, "Hähne"},
      {kPig, "Schwein", n, "Schweine"},
      {kSheep, "Schaf", n, "Schafe"},
      {kRabbit, "Kaninchen", n, "Kaninchen"},
      {kOstrich, "Strauß", m, "Strauße"},
      {kBear, "Bär", m, "Bären", true},
      {kDuck, "Ente", f, "Enten"},
  };
  return kNouns;
}

std::span<const GermanWord> german_feminine_people() {
  using enum Concept;
  static constexpr GermanWord kWords[] = {
      {kFriend, "Freundin"},      {kTeacher, "Lehrerin"}, {kDoctor, "Ärztin"},     {kStudent, "Studentin"},
      {kNeighbour, "Nachbarin"},  {kCook, "Köchin"},      {kDriver, "Fahrerin"},   {kColleague, "Kollegin"},
      {kBoss, "Chefin"},          {kLawyer, "Anwältin"},  {kTourist, "Touristin"}, {kBaker, "Bäckerin"},
      {kFarmer, "Bäuerin"},       {kPainter, "Malerin"},  {kThief, "Diebin"},      {kPilot, "Pilotin"},
      {kEngineer, "Ingenieurin"}, {kJudge, "Richterin"},
  };
  return kWords;
}

}  // namespace calque::phrasebook
