#include "documents/draft.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "documents/rendering.h"

namespace calque::documents {

void Draft::copy_until(std::size_t offset) {
  if (offset <= copied_) return;
  add_copy(body_, {copied_, offset});
  copied_ = offset;
}

void Draft::append(const Parts& parts) {
  for (const Part& part : parts) {
    if (part.kind == Part::Kind::kCopy) {
      add_copy(body_, {part.begin, part.end});
    } else {
      body_.push_back(part);
    }
  }
}

void Draft::append_literal(std::string_view text) {
  add_literal(body_, text);
}

void Draft::add_copy(Parts& parts, TextRange range) {
  if (range.begin >= range.end) return;
  if (!parts.empty() && parts.back().kind == Part::Kind::kCopy && parts.back().end == range.begin) {
    parts.back().end = range.end;
  } else {
    parts.push_back({Part::Kind::kCopy, range.begin, range.end});
  }
}

void Draft::add_literal(Parts& parts, std::string_view text) {
  if (text.empty()) return;
  parts.push_back({Part::Kind::kLiteral, literals_.size(), literals_.size() + text.size()});
  literals_ += text;
}

void Draft::add_segment(Parts& parts, Segment segment, std::size_t offset) {
  const DocumentLimits& limits = source_.limits();
  if (segment.text.size() > limits.segment_bytes)
    source_.fail(offset,
                 fmt::format("a piece of text of {} bytes begins here, and {} are allowed",
                             segment.text.size(), limits.segment_bytes),
                 "divide it into paragraphs");
  if (segments_.size() == limits.segments)
    source_.fail(offset, fmt::format("there are more than {} pieces of text", limits.segments),
                 "cut the document into several");
  nodes_ += segment.nodes.size();
  if (nodes_ > limits.inline_tags)
    source_.fail(offset, fmt::format("there are more than {} tags inside of text", limits.inline_tags),
                 "cut the document into several");
  parts.push_back({Part::Kind::kSegment, segments_.size(), segments_.size() + 1});
  segments_.push_back(std::move(segment));
}

PartRange Draft::keep(const Parts& parts) {
  PartRange range{static_cast<std::uint32_t>(kept_.size()), 0};
  kept_.insert(kept_.end(), parts.begin(), parts.end());
  range.end = static_cast<std::uint32_t>(kept_.size());
  return range;
}

PartRange Draft::keep_copy(TextRange range) {
  return keep({{Part::Kind::kCopy, range.begin, range.end}});
}

std::span<const Part> Draft::kept(PartRange range) const {
  return std::span(kept_).subspan(range.begin, range.end - range.begin);
}

std::string Draft::write(std::span<const Translated> translations) const {
  CALQUE_CHECK(translations.size() == segments_.size());
  std::string out;
  out.reserve(source_.content().size() + source_.content().size() / 4);
  write_parts(body_, translations, out);
  return out;
}

void Draft::write_parts(std::span<const Part> parts, std::span<const Translated> translations,
                        std::string& out) const {
  for (const Part& part : parts) {
    if (part.kind == Part::Kind::kCopy) {
      out += source_.at({part.begin, part.end});
    } else if (part.kind == Part::Kind::kLiteral) {
      out += std::string_view(literals_).substr(part.begin, part.end - part.begin);
    } else {
      render(
          segments_[part.begin], translations[part.begin],
          [&](PartRange range) { write_parts(kept(range), translations, out); }, out);
    }
  }
}

}  // namespace calque::documents
