// Where words have a capital for their place in the text rather than for themselves.
//
// Truecasing takes these capitals away before translation and the restorer (preparation.h) sets them
// afterwards, so both use capital_places. Pure functions, safe from any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace calque::text {

// Where the language sets a capital for certain: on the first word of the line; after a full stop, question
// or exclamation mark, also behind a closing quotation mark or bracket if a full stop stands before it ("Is
// it?" he said); and on the first word of a quotation after a colon or, in languages that do so, a comma.
// Neither after abbreviations nor after an ellipsis inside the line.
std::vector<bool> capital_places(std::span<const std::string_view> tokens, std::string_view language);

// Where the case of a word tells nothing of its usual form: the places above, and wherever a sentence or a
// title may begin (after a colon, an ellipsis, any quotation mark).
std::vector<bool> unclear_places(std::span<const std::string_view> tokens);

// Gives the words at capital_places their capitals; words with a capital inside (iPhone), addresses and
// numbers stay as they are.
void set_capitals(std::vector<std::string>& tokens, std::string_view language);

}  // namespace calque::text
