// The Japanese lexicon of the phrasebook: which words say a concept, and how those words behave.
//
// Tables of literals and of forms built once on first use; immutable afterwards, shareable between threads,
// and alive as long as the program. A string with spaces ("一緒 に") stands for several tokens.
#pragma once

#include <span>
#include <string_view>

#include "phrasebook/concept.h"
#include "phrasebook/japanese_morphology.h"

namespace calque::phrasebook::ja {

// The counter that stands between a numeral and the thing counted.
enum class Counter : std::uint8_t {
  kThing,     // 三つ; 個 from ten on
  kPerson,    // 人
  kAnimal,    // 匹
  kLarge,     // 頭: large animals
  kBird,      // 羽: birds and rabbits
  kVolume,    // 冊: bound books
  kLong,      // 本: long and thin things, films, trees
  kFlat,      // 枚: flat things
  kMachine,   // 台: vehicles, machines, furniture
  kBuilding,  // 軒: houses and shops
  kMail,      // 通: letters
  kPair,      // 足: footwear
  kGarment,   // 着: clothes
};
// 人, 匹, ...; 個 for kThing.
std::string_view form_of(Counter counter);

struct NounEntry {
  Concept id = Concept::kNone;
  std::string_view form;
  Counter counter = Counter::kThing;
  std::string_view honoured{};  // kin of others: お母さん beside one's own 母
};

// How a verb marks its object.
enum class ObjectMark : std::uint8_t {
  kWo,         // を
  kGa,         // が: what is liked, needed, understood
  kNi,         // に
  kCompanion,  // と
  kAbout,      // について
  kThoughts,   // の こと を
  kVoice,      // の 声 を: one hears the voice of an animal
  kBare,       // no particle: prices and lengths of time
};

enum class Aspect : std::uint8_t {
  kAction,    // ている only for the progressive
  kState,     // ている for the present too: 住んでいる, 知っている
  kTimeless,  // never ている: ある, 分かる, 必要だ
  kMotion,    // the progressive is ところ: 行くところだ, for 行っている means to be there
  kReported,  // ている in the present of a third person: 言っている, 思っている
};

// What a choice between several Japanese verbs for one concept looks at.
struct Situation {
  Concept subject = Concept::kNone;
  Concept object = Concept::kNone;
  Concept place = Concept::kNone;  // the required adverbial: its adverb, or its noun
  bool to_speaker = false;         // the recipient is "I" or "we"
  bool wish = false;               // imperative, request, or under a modal
};

enum class VerbKind : std::uint8_t { kVerb, kAdjectivalNoun };

struct VerbEntry {
  Concept id = Concept::kNone;
  std::string_view prefix{};      // words in front that never change: 電話 (する), 雨 が (降る)
  std::string_view dictionary{};  // 書く; an adjectival noun for 好き, 必要
  VerbClass inflection = VerbClass::kGodan;
  ObjectMark mark = ObjectMark::kWo;
  Aspect aspect = Aspect::kAction;
  bool (*applies)(const Situation&) = nullptr;  // null: always
  VerbKind kind = VerbKind::kVerb;
  bool experiencer = false;  // the subject takes には: 私には時間がある
};

// A verb entry with its forms.
struct Verb {
  VerbEntry entry;
  VerbForms forms;
};

enum class AdjectiveKind : std::uint8_t {
  kIType,      // 高い
  kNaType,     // 静か な
  kNoType,     // 緑 の
  kStateType,  // a verb in the ている form: 疲れている
};

struct AdjectiveEntry {
  Concept id = Concept::kNone;
  std::string_view prefix;      // 背 が (高い)
  std::string_view dictionary;  // 高い, 静か, 疲れる
  AdjectiveKind kind = AdjectiveKind::kIType;
  VerbClass inflection = VerbClass::kGodan;  // kStateType
  bool finished = false;                     // kStateType: た before a noun (疲れた人), not ている
  bool (*applies)(Concept noun) = nullptr;   // null: always
  bool graded = false;                       // used for the comparative and superlative only
};

struct Adjective {
  AdjectiveEntry entry;
  AdjectiveForms forms;  // kIType
  VerbForms verb;        // kStateType
};

// Everything that is one unchanging expression: adverbs, names, pronouns, formulas, ...
struct WordEntry {
  Concept id = Concept::kNone;
  std::string_view form;
};

// The sources of the tables below.
std::span<const NounEntry> noun_entries();
std::span<const VerbEntry> verb_entries();
std::span<const AdjectiveEntry> adjective_entries();
std::span<const WordEntry> word_entries();

const NounEntry& noun(Concept id);
const Verb& verb(Concept id, const Situation& situation);
const Adjective& adjective(Concept id, Concept described, bool graded);
// The words of a concept of any other category.
std::string_view word(Concept id);
// The dictionary form of any concept; empty if there is none.
std::string_view citation(Concept id);

}  // namespace calque::phrasebook::ja
