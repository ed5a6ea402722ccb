// A piece of a document that is translated as a whole, and the tags inside it.
//
// Plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "calque/translation.h"

namespace calque::documents {

// Words of a source and of a target text that translate each other, as ranges of bytes.
struct Link {
  TextRange source{};
  TextRange target{};
};

// What a translator makes of a segment.
struct Translated {
  std::string text{};
  std::vector<Link> links{};  // in any order; without any, tags are placed by position
};

// How the characters of a translation are written.
enum class Encoding : std::uint8_t {
  kPlain,         // a line of text
  kCell,          // of a table
  kHtml,          // text between tags
  kDoubleQuoted,  // the value of an attribute of HTML, between quotation marks
  kSingleQuoted,
  kXml,  // text between tags
};

// Parts [begin, end) of a document's list of parts; what they stand for is written one after the other.
struct PartRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool empty() const { return begin == end; }
};

// A tag, a pair of tags, or something that is kept as it is, inside a segment.
struct InlineNode {
  enum class Kind : std::uint8_t {
    kPair,   // an opening and a closing tag
    kEmpty,  // one tag without text
    kBreak,  // the same, and words before and after it are apart
    kKept,   // text that stands in the segment for the translator's sake and comes out as it went in
  };
  static constexpr std::uint32_t kNone = UINT32_MAX;

  Kind kind = Kind::kEmpty;
  bool apart = false;            // blanks stand on both sides of a tag without text
  std::uint32_t parent = kNone;  // the pair around it, which stands before it in the list
  TextRange source{};            // of the segment's text; empty for kEmpty and kBreak
  PartRange opening{};  // of kPair: the tag that opens; else the whole. Of kKept: empty if the text is it
  PartRange closing{};
};

struct Segment {
  std::string text{};               // what is translated: neither tags nor entities
  std::vector<InlineNode> nodes{};  // in the order in which they begin
  Encoding encoding = Encoding::kPlain;
};

// The ranges of a segment's text that shall come out as they are.
std::vector<TextRange> kept_ranges(const Segment& segment);

}  // namespace calque::documents
