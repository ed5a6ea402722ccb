// Translates documents: HTML, XLIFF, TMX, tables and plain text. Tags stay with their words, and everything
// that is not translated comes back byte for byte.
//
//   const std::string page = calque::translate_document(translator, calque::DocumentFormat::kHtml,
//                                                       "<p>Das ist <b>ein</b> Haus.</p>");
//
// Safe to call from any thread. The result does not depend on the number of threads.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "calque/document_options.h"
#include "calque/export.h"
#include "calque/translator.h"

namespace calque {

// By the ending of a file's name: .html, .htm, .xhtml, .xlf, .xliff, .tmx, .tsv, .tab, .txt, each also with
// .gz or .zst behind it. None for other names.
CALQUE_API std::optional<DocumentFormat> document_format_of(std::string_view file_name);

// Throws DataError, with the line, for a document that is not what the format says, is not UTF-8 or is over
// the limits; UsageError for options that do not fit it; and what Translator::translate throws.
CALQUE_API std::string translate_document(const Translator& translator, DocumentFormat format,
                                          std::string_view content, const DocumentOptions& options = {});

}  // namespace calque
