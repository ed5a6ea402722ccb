// Builds parts of a random sentence tree: noun phrases, adverbials, clauses. The patterns (generator.cpp)
// combine them. One builder per sentence; not shared between threads. Refers to the caller's Rng and
// Sentence.
#pragma once

#include <initializer_list>

#include "base/rng.h"
#include "phrasebook/inventory.h"
#include "phrasebook/tree.h"

namespace calque::phrasebook {

// How much a noun phrase may carry.
enum class Weight : std::uint8_t {
  kPlain,  // determiner and noun
  kLight,  // adjectives too
  kFull,   // owners and places too
};

class TreeBuilder {
 public:
  TreeBuilder(Rng& rng, Sentence& sentence) : rng_(rng), s_(sentence) {}

  Sentence& sentence() { return s_; }
  Rng& rng() { return rng_; }
  NodeId node();
  // The sentence asked for more nodes than there are; it must be drawn again.
  bool overflowed() const { return overflowed_; }
  bool percent(int p) { return rng_.below(100) < static_cast<std::uint64_t>(p); }
  Concept any_of(std::initializer_list<Concept> list);

  // Noun phrases.
  Index new_np(Concept head);
  Index pronoun(Concept which);
  Index name();
  Index titled_name();
  Index town_or_country();
  Index person_noun(Weight weight);
  Index person(Weight weight);              // pronoun, name or noun
  Index third_person(Weight weight);        // name or noun of known gender or plural
  Index noun(Concept head, Weight weight);  // with a determiner that suits the noun
  Index definite(Concept head, Number number = Number::kSingular);
  Index indefinite(Concept head);
  Index numeral(Concept head, int count);
  Index quantity(Concept content);  // a bottle of water
  Index subject_for(Concept verb, Weight weight);
  Index object_for(Concept verb, Weight weight);
  void add_owner(Index np);
  void add_place(Index np);
  void coordinate(Index np, Index second, Concept conjunction);
  void set_determiner(Index np, Determiner determiner);
  void set_possessor(Index np, Possessor possessor);
  bool add_adjective(Index np, const WeightedConcepts& from);
  // The personal pronoun that refers to a noun phrase.
  Index refer_to(Index np);

  // Adverbials.
  void add_adverb(Clause& clause, Concept adverb);
  void add_phrase(Clause& clause, Concept preposition, Index np);
  void add_place_of(Clause& clause, Concept noun);  // "in the park", "on the table"
  void add_any_place(Clause& clause);
  void add_goal(Clause& clause, Concept verb);
  void add_clock(Clause& clause);
  void add_calendar(Clause& clause, AdverbialKind kind);
  void add_time(Clause& clause);  // an adverb or expression that suits the tense
  void add_some_adverbials(Clause& clause);

  // Clauses. The frame's arguments are drawn; `subject` kAbsent draws one too.
  Index new_clause(ClauseType type, Concept verb);
  Index verb_clause(Concept verb, Index subject, Weight weight);
  Index frame_clause(Frame frame, Index subject, Weight weight);
  Index any_verb_clause(Index subject, Weight weight);  // intransitive to motion, by weight
  Index adjective_clause(Index subject);
  Index simple_clause(Index subject);  // verb or adjective clause, light
  void set_tense(Clause& clause, Tense tense);
  void random_tense(Clause& clause);
  void negate(Clause& clause);
  void set_modal(Clause& clause, Concept modal);
  AdjectivePhrase adjective(Concept id);

 private:
  void choose_count_determiner(Index np);
  void choose_mass_determiner(Index np);
  void decorate(Index np, Weight weight);

  Rng& rng_;
  Sentence& s_;
  bool overflowed_ = false;
};

// The usual preposition of rest for a place ("at the station", "in the park", "on the table").
Concept usual_relation(Concept noun);
// Verbs that describe a state: no progressive.
bool is_stative(Concept verb);

}  // namespace calque::phrasebook
