#include "phrasebook/english_lexicon.h"

#include <utility>

namespace calque::phrasebook {
namespace {

bool is_english_vowel(char c) {
  return std::string_view("aeiou").find(c) != std::string_view::npos;
}

bool ends_with(std::string_view word, std::string_view end) {
  return word.ends_with(end);
}

// dog - dogs, box - boxes, city - cities; also go - goes, cry - cries.
std::string with_s(std::string_view word) {
  std::string w(word);
  const bool hiss = ends_with(w, "s") || ends_with(w, "x") || ends_with(w, "ch") || ends_with(w, "sh");
  if (hiss || w == "go" || w == "do") return w + "es";
  if (w.size() > 1 && w.back() == 'y' && !is_english_vowel(w[w.size() - 2]))
    return w.substr(0, w.size() - 1) + "ies";
  return w + "s";
}

// One syllable, consonant, vowel, consonant: the last letter is doubled (big - bigger, swim - swimming).
bool doubles(std::string_view w) {
  const std::size_t n = w.size();
  if (n < 3 || is_english_vowel(w[n - 1]) || !is_english_vowel(w[n - 2]) || is_english_vowel(w[n - 3]))
    return false;
  if (std::string_view("wxy").find(w[n - 1]) != std::string_view::npos) return false;
  std::size_t vowels = 0;
  for (const char c : w) vowels += is_english_vowel(c) ? 1 : 0;
  return vowels == 1 || w == "begin" || w == "forget" || w == "travel";
}

std::string with_vowel_ending(std::string_view word, std::string_view ending) {
  std::string w(word);
  if (w.back() == 'e') return w.substr(0, w.size() - 1) + std::string(ending);
  if (w.size() > 1 && w.back() == 'y' && !is_english_vowel(w[w.size() - 2])) {
    return w.substr(0, w.size() - 1) + "i" + std::string(ending);
  }
  if (doubles(w)) w += w.back();
  return w + std::string(ending);
}

std::string gerund(std::string_view word) {
  std::string w(word);
  if (w == "be") return "being";
  if (ends_with(w, "ie")) return w.substr(0, w.size() - 2) + "ying";
  if (w.back() == 'e' && !ends_with(w, "ee")) return w.substr(0, w.size() - 1) + "ing";
  if (doubles(w)) w += w.back();
  return w + "ing";
}

}  // namespace

const EnglishLexicon& EnglishLexicon::instance() {
  static const EnglishLexicon lexicon;
  return lexicon;
}

std::string_view EnglishLexicon::keep(std::string form) {
  return store_.emplace_back(std::move(form));
}

EnglishLexicon::EnglishLexicon() {
  for (const EnglishNoun& n : english_nouns()) {
    EnglishForms& f = forms_[index_of(n.id)];
    f.base = n.singular;
    f.plural = n.plural.empty() ? keep(with_s(n.singular)) : n.plural;
  }
  for (const EnglishVerb& v : english_verbs()) {
    EnglishForms& f = forms_[index_of(v.id)];
    f.base = v.base;
    f.third = v.base == "have" ? std::string_view("has") : keep(with_s(v.base));
    f.past = v.past.empty() ? keep(with_vowel_ending(v.base, "ed")) : v.past;
    f.participle = v.participle.empty() ? f.past : v.participle;
    f.gerund = keep(gerund(v.base));
    f.particle = v.particle;
    f.preposition = v.preposition;
  }
  for (const EnglishAdjective& a : english_adjectives()) {
    EnglishForms& f = forms_[index_of(a.id)];
    f.base = a.positive;
    if (a.comparative == kPeriphrastic) continue;
    f.comparative = a.comparative.empty() ? keep(with_vowel_ending(a.positive, "er")) : a.comparative;
    f.superlative = a.superlative.empty() ? keep(with_vowel_ending(a.positive, "est")) : a.superlative;
  }
  for (const EnglishWord& w : english_words()) forms_[index_of(w.id)].base = w.form;
}

}  // namespace calque::phrasebook
