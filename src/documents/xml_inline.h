// The content of an XLIFF <source> or a TMX <seg>: text with the inline elements of these formats.
//
// g, pc, hi and mrk go around words; bpt and ept, bx and ex, sc and ec, sm and em are pairs by their
// identifiers; others stand alone. What bpt, ept, ph, it and ut hold is code of the document that the text
// came from. Protected text is kept. Comments are left out of the translation. Not safe to share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "documents/inline_run.h"
#include "documents/xml_events.h"

namespace calque::documents {

class XmlInline {
 public:
  explicit XmlInline(Draft& draft) : draft_(draft), run_(draft, Encoding::kXml) {}

  // The element around the content has begun; then what is inside, and then finish() for the result.
  void begin(WhiteSpace space);
  void start(const XmlTag& tag);
  void end(TextRange range);
  void text(std::string_view characters, TextRange raw, bool in_cdata);
  Parts finish();

 private:
  enum class Role : std::uint8_t { kAround, kOpens, kCloses, kAlone, kBreaks, kKept };
  struct Element {
    Role role;
    std::string key;
    TextRange tag;
    bool self_closing;
  };

  static Role role_of(const XmlTag& tag);
  static std::string key_of(const XmlTag& tag, Role role);
  void add(const Element& element, std::size_t end);
  void flush_text();

  Draft& draft_;
  InlineRun run_;
  WhiteSpace space_ = WhiteSpace::kCollapse;
  std::vector<Element> open_;
  std::size_t opaque_ = 0;  // elements open inside of one whose content is not text, and that one
  std::string pending_;     // characters that stand together
  TextRange pending_raw_{};
  bool pending_in_cdata_ = false;
  std::string kept_;  // characters of protected text
};

}  // namespace calque::documents
