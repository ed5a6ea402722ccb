#include "documents/html_tokens.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "documents/html_elements.h"

namespace calque::documents {
namespace {

constexpr std::string_view kSpaces = " \t\n\r\f";

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string lower(std::string_view name) {
  std::string result(name);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return result;
}

}  // namespace

HtmlTokens::HtmlTokens(const SourceText& source)
    : source_(&source),
      content_(source.content()),
      xhtml_(content_.substr(source.byte_order_mark()).starts_with("<?xml")),
      at_(source.byte_order_mark()) {}

bool HtmlTokens::next(HtmlToken& token) {
  if (at_ >= content_.size()) {
    if (!raw_name_.empty())
      source_->fail(content_.size(), fmt::format("<{}> never ends", raw_name_), "is the document whole?");
    return false;
  }
  token = {};
  token.range.begin = at_;
  if (!raw_name_.empty()) {
    read_raw(token);
    if (token.range.begin < token.range.end) return true;
    token.range.begin = at_;
  }
  const char after = at_ + 1 < content_.size() ? content_[at_ + 1] : '\0';
  if (content_[at_] == '<' && (is_letter(after) || after == '/' || after == '!' || after == '?')) {
    read_markup(token);
    const std::size_t limit = source_->limits().markup_bytes;
    if (token.range.end - token.range.begin > limit)
      source_->fail(token.range.begin, fmt::format("a tag or comment is longer than {} bytes", limit),
                    "is this HTML?");
  } else {
    // A '<' that begins nothing is text.
    token.range.end = std::min(content_.find('<', at_ + 1), content_.size());
  }
  at_ = token.range.end;
  return true;
}

void HtmlTokens::read_markup(HtmlToken& token) {
  const std::string_view rest = content_.substr(at_);
  if (rest.starts_with("<!--")) {
    token.kind = HtmlToken::Kind::kComment;
    token.range.end = rest.starts_with("<!-->") ? at_ + 5 : find_end("-->", at_ + 4, "a comment");
  } else if (rest.starts_with("<![CDATA[")) {
    token.kind = HtmlToken::Kind::kDeclaration;
    token.range.end = find_end("]]>", at_, "a CDATA section");
  } else if (rest[1] == '/' && rest.size() > 2 && is_letter(rest[2])) {
    token.kind = HtmlToken::Kind::kEnd;
    token.name = lower(content_.substr(at_ + 2, end_of_name(at_ + 2, " \t\n\r\f/>") - at_ - 2));
    token.range.end = find_end(">", at_, "a tag");
  } else if (is_letter(rest[1])) {
    read_tag(token, at_ + 1);
  } else {
    token.kind = rest[1] == '/' ? HtmlToken::Kind::kComment : HtmlToken::Kind::kDeclaration;
    token.range.end = find_end(">", at_, "a tag");
  }
}

void HtmlTokens::read_tag(HtmlToken& token, std::size_t name_begin) {
  token.kind = HtmlToken::Kind::kStart;
  std::size_t at = end_of_name(name_begin, " \t\n\r\f/>");
  token.name = lower(content_.substr(name_begin, at - name_begin));
  std::size_t value_end = 0;
  for (HtmlAttribute attribute; next_attribute(at, attribute);) value_end = attribute.value.end;
  token.range.end = at + 1;
  token.self_closing = content_[at - 1] == '/' && value_end != at;  // the '/' may belong to a value
  // <iframe/> is no HTML, but there are pages with it; what follows is to be seen.
  const bool ends = token.self_closing && (xhtml_ || token.name == "iframe");
  if (has_raw_content(token.name) && !ends) raw_name_ = token.name;
}

void HtmlTokens::read_raw(HtmlToken& token) {
  const std::string name = std::exchange(raw_name_, {});
  std::size_t end = at_;
  for (;; ++end) {
    end = content_.find("</", end);
    if (end == std::string_view::npos)
      source_->fail(at_, fmt::format("<{}> begins here and never ends", name), "is the document whole?");
    const std::string_view rest = content_.substr(end + 2);
    if (rest.size() > name.size() && lower(rest.substr(0, name.size())) == name &&
        std::string_view(" \t\n\r\f/>").find(rest[name.size()]) != std::string_view::npos)
      break;
  }
  token.kind = name == "title" ? HtmlToken::Kind::kText : HtmlToken::Kind::kRaw;
  token.range.end = at_ = end;
}

std::size_t HtmlTokens::find_end(std::string_view what, std::size_t from, const char* problem) const {
  const std::size_t found = content_.find(what, from);
  if (found == std::string_view::npos)
    source_->fail(at_, fmt::format("{} begins here and never ends", problem), "is the document whole?");
  return found + what.size();
}

std::size_t HtmlTokens::end_of_name(std::size_t at, std::string_view stops) const {
  return std::min(content_.find_first_of(stops, at), content_.size());
}

bool HtmlTokens::next_attribute(std::size_t& at, HtmlAttribute& attribute) const {
  attribute = {};
  at = std::min(content_.find_first_not_of(" \t\n\r\f/", at), content_.size());
  if (at < content_.size() && content_[at] == '>') return false;
  // A name may begin with '=' but not hold one.
  const std::size_t name_end = std::min(content_.find_first_of(" \t\n\r\f/>=", at + 1), content_.size());
  attribute.name =
      lower(content_.substr(std::min(at, content_.size()), name_end - std::min(at, content_.size())));
  at = std::min(content_.find_first_not_of(kSpaces, name_end), content_.size());
  if (at < content_.size() && content_[at] == '=') {
    at = std::min(content_.find_first_not_of(kSpaces, at + 1), content_.size());
    if (at < content_.size() && (content_[at] == '"' || content_[at] == '\'')) {
      attribute.quote = content_[at];
      attribute.value = {at + 1, content_.find(content_[at], at + 1)};
      at = attribute.value.end == std::string_view::npos ? content_.size() : attribute.value.end + 1;
    } else {
      attribute.value = {at, end_of_name(at, " \t\n\r\f>")};
      at = attribute.value.end;
    }
  }
  if (at >= content_.size()) source_->fail(at_, "a tag begins here and never ends", "is the document whole?");
  return true;
}

std::vector<HtmlAttribute> HtmlTokens::attributes(const HtmlToken& token) const {
  std::vector<HtmlAttribute> found;
  std::size_t at = token.range.begin + 1 + token.name.size();
  for (HtmlAttribute attribute; next_attribute(at, attribute);) found.push_back(std::move(attribute));
  return found;
}

}  // namespace calque::documents
