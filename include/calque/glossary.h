// Terms with given translations, and words that stay as they are, out of a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "calque/export.h"
#include "calque/translation.h"

namespace calque {

// What a Request has as `glossary` and `kept_words`.
struct Glossary {
  std::vector<GlossaryEntry> entries{};
  std::vector<std::string> kept_words{};
};

// Reads lines of TERM<TAB>TRANSLATION, where a term alone stays as it is, or TBX, which needs to know the
// languages (ISO 639). docs/formats/glossary.md describes both. Throws UsageError if the file cannot be
// opened or a language is missing, DataError with file and line for what is wrong in it.
CALQUE_API Glossary read_glossary(const std::string& path, std::string_view source_language = {},
                                  std::string_view target_language = {});

}  // namespace calque
