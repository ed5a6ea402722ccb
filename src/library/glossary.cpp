#include "calque/glossary.h"

#include <utility>

#include "text/term_file.h"

namespace calque {

Glossary read_glossary(const std::string& path, std::string_view source_language,
                       std::string_view target_language) {
  Glossary glossary;
  const text::TermFile file{path, std::string(source_language), std::string(target_language)};
  for (text::Term& term : text::read_terms(file)) {
    if (term.target.empty()) {
      glossary.kept_words.push_back(std::move(term.source));
    } else {
      glossary.entries.push_back({std::move(term.source), std::move(term.target)});
    }
  }
  return glossary;
}

}  // namespace calque
