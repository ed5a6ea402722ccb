// Builds sentence trees by hand for the tests of the Japanese grammar.
#pragma once

#include <string>
#include <string_view>

#include "phrasebook/linearise.h"

namespace calque::phrasebook {

struct TestTree {
  Sentence s;
  Tokens tokens;

  TestTree() { s.address = Address::kPolite; }

  NodeId node() { return ++s.last_node; }
  Clause& clause(Index i) { return s.clause(i); }
  NounPhrase& at(Index i) { return s.np(i); }

  Index np(Concept head, Determiner determiner = Determiner::kNone) {
    NounPhrase np;
    np.head = head;
    np.node = node();
    np.determiner = determiner;
    if (determiner != Determiner::kNone) np.determiner_node = node();
    s.noun_phrases.push_back(np);
    return static_cast<Index>(s.noun_phrases.size() - 1);
  }
  Index the(Concept head) { return np(head, Determiner::kDefinite); }
  Index a(Concept head) { return np(head, Determiner::kIndefinite); }
  Index possessed(Concept head, Possessor possessor) {
    const Index i = np(head, Determiner::kPossessive);
    at(i).possessor = possessor;
    return i;
  }
  Index numeral(Concept head, int count) {
    const Index i = np(head, Determiner::kNumeral);
    at(i).numeral = count;
    at(i).number = count == 1 ? Number::kSingular : Number::kPlural;
    return i;
  }
  Index quantified(Concept head, Concept quantifier, Number number = Number::kPlural) {
    const Index i = np(head, Determiner::kQuantifier);
    at(i).quantifier = quantifier;
    at(i).number = number;
    return i;
  }
  AdjectivePhrase adjective(Concept id, Concept intensifier = Concept::kNone) {
    AdjectivePhrase a{.adjective = id, .node = node()};
    a.intensifier = intensifier;
    if (intensifier != Concept::kNone) a.intensifier_node = node();
    return a;
  }
  void describe(Index i, Concept id) { at(i).adjectives[at(i).adjective_count++] = adjective(id); }

  Index be(ClauseType type, Index subject = kAbsent) {
    Clause c;
    c.type = type;
    c.verb = Concept::kBe;
    c.verb_node = node();
    c.subject = subject;
    s.clauses.push_back(c);
    return static_cast<Index>(s.clauses.size() - 1);
  }
  Index verb(Concept id, Index subject = kAbsent, Index object = kAbsent) {
    const Index i = be(ClauseType::kVerb, subject);
    clause(i).verb = id;
    clause(i).object = object;
    return i;
  }
  Index is(Index subject, Concept id, Concept intensifier = Concept::kNone) {
    const Index i = be(ClauseType::kAdjective, subject);
    clause(i).adjective = adjective(id, intensifier);
    return i;
  }
  Adverbial& adverbial(Index c, AdverbialKind kind, Concept id) {
    Adverbial& a = clause(c).adverbials[clause(c).adverbial_count++];
    a.kind = kind;
    a.concept_id = id;
    a.node = node();
    return a;
  }
  void adverb(Index c, Concept id) { adverbial(c, AdverbialKind::kAdverb, id); }
  void phrase(Index c, Concept preposition, Index np) {
    adverbial(c, AdverbialKind::kPhrase, preposition).np = np;
  }
  void clock(Index c, int hour, int minute) {
    Adverbial& a = adverbial(c, AdverbialKind::kClock, Concept::kNone);
    a.relation_node = node();
    a.hour = static_cast<std::int16_t>(hour);
    a.minute = static_cast<std::int16_t>(minute);
    a.hour_node = node();
    (minute == 0 ? a.clock_node : a.minute_node) = node();
  }
  void negate(Index c) {
    clause(c).negated = true;
    clause(c).negation_node = node();
  }
  void modal(Index c, Concept id) {
    clause(c).modal = id;
    clause(c).modal_node = node();
  }
  void ask(Index c, Asked asked, Concept question_word) {
    clause(c).mood = Mood::kWhQuestion;
    clause(c).asked = asked;
    clause(c).question_word = question_word;
    clause(c).question_node = node();
    s.end = EndMark::kQuestionMark;
  }
  void complete(Index c, Complement kind, Index inner) {
    clause(c).complement_kind = kind;
    clause(c).complement = inner;
    clause(c).complement_node = node();
  }
  void join(SentenceForm form, Concept conjunction, Index second) {
    s.form = form;
    s.conjunction = conjunction;
    s.conjunction_node = node();
    s.comma_node = node();
    s.second = second;
  }

  // The sentence whose first clause is `first`, tokens separated by spaces.
  std::string say(Index first = kAbsent) {
    s.first = first;
    s.end_node = node();
    tokens.clear();
    japanese().linearise(s, tokens);
    std::string line;
    append_line(tokens, Spacing::kTokens, line);
    return line;
  }
  // The nodes of the n-th token with this form.
  NodeMask nodes_of(std::string_view form, int n = 1) const {
    for (const Token& token : tokens) {
      if (token.form == form && --n == 0) return token.nodes;
    }
    return ~NodeMask{0};
  }
};

}  // namespace calque::phrasebook
