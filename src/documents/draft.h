// A document cut into what is copied and what is translated: the result of reading every format.
//
// The body is a list of parts that, written one after the other, are the translated document. Not safe to
// share while it is filled; afterwards constant. The content must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "documents/segment.h"
#include "documents/source_text.h"

namespace calque::documents {

struct Part {
  enum class Kind : std::uint8_t {
    kCopy,     // bytes [begin, end) of the content
    kLiteral,  // the same of the text that the reader added
    kSegment,  // the translation of segment `begin`
  };
  Kind kind = Kind::kCopy;
  std::size_t begin = 0;
  std::size_t end = 0;
};
using Parts = std::vector<Part>;

class Draft {
 public:
  explicit Draft(const SourceText& source) : source_(source) {}

  const SourceText& source() const { return source_; }
  const std::vector<Segment>& segments() const { return segments_; }

  // What follows in the body: all up to `offset` that is not there yet; parts; text of the reader's own.
  void copy_until(std::size_t offset);
  void append(const Parts& parts);
  void append_literal(std::string_view text);
  // What stands before `offset` in the content and is not copied yet will not be.
  void skip_until(std::size_t offset) { copied_ = offset; }

  // Parts for elsewhere.
  static void add_copy(Parts& parts, TextRange range);
  void add_literal(Parts& parts, std::string_view text);
  // `offset` is where it stands, for the message if it is too long or one too many.
  void add_segment(Parts& parts, Segment segment, std::size_t offset);
  // Keeps parts for the tags of segments.
  PartRange keep(const Parts& parts);
  PartRange keep_copy(TextRange range);
  std::span<const Part> kept(PartRange range) const;

  // The document with translations in the order of segments().
  std::string write(std::span<const Translated> translations) const;

 private:
  void write_parts(std::span<const Part> parts, std::span<const Translated> translations,
                   std::string& out) const;

  const SourceText& source_;
  std::vector<Segment> segments_;
  Parts body_;
  Parts kept_;
  std::string literals_;
  std::size_t copied_ = 0;
  std::size_t nodes_ = 0;
};

}  // namespace calque::documents
