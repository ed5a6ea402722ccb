// Hand-built trees for the tests of the French grammar. Node ids are given out in the order of the calls,
// from 1; the end mark gets the last one.
#pragma once

#include <string>

#include "phrasebook/linearise.h"
#include "phrasebook/tree.h"

namespace calque::phrasebook {

class Draft {
 public:
  Sentence s;

  // References to clauses and noun phrases stay valid.
  Draft() {
    s.clauses.reserve(8);
    s.noun_phrases.reserve(16);
  }

  NodeId node() { return ++s.last_node; }

  Index np(Concept head, Number number = Number::kSingular) {
    NounPhrase np;
    np.head = head;
    np.node = node();
    np.number = number;
    s.noun_phrases.push_back(np);
    return static_cast<Index>(s.noun_phrases.size() - 1);
  }
  Index with(Determiner determiner, Concept head, Number number = Number::kSingular) {
    const Index i = np(head, number);
    s.np(i).determiner = determiner;
    s.np(i).determiner_node = node();
    return i;
  }
  Index the(Concept head, Number number = Number::kSingular) {
    return with(Determiner::kDefinite, head, number);
  }
  Index a(Concept head) { return with(Determiner::kIndefinite, head); }
  Index whose(Possessor possessor, Concept head, Number number = Number::kSingular) {
    const Index i = with(Determiner::kPossessive, head, number);
    s.np(i).possessor = possessor;
    return i;
  }
  Index count(int number, Concept head) {
    const Index i = with(Determiner::kNumeral, head, number == 1 ? Number::kSingular : Number::kPlural);
    s.np(i).numeral = number;
    return i;
  }
  Index some(Concept quantifier, Concept head, Number number) {
    const Index i = with(Determiner::kQuantifier, head, number);
    s.np(i).quantifier = quantifier;
    return i;
  }
  // The pronoun that stands for a noun phrase.
  Index back(Concept pronoun, Index antecedent) {
    const Index i = np(pronoun, s.np(antecedent).number);
    s.np(i).antecedent = antecedent;
    return i;
  }
  Index adjective(Index i, Concept id, Degree degree = Degree::kPositive) {
    NounPhrase& np = s.np(i);
    AdjectivePhrase& a = np.adjectives[np.adjective_count++];
    a.adjective = id;
    a.degree = degree;
    a.node = node();
    return i;
  }

  // Written with braces, so that the parts get their nodes from left to right.
  struct Parts {
    Index subject = kAbsent;
    Index object = kAbsent;
  };
  Clause& clause(Concept verb, Parts parts) {
    Clause c;
    c.verb = verb;
    c.verb_node = node();
    c.subject = parts.subject;
    c.object = parts.object;
    s.clauses.push_back(c);
    if (s.first == kAbsent) s.first = 0;
    return s.clauses.back();
  }
  Clause& clause(ClauseType type, Parts parts) {
    Clause& c = clause(Concept::kBe, parts);
    c.type = type;
    return c;
  }
  Clause& is(Index subject, Concept adjective) {
    Clause& c = clause(ClauseType::kAdjective, {subject, kAbsent});
    c.adjective.adjective = adjective;
    c.adjective.node = node();
    return c;
  }
  Clause& negate(Clause& c) {
    c.negated = true;
    c.negation_node = node();
    return c;
  }
  Clause& modal(Clause& c, Concept modal) {
    c.modal = modal;
    c.modal_node = node();
    return c;
  }
  Adverbial& add(Clause& c, AdverbialKind kind, Concept id) {
    Adverbial& a = c.adverbials[c.adverbial_count++];
    a.kind = kind;
    a.concept_id = id;
    a.node = node();
    return a;
  }
  void adverb(Clause& c, Concept id) { add(c, AdverbialKind::kAdverb, id); }
  void phrase(Clause& c, Concept preposition, Index np) {
    add(c, AdverbialKind::kPhrase, preposition).np = np;
  }
  void ask(Clause& c, Asked asked, Concept word) {
    c.mood = Mood::kWhQuestion;
    c.asked = asked;
    c.question_word = word;
    c.question_node = node();
    s.end = EndMark::kQuestionMark;
  }
  void relative(Index head, Gap gap) {
    s.clauses.back().gap = gap;
    s.np(head).relative = static_cast<Index>(s.clauses.size() - 1);
    s.np(head).relative_node = node();
  }
  // Joins clause 0 and clause 1.
  void join(SentenceForm form, Concept conjunction, bool subordinate_first = false) {
    s.form = form;
    s.conjunction = conjunction;
    s.conjunction_node = node();
    s.comma_node = node();
    s.first = 0;
    s.second = 1;
    s.subordinate_first = subordinate_first;
  }

  Tokens tokens() {
    if (s.end_node == kNoNode) s.end_node = node();
    Tokens out;
    french().linearise(s, out);
    return out;
  }
  std::string text() {
    std::string line;
    append_line(tokens(), Spacing::kRaw, line);
    return line;
  }
  // "le/2 chien/1 dort/3 ./4": each token with its nodes; 0 for none.
  std::string glossed() {
    std::string line;
    for (const Token& token : tokens()) {
      if (!line.empty()) line += ' ';
      line.append(token.form).append("/");
      std::string nodes;
      for (int n = 1; n <= kMaxNode; ++n) {
        if ((token.nodes & mask_of(static_cast<NodeId>(n))) == 0) continue;
        nodes += (nodes.empty() ? "" : "+") + std::to_string(n);
      }
      line += nodes.empty() ? "0" : nodes;
    }
    return line;
  }
};

}  // namespace calque::phrasebook
