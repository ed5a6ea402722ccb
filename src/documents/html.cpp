#include "documents/html.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "documents/characters.h"
#include "documents/html_elements.h"
#include "documents/html_tokens.h"
#include "documents/inline_run.h"

namespace calque::documents {
namespace {

constexpr auto kReadAttributes =
    std::to_array<std::string_view>({"alt", "aria-label", "placeholder", "title"});

// How much of an element inside a sentence is looked through for its end before it counts as a block.
constexpr std::size_t kLongestInline = 4096;
constexpr int kMostTokensInside = 64;
// A segment with so many tags ends at the next line break.
constexpr std::size_t kManyTags = 200;
// The longest content that stands in a sentence as a word.
constexpr std::size_t kLongestWord = 200;

// Text with its references, as a segment has it; those that are not known stay as they are.
void add_markup_text(Draft& draft, TextRange raw, InlineRun& run) {
  const std::string_view text = draft.source().at(raw);
  std::string characters;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CharacterReference reference =
        text[at] == '&' ? read_reference(text.substr(at)) : CharacterReference{0, {}};
    if (reference.bytes == 0) {
      characters += text[at++];
    } else if (!reference.characters.empty()) {
      characters += reference.characters;
      at += reference.bytes;
    } else {
      run.add_text({raw.begin + begin, raw.begin + at}, characters);
      const TextRange unknown{raw.begin + at, raw.begin + at + reference.bytes};
      run.keep(unknown, draft.keep_copy(unknown), draft.source().at(unknown));
      characters.clear();
      begin = at += reference.bytes;
    }
  }
  run.add_text({raw.begin + begin, raw.end}, characters);
}

bool has_word(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find_first_of(" \t\n\r\f"), list.size());
    if (list.substr(0, end) == word) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

class HtmlReader {
 public:
  explicit HtmlReader(Draft& draft)
      : draft_(draft), source_(draft.source()), tokens_(source_), run_(draft, Encoding::kHtml) {}

  void read() {
    for (HtmlToken token; tokens_.next(token);) read_token(token);
    end_run();
    draft_.copy_until(source_.content().size());
  }

 private:
  struct Element {
    std::string name;
    bool translated;  // what stands inside
  };

  bool translated() const { return open_.empty() || open_.back().translated; }

  void read_token(const HtmlToken& token) {
    link_ended_ = std::exchange(ends_link_, token.kind == HtmlToken::Kind::kEnd && token.name == "a");
    switch (token.kind) {
      case HtmlToken::Kind::kText:
        if (!translated() || (run_.empty() && is_space(token))) return;
        begin_run(token);
        add_markup_text(draft_, token.range, run_);
        run_end_ = token.range.end;
        return;
      case HtmlToken::Kind::kStart:
        return read_start(token);
      case HtmlToken::Kind::kEnd:
        return read_end(token);
      case HtmlToken::Kind::kComment:
      case HtmlToken::Kind::kRaw:
        if (run_.empty() || !translated()) return;
        begin_run(token);
        add_empty(token, draft_.keep_copy(token.range));
        return;
      case HtmlToken::Kind::kDeclaration:
        check_declaration(token);
        end_run();
        return;
    }
  }

  bool is_space(const HtmlToken& token) const {
    return leading_space(source_.at(token.range), true) == token.range.end - token.range.begin;
  }

  void read_start(const HtmlToken& token) {
    close_implied(token.name);
    const std::vector<HtmlAttribute> attributes = tokens_.attributes(token);
    if (token.name == "meta") check_meta(attributes);
    const bool reads = translates(token.name, attributes);
    if (reads && keep_note(token)) return;
    // Links side by side are entries of a menu, not pieces of a word.
    if (token.name == "a" && run_end_ == token.range.begin && link_ended_) end_run();
    const bool empty =
        is_void(token.name) || (token.self_closing && (!is_block(token.name) || is_untouched(token.name)));
    if (reads && is_block(token.name)) {
      end_run();
      copy_tag(token, attributes);
    } else if (reads) {
      end_long_run(token);
      begin_run(token);
      const PartRange parts = draft_.keep(tag_parts(token, attributes));
      if (empty) {
        add_empty(token, parts);
      } else {
        run_.open(token.name, token.range, parts);
        run_end_ = token.range.end;
      }
    } else if (translated()) {
      if (keep_element(token, empty)) return;
      end_run();
    }
    if (!empty) push({token.name, reads}, token);
  }

  // Whether the text inside of the element is for the translator, and so are the element's own attributes.
  bool translates(const std::string& name, const std::vector<HtmlAttribute>& attributes) const {
    bool reads = translated() && !is_untouched(name) && !is_word_like(name);
    for (const HtmlAttribute& attribute : attributes) {
      const std::string_view value = source_.at(attribute.value);
      if (attribute.name == "translate" && value == "no") reads = false;
      if (attribute.name == "translate" && value == "yes") reads = !is_untouched(name);
      if (attribute.name == "class" && has_word(value, "notranslate")) reads = false;
    }
    return reads;
  }

  void push(Element element, const HtmlToken& token) {
    if (open_.size() == source_.limits().depth)
      source_.fail(token.range.begin, fmt::format("elements are nested more than {} deep", open_.size()),
                   "is this HTML?");
    open_.push_back(std::move(element));
  }

  void close_implied(const std::string& name) {
    const ImpliedEnd implied = implied_end(name);
    for (std::size_t i = open_.size(); !implied.ended.empty() && i > 0; --i) {
      const std::string& other = open_[i - 1].name;
      const bool twin = implied.ended == "dd" && other == "dt";
      if (other == implied.ended || twin || (implied.ended == "td" && other == "th")) {
        open_.resize(i - 1);
        return;
      }
      if (other == implied.barrier || (implied.ended == "p" && is_block(other))) return;
    }
  }

  void read_end(const HtmlToken& token) {
    const bool was_translated = translated();
    for (std::size_t i = open_.size(); i > 0; --i) {
      if (open_[i - 1].name != token.name) continue;
      open_.resize(i - 1);
      break;
    }
    if (!was_translated) return;  // it ends something that is not translated; the run has ended
    if (is_block(token.name)) {
      end_run();
    } else {
      begin_run(token);
      run_.close(token.name, token.range, draft_.keep_copy(token.range));
      run_end_ = token.range.end;
    }
  }

  // An element whose end was looked for.
  struct Ahead {
    HtmlTokens tokens;  // after it
    TextRange whole;
    std::string characters;
  };

  // None if its end is not near, or if it holds blocks.
  std::optional<Ahead> look_ahead(const HtmlToken& token) const {
    Ahead ahead{tokens_, token.range, {}};
    HtmlToken inner;
    int depth = 1;
    for (int count = 0; depth > 0; ++count) {
      if (count == kMostTokensInside || !ahead.tokens.next(inner)) return std::nullopt;
      ahead.whole.end = inner.range.end;
      if (ahead.whole.end - ahead.whole.begin > kLongestInline) return std::nullopt;
      const bool is_tag = inner.kind == HtmlToken::Kind::kStart || inner.kind == HtmlToken::Kind::kEnd;
      if (is_tag && is_block(inner.name) && !is_untouched(token.name)) return std::nullopt;
      if (inner.kind == HtmlToken::Kind::kText) append_characters(inner, ahead.characters);
      if (!is_tag || inner.name != token.name || inner.self_closing) continue;
      depth += inner.kind == HtmlToken::Kind::kStart ? 1 : -1;
    }
    return ahead;
  }

  void keep(const HtmlToken& token, const Ahead& ahead, std::string_view characters) {
    tokens_ = ahead.tokens;
    begin_run(token);
    run_.keep(ahead.whole, draft_.keep_copy(ahead.whole), characters);
    run_end_ = ahead.whole.end;
  }

  // An element that is not translated stands in the sentence like a word if it has an end nearby.
  bool keep_element(const HtmlToken& token, bool empty) {
    if (is_block(token.name)) return false;
    if (empty) {
      begin_run(token);
      add_empty(token, draft_.keep_copy(token.range));
      return true;
    }
    const std::optional<Ahead> ahead = look_ahead(token);
    if (!ahead) return false;
    const bool word = !is_untouched(token.name) && ahead->characters.size() <= kLongestWord;
    keep(token, *ahead, word ? ahead->characters : "");
    return true;
  }

  // The number of a note is no part of the word that it is written to, nor is an exponent.
  bool keep_note(const HtmlToken& token) {
    if (token.name != "sup" || token.self_closing) return false;
    const std::optional<Ahead> ahead = look_ahead(token);
    if (!ahead || ahead->characters.empty()) return false;
    for (const char c : ahead->characters)
      if (static_cast<unsigned char>(c) >= 0x80 || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')) return false;
    keep(token, *ahead, "");
    return true;
  }

  void append_characters(const HtmlToken& token, std::string& characters) const {
    const std::string_view text = source_.at(token.range);
    for (std::size_t at = 0; at < text.size() && characters.size() <= kLongestWord;) {
      const CharacterReference reference =
          text[at] == '&' ? read_reference(text.substr(at)) : CharacterReference{0, {}};
      const bool space = text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r');
      if (!reference.characters.empty()) {
        characters += reference.characters;
      } else if (!space) {
        characters += text[at];
      } else if (!characters.empty() && characters.back() != ' ') {
        characters += ' ';
      }
      at += reference.characters.empty() ? 1 : reference.bytes;
    }
  }

  // Lines of a long list and rows of pictures need not be translated together.
  void end_long_run(const HtmlToken& token) {
    if (run_.tags() >= kManyTags && (token.name == "br" || !run_.has_text())) end_run();
  }

  void add_empty(const HtmlToken& token, PartRange parts) {
    if (token.kind == HtmlToken::Kind::kStart && token.name == "br") {
      run_.add_break(token.range, parts);
    } else {
      run_.add_empty(token.range, parts);
    }
    run_end_ = token.range.end;
  }

  // The tag with its attributes translated.
  Parts tag_parts(const HtmlToken& token, const std::vector<HtmlAttribute>& attributes) {
    Parts parts;
    std::size_t at = token.range.begin;
    for (const HtmlAttribute& attribute : attributes) {
      if (!std::binary_search(kReadAttributes.begin(), kReadAttributes.end(), attribute.name)) continue;
      InlineRun value(draft_, attribute.quote == '\'' ? Encoding::kSingleQuoted : Encoding::kDoubleQuoted);
      add_markup_text(draft_, attribute.value, value);
      const Parts translated = value.finish();
      const bool has_segment = std::any_of(translated.begin(), translated.end(), [](const Part& part) {
        return part.kind == Part::Kind::kSegment;
      });
      if (!has_segment) continue;
      Draft::add_copy(parts, {at, attribute.value.begin});
      if (attribute.quote == '\0') draft_.add_literal(parts, "\"");
      parts.insert(parts.end(), translated.begin(), translated.end());
      if (attribute.quote == '\0') draft_.add_literal(parts, "\"");
      at = attribute.value.end;
    }
    Draft::add_copy(parts, {at, token.range.end});
    return parts;
  }

  void copy_tag(const HtmlToken& token, const std::vector<HtmlAttribute>& attributes) {
    draft_.copy_until(token.range.begin);
    draft_.append(tag_parts(token, attributes));
    draft_.skip_until(token.range.end);
  }

  // Before anything is added to the run. What was passed over since its last token cuts it.
  void begin_run(const HtmlToken& token) {
    if (!run_.empty() && run_end_ != token.range.begin) end_run();
    if (run_.empty()) draft_.copy_until(token.range.begin);
  }

  void end_run() {
    if (run_.empty()) return;
    draft_.append(run_.finish());
    draft_.skip_until(run_end_);
  }

  void check_meta(const std::vector<HtmlAttribute>& attributes) const {
    for (const HtmlAttribute& attribute : attributes) {
      const std::string_view value = source_.at(attribute.value);
      if (attribute.name == "charset") source_.check_encoding(value, attribute.value.begin);
      const std::size_t found = attribute.name == "content" ? value.find("charset=") : std::string_view::npos;
      if (found == std::string_view::npos) continue;
      const std::string_view charset = value.substr(found + std::string_view("charset=").size());
      source_.check_encoding(charset.substr(0, charset.find_first_of(" ;,\"'")),
                             attribute.value.begin + found);
    }
  }

  void check_declaration(const HtmlToken& token) const {
    const std::string_view text = source_.at(token.range);
    const std::size_t found = text.starts_with("<?xml") ? text.find("encoding=") : std::string_view::npos;
    if (found == std::string_view::npos) return;
    const std::string_view value = text.substr(found + std::string_view("encoding=").size() + 1);
    source_.check_encoding(value.substr(0, value.find_first_of("\"'? >")), token.range.begin + found);
  }

  Draft& draft_;
  const SourceText& source_;
  HtmlTokens tokens_;
  InlineRun run_;
  std::size_t run_end_ = 0;
  std::vector<Element> open_;
  bool ends_link_ = false;   // the present token
  bool link_ended_ = false;  // the token before it
};

}  // namespace

void read_html(Draft& draft) {
  HtmlReader(draft).read();
}

}  // namespace calque::documents
