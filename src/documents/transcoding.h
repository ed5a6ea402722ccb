// Documents in other encodings than UTF-8: converted before they are read, and saying so of themselves.
//
// UTF-16 is known by its byte-order mark, others by what XML and HTML documents declare.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "calque/document_options.h"

namespace calque::documents {

// The document in UTF-8, with its declaration changed; none if it is UTF-8 or says nothing else. Throws
// DataError for an encoding that is not known and for bytes that it does not have.
std::optional<std::string> to_utf8(DocumentFormat format, std::string_view content,
                                   const DocumentOptions& options);

}  // namespace calque::documents
