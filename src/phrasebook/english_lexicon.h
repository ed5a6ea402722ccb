// The English lexicon: tables of words by concept (english_*.cpp) and the full forms built from them once.
// Immutable, shareable between threads.
#pragma once

#include <array>
#include <deque>
#include <span>
#include <string>
#include <string_view>

#include "phrasebook/concept.h"

namespace calque::phrasebook {

struct EnglishNoun {
  Concept id;
  std::string_view singular;
  std::string_view plural = {};  // empty: regular
};

struct EnglishVerb {
  Concept id;
  std::string_view base;
  std::string_view past = {};         // empty: regular
  std::string_view participle = {};   // empty: regular
  std::string_view particle = {};     // "up": after the verb
  std::string_view preposition = {};  // "for": before the object
};

// In place of a comparative: compared with more and most.
inline constexpr std::string_view kPeriphrastic = "more";

struct EnglishAdjective {
  Concept id;
  std::string_view positive;
  std::string_view comparative = {};
  std::string_view superlative = {};
};

struct EnglishWord {
  Concept id;
  std::string_view form;
};

std::span<const EnglishNoun> english_nouns();
std::span<const EnglishVerb> english_verbs();
std::span<const EnglishAdjective> english_adjectives();
std::span<const EnglishWord> english_words();

// All forms of one concept; which fields are used depends on its category.
struct EnglishForms {
  std::string_view base;         // singular, infinitive, positive
  std::string_view plural;       // nouns
  std::string_view third;        // verbs: he goes
  std::string_view past;         // verbs
  std::string_view participle;   // verbs: gone
  std::string_view gerund;       // verbs: going
  std::string_view comparative;  // adjectives; empty: more
  std::string_view superlative;  // adjectives; empty: most
  std::string_view particle;
  std::string_view preposition;
};

class EnglishLexicon {
 public:
  static const EnglishLexicon& instance();
  const EnglishForms& operator[](Concept id) const { return forms_[index_of(id)]; }

 private:
  EnglishLexicon();
  std::string_view keep(std::string form);

  std::array<EnglishForms, kConceptCount> forms_;
  std::deque<std::string> store_;
};

}  // namespace calque::phrasebook
