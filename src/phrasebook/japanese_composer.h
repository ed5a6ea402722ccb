// Composes one Japanese sentence from its tree: phrases, then clauses, then the sentence around them.
//
// One composer per sentence; refers to the caller's tree and tokens, allocates nothing besides the tokens.
// The member functions are spread over japanese_noun_phrase.cpp, japanese_adverbial.cpp,
// japanese_predicate.cpp, japanese_clause.cpp and japanese.cpp.
#pragma once

#include "phrasebook/japanese_chain.h"
#include "phrasebook/japanese_lexicon.h"
#include "phrasebook/linearise.h"

namespace calque::phrasebook::ja {

// A particle and the nodes that it expresses (none for subject and object).
struct Mark {
  std::string_view form;
  NodeMask nodes = 0;
};

enum class SubjectMark : std::uint8_t {
  kTopic,       // は (が if the subject is new to the hearer)
  kNominative,  // が: subordinate clauses
  kOmitted,     // said elsewhere
};

// How a clause sits in its sentence.
struct ClauseMode {
  Shape shape = Shape::kFinal;
  bool polite = false;
  SubjectMark subject = SubjectMark::kTopic;
  NodeMask joint = 0;   // the conjunction that て or たら expresses
  bool before = false;  // under 前に: always non-past, and states become events (静かになる前に)
};

class Composer {
 public:
  Composer(const Sentence& sentence, Tokens& out);
  void sentence();

 private:
  // Sentences (japanese.cpp).
  void formula();
  void coordinated();
  void subordinated();
  void subordinate_clause(const Clause& c, SubjectMark subject);
  void main_clause(const Clause& c, SubjectMark subject);
  void end_mark(bool question);
  bool same_referent(Index a, Index b) const;

  // Clauses (japanese_clause.cpp).
  void clause(const Clause& c, const ClauseMode& mode);
  void verb_clause(const Clause& c, const ClauseMode& mode);
  void adjective_clause(const Clause& c, const ClauseMode& mode);
  void copular_clause(const Clause& c, const ClauseMode& mode);
  void being_clause(const Clause& c, const ClauseMode& mode);
  void subject(Index np, const Clause& c, const ClauseMode& mode, bool experiencer);
  void arguments(const Clause& c, const Verb& v);
  void object(const Clause& c, const Verb& v);
  void complement(const Clause& c);
  bool is_new(Index np) const;
  Situation situation(const Clause& c) const;

  // Predicates (japanese_predicate.cpp).
  void predicate(const Clause& c, const Verb& v, const ClauseMode& mode, Chain& chain);
  void start_verb(const Clause& c, const Verb& v, Chain& chain);
  void infinitive(const Clause& c, const ClauseMode& mode, Chain& chain);
  bool is_continuous(const Clause& c, const Verb& v, const ClauseMode& mode) const;
  // The adjective as the chain's first word; returns whether it is a state that wants ている (疲れている).
  bool start_adjective(const AdjectivePhrase& a, const Adjective& word, NodeMask ending, Chain& chain);
  void predicate_adjective(const AdjectivePhrase& a, const Clause& c, const ClauseMode& mode, Chain& chain);
  // Modal, tense, negation, mood: everything from here to the end of the clause.
  void finish(const Clause& c, const ClauseMode& mode, Chain& chain);
  void finish_wish(const Clause& c, const ClauseMode& mode, Chain& chain);
  Ending ending(const Clause& c, const ClauseMode& mode) const;

  // Noun phrases (japanese_noun_phrase.cpp).
  enum class Count : std::uint8_t {
    kBefore,    // 二冊の本を
    kFloating,  // 本を二冊
  };
  enum class Every : std::uint8_t {
    kAll,           // すべての学生
    kDistributive,  // どの学生も
  };
  void noun_phrase(Index np);
  void marked(Index np, Mark mark, Count where = Count::kBefore);  // with a particle
  void single(const NounPhrase& np, Count where, Every every);
  void determiner(const NounPhrase& np, Every every);
  void quantifier(const NounPhrase& np, Every every);
  bool is_counted(const NounPhrase& np) const;
  void count(const NounPhrase& np);
  void number(int value, NodeMask nodes);
  void attributes(const NounPhrase& np);
  void attribute(const AdjectivePhrase& a, Concept described, NodeMask joint);
  void degree_words(const AdjectivePhrase& a, bool negated, bool compared);
  void head(const NounPhrase& np);
  void relation(Concept id, Concept noun, NodeMask nodes, std::string_view place_particle);
  Counter counter_of(const NounPhrase& np) const;
  std::string_view you() const;

  // Adverbials (japanese_adverbial.cpp).
  enum class Slot : std::uint8_t {
    kTime,    // before or behind the topic: 昨日, 三時に, なぜ
    kMiddle,  // before the object: 公園で, 友達と
    kManner,  // before the verb: ゆっくり, 左に
  };
  void adverbials(const Clause& c, Slot slot);
  static Slot slot_of(const Adverbial& a);
  static int rank_of(const Adverbial& a);
  void adverbial(const Adverbial& a, const Clause& c);
  void phrase(const Adverbial& a, const Clause& c);
  void clock(const Adverbial& a);
  void calendar(const Adverbial& a);
  void question_adverbial(const Clause& c, Slot slot);
  std::string_view place_particle(const Clause& c) const;

  const Sentence& s_;
  Tokens& out_;
  bool plain_;                         // the hearer is a friend who is spoken to: no ます and です
  const NounPhrase* topic_ = nullptr;  // the noun phrase whose head also expresses `shared_`:
  NodeMask shared_ = 0;                // the subject of another clause that it stands for
};

}  // namespace calque::phrasebook::ja
