// The German grammar: writes one sentence tree as German tokens. Internal to the phrasebook.
#pragma once

#include "phrasebook/german_lexicon.h"
#include "phrasebook/token_writer.h"

namespace calque::phrasebook {

class GermanWriter {
 public:
  GermanWriter(const Sentence& sentence, Tokens& out)
      : s_(sentence), lexicon_(GermanLexicon::instance()), write_(out) {}

  void sentence();

 private:
  // Where the finite verb stands.
  enum class Order { kSecond, kFirst, kLast };

  // The finite verb, what closes the clause, and the separable prefix.
  struct VerbComplex {
    Token finite;                    // as second word
    std::string_view finite_joined;  // at the end of the clause, with the prefix in front
    std::string_view prefix;         // at the end of main clauses
    std::array<Token, 3> end;        // participles and infinitives
    std::size_t end_count = 0;
    void close_with(std::string_view form, NodeMask nodes, Concept lemma = Concept::kNone) {
      end[end_count++] = {form, nodes, lemma, true};
    }
  };

  // How an article or pronoun is declined: by case, gender and number.
  struct Slot {
    GermanCase c = GermanCase::kNominative;
    GermanGender gender = GermanGender::kMasculine;
    bool plural = false;
  };
  enum class Declension { kStrong, kMixed, kWeak };

  // Sentences and clauses (german.cpp).
  void formula();
  void main_clause(const Clause& c, bool after_subordinate);
  // "will kaufen", "kauft gern": German says these infinitives with one clause.
  bool is_merged(const Clause& c) const;
  Clause merge(const Clause& c);
  void front(const Clause& c);
  void subject(const Clause& c);
  void subordinate_clause(const Clause& c);
  void command(const Clause& c);
  void question(const Clause& c);
  void question_word(const Clause& c);
  void body(const Clause& c, Order order, bool subject_done);
  void complement(const Clause& c);
  void zu_infinitive(const Clause& c);
  void comma(NodeMask nodes);

  // Verbs (german_verb_phrase.cpp).
  VerbComplex verb_complex(const Clause& c) const;
  void tensed(const Clause& c, Concept verb, VerbComplex& v) const;
  void set_finite(VerbComplex& v, Concept verb, bool past, std::size_t person, NodeMask nodes) const;
  std::size_t person_of(const Clause& c) const;
  std::size_t person_of_subject(Index i) const;
  bool prefers_perfect(const Clause& c) const;

  // The middle of the clause (german_middle.cpp).
  void middle(const Clause& c, bool subject_done);
  void objects(const Clause& c, bool pronouns);
  void negation(const Clause& c);
  void adverbials_after_negation(const Clause& c);
  void frequency(const Clause& c);
  void predicate_complement(const Clause& c);
  bool object_in_middle(const Clause& c) const;
  bool negated_by_kein(const Clause& c) const;
  GermanCase object_case(const Clause& c) const;
  void reflexive_pronoun(const Clause& c);
  bool is_fronted(const Clause& c, const Adverbial& a) const;
  bool existence_by_place(const Clause& c) const;

  // Adverbials (german_adverbial.cpp).
  void adverbial(const Adverbial& a, const Clause& c);
  void clock(const Adverbial& a);
  void prepositional(Concept relation, Index np, NodeMask nodes);
  void with_preposition(std::string_view preposition, GermanCase c, Index np, NodeMask nodes, Concept lemma);

  // Noun phrases (german_noun_phrase.cpp).
  void noun_phrase(Index i, GermanCase c);
  void single_noun_phrase(const NounPhrase& np, GermanCase c, bool article_done);
  void determiner(const NounPhrase& np, const Slot& slot);
  Declension declension_of(const NounPhrase& np) const;
  void adjectives(const NounPhrase& np, const Slot& slot);
  void adjective(const AdjectivePhrase& a, const Slot& slot, Declension declension);
  void predicative(const AdjectivePhrase& a);
  void head(const NounPhrase& np, const Slot& slot);
  void pronoun(const NounPhrase& np, GermanCase c);
  void relative_clause(Index i);
  Slot slot_of(const NounPhrase& np, GermanCase c) const;
  GermanGender gender(const NounPhrase& np) const;
  std::string_view contraction(std::string_view preposition, const NounPhrase& np, const Slot& slot) const;
  bool is_pronoun(Index i) const;

  void words(std::string_view form, NodeMask nodes, Concept lemma = Concept::kNone);

  const Sentence& s_;
  const GermanLexicon& lexicon_;
  TokenWriter write_;
  bool comma_pending_ = false;    // a subordinate clause has ended: a comma before the next word
  NodeMask kein_ = 0;             // set while the noun phrase negated by "kein" is written
  bool feminine_job_ = false;     // the predicate noun speaks of a woman: Ärztin
  std::string_view last_finite_;  // finite verb of the clause before, which "und" may share
  NodeMask want_to_ = 0;          // the English "to" that "wollen" expresses too
  NodeMask gern_ = 0;             // set while a clause is written whose verb is liked to be done
};

// "der", "dem", ...; "ein" with endings; "dieser" with endings: by case, gender, number.
std::string_view german_definite(GermanCase c, GermanGender g, bool plural);
// Index into the six endings "", e, em, en, er, es.
std::size_t german_der_ending(GermanCase c, GermanGender g, bool plural);
std::size_t german_ein_ending(GermanCase c, GermanGender g, bool plural);

}  // namespace calque::phrasebook
