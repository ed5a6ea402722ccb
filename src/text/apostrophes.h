// Apostrophes as typewriters and as printers write them: don't, don’t. To a model both are one word.
//
// Pure functions, safe from any thread.
#pragma once

#include <string>
#include <string_view>

namespace calque::text {

// Makes the apostrophes of a word straight (’ and U+02BC become '). A mark that stands alone is a quotation
// mark and stays.
void straighten_apostrophes(std::string& word);

// Whether a text writes apostrophes inside of words as ’, and none straight.
bool has_curly_apostrophes(std::string_view text);

// Makes straight apostrophes that follow a letter curly.
std::string curl_apostrophes(std::string_view text);

}  // namespace calque::text
