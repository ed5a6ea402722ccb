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
  rules.apostrophe = ApostropheHabit::kBefore;
  rules.tight_em_dash = true;
  rules.abbreviations =
      " mr mrs ms dr prof sr jr st vs etc inc ltd co corp gen col sgt capt lt rev hon dept approx "
      "jan feb apr jun jul aug sep sept oct nov dec messrs mt ft ";
  rules.abbreviations_before_number = " no nos art fig figs vol p pp sec ch eq nr ";
  return rules;
}

LanguageRules german() {
  LanguageRules rules;
  rules.space_before_unit = true;
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
  rules.apostrophe = ApostropheHabit::kAfter;
  rules.space_before_unit = true;
  rules.french_punctuation = true;
  rules.abbreviations = " mm mme mmes mlle mlles dr pr prof st ste etc cf av bd env ex me mgr ";
  rules.abbreviations_before_number = " no nos art fig vol p pp chap ";
  return rules;
}

LanguageRules italian() {
  LanguageRules rules;
  rules.apostrophe = ApostropheHabit::kAfter;
  rules.abbreviations = " sig sigg dott prof ecc dr avv ing arch ";
  return rules;
}

LanguageRules spanish() {
  LanguageRules rules;
  rules.space_before_unit = true;
  rules.abbreviations = " sr sra sres srta dr dra ud uds etc prof ";
  return rules;
}

LanguageRules nordic(bool same_quote_twice) {
  LanguageRules rules;
  rules.space_before_unit = true;
  rules.same_curly_quote_twice = same_quote_twice;
  rules.ordinal_full_stop = !same_quote_twice;
  rules.abbreviations = " dr prof st bl etc ca kl ";
  return rules;
}

LanguageRules slavic(bool ordinals) {
  LanguageRules rules;
  rules.space_before_unit = true;
  rules.ordinal_full_stop = ordinals;
  return rules;
}

LanguageRules east_asian() {
  LanguageRules rules;
  rules.apostrophe = ApostropheHabit::kBefore;  // an apostrophe there stands in an English word
  rules.tight_wide_text = true;
  rules.tight_em_dash = true;
  return rules;
}

const std::array<NamedRules, 18>& table() {
  static const std::array<NamedRules, 18> kTable{{{"en", english()},
                                                  {"de", german()},
                                                  {"fr", french()},
                                                  {"it", italian()},
                                                  {"ca", italian()},
                                                  {"es", spanish()},
                                                  {"sv", nordic(true)},
                                                  {"fi", nordic(true)},
                                                  {"da", nordic(false)},
                                                  {"nb", nordic(false)},
                                                  {"no", nordic(false)},
                                                  {"nn", nordic(false)},
                                                  {"cs", slavic(true)},
                                                  {"sk", slavic(true)},
                                                  {"ru", slavic(false)},
                                                  {"uk", slavic(false)},
                                                  {"ja", east_asian()},
                                                  {"zh", east_asian()}}};
  return kTable;
}

// Turkish, Azerbaijani and Lithuanian have letters whose capitals are their own (casing.h).
constexpr std::array<std::string_view, 3> kOwnCapitals{"tr", "az", "lt"};

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

bool is_elided(std::string_view lower_case_word) {
  return listed(
      " l d j m t s n c qu jusqu lorsqu puisqu quoiqu quelqu dell all dall nell sull un quest quell ",
      lower_case_word);
}

bool ends_with_apostrophe(std::string_view lower_case_word) {
  return listed(" po' mo' ca' be' va' fa' sta' da' di' vo' to' ", lower_case_word);
}

}  // namespace calque::text
