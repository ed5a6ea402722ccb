#include "text/term_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include <expat.h>
#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "store/text_file.h"
#include "text/language_rules.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

constexpr std::size_t kMaxTermBytes = 1000;

void check_length(const std::string& term, const Place& place) {
  if (term.size() <= kMaxTermBytes) return;
  throw DataError(place, fmt::format("a term has over {} bytes", kMaxTermBytes),
                  "is this a list of terms? Whole texts belong into the training corpus");
}

struct FreeParser {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

// TBX as the old and the new standard write it: <termEntry> or <conceptEntry> with a <langSet> or <langSec>
// for each language, and <term>s inside.
class TbxReader {
 public:
  explicit TbxReader(const TermFile& file) : file_(file), parser_(XML_ParserCreate(nullptr)) {
    if (parser_ == nullptr) throw std::bad_alloc();
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), on_start, on_end);
    XML_SetCharacterDataHandler(parser_.get(), on_text);
    XML_SetEntityDeclHandler(parser_.get(), on_entity);
  }

  std::vector<Term> read(std::string_view content) {
    const auto status = XML_Parse(parser_.get(), content.data(), static_cast<int>(content.size()), XML_TRUE);
    if (status == XML_STATUS_OK && problem_.empty()) return std::move(terms_);
    if (problem_.empty()) {
      problem_ =
          fmt::format("this is not well-formed XML ({})", XML_ErrorString(XML_GetErrorCode(parser_.get())));
    }
    throw DataError(
        {file_.path, XML_GetCurrentLineNumber(parser_.get()), XML_GetCurrentColumnNumber(parser_.get()) + 1},
        problem_, "export the terms again as TBX, or as lines of TERM, a tab, TRANSLATION");
  }

 private:
  static void XMLCALL on_start(void* self, const XML_Char* name, const XML_Char** attributes) {
    static_cast<TbxReader*>(self)->start(name, attributes);
  }
  static void XMLCALL on_end(void* self, const XML_Char* name) { static_cast<TbxReader*>(self)->end(name); }
  static void XMLCALL on_text(void* self, const XML_Char* text, int length) {
    static_cast<TbxReader*>(self)->add_text({text, static_cast<std::size_t>(length)});
  }
  // Entities of one's own are how small files grow to gigabytes; TBX needs none.
  static void XMLCALL on_entity(void* self, const XML_Char*, int, const XML_Char*, int, const XML_Char*,
                                const XML_Char*, const XML_Char*, const XML_Char*) {
    static_cast<TbxReader*>(self)->stop("the file declares entities of its own");
  }

  void stop(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
    XML_StopParser(parser_.get(), XML_FALSE);
  }

  static bool is_entry(std::string_view name) { return name == "termEntry" || name == "conceptEntry"; }
  static bool is_language(std::string_view name) { return name == "langSet" || name == "langSec"; }

  void start(std::string_view name, const XML_Char** attributes) {
    if (!root_seen_ && name != "tbx" && name != "martif") {
      stop(fmt::format("this is XML but no TBX: the outermost element is <{}>", name));
      return;
    }
    root_seen_ = true;
    if (is_entry(name)) {
      sources_.clear();
      target_.clear();
      kept_ = false;
    }
    if (is_language(name)) side_ = Side::kNone;
    for (; *attributes != nullptr; attributes += 2) {
      const std::string_view key = attributes[0];
      const std::string_view value = attributes[1];
      if (is_language(name) && (key == "xml:lang" || key == "lang")) choose_side(value);
      if ((key == "translate" || key == "its:translate") && value == "no") kept_ = true;
    }
    if (name == "term") {
      in_term_ = true;
      term_.clear();
    }
  }

  void choose_side(std::string_view language) {
    if (language_matches(file_.source_language, language)) {
      side_ = Side::kSource;
    } else if (language_matches(file_.target_language, language)) {
      side_ = Side::kTarget;
    }
  }

  void end(std::string_view name) {
    if (name == "term" && in_term_) {
      in_term_ = false;
      if (term_.ends_with(' ')) term_.pop_back();
      if (side_ == Side::kSource && !term_.empty()) sources_.push_back(term_);
      // The first term of a language is the preferred one.
      if (side_ == Side::kTarget && target_.empty()) target_ = term_;
    } else if (is_language(name)) {
      side_ = Side::kNone;
    } else if (is_entry(name)) {
      if (target_.empty() && !kept_) return;
      for (std::string& source : sources_) terms_.push_back({std::move(source), kept_ ? "" : target_});
      sources_.clear();
    }
  }

  void add_text(std::string_view text) {
    if (!in_term_) return;
    for (const char c : text) {
      const bool blank = c == '\n' || c == '\r' || c == '\t' || c == ' ';
      if (!blank) {
        term_ += c;
      } else if (!term_.empty() && term_.back() != ' ') {
        term_ += ' ';
      }
    }
    if (term_.size() > kMaxTermBytes) stop(fmt::format("a term has over {} bytes", kMaxTermBytes));
  }

  enum class Side { kNone, kSource, kTarget };

  const TermFile& file_;
  std::unique_ptr<XML_ParserStruct, FreeParser> parser_;
  std::vector<Term> terms_;
  std::vector<std::string> sources_;  // of the entry
  std::string target_;
  std::string term_;
  std::string problem_;  // found in a handler, thrown outside of expat
  Side side_ = Side::kNone;
  bool kept_ = false;
  bool in_term_ = false;
  bool root_seen_ = false;
};

}  // namespace

std::vector<Term> parse_term_lines(std::string_view content, const TermFile& file) {
  std::vector<Term> terms;
  std::uint64_t number = 0;
  for (std::string_view line : split_fields(content, "\n")) {
    const Place place{file.path, ++number, 0};
    if (line.ends_with('\r')) line.remove_suffix(1);
    check_utf8(line, place);
    if (trim(line).empty() || line.starts_with('#')) continue;
    const auto fields = split_fields(line, "\t");
    Term term{std::string(trim(fields[0])), fields.size() > 1 ? std::string(trim(fields[1])) : std::string()};
    if (term.source.empty())
      throw DataError(place, "there is no term before the tab", "write TERM, a tab, TRANSLATION");
    check_length(term.source, place);
    check_length(term.target, place);
    terms.push_back(std::move(term));
  }
  return terms;
}

std::vector<Term> parse_tbx(std::string_view content, const TermFile& file) {
  if (file.source_language.empty() || file.target_language.empty()) {
    throw UsageError({file.path}, "a TBX file holds many languages, and it is not said which two to take",
                     "give the source and the target language, for example de and en");
  }
  return TbxReader(file).read(content);
}

std::vector<Term> read_terms(const TermFile& file) {
  const std::string content = store::read_whole(file.path);
  std::string_view text = content;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return trim(text).starts_with('<') ? parse_tbx(text, file) : parse_term_lines(text, file);
}

}  // namespace calque::text
