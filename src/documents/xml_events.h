// XML as a row of tags and text with their places in the document, by expat.
//
// Throws DataError, with the line, for what is not well formed, is in another encoding than UTF-8, declares
// or uses entities of its own, or is over the limits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/source_text.h"

namespace calque::documents {

struct XmlTag {
  std::string_view name{};  // as it is written, with its prefix
  std::vector<std::pair<std::string_view, std::string_view>> attributes{};
  TextRange range{};
  bool self_closing = false;

  // Without the prefix.
  std::string_view local_name() const { return name.substr(name.find(':') + 1); }
  // The value, empty if there is none. The name is as it is written.
  std::string_view attribute(std::string_view wanted) const;
};

class XmlHandler {
 public:
  XmlHandler() = default;
  virtual ~XmlHandler() = default;
  XmlHandler(const XmlHandler&) = delete;
  XmlHandler& operator=(const XmlHandler&) = delete;

  virtual void start(const XmlTag& tag) = 0;
  // The range is empty for <x/>; local_name as of XmlTag.
  virtual void end(std::string_view local_name, TextRange range) = 0;
  // Characters, in pieces as it happens; `in_cdata` if they stand in a CDATA section.
  virtual void text(std::string_view characters, TextRange raw, bool in_cdata) = 0;
};

void read_xml(const SourceText& source, XmlHandler& handler);

// A start tag as text, with attributes set: in place of their values, or at the end.
std::string with_attributes(std::string_view tag,
                            const std::vector<std::pair<std::string_view, std::string_view>>& attributes);

// Whether a language of a document is the wanted one: "en" is "en", "EN-us" and "en_GB"; "pt-BR" is not
// "pt-PT".
bool same_language(std::string_view wanted, std::string_view found);

}  // namespace calque::documents
