// Documents of one call through the pool, segment by segment: their tags stay with their words.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "calque/document_options.h"
#include "serve/call.h"
#include "serve/model_set.h"

namespace calque::serve {

struct SourceDocument {
  const Model* model;  // of the call's set
  DocumentFormat format = DocumentFormat::kHtml;
  std::string content{};
};

// Throws DataError for a document that cannot be read, RequestError if the pool has no room. Otherwise calls
// `done` with the translated documents when all is translated, on one of the pool's threads; if something
// fails, or `done` throws, the call fails instead.
void translate_documents(const std::shared_ptr<Call>& call, std::vector<SourceDocument> documents,
                         std::function<void(std::vector<std::string>& translated)> done);

// "text/html; charset=utf-8"
std::string_view content_type_of(DocumentFormat format);

}  // namespace calque::serve
