#include "phrasebook/german_lexicon.h"

#include <utility>

namespace calque::phrasebook {
namespace {

using std::string;
using std::string_view;

bool is_german_vowel(char c) {
  return string_view("aeiou").find(c) != string_view::npos;
}

// d, t, and m or n after a consonant other than l, r, h: an e is put before t and st (arbeitest, öffnet).
bool needs_e(string_view stem) {
  const char last = stem.back();
  if (last == 'd' || last == 't') return true;
  if ((last != 'm' && last != 'n') || stem.size() < 2) return false;
  const char before = stem[stem.size() - 2];
  const bool soft = is_german_vowel(before) || string_view("lrhmn").find(before) != string_view::npos ||
                    static_cast<unsigned char>(before) >= 0x80;
  return !soft;
}

bool is_sibilant(string_view stem) {
  return stem.ends_with("s") || stem.ends_with("ß") || stem.ends_with("z") || stem.ends_with("x");
}

bool has_inseparable_prefix(string_view infinitive) {
  for (const string_view prefix : {"be", "ver", "er", "ent", "zer", "gew"}) {
    if (infinitive.starts_with(prefix) && infinitive.size() > prefix.size() + 4) return true;
  }
  return infinitive.ends_with("ieren");
}

string stem_of(string_view infinitive) {
  if (infinitive.ends_with("en")) return string(infinitive.substr(0, infinitive.size() - 2));
  return string(infinitive.substr(0, infinitive.size() - 1));
}

using VerbForms = std::array<string, kGermanPersons>;

VerbForms present_forms(const GermanVerb& v) {
  if (v.infinitive == "sein") return {"bin", "bist", "ist", "sind", "seid", "sind"};
  if (v.infinitive == "haben") return {"habe", "hast", "hat", "haben", "habt", "haben"};
  const string stem = stem_of(v.infinitive);
  const string infinitive(v.infinitive);
  const string e = needs_e(stem) ? "e" : "";
  VerbForms forms = {stem + "e", stem + e + "st", stem + e + "t", infinitive, stem + e + "t", infinitive};
  if (infinitive.ends_with("eln")) forms[0] = stem.substr(0, stem.size() - 2) + "le";
  if (is_sibilant(stem)) forms[1] = stem + "t";
  if (v.third.empty()) return forms;
  const string third(v.third);
  forms[2] = third;
  if (!third.ends_with("t")) {  // kann, muss, weiß: like a past form
    forms[0] = third;
    forms[1] = is_sibilant(third) ? third + "t" : third + "st";
    return forms;
  }
  const string changed = third.substr(0, third.size() - 1);
  forms[1] = is_sibilant(changed) ? third : changed + "st";
  return forms;
}

VerbForms past_forms(const GermanVerb& v) {
  const string stem = stem_of(v.infinitive);
  const string past = v.past.empty() ? stem + (needs_e(stem) ? "ete" : "te") : string(v.past);
  if (past.ends_with("te")) {
    return {past, past + "st", past, past + "n", past + "t", past + "n"};
  }
  const bool dental = past.ends_with("t") || past.ends_with("d");
  const string du = dental || is_sibilant(past) ? "est" : "st";
  return {past, past + du, past, past + "en", past + (dental ? "et" : "t"), past + "en"};
}

string participle_of(const GermanVerb& v) {
  if (!v.participle.empty()) return string(v.participle);
  const string stem = stem_of(v.infinitive);
  return (has_inseparable_prefix(v.infinitive) ? "" : "ge") + stem + (needs_e(stem) ? "et" : "t");
}

// lies, nimm, gib with the vowel of "er liest"; otherwise the stem, with e where it would not be sayable.
string imperative_of(const GermanVerb& v) {
  const string stem = stem_of(v.infinitive);
  const bool e_stem = v.infinitive.find("e") < v.infinitive.size() - 2;
  const bool changed =
      e_stem && v.third.find('i') != string_view::npos && v.third.ends_with("t") && !v.third.empty();
  if (v.infinitive == "sein") return "sei";
  if (changed) return string(v.third.substr(0, v.third.size() - 1));
  if (v.infinitive.ends_with("eln")) return stem.substr(0, stem.size() - 2) + "le";
  const bool long_stem = needs_e(stem) || v.infinitive.ends_with("ieren");
  return long_stem ? stem + "e" : stem;
}

// Mannes, Vaters, Chefs: -es after one syllable or a hiss.
string genitive_of(string_view noun) {
  std::size_t groups = 0;
  bool inside = false;
  for (const char c : noun) {
    const bool vowel = is_german_vowel(c) || string_view("AEIOU").find(c) != string_view::npos ||
                       static_cast<unsigned char>(c) == 0xC3;
    groups += vowel && !inside ? 1 : 0;
    inside = vowel || static_cast<unsigned char>(c) >= 0x80;
  }
  const bool hiss = is_sibilant(noun) || noun.ends_with("sch");
  const bool short_word = groups == 1 && !is_german_vowel(noun.back()) && noun != "Chef";
  return string(noun) + (hiss || short_word ? "es" : "s");
}

}  // namespace

const GermanLexicon& GermanLexicon::instance() {
  static const GermanLexicon lexicon;
  return lexicon;
}

string_view GermanLexicon::keep(string form) {
  return store_.emplace_back(std::move(form));
}

void GermanLexicon::add_noun(const GermanNoun& noun) {
  GermanNounForms f;
  f.gender = noun.gender;
  const string singular(noun.singular);
  f.singular.fill(noun.singular);
  if (noun.weak) {
    const bool ends_e =
        singular.ends_with("e") || noun.id == Concept::kNeighbour || noun.id == Concept::kFarmer;
    const string_view oblique = keep(singular + (ends_e ? "n" : "en"));
    f.singular[1] = f.singular[2] = f.singular[3] = oblique;
    const bool mixed = noun.id == Concept::kNameNoun || noun.id == Concept::kLetterSign;
    if (mixed) f.singular[3] = keep(string(oblique) + "s");
  } else if (noun.gender != GermanGender::kFeminine) {
    f.singular[3] = keep(genitive_of(singular));
  }
  f.plural.fill(noun.plural);
  const string plural(noun.plural);
  const bool unit = facts(noun.id).semantic_class == SemanticClass::kCurrency ||
                    facts(noun.id).semantic_class == SemanticClass::kMeasure;
  const bool takes_n = plural.ends_with("e") || plural.ends_with("er") || plural.ends_with("el");
  if (takes_n && !unit) f.plural[2] = keep(plural + "n");
  words_[index_of(noun.id)] = noun.singular;
  slots_[index_of(noun.id)] = static_cast<std::uint16_t>(nouns_.size());
  nouns_.push_back(f);
}

void GermanLexicon::add_verb(const GermanVerb& v) {
  GermanVerbForms f;
  const string prefix(v.prefix);
  const VerbForms present = present_forms(v);
  const VerbForms past = past_forms(v);
  // "spazieren gehen" is written as two words.
  const string joint = prefix == "spazieren" ? prefix + " " : prefix;
  for (std::size_t i = 0; i < kGermanPersons; ++i) {
    f.present[i] = keep(present[i]);
    f.past[i] = keep(past[i]);
    f.present_joined[i] = keep(joint + present[i]);
    f.past_joined[i] = keep(joint + past[i]);
  }
  f.infinitive = keep(joint + string(v.infinitive));
  if (prefix == "spazieren") {
    f.zu_infinitive = "spazieren zu gehen";
  } else if (!prefix.empty()) {
    f.zu_infinitive = keep(prefix + "zu" + string(v.infinitive));
  }
  f.participle = keep(joint + participle_of(v));
  f.imperative = keep(imperative_of(v));
  f.prefix = v.prefix;
  f.preposition = v.preposition;
  f.preposition_case = v.preposition_case;
  f.with_sein = v.with_sein;
  f.dative = v.dative;
  f.reflexive = v.reflexive;
  words_[index_of(v.id)] = f.infinitive;
  slots_[index_of(v.id)] = static_cast<std::uint16_t>(verbs_.size());
  verbs_.push_back(f);
}

void GermanLexicon::add_adjective(const GermanAdjective& a) {
  constexpr std::array<string_view, kGermanEndings> kEndings = {"", "e", "em", "en", "er", "es"};
  const string positive(a.positive);
  const string stem = a.attributive.empty() ? positive : string(a.attributive);
  const string comparative = a.comparative.empty() ? positive + "er" : string(a.comparative);
  const bool e = positive.ends_with("t") || positive.ends_with("d") || is_sibilant(positive) ||
                 positive.ends_with("sch");
  const string superlative = a.superlative.empty() ? positive + (e ? "est" : "st") : string(a.superlative);
  GermanAdjectiveForms f;
  for (std::size_t i = 0; i < kGermanEndings; ++i) {
    const string ending(kEndings[i]);
    f.by_degree[0][i] = keep(i == 0 ? positive : stem + ending);
    f.by_degree[1][i] = keep(comparative + ending);
    f.by_degree[2][i] = keep(superlative + ending);
  }
  words_[index_of(a.id)] = a.positive;
  slots_[index_of(a.id)] = static_cast<std::uint16_t>(adjectives_.size());
  adjectives_.push_back(f);
}

GermanLexicon::GermanLexicon() {
  for (const GermanNoun& n : german_people_and_animals()) add_noun(n);
  for (const GermanNoun& n : german_things()) add_noun(n);
  for (const GermanWord& w : german_feminine_people()) feminines_[index_of(w.id)] = w.form;
  for (const GermanVerb& v : german_verbs()) add_verb(v);
  for (const GermanAdjective& a : german_adjectives()) add_adjective(a);
  for (const GermanWord& w : german_words()) {
    words_[index_of(w.id)] = w.form;
    const bool name = facts(w.id).category == Category::kName;
    if (name && !w.form.ends_with("s")) genitives_[index_of(w.id)] = keep(string(w.form) + "s");
  }
}

}  // namespace calque::phrasebook
