#include "calque/document.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/document.h"
#include "library/document_segments.h"

namespace calque {
std::optional<DocumentFormat> document_format_of(std::string_view file_name) {
  return documents::format_of(file_name);
}

std::string translate_document(const Translator& translator, DocumentFormat format, std::string_view content,
                               const DocumentOptions& options) {
  DocumentOptions known = options;
  if (known.source_language.empty()) known.source_language = translator.source_language();
  if (known.target_language.empty()) known.target_language = translator.target_language();
  const documents::Document document(format, content, std::move(known));
  const std::vector<documents::Segment>& segments = document.segments();
  std::vector<documents::Translated> translations;
  translations.reserve(segments.size());
  if (!options.parallel || segments.size() == 1) {
    for (const documents::Segment& segment : segments) {
      Response response = translator.translate(segment_request(options.common, segment));
      translations.push_back(segment_translation(response));
    }
    return document.write(translations);
  }
  translator.translate_stream(
      [&, next = std::size_t{0}](Request& request) mutable {
        if (next == segments.size()) return false;
        request = segment_request(options.common, segments[next++]);
        return true;
      },
      [&](const Request&, Response& response) { translations.push_back(segment_translation(response)); });
  return document.write(translations);
}

}  // namespace calque
