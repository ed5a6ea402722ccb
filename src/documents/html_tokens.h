// HTML as a row of tags, comments and text, as browsers cut it: tolerant, without a tree.
//
// Every byte of the content belongs to one token. Not safe to share. Throws DataError for what never ends:
// tags, values of attributes, comments and scripts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "documents/source_text.h"

namespace calque::documents {

struct HtmlToken {
  enum class Kind : std::uint8_t {
    kText,
    kRaw,  // what stands inside of script, style and others that have no tags inside
    kStart,
    kEnd,
    kComment,
    kDeclaration,  // <!DOCTYPE>, <?xml?>, CDATA
  };
  Kind kind = Kind::kText;
  TextRange range{};
  std::string name{};         // of tags, in small letters
  bool self_closing = false;  // <x/>
};

struct HtmlAttribute {
  std::string name{};  // in small letters
  TextRange value{};   // without quotation marks; empty range without a value
  char quote = '\0';   // '"', '\'' or none
};

class HtmlTokens {
 public:
  explicit HtmlTokens(const SourceText& source);

  // False at the end.
  bool next(HtmlToken& token);
  // Those of a start tag, in order.
  std::vector<HtmlAttribute> attributes(const HtmlToken& token) const;

 private:
  void read_markup(HtmlToken& token);
  void read_tag(HtmlToken& token, std::size_t name_begin);
  void read_raw(HtmlToken& token);
  std::size_t find_end(std::string_view what, std::size_t from, const char* problem) const;
  // Reads one attribute at `at` and moves behind it; false at the end of the tag.
  bool next_attribute(std::size_t& at, HtmlAttribute& attribute) const;
  std::size_t end_of_name(std::size_t at, std::string_view stops) const;

  const SourceText* source_;  // so that a copy can read ahead and become the reader
  std::string_view content_;
  bool xhtml_;
  std::size_t at_;
  std::string raw_name_;  // the element whose raw content comes next; empty: none
};

}  // namespace calque::documents
