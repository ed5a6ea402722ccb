// Upper and lower case by Unicode's rules, for words and for whole sentences.
//
// Pure functions, safe from any thread. `language` matters for Turkish, Azerbaijani and Lithuanian only.
#pragma once

#include <string>
#include <string_view>

namespace calque::text {

std::string to_lower(std::string_view text, std::string_view language = {});
// The same into a reused buffer, replacing its content. `text` must not be a view of `out`.
void to_lower(std::string_view text, std::string_view language, std::string& out);

// What the first letters of a text tell about its case.
enum class InitialCase {
  kUpper,     // the first letter is a capital
  kLower,     // the first letter is small
  kCaseless,  // the text starts with a number or a letter without case (Chinese, Arabic), or has no letters
};
InitialCase initial_case(std::string_view text);

// True if the text has capitals and no small letters, and more than one capital: a headline or a shout.
bool is_all_upper(std::string_view text);

// Capitalises the first letter of a sentence, after any quotes and brackets. Sentences that start with a
// number, an address or a word with a capital inside (iPhone) and sentences without case stay as they are.
std::string capitalize_sentence(std::string_view sentence, std::string_view language = {});

}  // namespace calque::text
