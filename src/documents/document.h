// A document that is translated segment by segment and comes back with everything else as it was.
//
// Reading finds the segments, writing puts their translations in place; in between a translator may do them
// in any order and by any number of threads. It gets plain text, without tags and entities, and tells with
// the translation which words belong to which, so that tags stay with their words (placement.h). A Document
// does not change; the content must outlive it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "calque/document_options.h"
#include "documents/segment.h"

namespace calque {

constexpr auto enum_names(DocumentFormat) {
  return EnumNames<DocumentFormat>("there is no document format", {{"text", DocumentFormat::kText},
                                                                   {"html", DocumentFormat::kHtml},
                                                                   {"tmx", DocumentFormat::kTmx},
                                                                   {"tsv", DocumentFormat::kTsv},
                                                                   {"xliff", DocumentFormat::kXliff}});
}

namespace documents {

// By the ending of its name, .gz and .zst left aside; none if the ending is of no format.
std::optional<DocumentFormat> format_of(std::string_view file_name);

class Document {
 public:
  // Throws DataError for content that is not what the format says or is over the limits, and UsageError for
  // options that do not fit it.
  Document(DocumentFormat format, std::string_view content, DocumentOptions options);
  ~Document();
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  const std::vector<Segment>& segments() const;
  // The document with translations in the order of the segments.
  std::string write(std::span<const Translated> translations) const;

 private:
  struct State;
  std::unique_ptr<const State> state_;
};

// All in one, by one thread.
using SegmentTranslator = std::function<Translated(const Segment& segment)>;
std::string translate_document(DocumentFormat format, std::string_view content,
                               const SegmentTranslator& translate, const DocumentOptions& options = {});

}  // namespace documents
}  // namespace calque
