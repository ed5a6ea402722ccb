#include "serve/document_translation.h"

#include <cstddef>
#include <utility>

#include "documents/document.h"
#include "library/document_segments.h"
#include "serve/translation.h"

namespace calque::serve {
namespace {

// Fewer than a program of one's own may have: others wait as well.
DocumentLimits limits_of_requests() {
  DocumentLimits limits;
  limits.segments = 100'000;
  limits.inline_tags = 200'000;
  limits.tags_in_segment = 1'000;
  limits.depth = 256;
  return limits;
}

// Documents refer to the contents, which therefore stay where they are.
struct Opened {
  explicit Opened(std::vector<SourceDocument> given) : sources(std::move(given)) {
    for (const SourceDocument& source : sources) {
      DocumentOptions options;
      options.name = "the text";
      options.source_language = source.model->source;
      options.target_language = source.model->target;
      options.limits = limits_of_requests();
      documents.push_back(
          std::make_unique<const documents::Document>(source.format, source.content, std::move(options)));
    }
  }

  std::vector<ModelRequest> requests() const {
    std::vector<ModelRequest> list;
    for (std::size_t i = 0; i < documents.size(); ++i)
      for (const documents::Segment& segment : documents[i]->segments())
        list.push_back({sources[i].model, segment_request(Request(), segment)});
    return list;
  }

  std::vector<std::string> written(std::vector<Response>& responses) const {
    std::vector<std::string> contents;
    std::size_t next = 0;
    for (const auto& document : documents) {
      std::vector<documents::Translated> translations;
      for (std::size_t i = 0; i < document->segments().size(); ++i)
        translations.push_back(segment_translation(responses[next++]));
      contents.push_back(document->write(translations));
    }
    return contents;
  }

  std::vector<SourceDocument> sources;
  std::vector<std::unique_ptr<const documents::Document>> documents;
};

}  // namespace

void translate_documents(const std::shared_ptr<Call>& call, std::vector<SourceDocument> documents,
                         std::function<void(std::vector<std::string>&)> done) {
  const auto opened = std::make_shared<const Opened>(std::move(documents));
  translate_requests(call, opened->requests(),
                     [opened, done = std::move(done)](std::vector<Response>& responses) {
                       std::vector<std::string> contents = opened->written(responses);
                       done(contents);
                     });
}

std::string_view content_type_of(DocumentFormat format) {
  switch (format) {
    case DocumentFormat::kText:
      return "text/plain; charset=utf-8";
    case DocumentFormat::kHtml:
      return "text/html; charset=utf-8";
    case DocumentFormat::kTmx:
      return "application/x-tmx+xml";
    case DocumentFormat::kTsv:
      return "text/tab-separated-values; charset=utf-8";
    case DocumentFormat::kXliff:
      return "application/xliff+xml";
  }
  return "application/octet-stream";
}

}  // namespace calque::serve
