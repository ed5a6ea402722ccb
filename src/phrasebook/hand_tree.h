// Hand-built sentence trees for tests: short helpers over TreeBuilder that draw nothing at random.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "phrasebook/linearise.h"
#include "phrasebook/tree_builder.h"
#include "text/alignment.h"

namespace calque::phrasebook {

class HandTree {
 public:
  HandTree() : rng_(1), b(rng_, s) {
    s.clauses.reserve(4);  // clause() hands out references
    s.end_node = b.node();
  }

  Index pronoun(Concept id) { return b.pronoun(id); }
  Index name(Concept id) { return b.new_np(id); }
  Index the(Concept id, Number number = Number::kSingular) { return b.definite(id, number); }
  Index a(Concept id) { return b.indefinite(id); }
  Index bare(Concept id, Number number = Number::kSingular) {
    const Index i = b.new_np(id);
    s.np(i).number = number;
    return i;
  }
  Index my(Concept id, Possessor who = Possessor::kMy, Number number = Number::kSingular) {
    const Index i = b.new_np(id);
    b.set_possessor(i, who);
    s.np(i).number = number;
    return i;
  }
  Index with_adjective(Index np, Concept id, Degree degree = Degree::kPositive) {
    AdjectivePhrase& slot = s.np(np).adjectives[s.np(np).adjective_count++];
    slot = b.adjective(id);
    slot.degree = degree;
    return np;
  }
  // A clause of any type; the first one becomes the sentence's first clause.
  Clause& clause(Concept verb, Index subject = kAbsent, Index object = kAbsent,
                 ClauseType type = ClauseType::kVerb) {
    const Index c = b.new_clause(type, verb);
    if (s.first == kAbsent) s.first = c;
    s.clause(c).subject = subject;
    s.clause(c).object = object;
    return s.clause(c);
  }
  Clause& is(Index subject, Concept adjective) {
    Clause& c = clause(Concept::kBe, subject, kAbsent, ClauseType::kAdjective);
    c.adjective = b.adjective(adjective);
    return c;
  }
  Index last_clause() const { return static_cast<Index>(s.clauses.size() - 1); }
  void ask(Clause& c, Asked asked, Concept word) {
    c.mood = Mood::kWhQuestion;
    c.asked = asked;
    c.question_word = word;
    c.question_node = b.node();
    s.end = EndMark::kQuestionMark;
  }
  void join(SentenceForm form, Concept conjunction, Index second) {
    s.form = form;
    s.conjunction = conjunction;
    s.conjunction_node = b.node();
    s.comma_node = b.node();
    s.second = second;
  }

  std::string text(const Lineariser& language) const {
    Tokens tokens;
    language.linearise(s, tokens);
    std::string line;
    append_line(tokens, Spacing::kTokens, line);
    return line;
  }
  std::string links(const Lineariser& source, const Lineariser& target) const {
    Tokens from;
    Tokens to;
    source.linearise(s, from);
    target.linearise(s, to);
    text::Alignment alignment;
    link_tokens(from, to, alignment);
    return text::to_pharaoh(alignment);
  }

 private:
  Rng rng_;

 public:
  Sentence s;
  TreeBuilder b;
};

// A tree, and what German and English must say for it.
struct HandCase {
  const char* name;
  void (*build)(HandTree&);
  const char* german;
  const char* english;
  const char* links;  // German-English
};

inline void expect_words_and_links(const HandCase& expected) {
  HandTree t;
  expected.build(t);
  EXPECT_EQ(t.text(german()), expected.german);
  EXPECT_EQ(t.text(english()), expected.english);
  EXPECT_EQ(t.links(german(), english()), expected.links);
}

}  // namespace calque::phrasebook
