// A Japanese predicate under construction: a word that inflects, and the auxiliaries that pile up behind it
// (修理 さ れ て い ませ ん). The last word is held back until it is known what follows, for that decides its
// form.
//
// One chain per predicate; writes to the caller's tokens, which it refers to. Not shared between threads.
#pragma once

#include <string_view>

#include "phrasebook/japanese_morphology.h"
#include "phrasebook/linearise.h"

namespace calque::phrasebook::ja {

// Appends one token; appends nothing if the form is empty.
void put(Tokens& out, std::string_view form, NodeMask nodes, Concept lemma = Concept::kNone);
// Appends the words of a string that spaces separate.
void put_words(Tokens& out, std::string_view words, NodeMask nodes, Concept lemma = Concept::kNone);

// What stands behind the predicate.
enum class Shape : std::uint8_t {
  kFinal,        // the end of the sentence, が
  kBeforeNoun,   // a noun, 時, こと: na-adjectives take な
  kExplanatory,  // ので, の: nouns and na-adjectives take な
  kQuoted,       // と, けれども, し: だ
  kIndirect,     // か: nothing after nouns
  kConjecture,   // でしょう, which the chain writes
  kConjunctive,  // て, which the chain writes
  kConditional,  // たら, which the chain writes
};

struct Ending {
  Shape shape = Shape::kFinal;
  bool polite = false;  // ます and です, with kFinal only
  bool past = false;
  bool negative = false;
  NodeMask negation = 0;  // carried by ない and ません
  NodeMask joint = 0;     // carried by て and たら: the conjunction that they express
};

// What a nominal predicate takes before a noun.
enum class NominalKind : std::uint8_t { kNoun, kNa, kNo };

class Chain {
 public:
  explicit Chain(Tokens& out) : out_(out) {}

  // The first word, or the next one after the present one has been written by `write_...`. `nodes` are what
  // the word expresses, `ending` what its inflection (ます, た, です) expresses.
  void verb(const VerbForms& forms, NodeMask nodes, NodeMask ending, Concept lemma = Concept::kNone);
  void adjective(const AdjectiveForms& forms, NodeMask nodes, NodeMask ending,
                 Concept lemma = Concept::kNone);
  void nominal(std::string_view form, NominalKind kind, NodeMask nodes, NodeMask ending,
               Concept lemma = Concept::kNone);
  // A nominal predicate whose words have been written already.
  void written_nominal(NodeMask ending);

  // Auxiliaries; `nodes` is what the auxiliary expresses.
  void passive(NodeMask nodes);                      // 書か れる
  void potential(NodeMask nodes);                    // 書ける, 食べ られる, できる
  void able(NodeMask nodes);                         // 書く こと が できる
  void must(NodeMask nodes);                         // 書か なければ なる, to be closed as a negative
  void need_not(NodeMask nodes, NodeMask negation);  // 書か なくて も いい
  void should(NodeMask nodes);                       // 書く べき
  void may(NodeMask nodes);                          // 書い て も いい
  void must_not(NodeMask nodes);                     // 書い て は いける, to be closed as a negative
  void continuous(NodeMask nodes);                   // 書い て いる
  void on_the_way(NodeMask nodes);                   // 行く ところ
  void want(NodeMask nodes, Concept lemma);          // 書き たい
  void seem_to_want(NodeMask nodes, Concept lemma);  // 書き たがる
  void begin(NodeMask nodes, Concept lemma);         // 書き 始める
  void too(NodeMask nodes, Concept lemma);           // 高 すぎる
  void become(NodeMask nodes);                       // 高く なる, 静か に なる
  void make(NodeMask nodes);                         // 高く する, 静か に する

  // Writes the held word in a form that something else follows; the chain is empty afterwards.
  void write_dictionary();                  // 書く
  void write_te();                          // 書い て
  void write_not_doing(NodeMask negation);  // 書か ないで
  void write_volitional();                  // 書こう
  void write_let_us(NodeMask nodes);        // 書き ましょう

  // Writes the held word with its ending.
  void close(const Ending& ending);

 private:
  enum class Kind : std::uint8_t { kVerb, kAdjective, kNominal };

  // The forms of the held verb; views into tables that live for ever.
  struct HeldVerb {
    std::string_view dictionary{}, continuative{}, te_stem{}, irrealis{};
    std::string_view passive_stem{}, potential{}, potential_stem{}, volitional{};
    bool voiced = false;
    bool long_passive = false;
  };

  void put_held(std::string_view form);
  void close_verb(const Ending& e);
  void close_adjective(const Ending& e);
  void close_nominal(const Ending& e);
  void close_nominal_negative(const Ending& e);
  void turn_to_verb();
  void te(NodeMask nodes);

  Tokens& out_;
  Kind kind_ = Kind::kNominal;
  NominalKind nominal_kind_ = NominalKind::kNoun;
  HeldVerb verb_;
  const AdjectiveForms* adjective_ = nullptr;
  std::string_view nominal_;
  NodeMask nodes_ = 0;
  NodeMask ending_ = 0;
  Concept lemma_ = Concept::kNone;
};

}  // namespace calque::phrasebook::ja
