// Composes one French sentence: the grammar between the tree and the Writer. One composer per sentence, on
// the stack; it refers to the sentence, the output and the shared lexicon, and allocates nothing but the
// output's growth.
//
// The work is split over files: noun phrases (french_noun_phrase.cpp), prepositional and time phrases
// (french_adverbials.cpp), who plays which part (french_plan.cpp), the verb group with its clitics and
// negation (french_verb_group.cpp), predicates and complements (french_clause.cpp), word order of questions
// and relative clauses (french_question.cpp), and sentences of several clauses (french_sentence.cpp).
#pragma once

#include <array>

#include "phrasebook/french_lexicon.h"
#include "phrasebook/french_writer.h"

namespace calque::phrasebook::fr {

// What a noun without a determiner gets in front of it.
enum class Bare : std::uint8_t {
  kDefinite,   // les chiens: subjects and objects of liking
  kPartitive,  // du pain, des chiens
  kAfterDe,    // besoin d'eau
  kZero,       // en train, sans sucre, il est médecin (also instead of "a")
};

struct NounPhraseUse {
  Bare bare = Bare::kDefinite;
  bool negated = false;             // un, du, des become de
  bool of_woman = false;            // predicate of a woman: étudiante
  bool to_let = false;              // a room that is booked is a chambre, not a pièce
  NodeMask head_nodes = 0;          // more nodes that the noun expresses
  const Piece* repeated = nullptr;  // preposition to repeat before the second conjunct: à Anna et à Paul
  NodeMask repeated_nodes = 0;
};

enum class Mode : std::uint8_t { kIndicative, kSubjunctive, kImperative, kInfinitive };

// How a clause stands in its sentence.
struct ClauseUse {
  Mode mode = Mode::kIndicative;
  bool indirect = false;    // indirect question: no est-ce que
  bool under_past = false;  // complement of a verb in the past: il avait acheté, il achèterait
  bool tenseless = false;   // the tense of the tree is not expressed: avant qu'il vienne
  bool future = false;      // present tense said as a future: quand il viendra
  NodeMask verb_nodes = 0;  // more nodes that the verb expresses: "to", an unexpressed subject
};

enum class Order : std::uint8_t {
  kStraight,
  kSuffix,     // voyez-vous
  kNounAfter,  // où est la gare
};

// The parts of a clause as French casts them.
struct Plan {
  const Clause* clause = nullptr;
  const Verb* verb = nullptr;
  bool passive = false;
  bool unspecified = false;  // subject is "on"
  Index subject = kAbsent;
  Index direct = kAbsent;
  Index dative = kAbsent;
  Index to_object = kAbsent;
  Index of_object = kAbsent;
  Index agent = kAbsent;
  Index gap = kAbsent;         // the head of a relative clause, expressed by qui, que, dont
  bool has_preceding = false;  // a direct object stands before the verb: its participle agrees
  Concord preceding;
  Concord subject_concord;
  PersonNumber person = PersonNumber::kIl;
  Order order = Order::kStraight;
};

enum class AdjectivePlace : std::uint8_t { kBeforeNoun, kBeforeAnd, kBehind };

// Where an adverbial stands: in the verb group, before the object, behind it, or at the end.
enum class Rank : std::uint8_t { kMedial, kManner, kPlace, kTime };

class Composer {
 public:
  Composer(const Sentence& sentence, Tokens& out) : s_(sentence), lex_(lexicon()), w_(out) {}

  void sentence();

 private:
  // french_noun_phrase.cpp
  void noun_phrase(Index index, const NounPhraseUse& use);
  void single_noun_phrase(Index index, const NounPhraseUse& use);
  void common_noun(Index index, const NounPhraseUse& use);
  void determiner(const NounPhrase& np, Concord concord, const NounPhraseUse& use);
  void quantifier(const NounPhrase& np, Concord concord, const NounPhraseUse& use);
  void partitive(const NounPhrase& np, Concord concord, const NounPhraseUse& use);
  void article(Concord concord, NodeMask nodes);
  void possessive(const NounPhrase& np, Concord concord);
  void numeral(int number, Gender gender, NodeMask nodes);
  void adjective_phrase(const AdjectivePhrase& adjective, Concord concord, Concept noun,
                        AdjectivePlace place);
  const Adjective& adjective_entry(Concept adjective, Concept noun, AdjectivePlace place) const;
  void adjectives_before(const NounPhrase& np, Concord concord);
  void adjectives_after(const NounPhrase& np, Concord concord);
  void head_noun(const NounPhrase& np, Concord concord, const NounPhraseUse& use);
  void noun_complements(const NounPhrase& np);
  Concord concord_of(Index index) const;
  Concord own_concord(const NounPhrase& np) const;
  Number number_of(const NounPhrase& np) const;
  PersonNumber person_of(Index index) const;
  std::string_view disjunctive(const NounPhrase& np) const;
  bool is_pronoun(Index index) const;  // a personal pronoun that can be a clitic
  bool is_person(Index index) const;

  // french_adverbials.cpp
  void prepositional(Concept relation, NodeId node, Index np, Concept verb);
  bool town_or_country(Concept relation, NodeMask nodes, Index np);
  void adverbial(const Adverbial& adverbial, const Plan& plan);
  void clock(const Adverbial& adverbial);
  void date(const Adverbial& adverbial);
  int adverbials(const Plan& plan, Rank rank);  // how many were written

  // french_plan.cpp
  Plan plan_of(const Clause& clause, const ClauseUse& use) const;
  void plan_verb(const Clause& clause, const ClauseUse& use, Plan& plan) const;
  bool says_manquer(const Clause& clause, const ClauseUse& use) const;
  void plan_preceding(Plan& plan) const;

  // french_verb_group.cpp
  void verb_group(const Plan& plan, const ClauseUse& use);
  void subject(const Plan& plan);
  void clitics(const Plan& plan, NodeMask verb_nodes);
  void enclitics(const Plan& plan, NodeMask verb_nodes);
  void inverted_pronoun(const Plan& plan, std::string_view finite);
  std::string_view reflexive(const Plan& plan) const;
  void negative_word(const Plan& plan);
  void medial_words(const Plan& plan, Mode mode);
  bool is_negated(const Plan& plan) const;
  NodeMask negation_nodes(const Plan& plan) const;

  // french_clause.cpp
  void clause(Index index, const ClauseUse& use);
  void clause_body(const Plan& plan, const ClauseUse& use);
  void complements(const Plan& plan);
  void objects(const Plan& plan);
  void direct_object(const Plan& plan);
  void predicate(const Plan& plan);
  void weather(const Plan& plan);
  void predicate_adjectives(const Plan& plan);
  void complement_clause(const Plan& plan);
  void please(const Clause& clause);
  void relative_clause(const NounPhrase& head, Index head_index);

  // french_question.cpp
  void question(Plan& plan, const ClauseUse& use);
  bool inverts(const Plan& plan) const;
  void asked_object(Plan& plan, const ClauseUse& use);
  void est_ce_que(NodeMask nodes);

  // french_sentence.cpp
  void formula();
  void coordinated();
  void subordinated();
  void subordinate_clause(Index index);
  bool same_subject_before() const;
  void end_mark();

  const Sentence& s_;
  const Lexicon& lex_;
  Writer w_;
};

}  // namespace calque::phrasebook::fr
