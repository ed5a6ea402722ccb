#include "phrasebook/japanese_lexicon.h"

#include <array>
#include <utility>
#include <vector>

#include "base/error.h"

namespace calque::phrasebook::ja {
namespace {

// Position of a concept's first entry in its table; kNowhere if it has none.
constexpr std::uint16_t kNowhere = 0xFFFF;
using Positions = std::array<std::uint16_t, kConceptCount>;

template <typename Entries>
Positions positions_of(const Entries& entries) {
  Positions positions;
  positions.fill(kNowhere);
  for (std::size_t i = entries.size(); i-- > 0;) {
    positions[index_of(entries[i].id)] = static_cast<std::uint16_t>(i);
  }
  return positions;
}

struct Lexicon {
  std::vector<Verb> verbs;
  std::vector<Adjective> adjectives;
  Positions noun_at = positions_of(noun_entries());
  Positions verb_at = positions_of(verb_entries());
  Positions adjective_at = positions_of(adjective_entries());
  Positions word_at = positions_of(word_entries());
  std::array<std::string_view, kConceptCount> citations{};

  Lexicon() {
    for (const VerbEntry& e : verb_entries()) {
      verbs.push_back({e, e.kind == VerbKind::kVerb ? conjugate(e.dictionary, e.inflection) : VerbForms{}});
    }
    for (const AdjectiveEntry& e : adjective_entries()) {
      Adjective a;
      a.entry = e;
      if (e.kind == AdjectiveKind::kIType) a.forms = inflect(e.dictionary);
      if (e.kind == AdjectiveKind::kStateType) a.verb = conjugate(e.dictionary, e.inflection);
      adjectives.push_back(std::move(a));
    }
    // The general entry of a concept comes last, so it is the citation form.
    for (const NounEntry& e : noun_entries()) citations[index_of(e.id)] = e.form;
    for (const VerbEntry& e : verb_entries()) citations[index_of(e.id)] = e.dictionary;
    for (const AdjectiveEntry& e : adjective_entries()) citations[index_of(e.id)] = e.dictionary;
    for (const WordEntry& e : word_entries()) citations[index_of(e.id)] = e.form;
  }
};

const Lexicon& lexicon() {
  static const Lexicon instance;
  return instance;
}

std::size_t found(const Positions& positions, Concept id) {
  const std::uint16_t at = positions[index_of(id)];
  CALQUE_CHECK(at != kNowhere);
  return at;
}

}  // namespace

std::string_view form_of(Counter counter) {
  constexpr std::array<std::string_view, 13> kForms = {"個", "人", "匹", "頭", "羽", "冊", "本",
                                                       "枚", "台", "軒", "通", "足", "着"};
  return kForms[static_cast<std::size_t>(counter)];
}

const NounEntry& noun(Concept id) {
  return noun_entries()[found(lexicon().noun_at, id)];
}

const Verb& verb(Concept id, const Situation& situation) {
  const Verb* v = &lexicon().verbs[found(lexicon().verb_at, id)];
  while (v->entry.applies != nullptr && !v->entry.applies(situation)) ++v;
  return *v;
}

const Adjective& adjective(Concept id, Concept described, bool graded) {
  const Adjective* a = &lexicon().adjectives[found(lexicon().adjective_at, id)];
  while ((a->entry.applies != nullptr && !a->entry.applies(described)) || (a->entry.graded && !graded)) ++a;
  return *a;
}

std::string_view word(Concept id) {
  return word_entries()[found(lexicon().word_at, id)].form;
}

std::string_view citation(Concept id) {
  return lexicon().citations[index_of(id)];
}

}  // namespace calque::phrasebook::ja
