#include "documents/document.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "documents/draft.h"
#include "documents/html.h"
#include "documents/lines.h"
#include "documents/tmx.h"
#include "documents/transcoding.h"
#include "documents/xliff.h"

namespace calque::documents {
namespace {

void check_language(const std::string& language, const std::string& name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  if (!std::all_of(language.begin(), language.end(), is_letter))
    throw UsageError({name, 0, 0}, fmt::format("'{}' is no code of a language", language.substr(0, 40)),
                     "give a code such as de or pt-BR");
}

DocumentOptions checked(DocumentOptions options) {
  check_language(options.source_language, options.name);
  check_language(options.target_language, options.name);
  return options;
}

void read(DocumentFormat format, Draft& draft) {
  switch (format) {
    case DocumentFormat::kText:
      return read_text(draft);
    case DocumentFormat::kHtml:
      return read_html(draft);
    case DocumentFormat::kTmx:
      return read_tmx(draft);
    case DocumentFormat::kTsv:
      return read_table(draft);
    case DocumentFormat::kXliff:
      return read_xliff(draft);
  }
}

}  // namespace

std::optional<DocumentFormat> format_of(std::string_view file_name) {
  std::string name(file_name);
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  std::string_view rest = name;
  for (const std::string_view compressed : {".gz", ".zst"})
    if (rest.ends_with(compressed)) rest.remove_suffix(compressed.size());
  static constexpr std::array<std::pair<std::string_view, DocumentFormat>, 9> kEndings{
      {{".txt", DocumentFormat::kText},
       {".html", DocumentFormat::kHtml},
       {".htm", DocumentFormat::kHtml},
       {".xhtml", DocumentFormat::kHtml},
       {".tmx", DocumentFormat::kTmx},
       {".tsv", DocumentFormat::kTsv},
       {".tab", DocumentFormat::kTsv},
       {".xlf", DocumentFormat::kXliff},
       {".xliff", DocumentFormat::kXliff}}};
  for (const auto& [ending, format] : kEndings)
    if (rest.ends_with(ending)) return format;
  return std::nullopt;
}

struct Document::State {
  State(DocumentFormat format, std::string_view content, DocumentOptions wanted)
      : options(checked(std::move(wanted))),
        converted(to_utf8(format, content, options)),
        source(converted ? std::string_view(*converted) : content, options),
        draft(source) {
    read(format, draft);
  }

  DocumentOptions options;
  std::optional<std::string> converted;  // of a document in another encoding
  SourceText source;
  Draft draft;
};

Document::Document(DocumentFormat format, std::string_view content, DocumentOptions options)
    : state_(std::make_unique<const State>(format, content, std::move(options))) {}
Document::~Document() = default;

const std::vector<Segment>& Document::segments() const {
  return state_->draft.segments();
}

std::string Document::write(std::span<const Translated> translations) const {
  return state_->draft.write(translations);
}

std::string translate_document(DocumentFormat format, std::string_view content,
                               const SegmentTranslator& translate, const DocumentOptions& options) {
  const Document document(format, content, options);
  std::vector<Translated> translations;
  for (const Segment& segment : document.segments()) translations.push_back(translate(segment));
  return document.write(translations);
}

}  // namespace calque::documents
