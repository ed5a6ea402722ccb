// Documents of every format, translated by a translator that takes no care, and read again.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "documents/document.h"
#include "documents/html_elements.h"
#include "documents/html_tokens.h"
#include "documents/source_text.h"
#include "documents/testing/fake_translator.h"
#include "documents/transcoding.h"
#include "reader.h"

namespace calque::fuzz {
namespace {

// Small, so that small inputs reach them.
DocumentOptions options() {
  DocumentOptions options;
  options.source_language = "de";
  options.target_language = "en";
  options.limits = {.content_bytes = 1 << 16,
                    .segment_bytes = 400,
                    .segments = 50,
                    .inline_tags = 100,
                    .tags_in_segment = 30,
                    .markup_bytes = 300,
                    .depth = 12};
  return options;
}

std::string translate(DocumentFormat format, std::string_view content) {
  Rng rng(content.size() + (content.empty() ? 0 : static_cast<unsigned char>(content.back())));
  return documents::translate_document(
      format, content,
      [&](const documents::Segment& segment) { return documents::testing::careless(segment, rng); },
      options());
}

std::size_t lines_in(std::string_view content) {
  return static_cast<std::size_t>(std::count(content.begin(), content.end(), '\n'));
}

// As the document is read.
std::string in_utf8(DocumentFormat format, Bytes bytes) {
  return documents::to_utf8(format, text_of(bytes), options()).value_or(std::string(text_of(bytes)));
}

template <DocumentFormat format>
void translate_lines(Bytes bytes) {
  CALQUE_CHECK(lines_in(translate(format, text_of(bytes))) == lines_in(in_utf8(format, bytes)));
}

// What is written can be read, and the languages and limits are those of before.
template <DocumentFormat format>
void translate_xml(Bytes bytes) {
  DocumentOptions wide = options();
  const std::string written = translate(format, text_of(bytes));
  wide.limits = {};
  documents::translate_document(format, written, documents::testing::capitals, wide);
}

// Names of tags, and comments as they are; whether pairs nest.
struct Tags {
  std::vector<std::string> sorted;
  bool nested = true;
};

Tags tags_of(std::string_view content) {
  const DocumentOptions wide;
  const documents::SourceText source(content, wide);
  documents::HtmlTokens tokens(source);
  Tags tags;
  std::vector<std::string> open;
  for (documents::HtmlToken token; tokens.next(token);) {
    using Kind = documents::HtmlToken::Kind;
    if (token.kind == Kind::kText) continue;
    const bool is_tag = token.kind == Kind::kStart || token.kind == Kind::kEnd;
    tags.sorted.push_back(is_tag ? (token.kind == Kind::kStart ? "<" : "</") + token.name
                                 : std::string(source.at(token.range)));
    if (token.kind == Kind::kStart && !documents::is_void(token.name)) open.push_back(token.name);
    if (token.kind != Kind::kEnd) continue;
    tags.nested = tags.nested && !open.empty() && open.back() == token.name;
    if (!open.empty()) open.pop_back();
  }
  tags.nested = tags.nested && open.empty();
  std::sort(tags.sorted.begin(), tags.sorted.end());
  return tags;
}

void translate_html(Bytes bytes) {
  const Tags before = tags_of(in_utf8(DocumentFormat::kHtml, bytes));
  const Tags after = tags_of(translate(DocumentFormat::kHtml, text_of(bytes)));
  CALQUE_CHECK(before.sorted == after.sorted);
  CALQUE_CHECK(after.nested || !before.nested);
}

const Registered text({"document-text", translate_lines<DocumentFormat::kText>});
const Registered table({"document-tsv", translate_lines<DocumentFormat::kTsv>});
const Registered html({"document-html", translate_html});
const Registered tmx({"document-tmx", translate_xml<DocumentFormat::kTmx>});
const Registered xliff({"document-xliff", translate_xml<DocumentFormat::kXliff>});

}  // namespace
}  // namespace calque::fuzz
