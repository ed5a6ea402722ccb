// What the tokeniser and the detokeniser know of a language: a few rules of how it is written.
//
// A constant table, safe from any thread. A language that is not listed gets sensible defaults.
#pragma once

#include <string>
#include <string_view>

namespace calque::text {

// Where an apostrophe between two letters cuts the word.
enum class ApostropheHabit {
  kInsideWord,  // geht's: one word
  kBefore,      // don't: "don" + "'t"
  kAfter,       // l'homme: "l'" + "homme"
};

// Where the symbol of a currency stands.
enum class CurrencyPlace {
  kUnknown,
  kBeforeNumber,  // €5
  kAfterNumber,   // 5 €
};

struct LanguageRules {
  ApostropheHabit apostrophe = ApostropheHabit::kInsideWord;
  // "5 %" rather than "5%".
  bool space_before_percent = false;
  // "5 €" rather than "€5".
  bool space_before_unit = false;
  // "€ 5" rather than "€5".
  bool space_after_currency = false;
  CurrencyPlace currency = CurrencyPlace::kUnknown;
  // Blanks before ; : ! ? and inside « ».
  bool french_punctuation = false;
  // "word—word" rather than "word — word".
  bool tight_em_dash = false;
  // French: "dit-elle" is cut into verb and pronoun, dit -elle.
  bool hyphenated_pronouns = false;
  // "1 000": groups of three digits are set apart by blanks.
  bool blank_thousands = false;
  // East Asian text: no blank beside a wide character.
  bool tight_wide_text = false;
  // A bracket stands tight behind its word, as in Korean: 의원(AM).
  bool tight_opening_bracket = false;
  // He said, "We ...": a quotation after a comma begins with a capital; after a colon it does everywhere.
  bool quotation_after_comma = false;
  // »so« rather than «so»; and ” opens as well as closes.
  bool inward_guillemets = false;
  bool same_curly_quote_twice = false;
  // The character … stands apart like a word: it stands for words left out.
  bool spaced_ellipsis = false;
  // "am 3. Mai": a number with full stop is an ordinal.
  bool ordinal_full_stop = false;
  // Lower-case words that keep their full stop inside a line, between blanks: " mr mrs dr ".
  std::string_view abbreviations = " dr prof st vs etc ";
  // The same, but only before a number: "no. 5".
  std::string_view abbreviations_before_number = " no nr art fig vol p pp ";
  // Endings that are written tight to a quotation mark or bracket at the end of their word: ”라고, "na.
  std::string_view suffixes;
};

// "en", "en-GB" and "en_US" are the same language. Unknown or empty: the defaults.
const LanguageRules& language_rules(std::string_view language);

// The part before "-" or "_", in lower case: "pt" for "pt-BR".
std::string base_language(std::string_view language);

// Whether a language has rules of its own, here or for its letters in capitals (casing.h).
bool has_rules(std::string_view language);
// The codes of all that have, for messages: "az, ca, cs, ...".
const std::string& languages_with_rules();

// True if `word` is one of the words in a list written " a b c ".
bool listed(std::string_view list, std::string_view word);

// Words written with an apostrophe inside that are one word all the same (aujourd'hui).
bool keeps_apostrophe(std::string_view lower_case_word);
// English words that begin with an apostrophe and stand alone ('em, 'cause), in contrast to 's and 're.
bool begins_with_apostrophe(std::string_view lower_case_word);
// English endings that are cut from their word: 's, 't, 're. An apostrophe inside of other words (O'Brien,
// Qur'an) does not cut them.
bool is_clitic(std::string_view lower_case_word);
// French pronouns with their hyphen as they follow a verb, cut from it: -tu, -t-il, -le.
bool is_hyphenated_pronoun(std::string_view token);
// French words that end like a verb with its pronoun and are none (rendez-vous).
bool keeps_hyphen(std::string_view lower_case_word);
// One of the language's endings that follow a quotation mark.
bool is_suffix(const LanguageRules& rules, std::string_view word);
// French and Italian words that lose their last letter before a vowel, as they are written then (l, qu,
// dell).
bool is_elided(std::string_view lower_case_word);
// Clipped words that end in an apostrophe without being glued to the next one (Italian po').
bool ends_with_apostrophe(std::string_view lower_case_word);

// Whether a language that a file names is the one that is wanted: "en" matches "en", "EN-us" and "en_GB";
// "pt-BR" matches "pt-br" and not "pt-PT".
bool language_matches(std::string_view wanted, std::string_view found);

}  // namespace calque::text
