// The English grammar: writes one sentence tree as English tokens. Internal to the phrasebook.
#pragma once

#include "phrasebook/english_lexicon.h"
#include "phrasebook/token_writer.h"

namespace calque::phrasebook {

enum class EnglishCase : std::uint8_t { kSubject, kObject };

class EnglishWriter {
 public:
  EnglishWriter(const Sentence& sentence, Tokens& out)
      : s_(sentence), lexicon_(EnglishLexicon::instance()), write_(out) {}

  void sentence();

 private:
  enum class Order { kStatement, kInverted };  // subject before or after the first auxiliary

  // The words of the predicate: finite first. "has", "been", "repaired".
  struct VerbGroup {
    std::array<Token, 5> tokens;
    std::size_t count = 0;
    bool finite_auxiliary = false;  // tokens[0] can stand before the subject and before "not"
    std::string_view particle;
    void add(std::string_view form, NodeMask nodes, Concept lemma = Concept::kNone) {
      tokens[count++] = {form, nodes, lemma, true};
    }
  };

  void formula();
  void clause(const Clause& c);
  void imperative(const Clause& c);
  void infinitive_phrase(const Clause& c);  // base form and what follows
  void predicate(const Clause& c, Order order);
  void after_verb(const Clause& c);
  void complement(const Clause& c);
  VerbGroup verb_group(const Clause& c, bool needs_auxiliary) const;
  void add_main_verb(const Clause& c, VerbGroup& group, bool needs_auxiliary) const;
  void grammatical_subject(const Clause& c);
  Agreement agreement(const Clause& c) const;
  Index grammatical_subject_index(const Clause& c) const;
  void question_word(const Clause& c);

  void noun_phrase(Index i, EnglishCase grammatical_case);
  void single_noun_phrase(const NounPhrase& np, EnglishCase grammatical_case);
  void determiner(const NounPhrase& np);
  void article(const NounPhrase& np);
  void adjective_phrase(const AdjectivePhrase& a);
  void head(const NounPhrase& np, EnglishCase grammatical_case);
  void relative_clause(const NounPhrase& np);
  void naming(const Clause& c);

  void adverbials(const Clause& c);
  void adverbial(const Adverbial& a);
  void clock(const Adverbial& a);
  void preposition(Concept id, Concept noun, NodeMask nodes);
  bool is_plural(Index i) const;

  const Sentence& s_;
  const EnglishLexicon& lexicon_;
  TokenWriter write_;
  bool negated_ = false;  // inside a negated clause "some" is "any"
};

}  // namespace calque::phrasebook
