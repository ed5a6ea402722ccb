#include "documents/inline_run.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "documents/characters.h"
#include "documents/placeholders.h"
#include "text/char_class.h"
#include "text/utf8.h"

namespace calque::documents {
namespace {

bool has_letter(std::string_view characters) {
  for (std::size_t at = 0; at < characters.size();) {
    const text::Utf8Character character = text::character_at(characters, at);
    const text::CharClass cls = text::class_of(character.code);
    if (cls == text::CharClass::kLetter || cls == text::CharClass::kUnspaced) return true;
    at += character.bytes;
  }
  return false;
}

bool is_markup(Encoding encoding) {
  return encoding != Encoding::kPlain && encoding != Encoding::kCell;
}

}  // namespace

void InlineRun::add_text(TextRange raw, std::string_view characters, bool copied) {
  if (characters.empty()) return;
  if (space_ == WhiteSpace::kKeep && characters == "\n") {
    add_space(raw, characters, copied, true);
    return;
  }
  const std::size_t lead = leading_space(characters, false);
  if (lead == characters.size()) {
    add_space(raw, characters, copied, false);
    return;
  }
  const std::size_t trail = trailing_space(characters, false);
  const std::string_view source = draft_.source().at(raw);
  TextRange words = raw;
  if (copied) {
    words.begin += leading_space(source, is_markup(encoding_));
    words.end = std::max(words.begin, raw.end - trailing_space(source, is_markup(encoding_)));
  }
  if (lead > 0) add_space({raw.begin, words.begin}, characters.substr(0, lead), copied, false);
  add_words(words, characters.substr(lead, characters.size() - lead - trail), copied);
  if (trail > 0) add_space({words.end, raw.end}, characters.substr(characters.size() - trail), copied, false);
}

void InlineRun::add_space(TextRange raw, std::string_view characters, bool copied, bool boundary) {
  items_.push_back({.kind = Kind::kSpace,
                    .copied = copied,
                    .boundary = boundary,
                    .raw = raw,
                    .text = std::string(characters)});
}

// Pieces of text that is written as it reads have bytes of their own. Otherwise the first piece stands for
// all bytes: pieces are either all copied or none is.
void InlineRun::add_words(TextRange raw, std::string_view characters, bool copied) {
  has_text_ = true;
  const bool exact = copied && draft_.source().at(raw) == characters;
  const std::size_t origin = raw.begin;
  std::size_t end = 0;
  const auto add = [&](Kind kind, std::size_t until) {
    if (until == end) return;
    if (kind == Kind::kKept) count_tag(raw);
    const TextRange own = exact ? TextRange{origin + end, origin + until} : raw;
    items_.push_back({.kind = kind,
                      .copied = copied,
                      .raw = own,
                      .parts = exact && kind == Kind::kKept ? draft_.keep_copy(own) : PartRange{},
                      .text = std::string(characters.substr(end, until - end))});
    raw.begin = raw.end;
    end = until;
  };
  for (const TextRange kept : find_placeholders(characters)) {
    add(Kind::kText, kept.begin);
    add(Kind::kKept, kept.end);
  }
  add(Kind::kText, characters.size());
}

void InlineRun::open(std::string_view key, TextRange raw, PartRange parts) {
  add_tag(Kind::kOpen, key, raw, parts);
}
void InlineRun::close(std::string_view key, TextRange raw, PartRange parts) {
  add_tag(Kind::kClose, key, raw, parts);
}

void InlineRun::keep(TextRange raw, PartRange parts, std::string_view characters) {
  add_tag(leading_space(characters, false) == characters.size() ? Kind::kEmpty : Kind::kKept, characters, raw,
          parts);
}

void InlineRun::add_tag(Kind kind, std::string_view key, TextRange raw, PartRange parts) {
  count_tag(raw);
  items_.push_back({.kind = kind, .raw = raw, .parts = parts, .text = std::string(key)});
}

void InlineRun::count_tag(TextRange raw) {
  const std::size_t limit = draft_.source().limits().tags_in_segment;
  if (++tags_ > limit)
    draft_.source().fail(raw.begin,
                         fmt::format("a piece of text has more than {} tags and placeholders", limit),
                         "divide it into paragraphs");
}

Parts InlineRun::finish() {
  match_tags();
  mark_double_breaks();
  mark_cut_pairs();
  Parts out;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= items_.size(); ++i) {
    if (i < items_.size() && !items_[i].boundary) continue;
    emit_piece(begin, i, out);
    if (i < items_.size()) emit(i, out);
    begin = i + 1;
  }
  items_.clear();
  tags_ = 0;
  has_text_ = false;
  return out;
}

void InlineRun::match_tags() {
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < items_.size(); ++i) {
    Item& item = items_[i];
    if (item.kind == Kind::kOpen) open.push_back(i);
    if (item.kind != Kind::kClose) continue;
    const auto found = std::find_if(open.rbegin(), open.rend(),
                                    [&](std::uint32_t other) { return items_[other].text == item.text; });
    if (found == open.rend()) {
      item.boundary = true;
      continue;
    }
    item.partner = *found;
    items_[*found].partner = i;
    // What was opened since and not closed crosses this pair.
    for (auto crossing = open.rbegin(); crossing != found; ++crossing) items_[*crossing].boundary = true;
    open.erase(found.base() - 1, open.end());
  }
  for (const std::uint32_t left : open) items_[left].boundary = true;
}

void InlineRun::mark_double_breaks() {
  std::size_t last = items_.size();
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].kind == Kind::kSpace) continue;
    const bool is_break = items_[i].kind == Kind::kBreak;
    if (is_break && last < items_.size()) items_[i].boundary = items_[last].boundary = true;
    last = is_break ? i : items_.size();
  }
}

void InlineRun::mark_cut_pairs() {
  std::vector<std::uint32_t> boundaries{0};
  for (const Item& item : items_) boundaries.push_back(boundaries.back() + (item.boundary ? 1 : 0));
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const std::uint32_t partner = items_[i].partner;
    if (items_[i].kind != Kind::kOpen || partner == kNone || boundaries[i] == boundaries[partner + 1])
      continue;
    items_[i].boundary = items_[partner].boundary = true;
  }
}

void InlineRun::emit(std::size_t number, Parts& out) {
  const Item& item = items_[number];
  const bool is_tag = item.kind != Kind::kText && item.kind != Kind::kSpace;
  if (is_tag && !item.parts.empty()) {
    for (const Part& part : draft_.kept(item.parts)) {
      if (part.kind == Part::Kind::kCopy) {
        Draft::add_copy(out, {part.begin, part.end});
      } else {
        out.push_back(part);
      }
    }
  } else if (item.copied) {
    Draft::add_copy(out, item.raw);
  } else {
    std::string encoded;
    append_encoded(item.text, encoding_, encoded);
    draft_.add_literal(out, encoded);
  }
}

// Text between two boundaries: without what stands at its ends and is no text.
void InlineRun::emit_piece(std::size_t begin, std::size_t end, Parts& out) {
  const auto is_outside = [](Kind kind) {
    return kind == Kind::kSpace || kind == Kind::kEmpty || kind == Kind::kBreak;
  };
  std::size_t first = begin;
  std::size_t last = end;
  if (!has_letters(begin, end)) first = last = end;
  while (first < last) {
    if (is_outside(items_[first].kind)) {
      ++first;
    } else if (is_outside(items_[last - 1].kind)) {
      --last;
    } else if (items_[first].kind == Kind::kOpen && items_[first].partner == last - 1) {
      ++first;
      --last;
    } else {
      break;
    }
  }
  for (std::size_t i = begin; i < first; ++i) emit(i, out);
  if (first == last) return;
  draft_.add_segment(out, make_segment(first, last), items_[first].raw.begin);
  for (std::size_t i = last; i < end; ++i) emit(i, out);
}

bool InlineRun::has_letters(std::size_t begin, std::size_t end) const {
  return std::any_of(items_.begin() + static_cast<std::ptrdiff_t>(begin),
                     items_.begin() + static_cast<std::ptrdiff_t>(end),
                     [](const Item& item) { return item.kind == Kind::kText && has_letter(item.text); });
}

Segment InlineRun::make_segment(std::size_t begin, std::size_t end) const {
  using NodeKind = InlineNode::Kind;
  Segment segment;
  segment.encoding = encoding_;
  std::vector<std::uint32_t> open;
  const auto add_node = [&](NodeKind kind, const Item& item) -> InlineNode& {
    const std::size_t at = segment.text.size();
    segment.nodes.push_back(
        {.kind = kind,
         .apart = segment.text.ends_with(' ') && &item != &items_.back() && (&item + 1)->kind == Kind::kSpace,
         .parent = open.empty() ? InlineNode::kNone : open.back(),
         .source = {at, at},
         .opening = item.parts});
    return segment.nodes.back();
  };
  for (std::size_t i = begin; i < end; ++i) {
    const Item& item = items_[i];
    switch (item.kind) {
      case Kind::kText:
      case Kind::kSpace:
        append_text(item.text, segment.text);
        break;
      case Kind::kEmpty:
        add_node(NodeKind::kEmpty, item);
        break;
      case Kind::kBreak:
        add_node(NodeKind::kBreak, item);
        if (!segment.text.empty() && segment.text.back() != ' ') segment.text += ' ';
        break;
      case Kind::kKept: {
        InlineNode& node = add_node(NodeKind::kKept, item);
        segment.text += item.text;
        node.source.end = segment.text.size();
        break;
      }
      case Kind::kOpen:
        add_node(NodeKind::kPair, item);
        open.push_back(static_cast<std::uint32_t>(segment.nodes.size() - 1));
        break;
      case Kind::kClose: {
        InlineNode& node = segment.nodes[open.back()];
        open.pop_back();
        node.closing = item.parts;
        node.source.end = segment.text.size();
        break;
      }
    }
  }
  return segment;
}

void InlineRun::append_text(std::string_view characters, std::string& out) const {
  if (space_ == WhiteSpace::kKeep) {
    out += characters;
    return;
  }
  for (const char c : characters) {
    if (c != ' ' && (c < '\t' || c > '\r')) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
}

}  // namespace calque::documents
