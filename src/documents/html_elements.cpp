#include "documents/html_elements.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace calque::documents {
namespace {

template <std::size_t kSize>
bool contains(const std::array<std::string_view, kSize>& sorted, std::string_view name) {
  return std::binary_search(sorted.begin(), sorted.end(), name);
}

constexpr auto kBlocks = std::to_array<std::string_view>(
    {"address",  "article",  "aside",    "base",     "blockquote", "body",     "button",   "caption",
     "center",   "col",      "colgroup", "datalist", "dd",         "details",  "dialog",   "dir",
     "div",      "dl",       "dt",       "fieldset", "figcaption", "figure",   "footer",   "form",
     "frame",    "frameset", "h1",       "h2",       "h3",         "h4",       "h5",       "h6",
     "head",     "header",   "hgroup",   "hr",       "html",       "iframe",   "legend",   "li",
     "link",     "main",     "menu",     "meta",     "nav",        "noframes", "noscript", "ol",
     "optgroup", "option",   "p",        "param",    "plaintext",  "pre",      "search",   "section",
     "select",   "source",   "summary",  "table",    "tbody",      "td",       "template", "textarea",
     "tfoot",    "th",       "thead",    "title",    "tr",         "track",    "ul",       "video",
     "xmp"});
constexpr auto kVoids =
    std::to_array<std::string_view>({"area", "base", "br", "col", "embed", "frame", "hr", "img", "input",
                                     "link", "meta", "param", "source", "track"});
constexpr auto kRaw = std::to_array<std::string_view>(
    {"iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"});
constexpr auto kUntouched =
    std::to_array<std::string_view>({"iframe", "math", "noembed", "noframes", "object", "plaintext", "pre",
                                     "script", "style", "svg", "template", "textarea", "xmp"});
constexpr auto kWordLike = std::to_array<std::string_view>({"code", "kbd", "samp", "tt", "var"});

static_assert(std::is_sorted(kBlocks.begin(), kBlocks.end()));
static_assert(std::is_sorted(kVoids.begin(), kVoids.end()));
static_assert(std::is_sorted(kRaw.begin(), kRaw.end()));
static_assert(std::is_sorted(kUntouched.begin(), kUntouched.end()));

}  // namespace

bool is_block(std::string_view name) {
  return contains(kBlocks, name);
}
bool is_void(std::string_view name) {
  return contains(kVoids, name) || name == "wbr";
}
bool has_raw_content(std::string_view name) {
  return contains(kRaw, name);
}
bool is_untouched(std::string_view name) {
  return contains(kUntouched, name);
}
bool is_word_like(std::string_view name) {
  return contains(kWordLike, name);
}

ImpliedEnd implied_end(std::string_view name) {
  if (name == "li") return {"li", "ul"};
  if (name == "dt" || name == "dd") return {"dd", "dl"};
  if (name == "tr") return {"tr", "table"};
  if (name == "td" || name == "th") return {"td", "tr"};
  if (name == "option") return {"option", "select"};
  if (name == "button" || !is_block(name)) return {};
  return {"p", "button"};
}

}  // namespace calque::documents
