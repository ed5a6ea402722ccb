// Reads the grammar of a language. Throws DataError with file and line.
#pragma once

#include <string>

#include "phrasebook/grammar_file.h"
#include "phrasebook/language.h"
#include "phrasebook/world.h"

namespace calque::phrasebook {

// `code` is the language's name in file names and options.
Language read_language(const std::string& code, const GrammarFile& file, const World& world);

// Throws DataError for a feature that is needed where no rule has set it.
void check_features(const Language& language, const World& world);

}  // namespace calque::phrasebook
