#include "text/language_rules.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

namespace calque::text {
namespace {

struct NamedRules {
  std::string_view language;
  LanguageRules rules;
};

LanguageRules english() {
  LanguageRules rules;
  rules.currency = CurrencyPlace::kBeforeNumber;
  rules.apostrophe = ApostropheHabit::kBefore;
  rules.tight_em_dash = true;
  rules.quotation_after_comma = true;
  rules.abbreviations =
      " mr mrs ms dr prof sr jr st vs etc inc ltd co corp gen col sgt capt lt rev hon dept approx "
      "jan feb apr jun jul aug sep sept oct nov dec messrs mt ft ";
  rules.abbreviations_before_number = " no nos art fig figs vol p pp sec ch eq nr ";
  return rules;
}

LanguageRules german() {
  LanguageRules rules;
  rules.currency = CurrencyPlace::kAfterNumber;
  rules.space_before_percent = rules.space_before_unit = true;
  rules.inward_guillemets = true;
  rules.spaced_ellipsis = true;
  rules.ordinal_full_stop = true;
  rules.abbreviations =
      " dr prof hr fr st bzw usw ca evtl ggf inkl exkl vgl str tel sog mio mrd jh jhd etc dipl ing "
      "mag max min zzgl abzgl geb gest verh ";
  rules.abbreviations_before_number = " nr abs art bd kap s abb tab ziff no ";
  return rules;
}

LanguageRules french() {
  LanguageRules rules;
  rules.currency = CurrencyPlace::kAfterNumber;
  rules.apostrophe = ApostropheHabit::kAfter;
  rules.space_before_percent = rules.space_before_unit = true;
  rules.french_punctuation = true;
  rules.hyphenated_pronouns = true;
  rules.blank_thousands = true;
  rules.abbreviations = " mm mme mmes mlle mlles dr pr prof st ste etc cf av bd env ex me mgr ";
  rules.abbreviations_before_number = " no nos art fig vol p pp chap ";
  return rules;
}

LanguageRules italian() {
  LanguageRules rules;
  rules.currency = CurrencyPlace::kAfterNumber;
  rules.apostrophe = ApostropheHabit::kAfter;
  rules.space_before_unit = true;
  rules.quotation_after_comma = true;
  rules.abbreviations = " sig sigg dott prof ecc dr avv ing arch ";
  return rules;
}

LanguageRules spanish() {
  LanguageRules rules;
  rules.currency = CurrencyPlace::kAfterNumber;
  rules.space_before_percent = rules.space_before_unit = true;
  rules.abbreviations = " sr sra sres srta dr dra ud uds etc prof ";
  return rules;
}

LanguageRules nordic(bool same_quote_twice) {
  LanguageRules rules;
  rules.currency = CurrencyPlace::kAfterNumber;
  rules.blank_thousands = true;
  rules.space_before_percent = rules.space_before_unit = true;
  rules.same_curly_quote_twice = same_quote_twice;
  rules.ordinal_full_stop = !same_quote_twice;
  rules.abbreviations = " dr prof st bl etc ca kl ";
  return rules;
}

LanguageRules slavic(bool ordinals) {
  LanguageRules rules;
  rules.currency = CurrencyPlace::kAfterNumber;
  rules.blank_thousands = true;
  rules.space_before_unit = true;
  rules.space_before_percent = ordinals;  // Czech and Slovak: 5 %; Russian: 5%
  rules.ordinal_full_stop = ordinals;
  return rules;
}

LanguageRules polish() {
  LanguageRules rules;
  rules.currency = CurrencyPlace::kAfterNumber;
  rules.blank_thousands = true;
  rules.space_before_unit = true;
  rules.abbreviations = " dr prof mgr inż im ul al pl gen płk ks św np tzw tzn ok godz min mln mld tys zob ";
  return rules;
}

LanguageRules portuguese() {
  LanguageRules rules;
  rules.quotation_after_comma = true;
  rules.abbreviations = " sr sra srs dr dra prof eng av etc ";
  return rules;
}

LanguageRules dutch() {
  LanguageRules rules;
  rules.currency = CurrencyPlace::kBeforeNumber;
  rules.space_after_currency = true;
  rules.abbreviations = " dhr mevr mw dr prof ir ing drs mr st bijv bv enz evt resp ca ";
  return rules;
}

LanguageRules turkish() {
  LanguageRules rules;
  rules.quotation_after_comma = true;
  rules.abbreviations = " dr prof doç av vb vs bkz sn ";
  rules.suffixes =
      " a e ı i u ü ye yı yi yu yü na nı ni nu nü ın in un ün nın nin nun nün da de ta te dan den tan ten "
      "nda "
      "nde ndan nden la le yla yle lar ler ları leri ";
  return rules;
}

LanguageRules korean() {
  LanguageRules rules;
  rules.currency = CurrencyPlace::kBeforeNumber;
  rules.tight_opening_bracket = true;
  rules.suffixes =
      " 가 이 는 은 를 을 의 에 에는 에도 에서 에서는 에서도 에서의 에서부터 에게 에게서 에게는 한테 로 으로 "
      "로는 으로는 로서 "
      "으로서 로써 으로써 로의 으로의 로부터 으로부터 으로만 부터 까지 까지의 와 과 와의 과의 와는 과는 도 "
      "만 나 이나 보다 처럼 "
      "고 라 라고 라고는 라고도 라며 라면 라는 란 이라 이라고 이라며 이라면 이라는 이란 며 으며 이며 이고 "
      "인데 입니다 이다 "
      "였다 이었다 했다 하는 하기 하고 하며 하겠다고 했다고 한다고 조차 마저 밖에 뿐 씨 씨는 씨가 적인 ";
  return rules;
}

LanguageRules east_asian() {
  LanguageRules rules;
  rules.currency = CurrencyPlace::kBeforeNumber;
  rules.apostrophe = ApostropheHabit::kBefore;  // an apostrophe there stands in an English word
  rules.tight_wide_text = true;
  rules.tight_em_dash = true;
  return rules;
}

const std::array<NamedRules, 23>& table() {
  static const std::array<NamedRules, 23> kTable{
      {{"en", english()},     {"de", german()},      {"fr", french()},      {"it", italian()},
       {"ca", italian()},     {"es", spanish()},     {"sv", nordic(true)},  {"fi", nordic(true)},
       {"da", nordic(false)}, {"nb", nordic(false)}, {"no", nordic(false)}, {"nn", nordic(false)},
       {"cs", slavic(true)},  {"sk", slavic(true)},  {"ru", slavic(false)}, {"uk", slavic(false)},
       {"pl", polish()},      {"pt", portuguese()},  {"nl", dutch()},       {"tr", turkish()},
       {"ko", korean()},      {"ja", east_asian()},  {"zh", east_asian()}}};
  return kTable;
}

// Languages without rules here that have letters whose capitals are their own (casing.h), as Turkish.
constexpr std::array<std::string_view, 2> kOwnCapitals{"az", "lt"};

const std::vector<std::string_view>& codes() {
  static const std::vector<std::string_view> kCodes = [] {
    std::vector<std::string_view> codes(kOwnCapitals.begin(), kOwnCapitals.end());
    for (const NamedRules& named : table()) codes.push_back(named.language);
    std::ranges::sort(codes);
    return codes;
  }();
  return kCodes;
}

}  // namespace

std::string base_language(std::string_view language) {
  std::string base(language.substr(0, language.find_first_of("-_")));
  for (char& c : base) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return base;
}

const LanguageRules& language_rules(std::string_view language) {
  static const LanguageRules kDefault;
  const std::string base = base_language(language);
  const auto found = std::find_if(table().begin(), table().end(),
                                  [&](const NamedRules& named) { return named.language == base; });
  return found == table().end() ? kDefault : found->rules;
}

bool has_rules(std::string_view language) {
  return std::ranges::binary_search(codes(), base_language(language));
}

const std::string& languages_with_rules() {
  static const std::string kNames = fmt::format("{}", fmt::join(codes(), ", "));
  return kNames;
}

bool listed(std::string_view list, std::string_view word) {
  if (word.empty() || word.find(' ') != std::string_view::npos) return false;
  for (std::size_t at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
    const bool starts = at > 0 && list[at - 1] == ' ';
    const bool ends = at + word.size() < list.size() && list[at + word.size()] == ' ';
    if (starts && ends) return true;
  }
  return false;
}

bool keeps_apostrophe(std::string_view lower_case_word) {
  return listed(" aujourd'hui prud'homme prud'hommes prud'homal presqu'île presqu'îles entr'ouvert ",
                lower_case_word);
}

bool begins_with_apostrophe(std::string_view lower_case_word) {
  return listed(" 'em 'cause 'til 'till 'tis 'twas 'twere 'twill 'bout 'round 'n' 'ello 'cos 'neath ",
                lower_case_word);
}

bool is_clitic(std::string_view lower_case_word) {
  return listed(" 's 't 're 've 'll 'd 'm ", lower_case_word);
}

bool is_hyphenated_pronoun(std::string_view token) {
  return listed(
      " -je -tu -il -elle -on -nous -vous -ils -elles -ce -moi -toi -le -la -les -lui -leur -y -en "
      "-t-il -t-elle -t-on -t-ils -t-elles ",
      token);
}

bool keeps_hyphen(std::string_view lower_case_word) {
  return listed(
      " rendez-vous garde-à-vous vis-à-vis quant-à-moi quant-à-lui chez-moi chez-toi chez-lui chez-nous "
      "chez-vous "
      "revenez-y en-dira-t-on ",
      lower_case_word);
}

bool is_suffix(const LanguageRules& rules, std::string_view word) {
  return listed(rules.suffixes, word);
}

bool is_elided(std::string_view lower_case_word) {
  return listed(
      " l d j m t s n c qu jusqu lorsqu puisqu quoiqu quelqu dell all dall nell sull un quest quell ",
      lower_case_word);
}

bool ends_with_apostrophe(std::string_view lower_case_word) {
  return listed(" po' mo' ca' be' va' fa' sta' da' di' vo' to' ", lower_case_word);
}

bool language_matches(std::string_view wanted, std::string_view found) {
  const auto folded = [](char c) {
    if (c >= 'A' && c <= 'Z') return static_cast<char>(c + 32);
    return c == '_' ? '-' : c;
  };
  if (found.size() < wanted.size()) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (folded(wanted[i]) != folded(found[i])) return false;
  }
  return found.size() == wanted.size() || folded(found[wanted.size()]) == '-';
}

}  // namespace calque::text
