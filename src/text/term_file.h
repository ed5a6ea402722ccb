// Terms and their translations out of a file: lines of TERM<TAB>TRANSLATION, or TBX
// (docs/formats/glossary.md).
//
// Pure functions, safe from any thread. Compressed files and "-" work (store/text_file.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace calque::text {

struct Term {
  std::string source;
  std::string target;  // empty: the term stays as it is
};

struct TermFile {
  std::string path;
  // Needed for TBX only; "en" matches xml:lang "en", "EN-US", "en_GB".
  std::string source_language;
  std::string target_language;
};

// In the order of the file. What begins with '<' is TBX. Throws UsageError if the file cannot be opened or
// the languages are missing, DataError with file and line for what is wrong in it.
std::vector<Term> read_terms(const TermFile& file);

// The same for what is in memory; errors name `file.path`.
std::vector<Term> parse_term_lines(std::string_view content, const TermFile& file);
std::vector<Term> parse_tbx(std::string_view content, const TermFile& file);

}  // namespace calque::text
