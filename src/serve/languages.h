// Language codes as clients write them, and what people call the languages.
//
// Pure functions over constant tables, safe from any thread.
#pragma once

#include <string>
#include <string_view>

namespace calque::serve {

// "en" for "EN", "zh" for "zh-Hans", "pt-BR" for "pb" and "pt_br": one spelling for each language.
std::string language_code(std::string_view sent);

// The English name of the language, or the code itself if it is not in the table.
std::string language_name(std::string_view code);

// "rtl" for languages that are written from right to left, otherwise "ltr".
std::string_view writing_direction(std::string_view code);

}  // namespace calque::serve
