// The French lexicon: word forms of every concept, built once and immutable afterwards.
//
// Safe to use from any thread. All string_views live as long as the program. A form may hold several words
// ("pomme de terre"): Writer::phrase splits it at the spaces. Building the tables throws nothing but
// std::bad_alloc; a concept without an entry has empty forms (the tests ask for every concept).
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "phrasebook/concept.h"
#include "phrasebook/tree.h"

namespace calque::phrasebook::fr {

enum class Gender : std::uint8_t { kMasculine, kFeminine };

// What adjectives, articles and participles agree with.
struct Concord {
  Gender gender = Gender::kMasculine;
  Number number = Number::kSingular;
};

// Position in a paradigm of four: masculine singular, feminine singular, masculine plural, feminine plural.
constexpr std::size_t form_index(Concord concord) {
  return (concord.gender == Gender::kFeminine ? 1U : 0U) + (concord.number == Number::kPlural ? 2U : 0U);
}
using FourForms = std::array<std::string_view, 4>;

// How French counts the thing, whatever English does: ciseaux is always plural, pantalon is one thing.
enum class Counting : std::uint8_t { kAsTree, kSingular, kPlural };

// Which prepositions a noun wants for "in", "at" and "to".
enum class PlaceKind : std::uint8_t {
  kOrdinary,   // dans, à, à
  kGround,     // sur, à, à: plage, place
  kTop,        // sur, sur, sur: île, pont, rive
  kWaterside,  // dans, au bord de, à: lac, mer
  kStreet,     // dans, dans, dans
  kFixed,      // à, à, à: marché
};

struct Noun {
  std::string_view singular;
  std::string_view plural;
  Gender gender = Gender::kMasculine;
  Counting counting = Counting::kAsTree;
  PlaceKind place = PlaceKind::kOrdinary;
  bool profession = false;    // "il est médecin": no article as a predicate
  std::string_view feminine;  // of persons, as predicate of a woman: étudiante; empty if the same word
  std::string_view feminine_plural;
};

struct Adjective {
  FourForms forms;
  std::string_view before_vowel;  // bel, vieil, nouvel
  bool precedes_noun = false;
  bool invariable = false;                     // en retard, bon marché
  std::string_view comparative_word = "plus";  // "moins" for bon marché (moins cher); empty: meilleur
  FourForms comparative;                       // equal to forms for most
};

enum class PersonNumber : std::uint8_t { kJe, kTu, kIl, kNous, kVous, kIls };
using SixForms = std::array<std::string_view, 6>;

struct Conjugation {
  std::string_view infinitive;
  SixForms present;
  SixForms imperfect;
  SixForms future;
  SixForms conditional;
  SixForms subjunctive;
  std::array<std::string_view, 3> imperative;  // tu, nous, vous
  FourForms participle;
};

enum class Auxiliary : std::uint8_t { kAvoir, kEtre, kReflexive };

// How the verb takes its object (or for infinitive verbs, its infinitive).
enum class Government : std::uint8_t {
  kDirect,
  kDative,  // à; pronouns are the clitics me, te, lui ...: parler à
  kTo,      // à; pronouns are disjunctive or y: penser à
  kOf,      // de; pronouns are disjunctive or en: avoir besoin de
};

struct Verb {
  const Conjugation* conjugation = nullptr;
  Auxiliary auxiliary = Auxiliary::kAvoir;
  Government government = Government::kDirect;
  bool state = false;                // its past is the imparfait
  std::string_view tail;             // invariable words behind the verb: avoir "besoin", rendre "visite"
  std::string_view infinitive_tail;  // aller "chercher": the clitics stand before it
  FourForms predicate;               // participle that agrees with the subject: être "assis"
};

// Readings of a verb that depend on its arguments, and verbs that the grammar itself needs.
enum class Special : std::uint8_t {
  kEtre,
  kAvoir,
  kFaire,
  kVenir,
  kSavoir,
  kPouvoir,
  kDevoir,
  kVisitPerson,
  kTellTruth,
  kStandThing,
  kSitDown,
  kManquer,
  kSAppeler,
  kCount
};

class Lexicon {
 public:
  Lexicon();
  Lexicon(const Lexicon&) = delete;
  Lexicon& operator=(const Lexicon&) = delete;

  const Noun& noun(Concept id) const { return nouns_[index_of(id)]; }
  const Adjective& adjective(Concept id) const { return adjectives_[index_of(id)]; }
  const Verb& verb(Concept id) const { return verbs_[index_of(id)]; }
  const Verb& verb(Special id) const { return specials_[static_cast<std::size_t>(id)]; }
  // Adverbs, names, prepositions, days, formulas: an invariable form, words separated by spaces.
  std::string_view word(Concept id) const { return words_[index_of(id)]; }
  // Dictionary form of any concept, as written.
  std::string_view citation(Concept id) const { return citations_[index_of(id)]; }
  // Conjugation by infinitive; null if there is none. Slow: for building and tests.
  const Conjugation* conjugation(std::string_view infinitive) const;
  const Adjective& alone() const { return alone_; }                // seul, which agrees
  const Adjective& out_of_order() const { return out_of_order_; }  // en panne, of machines
  const Adjective& brand_new() const { return brand_new_; }        // neuf, said of a thing behind the noun

 private:
  std::string_view keep(std::string form);  // stores a form for ever
  void build_conjugations();
  void build_nouns();
  void build_adjectives();
  void build_verbs();
  void build_words();
  void add_regular(std::string_view infinitive, std::string_view strong_stem, std::string_view future_stem);
  void add_conjugation(const std::array<std::string, 6>& present, std::string_view infinitive,
                       std::string_view future_stem, std::string_view participle);
  Adjective make_adjective(std::string_view masculine, std::string_view feminine, bool precedes);
  FourForms agreeing_forms(std::string_view masculine, std::string_view feminine);
  Verb make_verb(std::string_view infinitive, Auxiliary auxiliary, Government government) const;

  std::deque<std::string> store_;
  std::deque<Conjugation> conjugations_;
  std::array<Noun, kConceptCount> nouns_{};
  std::array<Adjective, kConceptCount> adjectives_{};
  std::array<Verb, kConceptCount> verbs_{};
  std::array<Verb, static_cast<std::size_t>(Special::kCount)> specials_{};
  std::array<std::string_view, kConceptCount> words_{};
  std::array<std::string_view, kConceptCount> citations_{};
  Adjective alone_;
  Adjective out_of_order_;
  Adjective brand_new_;
};

const Lexicon& lexicon();

// Spelling rules, for the tables: journal -> journaux, cadeau -> cadeaux, nez -> nez; heureux -> heureuse.
std::string plural_of(std::string_view singular);
std::string feminine_of(std::string_view masculine);

// True if le, je, de ... elide before the word: vowels and mute h, but not haut, huit, onze, oui, digits.
bool begins_with_vowel_sound(std::string_view word);

}  // namespace calque::phrasebook::fr
