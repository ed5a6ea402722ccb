// The bytes of a document while it is read: what readers refuse, and where.
//
// A view: the content must outlive it. Errors are DataError with the line of the byte that is at fault.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "calque/document_options.h"

namespace calque::documents {

class SourceText {
 public:
  // Throws if the content is longer than the limits allow, is not UTF-8 or holds NUL characters.
  SourceText(std::string_view content, const DocumentOptions& options);

  std::string_view content() const { return content_; }
  const DocumentOptions& options() const { return options_; }
  const DocumentLimits& limits() const { return options_.limits; }
  std::string_view at(TextRange range) const { return content_.substr(range.begin, range.end - range.begin); }
  // Bytes of the mark that some programs begin UTF-8 with.
  std::size_t byte_order_mark() const { return content_.starts_with("\xEF\xBB\xBF") ? 3 : 0; }

  // Throws for what stands at a byte.
  [[noreturn]] void fail(std::size_t offset, const std::string& problem, const std::string& remedy) const;
  // Throws for a document that says it is in another encoding.
  void check_encoding(std::string_view declared, std::size_t offset) const;

 private:
  std::string_view content_;
  const DocumentOptions& options_;
};

}  // namespace calque::documents
