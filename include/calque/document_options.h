// Formats of documents, and what is wanted for a document that is translated.
//
// Plain values; copy and keep them as you like.
#pragma once

#include <cstddef>
#include <string>

#include "calque/translation.h"

namespace calque {

enum class DocumentFormat {
  kText,   // one line in, one line out
  kHtml,   // files and fragments
  kTmx,    // translation memories: the target variant of each unit
  kTsv,    // tables: a column is added
  kXliff,  // 1.2 and 2.0: the target of each unit
};

// What a document may grow to before it is refused. In memory it takes its own size a few times, and some
// hundred bytes for each segment and tag.
struct DocumentLimits {
  std::size_t content_bytes = std::size_t{64} << 20;
  std::size_t segment_bytes = std::size_t{1} << 16;  // of one piece of text to translate
  std::size_t segments = 1'000'000;
  std::size_t inline_tags = 1'000'000;              // tags inside segments, of the whole document
  std::size_t tags_in_segment = 10'000;             // and of one segment
  std::size_t markup_bytes = std::size_t{1} << 20;  // of one tag or comment
  std::size_t depth = 512;                          // elements inside each other
};

struct DocumentOptions {
  std::string name{};  // of the document, for error messages
  // ISO 639 codes. Empty: those of the translator. TMX files need them, XLIFF files are checked against them.
  std::string source_language{};
  std::string target_language{};
  // Of tables: the header of the column to translate, or its number from 1. Empty: the column that is headed
  // "source", "text" or with the source language; the first column of a table without such a header.
  std::string column{};
  DocumentLimits limits{};
  bool parallel = true;  // segments are translated by all threads of the translator, not by the caller alone
  Request common{};      // what is wanted for every segment; its text is of no account
};

}  // namespace calque
