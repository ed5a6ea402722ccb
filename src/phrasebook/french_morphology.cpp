// French spelling: plurals, feminines, elision, and the conjugation of verbs from their principal parts.
#include <array>
#include <string>
#include <utility>

#include "phrasebook/french_lexicon.h"

namespace calque::phrasebook::fr {
namespace {

bool ends_in(std::string_view word, std::string_view ending) {
  return word.ends_with(ending);
}

std::string with_ending(std::string_view word, std::size_t cut, std::string_view ending) {
  return std::string(word.substr(0, word.size() - cut)).append(ending);
}

// Stem and ending; g and c keep their soft sound before a and o (mangeons, commençons).
std::string join(std::string_view stem, std::string_view ending) {
  std::string form(stem);
  const bool hard = ending.starts_with('a') || ending.starts_with('o');
  if (hard && ends_in(stem, "g")) form += 'e';
  if (hard && ends_in(stem, "c")) form.replace(form.size() - 1, 1, "ç");
  return form.append(ending);
}

constexpr std::array<std::string_view, 6> kImperfectEndings = {"ais", "ais", "ait", "ions", "iez", "aient"};
constexpr std::array<std::string_view, 6> kFutureEndings = {"ai", "as", "a", "ons", "ez", "ont"};
constexpr std::array<std::string_view, 6> kSubjunctiveEndings = {"e", "es", "e", "ions", "iez", "ent"};

// Verbs in -er. The strong stem stands before a silent e (achèt-e); the future stem is often built on it.
struct RegularRow {
  std::string_view infinitive;
  std::string_view strong_stem = {};
  std::string_view future_stem = {};
};

constexpr RegularRow kFirstGroup[] = {
    {"travailler"},
    {"nager"},
    {"danser"},
    {"pleurer"},
    {"voler"},
    {"arriver"},
    {"réveiller"},
    {"fumer"},
    {"sonner"},
    {"commencer"},
    {"briller"},
    {"fonctionner"},
    {"marcher"},
    {"reposer"},
    {"manger"},
    {"aimer"},
    {"trouver"},
    {"visiter"},
    {"fermer"},
    {"parler"},
    {"préparer"},
    {"jouer"},
    {"rencontrer"},
    {"regarder"},
    {"oublier"},
    {"commander"},
    {"réparer"},
    {"laver"},
    {"aider"},
    {"remercier"},
    {"inviter"},
    {"porter"},
    {"rater"},
    {"manquer"},
    {"réserver"},
    {"couper"},
    {"sauver"},
    {"économiser"},
    {"quitter"},
    {"laisser"},
    {"planter"},
    {"garer"},
    {"casser"},
    {"lancer"},
    {"tirer"},
    {"chanter"},
    {"allumer"},
    {"gagner"},
    {"goûter"},
    {"changer"},
    {"chercher"},
    {"coûter"},
    {"durer"},
    {"donner"},
    {"montrer"},
    {"apporter"},
    {"raconter"},
    {"prêter"},
    {"expliquer"},
    {"retourner"},
    {"voyager"},
    {"habiter"},
    {"rester"},
    {"écouter"},
    {"demander"},
    {"penser"},
    {"neiger"},
    {"tourner"},
    {"lever", "lèv", "lèver"},
    {"acheter", "achèt", "achèter"},
    {"appeler", "appell", "appeller"},
    {"espérer", "espèr", "espérer"},
    {"nettoyer", "nettoi", "nettoier"},
    {"essayer", "essai", "essaier"},
    {"payer", "pai", "paier"},
    {"aboyer", "aboi", "aboier"},
    {"ennuyer", "ennui", "ennuier"},
    {"envoyer", "envoi", "enverr"},
};

constexpr std::string_view kSecondGroup[] = {"finir", "fleurir"};
constexpr std::string_view kThirdGroup[] = {"vendre", "attendre", "entendre", "perdre", "mordre", "rendre"};

// Irregular verbs: present, future stem, past participle. The rest follows from these.
struct IrregularRow {
  std::string_view infinitive;
  std::array<std::string_view, 6> present;
  std::string_view future_stem;
  std::string_view participle;
};

constexpr IrregularRow kIrregular[] = {
    {"être", {"suis", "es", "est", "sommes", "êtes", "sont"}, "ser", "été"},
    {"avoir", {"ai", "as", "a", "avons", "avez", "ont"}, "aur", "eu"},
    {"aller", {"vais", "vas", "va", "allons", "allez", "vont"}, "ir", "allé"},
    {"faire", {"fais", "fais", "fait", "faisons", "faites", "font"}, "fer", "fait"},
    {"dire", {"dis", "dis", "dit", "disons", "dites", "disent"}, "dir", "dit"},
    {"venir", {"viens", "viens", "vient", "venons", "venez", "viennent"}, "viendr", "venu"},
    {"tenir", {"tiens", "tiens", "tient", "tenons", "tenez", "tiennent"}, "tiendr", "tenu"},
    {"prendre", {"prends", "prends", "prend", "prenons", "prenez", "prennent"}, "prendr", "pris"},
    {"apprendre",
     {"apprends", "apprends", "apprend", "apprenons", "apprenez", "apprennent"},
     "apprendr",
     "appris"},
    {"comprendre",
     {"comprends", "comprends", "comprend", "comprenons", "comprenez", "comprennent"},
     "comprendr",
     "compris"},
    {"mettre", {"mets", "mets", "met", "mettons", "mettez", "mettent"}, "mettr", "mis"},
    {"voir", {"vois", "vois", "voit", "voyons", "voyez", "voient"}, "verr", "vu"},
    {"croire", {"crois", "crois", "croit", "croyons", "croyez", "croient"}, "croir", "cru"},
    {"boire", {"bois", "bois", "boit", "buvons", "buvez", "boivent"}, "boir", "bu"},
    {"pouvoir", {"peux", "peux", "peut", "pouvons", "pouvez", "peuvent"}, "pourr", "pu"},
    {"vouloir", {"veux", "veux", "veut", "voulons", "voulez", "veulent"}, "voudr", "voulu"},
    {"devoir", {"dois", "dois", "doit", "devons", "devez", "doivent"}, "devr", "dû"},
    {"savoir", {"sais", "sais", "sait", "savons", "savez", "savent"}, "saur", "su"},
    {"pleuvoir", {"pleus", "pleus", "pleut", "pleuvons", "pleuvez", "pleuvent"}, "pleuvr", "plu"},
    {"lire", {"lis", "lis", "lit", "lisons", "lisez", "lisent"}, "lir", "lu"},
    {"rire", {"ris", "ris", "rit", "rions", "riez", "rient"}, "rir", "ri"},
    {"écrire", {"écris", "écris", "écrit", "écrivons", "écrivez", "écrivent"}, "écrir", "écrit"},
    {"connaître",
     {"connais", "connais", "connaît", "connaissons", "connaissez", "connaissent"},
     "connaîtr",
     "connu"},
    {"ouvrir", {"ouvre", "ouvres", "ouvre", "ouvrons", "ouvrez", "ouvrent"}, "ouvrir", "ouvert"},
    {"dormir", {"dors", "dors", "dort", "dormons", "dormez", "dorment"}, "dormir", "dormi"},
    {"partir", {"pars", "pars", "part", "partons", "partez", "partent"}, "partir", "parti"},
    {"mentir", {"mens", "mens", "ment", "mentons", "mentez", "mentent"}, "mentir", "menti"},
    {"courir", {"cours", "cours", "court", "courons", "courez", "courent"}, "courr", "couru"},
    {"asseoir", {"assieds", "assieds", "assied", "asseyons", "asseyez", "asseyent"}, "assiér", "assis"},
    {"suivre", {"suis", "suis", "suit", "suivons", "suivez", "suivent"}, "suivr", "suivi"},
    {"construire",
     {"construis", "construis", "construit", "construisons", "construisez", "construisent"},
     "construir",
     "construit"},
    {"peindre", {"peins", "peins", "peint", "peignons", "peignez", "peignent"}, "peindr", "peint"},
    {"éteindre", {"éteins", "éteins", "éteint", "éteignons", "éteignez", "éteignent"}, "éteindr", "éteint"},
    {"résoudre", {"résous", "résous", "résout", "résolvons", "résolvez", "résolvent"}, "résoudr", "résolu"},
};

// Subjunctives that do not follow from the present.
struct SubjunctiveRow {
  std::string_view infinitive;
  std::array<std::string_view, 6> forms;
};
constexpr SubjunctiveRow kSubjunctives[] = {
    {"être", {"sois", "sois", "soit", "soyons", "soyez", "soient"}},
    {"avoir", {"aie", "aies", "ait", "ayons", "ayez", "aient"}},
    {"aller", {"aille", "ailles", "aille", "allions", "alliez", "aillent"}},
    {"faire", {"fasse", "fasses", "fasse", "fassions", "fassiez", "fassent"}},
    {"pouvoir", {"puisse", "puisses", "puisse", "puissions", "puissiez", "puissent"}},
    {"vouloir", {"veuille", "veuilles", "veuille", "voulions", "vouliez", "veuillent"}},
    {"savoir", {"sache", "saches", "sache", "sachions", "sachiez", "sachent"}},
};

struct ImperativeRow {
  std::string_view infinitive;
  std::array<std::string_view, 3> forms;
};
constexpr ImperativeRow kImperatives[] = {
    {"être", {"sois", "soyons", "soyez"}},
    {"avoir", {"aie", "ayons", "ayez"}},
    {"savoir", {"sache", "sachons", "sachez"}},
    {"vouloir", {"veuille", "veuillons", "veuillez"}},
};

}  // namespace

std::string plural_of(std::string_view singular) {
  if (ends_in(singular, "s") || ends_in(singular, "x") || ends_in(singular, "z"))
    return std::string(singular);
  if (ends_in(singular, "eau") || (ends_in(singular, "eu") && singular != "bleu"))
    return with_ending(singular, 0, "x");
  if (ends_in(singular, "al")) return with_ending(singular, 1, "ux");
  return with_ending(singular, 0, "s");
}

std::string feminine_of(std::string_view masculine) {
  if (ends_in(masculine, "e")) return std::string(masculine);
  if (ends_in(masculine, "eux")) return with_ending(masculine, 1, "se");
  if (ends_in(masculine, "er")) return with_ending(masculine, 2, "ère");
  if (ends_in(masculine, "f")) return with_ending(masculine, 1, "ve");
  if (ends_in(masculine, "il") || ends_in(masculine, "el")) return with_ending(masculine, 0, "le");
  if (ends_in(masculine, "on") || ends_in(masculine, "en")) return with_ending(masculine, 0, "ne");
  return with_ending(masculine, 0, "e");
}

bool begins_with_vowel_sound(std::string_view word) {
  if (word.empty()) return false;
  for (const std::string_view aspirated : {"haut", "huit", "onze", "oui"}) {
    if (word.starts_with(aspirated)) return false;
  }
  if (word.starts_with("yeux") || word == "y") return true;
  constexpr std::string_view kVowels = "aeiouhAEIOUH";
  if (kVowels.find(word.front()) != std::string_view::npos) return true;
  // é è ê ë à â î ï ô û, their capitals, and the ligature œ, in UTF-8; but not ç.
  const auto second = word.size() > 1 ? static_cast<unsigned char>(word[1]) : 0U;
  if (word.front() == '\xC3') return second != 0xA7 && second != 0x87;
  return word.front() == '\xC5' && (second == 0x92 || second == 0x93);
}

std::string_view Lexicon::keep(std::string form) {
  return store_.emplace_back(std::move(form));
}

FourForms Lexicon::agreeing_forms(std::string_view masculine, std::string_view feminine) {
  const std::string_view woman = feminine.empty() ? keep(feminine_of(masculine)) : feminine;
  return {masculine, woman, keep(plural_of(masculine)), keep(plural_of(woman))};
}

void Lexicon::add_conjugation(const std::array<std::string, 6>& present, std::string_view infinitive,
                              std::string_view future_stem, std::string_view participle) {
  Conjugation& c = conjugations_.emplace_back();
  c.infinitive = infinitive;
  // The weak stem is that of "nous": in spelling free of the e of mangeons and the ç of lançons; être has one
  // apart.
  const bool first_group = ends_in(infinitive, "er") && infinitive != "aller";
  const std::string weak = infinitive == "être" ? "ét"
                           : first_group        ? with_ending(infinitive, 2, "")
                                                : with_ending(present[3], 3, "");
  const std::string strong = with_ending(present[5], 3, "");
  for (std::size_t i = 0; i < 6; ++i) {
    const bool is_weak = i == 3 || i == 4;
    c.present[i] = keep(present[i]);
    c.imperfect[i] = keep(join(weak, kImperfectEndings[i]));
    c.future[i] = keep(std::string(future_stem).append(kFutureEndings[i]));
    c.conditional[i] = keep(std::string(future_stem).append(kImperfectEndings[i]));
    c.subjunctive[i] = keep(join(is_weak ? weak : strong, kSubjunctiveEndings[i]));
  }
  for (const SubjunctiveRow& row : kSubjunctives) {
    if (row.infinitive == infinitive) c.subjunctive = row.forms;
  }
  const bool drops_s = ends_in(present[1], "es") || infinitive == "aller";
  c.imperative = {drops_s ? keep(with_ending(present[1], 1, "")) : c.present[1], c.present[3], c.present[4]};
  for (const ImperativeRow& row : kImperatives) {
    if (row.infinitive == infinitive) c.imperative = row.forms;
  }
  c.participle = {participle, keep(std::string(participle) + "e"), keep(plural_of(participle)),
                  keep(std::string(participle) + "es")};
  if (participle == "dû") c.participle = {"dû", "due", "dus", "dues"};
  if (participle == "eu") c.participle = {"eu", "eue", "eus", "eues"};
}

void Lexicon::add_regular(std::string_view infinitive, std::string_view strong_stem,
                          std::string_view future_stem) {
  const std::string stem = with_ending(infinitive, 2, "");
  const std::string strong = strong_stem.empty() ? stem : std::string(strong_stem);
  add_conjugation({strong + "e", strong + "es", strong + "e", join(stem, "ons"), stem + "ez", strong + "ent"},
                  infinitive, future_stem.empty() ? infinitive : future_stem, keep(stem + "é"));
}

void Lexicon::build_conjugations() {
  for (const RegularRow& row : kFirstGroup) add_regular(row.infinitive, row.strong_stem, row.future_stem);
  for (const std::string_view infinitive : kSecondGroup) {
    const std::string stem = with_ending(infinitive, 1, "");
    add_conjugation({stem + "s", stem + "s", stem + "t", stem + "ssons", stem + "ssez", stem + "ssent"},
                    infinitive, infinitive, keep(stem));
  }
  for (const std::string_view infinitive : kThirdGroup) {
    const std::string stem = with_ending(infinitive, 2, "");
    add_conjugation({stem + "s", stem + "s", stem, stem + "ons", stem + "ez", stem + "ent"}, infinitive,
                    keep(with_ending(infinitive, 1, "")), keep(stem + "u"));
  }
  for (const IrregularRow& row : kIrregular) {
    std::array<std::string, 6> present;
    for (std::size_t i = 0; i < 6; ++i) present[i] = row.present[i];
    add_conjugation(present, row.infinitive, row.future_stem, row.participle);
  }
}

const Conjugation* Lexicon::conjugation(std::string_view infinitive) const {
  for (const Conjugation& c : conjugations_) {
    if (c.infinitive == infinitive) return &c;
  }
  return nullptr;
}

}  // namespace calque::phrasebook::fr
