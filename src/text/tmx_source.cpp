// TMX 1.4 in a stream: <tu> units with one <tuv xml:lang="..."><seg>text</seg></tuv> per language.
//
// The inline elements bpt, ept, ph, it and ut hold mark-up of the document the text came from: they are
// dropped with all they contain. The text of hi stays. Runs of blanks and line ends inside a segment become
// one blank.
#include <array>
#include <cstdint>
#include <deque>
#include <new>
#include <optional>
#include <set>
#include <utility>

#include <expat.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/byte_source.h"
#include "store/text_file.h"
#include "text/language_rules.h"
#include "text/pair_source.h"

namespace calque::text {
namespace {

constexpr std::size_t kReadBytes = 1 << 16;
constexpr std::uint64_t kMaxMarkupBytes = 1 << 20;

bool is_dropped(std::string_view element) {
  static constexpr std::array<std::string_view, 5> kDropped{"bpt", "ept", "ph", "it", "ut"};
  for (const std::string_view name : kDropped) {
    if (element == name) return true;
  }
  return false;
}

struct Unit {
  SentencePairText pair;
  std::uint64_t line;
};

class TmxSource final : public PairSource {
 public:
  explicit TmxSource(const ParallelInput& input)
      : path_(input.source),
        source_language_(input.source_language),
        target_language_(input.target_language),
        bytes_(store::open_byte_source(input.source)),
        parser_(XML_ParserCreate(nullptr)) {
    if (parser_ == nullptr) throw std::bad_alloc();
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(parser_, on_start, on_end);
    XML_SetCharacterDataHandler(parser_, on_text);
    XML_SetEntityDeclHandler(parser_, on_entity);
  }
  ~TmxSource() override { XML_ParserFree(parser_); }
  TmxSource(const TmxSource&) = delete;
  TmxSource& operator=(const TmxSource&) = delete;

  PairStatus next(SentencePairText& pair) override {
    while (ready_.empty() && !ended_) parse_more();
    if (ready_.empty()) {
      if (line_ == 0 && unpaired_ > 0) refuse_languages();
      return PairStatus::kEnd;
    }
    pair = std::move(ready_.front().pair);
    line_ = ready_.front().line;
    ready_.pop_front();
    return PairStatus::kPair;
  }
  Place source_place() const override { return {path_, line_, 0}; }
  std::uint64_t bytes_read() const override { return bytes_->consumed(); }
  std::uint64_t bytes_total() const override { return bytes_->file_size(); }
  std::uint64_t unpaired() const override { return unpaired_; }

 private:
  static void XMLCALL on_start(void* self, const XML_Char* name, const XML_Char** attributes) {
    static_cast<TmxSource*>(self)->start(name, attributes);
  }
  static void XMLCALL on_end(void* self, const XML_Char* name) { static_cast<TmxSource*>(self)->end(name); }
  static void XMLCALL on_text(void* self, const XML_Char* text, int length) {
    static_cast<TmxSource*>(self)->add_text({text, static_cast<std::size_t>(length)});
  }
  // Entities of one's own are how small files grow to gigabytes; TMX needs none.
  static void XMLCALL on_entity(void* self, const XML_Char*, int, const XML_Char*, int, const XML_Char*,
                                const XML_Char*, const XML_Char*, const XML_Char*) {
    static_cast<TmxSource*>(self)->stop("the file declares entities of its own");
  }

  void stop(std::string problem, std::string remedy = "export the translation memory again as TMX 1.4") {
    problem_ = std::move(problem);
    remedy_ = std::move(remedy);
    XML_StopParser(parser_, XML_FALSE);
  }

  void parse_more() {
    void* buffer = XML_GetBuffer(parser_, static_cast<int>(kReadBytes));
    if (buffer == nullptr) throw std::bad_alloc();
    const std::size_t count = bytes_->read({static_cast<char*>(buffer), kReadBytes});
    ended_ = count == 0;
    given_ += count;
    if (XML_ParseBuffer(parser_, static_cast<int>(count), ended_ ? XML_TRUE : XML_FALSE) == XML_STATUS_OK) {
      // The parser keeps a tag or comment until it has seen the end of it.
      if (given_ - static_cast<std::uint64_t>(XML_GetCurrentByteIndex(parser_)) <= kMaxMarkupBytes) return;
      problem_ = fmt::format("a tag or comment is longer than {} bytes", kMaxMarkupBytes);
    }
    if (problem_.empty())
      problem_ = fmt::format("this is not well-formed XML ({})", XML_ErrorString(XML_GetErrorCode(parser_)));
    // Pairs before the damage are not handed out: the error comes first, so that nobody takes a part for the
    // whole.
    throw DataError({path_, XML_GetCurrentLineNumber(parser_), XML_GetCurrentColumnNumber(parser_) + 1},
                    problem_, remedy_);
  }

  // Not one pair: somebody asked for languages that the file does not have.
  [[noreturn]] void refuse_languages() const {
    throw DataError({path_, 0, 0},
                    fmt::format("none of the {} units has both languages '{}' and '{}'; the file has {}",
                                unpaired_, source_language_, target_language_, fmt::join(languages_, ", ")),
                    "give two of the file's languages");
  }

  void note_language(const XML_Char* language) {
    constexpr std::size_t kShown = 20;
    if (languages_.size() < kShown) languages_.insert(language);
  }

  void start(std::string_view name, const XML_Char** attributes) {
    if (!root_seen_ && name != "tmx") {
      stop(fmt::format("this is XML but no TMX: the outermost element is <{}>", name));
      return;
    }
    root_seen_ = true;
    if (name == "tu") {
      source_.reset();
      target_.reset();
      unit_line_ = XML_GetCurrentLineNumber(parser_);
    } else if (name == "tuv") {
      choose_side(attributes);
    } else if (name == "seg") {
      in_segment_ = true;
      dropped_depth_ = 0;
      segment_.clear();
    } else if (in_segment_ && (dropped_depth_ > 0 || is_dropped(name))) {
      ++dropped_depth_;
    }
  }

  void choose_side(const XML_Char** attributes) {
    side_ = nullptr;
    for (; *attributes != nullptr; attributes += 2) {
      const std::string_view key = attributes[0];
      if (key != "xml:lang" && key != "lang") continue;
      note_language(attributes[1]);
      if (!source_ && language_matches(source_language_, attributes[1])) {
        side_ = &source_;
      } else if (!target_ && language_matches(target_language_, attributes[1])) {
        side_ = &target_;
      }
      return;
    }
  }

  void end(std::string_view name) {
    if (name == "seg") {
      if (segment_.ends_with(' ')) segment_.pop_back();
      if (in_segment_ && side_ != nullptr) *side_ = std::move(segment_);
      in_segment_ = false;
    } else if (name == "tuv") {
      side_ = nullptr;
    } else if (name == "tu") {
      if (source_ && target_) {
        ready_.push_back({{std::move(*source_), std::move(*target_)}, unit_line_});
      } else {
        ++unpaired_;
      }
      source_.reset();
      target_.reset();
    } else if (in_segment_ && dropped_depth_ > 0) {
      --dropped_depth_;
    }
  }

  void add_text(std::string_view text) {
    if (!in_segment_ || dropped_depth_ > 0 || side_ == nullptr) return;
    for (const char c : text) {
      const bool blank = c == '\n' || c == '\r' || c == '\t' || c == ' ';
      if (!blank) {
        segment_ += c;
      } else if (!segment_.empty() && segment_.back() != ' ') {
        segment_ += ' ';
      }
    }
    if (segment_.size() > max_segment_bytes_) {
      stop(fmt::format("a segment is longer than {} bytes", max_segment_bytes_),
           "is this a memory of sentences? If it is, allow longer ones with --max-line");
    }
  }

  std::string path_;
  std::string source_language_;
  std::string target_language_;
  std::unique_ptr<store::ByteSource> bytes_;
  XML_Parser parser_;
  std::deque<Unit> ready_;  // whole units not yet handed out
  std::optional<std::string> source_;
  std::optional<std::string> target_;
  std::optional<std::string>* side_ =
      nullptr;                       // of the variant being read, if it is one of the two languages
  std::set<std::string> languages_;  // found in the file, for the message when there is no pair
  std::string segment_;
  std::string problem_;  // found in a handler, thrown outside of expat
  std::string remedy_ = "export the translation memory again as TMX 1.4";
  std::size_t max_segment_bytes_ = store::max_line_bytes();
  std::uint64_t given_ = 0;  // bytes, to the parser
  std::uint64_t unit_line_ = 0;
  std::uint64_t line_ = 0;
  std::uint64_t unpaired_ = 0;
  int dropped_depth_ = 0;  // inside so many nested elements whose text is dropped
  bool in_segment_ = false;
  bool root_seen_ = false;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<PairSource> open_tmx(const ParallelInput& input) {
  if (input.source_language.empty() || input.target_language.empty()) {
    throw UsageError({input.source, 0, 0},
                     "a TMX file holds many languages, and it is not said which two to take",
                     "give the source and the target language, for example de and en");
  }
  return std::make_unique<TmxSource>(input);
}

}  // namespace calque::text
