// The language-neutral sentence tree (interlingua): what a sentence says, before any language says it.
//
// A Sentence owns flat arrays of clauses and noun phrases that refer to each other by index. Everything that
// some language may express by a word of its own has a node id (1..63, 0 = absent). A lineariser writes
// tokens and marks each with the ids of the nodes it expresses; two tokens of two languages are linked iff
// they share a node. Plain values: no thread safety needed, nothing is owned outside the struct.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "phrasebook/concept.h"
#include "phrasebook/pattern.h"

namespace calque::phrasebook {

using NodeId = std::uint8_t;
inline constexpr NodeId kNoNode = 0;
inline constexpr NodeId kMaxNode = 63;

// Set of node ids as bits; bit n is node n.
using NodeMask = std::uint64_t;
constexpr NodeMask mask_of(NodeId node) {
  return node == kNoNode ? 0 : NodeMask{1} << node;
}

// Index into Sentence::clauses or Sentence::noun_phrases.
using Index = std::int16_t;
inline constexpr Index kAbsent = -1;

enum class Number : std::uint8_t { kSingular, kPlural };
enum class Tense : std::uint8_t { kPresent, kPast, kPerfect, kFuture };
enum class Degree : std::uint8_t { kPositive, kComparative, kSuperlative };
// Person of a possessor ("my", "her").
enum class Possessor : std::uint8_t { kNone, kMy, kYour, kHis, kHer, kOur, kTheir };

enum class Determiner : std::uint8_t {
  kNone,        // bare: names, pronouns, mass nouns and plurals in general ("I like dogs")
  kDefinite,    // the
  kIndefinite,  // a; never plural
  kThis,        // this, these
  kThat,        // that, those
  kPossessive,  // NounPhrase::possessor
  kQuantifier,  // NounPhrase::quantifier: many, some, every, ...
  kNumeral,     // NounPhrase::numeral: two, 35
  kWhich,       // question determiner; node is Clause::question_node
  kHowMany,     // question determiner, plural; node is Clause::question_node
};

struct AdjectivePhrase {
  Concept adjective = Concept::kNone;
  NodeId node = kNoNode;
  Degree degree = Degree::kPositive;
  Concept intensifier = Concept::kNone;  // very, too, quite; only with the positive
  NodeId intensifier_node = kNoNode;
};

struct NounPhrase {
  NodeId node = kNoNode;          // the head: noun, name or pronoun
  Concept head = Concept::kNone;  // category noun, name, family name, town, country, pronoun or indefinite
  Number number = Number::kSingular;

  Determiner determiner = Determiner::kNone;
  NodeId determiner_node = kNoNode;  // of the article, possessive, quantifier, numeral or question determiner
  Possessor possessor = Possessor::kNone;
  Concept quantifier = Concept::kNone;
  std::int32_t numeral = 0;

  Concept title = Concept::kNone;  // before a family name
  NodeId title_node = kNoNode;

  // Quantities: "two bottles of water" has head water, measure bottle; number, determiner and numeral belong
  // to the measure then. The head is a mass noun or a plural (kilo of apples: head_number below).
  Concept measure = Concept::kNone;
  NodeId measure_node = kNoNode;
  Number measured_number = Number::kSingular;  // number of the head under a measure

  Concept ordinal = Concept::kNone;  // "the second street"; only with definite
  NodeId ordinal_node = kNoNode;
  std::array<AdjectivePhrase, 2> adjectives;
  std::uint8_t adjective_count = 0;
  NodeId adjective_conjunction_node = kNoNode;  // set: two adjectives joined by "and" ("old and expensive")

  Index owner = kAbsent;  // "my father's car": this noun phrase (car) has the owner; determiner is kDefinite
  NodeId owner_node = kNoNode;  // the genitive relation itself ('s, of, von, de, の)
  Index place = kAbsent;        // "the house behind the church": noun phrase of the place
  Concept place_relation = Concept::kNone;
  NodeId place_node = kNoNode;     // the preposition
  Index relative = kAbsent;        // relative clause about this noun phrase (Clause::gap says in which role)
  NodeId relative_node = kNoNode;  // the relative pronoun
  NodeId relative_comma_node = kNoNode;

  Index coordinated = kAbsent;  // second conjunct: "Anna and my brother"; this struct is the first conjunct
  Concept conjunction = Concept::kNone;  // kAnd or kOr
  NodeId conjunction_node = kNoNode;

  Index antecedent = kAbsent;  // pronouns he, she, it, they: the noun phrase they refer to (gender), if any
};

enum class AdverbialKind : std::uint8_t {
  kAdverb,  // concept: an adverb
  kPhrase,  // concept: a preposition, np: its noun phrase (place, direction, with, for, after, since, ago...)
  kClock,   // hour, minute: "at half past three"
  kWeekday,  // concept: weekday: "on Monday"
  kDate,     // concept: month, day: "on 3 May"
  kMonth,    // concept: month: "in May"
  kSeason,   // concept: season: "in summer"
  kYear,     // year: "in 1998"
};

struct Adverbial {
  AdverbialKind kind = AdverbialKind::kAdverb;
  Concept concept_id = Concept::kNone;  // adverb, preposition, weekday, month, season
  NodeId node = kNoNode;                // the adverb, day or month; the preposition of a kPhrase
  NodeId relation_node = kNoNode;  // of "at", "on", "in" before clock times, days, months, seasons, years
  Index np = kAbsent;              // kPhrase
  std::int16_t hour = 0;           // kClock: 1..12
  std::int16_t minute = 0;         // kClock: 0, 15, 30, 45
  NodeId hour_node = kNoNode;
  NodeId minute_node = kNoNode;  // quarter past, half past, quarter to; absent for 0 (then "o'clock")
  NodeId clock_node = kNoNode;   // "o'clock"; absent unless minute is 0
  std::int16_t day = 0;          // kDate: 1..31
  NodeId day_node = kNoNode;
  std::int16_t year = 0;  // kYear
};

enum class ClauseType : std::uint8_t {
  kVerb,              // verb with the arguments of its frame
  kAdjective,         // subject is `adjective`
  kNominal,           // subject is `object` (a noun phrase): "My brother is a doctor."
  kPlace,             // subject is at adverbials[0]: "The key is on the table."
  kExistence,         // there is `subject` (at adverbials[0])
  kWeatherVerb,       // it rains
  kWeatherAdjective,  // it is `adjective`
  kNaming,            // my name is `object`; subject is the bearer ("I", "my brother"): Ich heiße ...
  kAge,  // subject is `object` old: object is a numeral noun phrase with head kYear; adjective.node is "old"
  kClockTime,  // it is adverbials[0] (kClock)
  kCalendar,   // today is adverbials[0] (kWeekday or kDate); verb_node, today_node
};

enum class Mood : std::uint8_t {
  kDeclarative,
  kYesNoQuestion,
  kWhQuestion,
  kImperative,  // subject is "you" (Sentence::address) and is not expressed in English
  kSuggestion,  // Let us ...; subject is "we"
};

// Which part of the clause a wh-question asks for. The questioned argument's noun phrase is absent, except
// that a noun phrase with determiner kWhich or kHowMany is present.
enum class Asked : std::uint8_t {
  kNothing,
  kSubject,  // who
  kObject,   // what, who(m); or the object noun phrase has determiner kWhich / kHowMany
  kPlace,    // where
  kGoal,     // where to
  kTime,     // when
  kReason,   // why
  kManner,   // how
  kPrice,    // how much
  kAge,      // how old
  kClock,    // what time is it
  kName,     // what is your name
};

enum class Complement : std::uint8_t {
  kNone,
  kThat,              // Clause::complement is a full clause
  kInfinitive,        // complement has the same subject; its verb is an infinitive
  kIndirectQuestion,  // complement has mood kWhQuestion: "I know where the station is."
};

// The role that the head noun phrase plays in its relative clause. That argument's index is the head noun
// phrase.
enum class Gap : std::uint8_t { kNone, kSubject, kObject };

// Whether a time adverbial opens the clause (main declarative clauses only).
enum class Fronting : std::uint8_t {
  kNone,
  kTime,          // in every language: "Yesterday he bought a car." - "Gestern kaufte er ein Auto."
  kTimeIfCommon,  // only where it is the common order (German, Japanese), not in English and French
};

struct Clause {
  ClauseType type = ClauseType::kVerb;
  Mood mood = Mood::kDeclarative;
  Concept verb = Concept::kNone;  // kBe for the copular types
  NodeId verb_node = kNoNode;     // auxiliaries of tense, passive and do-support express this node too
  Tense tense = Tense::kPresent;
  bool progressive = false;  // English "is reading"; with kPresent or kPast only; others may ignore it
  bool passive = false;  // subject is absent or the agent; object is what it is done to (grammatical subject)
  Concept modal = Concept::kNone;
  NodeId modal_node =
      kNoNode;  // with tense kPresent or kPast ("could", "had to"; never past with kShould, kMay)
  bool negated = false;
  NodeId negation_node = kNoNode;
  NodeId please_node = kNoNode;  // imperatives and requests: "please"
  bool request = false;          // kYesNoQuestion with modal kCan and subject you: "Could you please ...?"

  Index subject = kAbsent;
  Index object = kAbsent;
  Index recipient = kAbsent;  // kDitransitive
  AdjectivePhrase adjective;  // kAdjective, kWeatherAdjective
  // Two predicative adjectives: "The room is small and dirty."
  AdjectivePhrase second_adjective;
  NodeId adjective_conjunction_node = kNoNode;
  Index standard = kAbsent;         // comparative: "taller than `standard`"
  NodeId standard_node = kNoNode;   // than
  NodeId expletive_node = kNoNode;  // it, there: kExistence, weather, kClockTime
  NodeId today_node = kNoNode;      // kCalendar

  std::array<Adverbial, 4> adverbials;  // the required place or goal comes first; others in no order
  std::uint8_t adverbial_count = 0;

  Fronting fronting = Fronting::kNone;

  Asked asked = Asked::kNothing;
  Concept question_word = Concept::kNone;  // category question word; kNone if a determiner asks
  NodeId question_node = kNoNode;

  Complement complement_kind = Complement::kNone;
  Index complement = kAbsent;
  NodeId complement_node = kNoNode;        // that; to (infinitive)
  NodeId complement_comma_node = kNoNode;  // for languages that write a comma there

  Gap gap = Gap::kNone;  // relative clauses
  bool subject_shared =
      false;  // second of two coordinated clauses whose subject is not repeated (VP coordination)
};

enum class SentenceForm : std::uint8_t {
  kSimple,        // first
  kCoordinated,   // first, conjunction, second
  kSubordinated,  // first is the main clause, second the subordinate clause (subordinate_first says the
                  // order)
  kFormula,       // formula and perhaps an addressee
  kAnswer,        // answer (yes or no), comma, first
};

// How the hearer is addressed.
enum class Address : std::uint8_t { kFamiliar, kFamiliarPlural, kPolite };
enum class EndMark : std::uint8_t { kFullStop, kQuestionMark, kExclamationMark };

struct Sentence {
  Pattern pattern{};
  SentenceForm form = SentenceForm::kSimple;
  Address address = Address::kFamiliar;
  bool speaker_female = false;  // for agreement with "I" and "we" (French)
  bool hearer_female = false;   // for agreement with "you"
  EndMark end = EndMark::kFullStop;
  NodeId end_node = kNoNode;

  Index first = kAbsent;
  Index second = kAbsent;
  Concept conjunction = Concept::kNone;
  NodeId conjunction_node = kNoNode;
  NodeId comma_node = kNoNode;  // between the clauses, after "yes", or before the addressee
  bool subordinate_first = false;

  Concept formula = Concept::kNone;
  NodeId formula_node = kNoNode;
  Index addressee = kAbsent;  // "Good morning, Mrs Tanaka."; also after a kSimple request or question
  Concept answer = Concept::kNone;
  NodeId answer_node = kNoNode;

  std::vector<Clause> clauses;
  std::vector<NounPhrase> noun_phrases;
  NodeId last_node = kNoNode;  // node ids 1..last_node are in use

  const Clause& clause(Index i) const { return clauses[static_cast<std::size_t>(i)]; }
  const NounPhrase& np(Index i) const { return noun_phrases[static_cast<std::size_t>(i)]; }
  Clause& clause(Index i) { return clauses[static_cast<std::size_t>(i)]; }
  NounPhrase& np(Index i) { return noun_phrases[static_cast<std::size_t>(i)]; }
  // Empties the sentence but keeps its memory.
  void clear();
};

// Grammatical person, number and gender of a noun phrase as a subject (coordination counts as plural, "Anna
// and I" as first person).
enum class Person : std::uint8_t { kFirst, kSecond, kThird };
struct Agreement {
  Person person = Person::kThird;
  Number number = Number::kSingular;
};
// `you` follows Sentence::address: kPolite and kFamiliar are singular here (German makes Sie plural itself).
Agreement agreement_of(const Sentence& sentence, Index np);

// The natural gender of a person noun phrase as far as known (names, nouns, he, she, I by speaker_female).
NaturalGender gender_of(const Sentence& sentence, Index np);

// True for adverbials that say when (adverbs of time, clock times, days, dates, "after the party", "two years
// ago").
bool is_time(const Adverbial& adverbial);

// Index of the clause's first adverbial of time, the one that Fronting speaks of; adverbial_count if there is
// none.
std::size_t first_time(const Clause& clause);

// True if the noun phrase is negative by itself (nobody, nothing).
bool is_negative(const Sentence& sentence, Index np);

}  // namespace calque::phrasebook
