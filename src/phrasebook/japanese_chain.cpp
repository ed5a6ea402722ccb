#include "phrasebook/japanese_chain.h"

namespace calque::phrasebook::ja {
namespace {

// The words that follow other predicates and inflect themselves.
struct Auxiliaries {
  VerbForms reru = conjugate("れる", VerbClass::kIchidan);
  VerbForms rareru = conjugate("られる", VerbClass::kIchidan);
  VerbForms dekiru = conjugate("できる", VerbClass::kIchidan);
  VerbForms iru = conjugate("いる", VerbClass::kIchidan);
  VerbForms aru = conjugate("ある", VerbClass::kAru);
  VerbForms naru = conjugate("なる", VerbClass::kGodan);
  VerbForms suru = conjugate("する", VerbClass::kSuru);
  VerbForms ikeru = conjugate("いける", VerbClass::kIchidan);
  VerbForms tagaru = conjugate("たがる", VerbClass::kGodan);
  VerbForms hajimeru = conjugate("始める", VerbClass::kIchidan);
  VerbForms sugiru = conjugate("すぎる", VerbClass::kIchidan);
  AdjectiveForms tai = inflect("たい");
  AdjectiveForms ii = inflect("いい");
};

const Auxiliaries& auxiliaries() {
  static const Auxiliaries instance;
  return instance;
}

}  // namespace

void put(Tokens& out, std::string_view form, NodeMask nodes, Concept lemma) {
  if (!form.empty()) out.push_back({form, nodes, lemma, false});
}

void put_words(Tokens& out, std::string_view words, NodeMask nodes, Concept lemma) {
  while (!words.empty()) {
    const std::size_t end = words.find(' ');
    put(out, words.substr(0, end), nodes, lemma);
    words = end == std::string_view::npos ? std::string_view{} : words.substr(end + 1);
  }
}

void Chain::verb(const VerbForms& forms, NodeMask nodes, NodeMask ending, Concept lemma) {
  kind_ = Kind::kVerb;
  verb_ = {.dictionary = forms.dictionary,
           .continuative = forms.continuative,
           .te_stem = forms.te_stem,
           .irrealis = forms.irrealis,
           .passive_stem = forms.passive_stem,
           .potential = forms.potential,
           .potential_stem = forms.potential_stem,
           .volitional = forms.volitional,
           .voiced = forms.voiced,
           .long_passive = forms.long_passive};
  nodes_ = nodes;
  ending_ = ending;
  lemma_ = lemma;
}

void Chain::adjective(const AdjectiveForms& forms, NodeMask nodes, NodeMask ending, Concept lemma) {
  kind_ = Kind::kAdjective;
  adjective_ = &forms;
  nodes_ = nodes;
  ending_ = ending;
  lemma_ = lemma;
}

void Chain::nominal(std::string_view form, NominalKind kind, NodeMask nodes, NodeMask ending, Concept lemma) {
  kind_ = Kind::kNominal;
  nominal_kind_ = kind;
  nominal_ = form;
  nodes_ = nodes;
  ending_ = ending;
  lemma_ = lemma;
}

void Chain::written_nominal(NodeMask ending) {
  nominal({}, NominalKind::kNoun, 0, ending);
}

void Chain::put_held(std::string_view form) {
  put(out_, form, nodes_, lemma_);
}

// 高い becomes 高く (ある), 静か becomes 静か で (ある): the way to modals.
void Chain::turn_to_verb() {
  if (kind_ == Kind::kVerb) return;
  put_held(kind_ == Kind::kAdjective ? std::string_view(adjective_->adverbial) : nominal_);
  if (kind_ == Kind::kNominal) put(out_, "で", ending_);
  verb(auxiliaries().aru, ending_, ending_);
}

void Chain::te(NodeMask nodes) {
  if (kind_ == Kind::kVerb) {
    put_held(verb_.te_stem);
    put(out_, verb_.voiced ? "で" : "て", nodes);
  } else if (kind_ == Kind::kAdjective) {
    put_held(adjective_->adverbial);
    put(out_, "て", nodes);
  } else {
    put_held(nominal_);
    put(out_, "で", nodes);
  }
}

void Chain::passive(NodeMask nodes) {
  put_held(verb_.passive_stem);
  verb(verb_.long_passive ? auxiliaries().rareru : auxiliaries().reru, nodes, nodes);
}

void Chain::potential(NodeMask nodes) {
  // ある has no potential of its own.
  if (kind_ != Kind::kVerb || verb_.irrealis.empty()) return able(nodes);
  if (!verb_.potential.empty()) {
    // One word says both: 書ける, an ichidan verb of its own.
    const std::string_view stem = verb_.potential_stem;
    verb_ = {.dictionary = verb_.potential, .continuative = stem, .te_stem = stem, .irrealis = stem};
    nodes_ |= nodes;
    ending_ = nodes;
    return;
  }
  put_held(verb_.irrealis);
  verb(auxiliaries().rareru, nodes, nodes);
}

void Chain::able(NodeMask nodes) {
  turn_to_verb();
  write_dictionary();
  put_words(out_, "こと が", nodes);
  verb(auxiliaries().dekiru, nodes, nodes);
}

void Chain::must(NodeMask nodes) {
  turn_to_verb();
  put_held(verb_.irrealis);
  put(out_, "なければ", nodes);
  verb(auxiliaries().naru, nodes, nodes);
}

void Chain::need_not(NodeMask nodes, NodeMask negation) {
  turn_to_verb();
  put_held(verb_.irrealis);
  put(out_, "なくて", negation);
  put(out_, "も", nodes);
  adjective(auxiliaries().ii, nodes, nodes);
}

void Chain::should(NodeMask nodes) {
  turn_to_verb();
  write_dictionary();
  nominal("べき", NominalKind::kNoun, nodes, nodes);
}

void Chain::may(NodeMask nodes) {
  te(nodes_);
  put(out_, "も", nodes);
  adjective(auxiliaries().ii, nodes, nodes);
}

void Chain::must_not(NodeMask nodes) {
  te(nodes_);
  put(out_, "は", nodes);
  verb(auxiliaries().ikeru, nodes, nodes);
}

void Chain::continuous(NodeMask nodes) {
  const NodeMask ending = ending_;
  te(nodes);
  verb(auxiliaries().iru, nodes, ending);
}

void Chain::on_the_way(NodeMask nodes) {
  write_dictionary();
  nominal("ところ", NominalKind::kNo, nodes, nodes);
}

void Chain::want(NodeMask nodes, Concept lemma) {
  if (kind_ != Kind::kVerb) become(nodes_);
  put_held(verb_.continuative);
  adjective(auxiliaries().tai, nodes, nodes, lemma);
}

void Chain::seem_to_want(NodeMask nodes, Concept lemma) {
  if (kind_ != Kind::kVerb) become(nodes_);
  put_held(verb_.continuative);
  verb(auxiliaries().tagaru, nodes, nodes, lemma);
}

void Chain::begin(NodeMask nodes, Concept lemma) {
  if (kind_ != Kind::kVerb) become(nodes_);
  put_held(verb_.continuative);
  verb(auxiliaries().hajimeru, nodes, nodes, lemma);
}

void Chain::too(NodeMask nodes, Concept lemma) {
  const NodeMask ending = ending_;
  put_held(kind_ == Kind::kVerb        ? verb_.continuative
           : kind_ == Kind::kAdjective ? std::string_view(adjective_->stem)
                                       : nominal_);
  verb(auxiliaries().sugiru, nodes, ending, lemma);
}

void Chain::become(NodeMask nodes) {
  if (kind_ == Kind::kVerb) return;
  put_held(kind_ == Kind::kAdjective ? std::string_view(adjective_->adverbial) : nominal_);
  if (kind_ == Kind::kNominal) put(out_, "に", nodes);
  verb(auxiliaries().naru, nodes, nodes);
}

void Chain::make(NodeMask nodes) {
  if (kind_ == Kind::kVerb) return;
  put_held(kind_ == Kind::kAdjective ? std::string_view(adjective_->adverbial) : nominal_);
  if (kind_ == Kind::kNominal) put(out_, "に", nodes);
  verb(auxiliaries().suru, nodes, nodes);
}

void Chain::write_dictionary() {
  turn_to_verb();
  put_held(verb_.dictionary);
}

void Chain::write_te() {
  te(ending_);
}

void Chain::write_not_doing(NodeMask negation) {
  turn_to_verb();
  put_held(verb_.irrealis);
  put(out_, "ないで", negation);
}

void Chain::write_volitional() {
  if (kind_ != Kind::kVerb) become(ending_);
  put_held(verb_.volitional);
}

void Chain::write_let_us(NodeMask nodes) {
  if (kind_ != Kind::kVerb) become(ending_);
  put_held(verb_.continuative);
  put(out_, "ましょう", nodes);
}

}  // namespace calque::phrasebook::ja
