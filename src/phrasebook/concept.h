// The meanings that the phrasebook speaks about: an enum of all concepts, and what the grammar knows of each.
//
// The inventory is written in concepts/*.def, one line per concept with an English gloss; this header turns
// it into an enum (Concept::kDog, ...) and concept.cpp into a table. A language adds its own lexicon keyed by
// these ids. Everything here is immutable and safe to use from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "phrasebook/selection.h"

namespace calque::phrasebook {

enum class Concept : std::uint16_t {
  kNone = 0,
#define NOUN(id, gloss, semantic_class, countability, gender) k##id,
#define VERB(id, gloss, frame, subjects, objects) k##id,
#define ADJECTIVE(id, gloss, nouns, gradable) k##id,
#define WEATHER_ADJECTIVE(id, gloss) k##id,
#define ORDINAL(id, gloss) k##id,
#define ADVERB(id, gloss, adverb_class) k##id,
#define NAME(id, gloss, gender) k##id,
#define FAMILY_NAME(id, gloss) k##id,
#define TITLE(id, gloss, gender) k##id,
#define TOWN(id, gloss) k##id,
#define COUNTRY(id, gloss) k##id,
#define PRONOUN(id, gloss) k##id,
#define INDEFINITE(id, gloss) k##id,
#define QUESTION_WORD(id, gloss) k##id,
#define PREPOSITION(id, gloss, relation) k##id,
#define CONJUNCTION(id, gloss, kind) k##id,
#define QUANTIFIER(id, gloss) k##id,
#define WEEKDAY(id, gloss) k##id,
#define MONTH(id, gloss) k##id,
#define SEASON(id, gloss) k##id,
#define FORMULA(id, gloss, use) k##id,
#define PARTICLE(id, gloss) k##id,
#include "phrasebook/concepts/all.def"
  kCount  // not a concept: the number of ids
};

inline constexpr std::size_t kConceptCount = static_cast<std::size_t>(Concept::kCount);

constexpr std::size_t index_of(Concept id) {
  return static_cast<std::size_t>(id);
}

enum class Category : std::uint8_t {
  kNone,
  kNoun,
  kVerb,
  kAdjective,
  kWeatherAdjective,
  kOrdinal,
  kAdverb,
  kName,
  kFamilyName,
  kTitle,
  kTown,
  kCountry,
  kPronoun,
  kIndefinite,
  kQuestionWord,
  kPreposition,
  kConjunction,
  kQuantifier,
  kWeekday,
  kMonth,
  kSeason,
  kFormula,
  kParticle,
};

enum class Countability : std::uint8_t {
  kCount,     // one dog, two dogs
  kMass,      // water: singular, no indefinite article
  kSingular,  // the sun: singular, always with the definite article
  kPlural,    // English plural only (scissors, trousers); other languages may see one thing
};

enum class NaturalGender : std::uint8_t { kNeutral, kMale, kFemale };

// What a verb takes besides its subject.
enum class Frame : std::uint8_t {
  kNone,
  kIntransitive,
  kTransitive,    // direct object
  kDitransitive,  // direct object and recipient
  kPrice,         // cost: object is an amount of money
  kDuration,      // last: object is a length of time
  kMotion,        // a goal or source adverbial
  kLocative,      // a place adverbial
  kPrepObject,    // an object behind a preposition that the verb chooses in each language
  kThat,          // a that-clause
  kInfinitive,    // an infinitive clause with the same subject
  kWeather,       // no subject
  kDirections,    // turn left, go straight on
  kCopula,
  kModal,
};

enum class AdverbClass : std::uint8_t {
  kNone,
  kTime,             // today
  kFrequency,        // often
  kManner,           // quickly
  kPlaceAdverb,      // here
  kDirectionAdverb,  // left
  kDegree,           // very
};

enum class Relation : std::uint8_t { kNone, kStatic, kGoal, kCircumstance, kTemporal };
enum class ConjunctionKind : std::uint8_t { kNone, kCoordinating, kSubordinating };
enum class FormulaUse : std::uint8_t { kAlone, kVocative };

// What the grammar knows of a concept, the same for all languages. Fields that do not apply keep their
// defaults.
struct ConceptFacts {
  std::string_view id;     // "Dog"
  std::string_view gloss;  // "dog"
  Category category = Category::kNone;
  SemanticClass semantic_class = SemanticClass::kNone;  // nouns
  Countability countability = Countability::kCount;     // nouns
  NaturalGender gender = NaturalGender::kNeutral;       // nouns, names, titles
  Frame frame = Frame::kNone;                           // verbs
  Selection subjects{};                                 // verbs: nouns that can be subject
  Selection objects{};                                  // verbs: nouns that can be object (or place)
  Selection described{};                                // adjectives: nouns that they can describe
  bool gradable = false;                                // adjectives
  AdverbClass adverb_class = AdverbClass::kNone;        // adverbs
  Relation relation = Relation::kNone;                  // prepositions
  ConjunctionKind conjunction = ConjunctionKind::kNone;
  FormulaUse formula = FormulaUse::kAlone;
};

const ConceptFacts& facts(Concept id);

// True for the words that carry meaning by themselves (nouns, verbs other than "be" and the modals,
// adjectives, adverbs, names, days, months, seasons): these are always linked to their translation.
bool is_content(Concept id);

// The noun belongs to one of the selection's classes or carries one of its tags.
bool matches(const Selection& selection, Concept noun);

}  // namespace calque::phrasebook
