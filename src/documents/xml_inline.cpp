#include "documents/xml_inline.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace calque::documents {
namespace {

// What pairs by identifier are called, and who belongs to whom.
struct Half {
  std::string_view name;
  char family;
  bool opens;
};
constexpr std::array<Half, 8> kHalves{{{"bpt", 'p', true},
                                       {"ept", 'p', false},
                                       {"bx", 'x', true},
                                       {"ex", 'x', false},
                                       {"sc", 'c', true},
                                       {"ec", 'c', false},
                                       {"sm", 'm', true},
                                       {"em", 'm', false}}};

const Half* half_of(std::string_view name) {
  const auto found =
      std::find_if(kHalves.begin(), kHalves.end(), [&](const Half& half) { return half.name == name; });
  return found == kHalves.end() ? nullptr : &*found;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void XmlInline::begin(WhiteSpace space) {
  space_ = space;
  run_.set_white_space(space);
}

XmlInline::Role XmlInline::role_of(const XmlTag& tag) {
  const std::string_view name = tag.local_name();
  if (const Half* half = half_of(name)) return half->opens ? Role::kOpens : Role::kCloses;
  if (name == "mrk" && (tag.attribute("translate") == "no" || tag.attribute("mtype") == "protected"))
    return Role::kKept;
  if (is_one_of(name, {"g", "pc", "hi", "mrk"})) return tag.self_closing ? Role::kAlone : Role::kAround;
  const bool is_break = tag.attribute("ctype") == "lb" || tag.attribute("subType") == "xlf:lb";
  return is_break ? Role::kBreaks : Role::kAlone;
}

std::string XmlInline::key_of(const XmlTag& tag, Role role) {
  const std::string_view name = tag.local_name();
  const Half* half = half_of(name);
  if (half == nullptr) return std::string(name);
  // 'rid' of XLIFF 1.2, 'i' of TMX, 'startRef' of XLIFF 2; 'id' where there is nothing else.
  for (const std::string_view identifier : {"rid", "i", "startRef", "id"}) {
    if (role == Role::kOpens && identifier == "startRef") continue;
    const std::string_view value = tag.attribute(identifier);
    if (!value.empty()) return std::string{half->family} + std::string(value);
  }
  return std::string{half->family};
}

void XmlInline::start(const XmlTag& tag) {
  if (opaque_ > 0) {
    ++opaque_;
    return;
  }
  flush_text();
  const Role role = role_of(tag);
  open_.push_back({role, key_of(tag, role), tag.range, tag.self_closing});
  if (role == Role::kAround) {
    run_.open(open_.back().key, tag.range, draft_.keep_copy(tag.range));
  } else {
    opaque_ = 1;
    kept_.clear();
  }
}

void XmlInline::end(TextRange range) {
  if (opaque_ > 1) {
    --opaque_;
    return;
  }
  flush_text();
  const Element element = std::move(open_.back());
  open_.pop_back();
  if (element.role == Role::kAround) {
    run_.close(element.key, range, draft_.keep_copy(range));
  } else {
    opaque_ = 0;
    add(element, element.self_closing ? element.tag.end : range.end);
  }
}

void XmlInline::add(const Element& element, std::size_t end) {
  const TextRange raw{element.tag.begin, end};
  const PartRange parts = draft_.keep_copy(raw);
  switch (element.role) {
    case Role::kOpens:
      return run_.open(element.key, raw, parts);
    case Role::kCloses:
      return run_.close(element.key, raw, parts);
    case Role::kBreaks:
      return run_.add_break(raw, parts);
    case Role::kKept:
      return run_.keep(raw, parts, kept_);
    case Role::kAlone:
    case Role::kAround:
      return run_.add_empty(raw, parts);
  }
}

void XmlInline::text(std::string_view characters, TextRange raw, bool in_cdata) {
  if (opaque_ > 0) {
    kept_ += characters;
    return;
  }
  const bool line_end = space_ == WhiteSpace::kKeep && characters == "\n";
  if (line_end || pending_in_cdata_ != in_cdata || pending_raw_.end != raw.begin) flush_text();
  if (line_end) {
    run_.add_text(raw, characters, !in_cdata);
    return;
  }
  if (pending_.empty()) pending_raw_.begin = raw.begin;
  pending_raw_.end = raw.end;
  pending_in_cdata_ = in_cdata;
  pending_ += characters;
}

void XmlInline::flush_text() {
  if (!pending_.empty()) run_.add_text(pending_raw_, pending_, !pending_in_cdata_);
  pending_.clear();
}

Parts XmlInline::finish() {
  flush_text();
  return run_.finish();
}

}  // namespace calque::documents
