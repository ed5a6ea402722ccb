// The German lexicon: tables of words by concept (german_*.cpp) and the full forms built from them once.
// Immutable, shareable between threads.
#pragma once

#include <array>
#include <deque>
#include <span>
#include <string>
#include <string_view>

#include "phrasebook/concept.h"

namespace calque::phrasebook {

enum class GermanGender : std::uint8_t { kMasculine, kFeminine, kNeuter };
enum class GermanCase : std::uint8_t { kNominative, kAccusative, kDative, kGenitive };

struct GermanNoun {
  Concept id;
  std::string_view singular;
  GermanGender gender;
  std::string_view plural;
  bool weak = false;  // n-declension: den Studenten, den Jungen
};

struct GermanVerb {
  Concept id;
  std::string_view infinitive;        // without the separable prefix
  std::string_view third = {};        // er liest; empty: regular
  std::string_view past = {};         // er las; empty: regular (weak)
  std::string_view participle = {};   // gelesen, without the separable prefix; empty: regular
  std::string_view prefix = {};       // separable: an-, auf-
  bool with_sein = false;             // perfect with sein
  bool dative = false;                // object in the dative: helfen
  bool reflexive = false;             // sich ausruhen
  std::string_view preposition = {};  // warten auf
  GermanCase preposition_case = GermanCase::kAccusative;
};

struct GermanAdjective {
  Concept id;
  std::string_view positive;
  std::string_view comparative = {};  // stem: älter; empty: regular
  std::string_view superlative = {};  // stem: ältest; empty: regular
  std::string_view attributive = {};  // stem before endings if different: hoh-, teur-
};

struct GermanWord {
  Concept id;
  std::string_view form;
};

std::span<const GermanNoun> german_people_and_animals();
std::span<const GermanNoun> german_things();
std::span<const GermanWord> german_feminine_people();  // Lehrerin
std::span<const GermanVerb> german_verbs();
std::span<const GermanAdjective> german_adjectives();
std::span<const GermanWord> german_words();

// Persons in the order ich, du, er, wir, ihr, sie.
inline constexpr std::size_t kGermanPersons = 6;

struct GermanVerbForms {
  std::array<std::string_view, kGermanPersons> present;
  std::array<std::string_view, kGermanPersons> past;
  // With the separable prefix in front, for verb-final clauses.
  std::array<std::string_view, kGermanPersons> present_joined;
  std::array<std::string_view, kGermanPersons> past_joined;
  std::string_view infinitive;     // with prefix: aufstehen
  std::string_view zu_infinitive;  // aufzustehen; empty if "zu" is a word of its own
  std::string_view participle;     // with prefix: aufgestanden
  std::string_view imperative;     // du: steh
  std::string_view prefix;
  std::string_view preposition;
  GermanCase preposition_case = GermanCase::kAccusative;
  bool with_sein = false;
  bool dative = false;
  bool reflexive = false;
};

struct GermanNounForms {
  GermanGender gender = GermanGender::kMasculine;
  std::array<std::string_view, 4> singular;  // by case
  std::array<std::string_view, 4> plural;
};

// Adjective with the endings "", e, em, en, er, es.
inline constexpr std::size_t kGermanEndings = 6;
struct GermanAdjectiveForms {
  std::array<std::array<std::string_view, kGermanEndings>, 3> by_degree;
};

class GermanLexicon {
 public:
  static const GermanLexicon& instance();

  // The word of a concept that has no other forms, and the citation form of all others.
  std::string_view word(Concept id) const { return words_[index_of(id)]; }
  const GermanVerbForms& verb(Concept id) const { return verbs_[slots_[index_of(id)]]; }
  const GermanNounForms& noun(Concept id) const { return nouns_[slots_[index_of(id)]]; }
  const GermanAdjectiveForms& adjective(Concept id) const { return adjectives_[slots_[index_of(id)]]; }
  // Annas; empty if the name ends in s.
  std::string_view genitive_name(Concept id) const { return genitives_[index_of(id)]; }
  // Ärztin; empty if the noun has no such form.
  std::string_view feminine(Concept id) const { return feminines_[index_of(id)]; }

 private:
  GermanLexicon();
  std::string_view keep(std::string form);
  void add_noun(const GermanNoun& noun);
  void add_verb(const GermanVerb& verb);
  void add_adjective(const GermanAdjective& adjective);

  std::array<std::string_view, kConceptCount> words_;
  std::array<std::string_view, kConceptCount> genitives_;
  std::array<std::string_view, kConceptCount> feminines_;
  std::array<std::uint16_t, kConceptCount> slots_{};
  std::deque<GermanVerbForms> verbs_;
  std::deque<GermanNounForms> nouns_;
  std::deque<GermanAdjectiveForms> adjectives_;
  std::deque<std::string> store_;
};

}  // namespace calque::phrasebook
