// Text and tags in the order of the document, until something ends the segment: found out what is
// translated as one.
//
// Tags that have no partner in the run, or whose pairs cross, stay exactly where they are: the run is cut at
// them, and so is it at two line breaks in a row. What stands at the ends of a piece and has no words, and
// pieces without letters, are copied. Not safe to share. Throws DataError for what is over the limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "documents/draft.h"

namespace calque::documents {

enum class WhiteSpace : std::uint8_t {
  kCollapse,  // any run of it is a blank
  kKeep,      // text is translated line by line, and blanks are left as they are
};

class InlineRun {
 public:
  InlineRun(Draft& draft, Encoding encoding, WhiteSpace space = WhiteSpace::kCollapse)
      : draft_(draft), encoding_(encoding), space_(space) {}

  // Text as it is in the document and as a reader sees it. With `copied` false it cannot be copied where it
  // is not translated, but is written anew (CDATA).
  void add_text(TextRange raw, std::string_view characters, bool copied = true);
  // Tags; `parts` is how they are written. Those with the same key are pairs.
  void open(std::string_view key, TextRange raw, PartRange parts);
  void close(std::string_view key, TextRange raw, PartRange parts);
  void add_empty(TextRange raw, PartRange parts) { add_tag(Kind::kEmpty, {}, raw, parts); }
  void add_break(TextRange raw, PartRange parts) { add_tag(Kind::kBreak, {}, raw, parts); }
  // What is kept as it is; `characters` stand for it in the text.
  void keep(TextRange raw, PartRange parts, std::string_view characters);

  // For what is added from now on; the run is empty.
  void set_white_space(WhiteSpace space) { space_ = space; }

  bool empty() const { return items_.empty(); }
  // Tags and placeholders so far, and whether there is any text.
  std::size_t tags() const { return tags_; }
  bool has_text() const { return has_text_; }
  // What the run has become; it is empty then.
  Parts finish();

 private:
  enum class Kind : std::uint8_t { kText, kSpace, kOpen, kClose, kEmpty, kBreak, kKept };
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Item {
    Kind kind;
    bool copied = true;
    bool boundary = false;
    std::uint32_t partner = kNone;
    TextRange raw{};
    PartRange parts{};
    std::string text{};  // of tags: their key
  };

  void add_tag(Kind kind, std::string_view key, TextRange raw, PartRange parts);
  void add_words(TextRange raw, std::string_view characters, bool copied);
  void add_space(TextRange raw, std::string_view characters, bool copied, bool boundary);
  void count_tag(TextRange raw);
  void match_tags();
  void mark_double_breaks();
  void mark_cut_pairs();
  void emit(std::size_t item, Parts& out);
  void emit_piece(std::size_t begin, std::size_t end, Parts& out);
  bool has_letters(std::size_t begin, std::size_t end) const;
  Segment make_segment(std::size_t begin, std::size_t end) const;
  void append_text(std::string_view characters, std::string& out) const;

  Draft& draft_;
  Encoding encoding_;
  WhiteSpace space_;
  std::vector<Item> items_;
  std::size_t tags_ = 0;
  bool has_text_ = false;
};

}  // namespace calque::documents
