#include "decode/markup.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "base/parse.h"

namespace calque::decode {
namespace {

struct Tag {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::size_t byte = 0;
  bool closes = false;  // </name>
  bool empty = false;   // <name/>
};

struct OpenTag {
  Tag tag;
  std::uint32_t first_word = 0;
};

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

class Reader {
 public:
  Reader(std::string_view line, const MarkupRules& rules, const Place& place)
      : line_(line), rules_(rules), place_(place) {}

  MarkedLine read() {
    while (at_ < line_.size()) {
      if (line_[at_] == '<') {
        handle(read_tag());
      } else {
        const std::size_t end = std::min(line_.find('<', at_), line_.size());
        add_text(unescape(line_.substr(at_, end - at_), at_));
        at_ = end;
      }
    }
    if (!open_.empty()) {
      fail(open_.back().tag.byte, fmt::format("<{}> is never closed", open_.back().tag.name),
           fmt::format("write </{}> behind the words it concerns", open_.back().tag.name));
    }
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(std::size_t byte, const std::string& problem, const std::string& remedy) const {
    throw DataError({place_.file, place_.line, byte + 1}, problem, remedy);
  }

  std::string unescape(std::string_view text, std::size_t byte) const {
    static constexpr std::array<std::pair<std::string_view, char>, 5> kEntities{
        {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}}};
    std::string plain;
    for (std::size_t i = 0; i < text.size();) {
      if (text[i] != '&') {
        plain += text[i++];
        continue;
      }
      const auto entity = std::find_if(kEntities.begin(), kEntities.end(), [&](const auto& candidate) {
        return text.substr(i).starts_with(candidate.first);
      });
      if (entity == kEntities.end()) {
        fail(byte + i, "'&' begins none of &lt; &gt; &amp; &quot; &apos;",
             "write &amp; for the character itself");
      }
      plain += entity->second;
      i += entity->first.size();
    }
    return plain;
  }

  void skip_blanks() {
    while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) ++at_;
  }
  bool accept(char c) {
    if (at_ >= line_.size() || line_[at_] != c) return false;
    ++at_;
    return true;
  }
  std::string read_name() {
    const std::size_t begin = at_;
    while (at_ < line_.size() && is_name(line_[at_])) ++at_;
    return std::string(line_.substr(begin, at_ - begin));
  }

  Tag read_tag() {
    Tag tag;
    tag.byte = at_++;
    tag.closes = accept('/');
    tag.name = read_name();
    if (tag.name.empty()) fail(tag.byte, "'<' begins no tag", "write &lt; for the character itself");
    for (skip_blanks(); !accept('>'); skip_blanks()) {
      if (accept('/')) {
        tag.empty = true;
        if (!accept('>')) fail(tag.byte, "the tag does not end after '/'", "write '/>'");
        break;
      }
      tag.attributes.push_back(read_attribute(tag));
    }
    if (tag.closes && (tag.empty || !tag.attributes.empty()))
      fail(tag.byte, fmt::format("</{}> has more than a name", tag.name), "write the name alone");
    return tag;
  }

  std::pair<std::string, std::string> read_attribute(const Tag& tag) {
    std::string name = read_name();
    skip_blanks();
    const bool has_value = !name.empty() && accept('=');
    skip_blanks();
    if (!has_value || !accept('"')) {
      fail(tag.byte,
           fmt::format("the tag <{}> does not close or its attributes are not name=\"value\"", tag.name),
           "write <name attribute=\"value\">, and &lt; for the character itself");
    }
    const std::size_t begin = at_;
    const std::size_t end = line_.find('"', begin);
    if (end == std::string_view::npos)
      fail(tag.byte, fmt::format("the value of '{}' has no closing quote", name), "close it with \"");
    at_ = end + 1;
    return {std::move(name), unescape(line_.substr(begin, end - begin), begin)};
  }

  std::uint32_t word_count() const { return static_cast<std::uint32_t>(result_.words.size()); }

  void add_text(const std::string& text) {
    if (!open_.empty() && open_.back().tag.name == "ph") {
      held_ += text;
      return;
    }
    for (std::string& word : rules_.cut_source(text)) result_.words.push_back(std::move(word));
  }

  void handle(const Tag& tag) {
    if (tag.closes) {
      close(tag);
      return;
    }
    if (tag.name == "wall" || tag.name == "set") {
      if (!tag.empty)
        fail(tag.byte, fmt::format("<{}> holds no words", tag.name), fmt::format("write <{}/>", tag.name));
      if (inside_phrase()) fail(tag.byte, fmt::format("<{}/> inside one phrase", tag.name), "put it outside");
      allow_attributes(tag, tag.name == "set" ? std::vector<std::string_view>{"name", "value"}
                                              : std::vector<std::string_view>{});
      if (tag.name == "wall") {
        result_.constraints.add_wall(word_count());
      } else {
        result_.settings.emplace_back(required(tag, "name"), required(tag, "value"));
      }
      return;
    }
    if (tag.name != "x" && tag.name != "keep" && tag.name != "ph" && tag.name != "zone") {
      fail(tag.byte, fmt::format("there is no tag <{}>", tag.name),
           "use x, keep, ph, zone, wall or set, and &lt; for the character itself");
    }
    if (tag.empty) fail(tag.byte, fmt::format("<{}/> has no words", tag.name), "put words between two tags");
    if (inside_phrase())
      fail(tag.byte, fmt::format("<{}> inside one phrase", tag.name), "close the other tag first");
    open_.push_back({tag, word_count()});
  }

  bool inside_phrase() const { return !open_.empty() && open_.back().tag.name != "zone"; }

  void close(const Tag& tag) {
    if (open_.empty() || open_.back().tag.name != tag.name)
      fail(tag.byte, fmt::format("</{}> closes nothing that is open here", tag.name), "tags must nest");
    const OpenTag opened = std::move(open_.back());
    open_.pop_back();
    if (tag.name == "ph") {
      close_placeholder(opened);
      return;
    }
    const text::Span source{opened.first_word, word_count()};
    if (source.empty())
      fail(tag.byte, fmt::format("<{}> has no words", tag.name), "put words between the tags");
    if (tag.name == "zone") {
      allow_attributes(opened.tag, {});
      result_.constraints.add_zone(source);
    } else if (tag.name == "keep") {
      allow_attributes(opened.tag, {});
      result_.suggestions.push_back(
          {source, {result_.words.begin() + source.begin, result_.words.end()}, 0, true});
    } else {
      close_suggestion(opened.tag, source);
    }
  }

  void close_placeholder(const OpenTag& opened) {
    allow_attributes(opened.tag, {"like"});
    const std::vector<std::string_view> held = split_words(held_);
    if (held.size() != 1) fail(opened.tag.byte, "<ph> does not hold exactly one word", "write <ph>word</ph>");
    const std::string shown(held[0]);
    held_.clear();
    const std::optional<std::string> like = attribute(opened.tag, "like");
    if (!like) {
      result_.words.push_back(shown);
      result_.suggestions.push_back({{opened.first_word, opened.first_word + 1}, {shown}, 0, true});
      return;
    }
    if (split_words(*like).size() != 1)
      fail(opened.tag.byte, "the value of 'like' is not one word", "write like=\"WORD\"");
    result_.words.push_back(*like);
    result_.placeholders.push_back({opened.first_word, shown});
  }

  void close_suggestion(const Tag& tag, text::Span source) {
    allow_attributes(tag, {"translation", "prob", "mode"});
    const std::string mode = attribute(tag, "mode").value_or(rules_.exclusive ? "exclusive" : "inclusive");
    if (mode != "exclusive" && mode != "inclusive")
      fail(tag.byte, fmt::format("'{}' is no mode", mode), "use exclusive or inclusive");
    const std::string translations = required(tag, "translation");
    const std::string probabilities = attribute(tag, "prob").value_or("");
    const auto texts = split_fields(translations, "||");
    const auto numbers = split_fields(probabilities, "||");
    if (!probabilities.empty() && numbers.size() != texts.size())
      fail(tag.byte, "'prob' and 'translation' differ in number", "give each translation its probability");
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto probability = probabilities.empty() ? std::optional<double>(1.0) : parse_real(numbers[i]);
      if (!probability || *probability <= 0 || *probability > 1)
        fail(tag.byte, "'prob' is no number above 0 and up to 1", "leave it out for 1");
      Suggestion suggestion{source, rules_.cut_target(texts[i]), std::log(*probability), mode == "exclusive"};
      if (suggestion.words.empty()) fail(tag.byte, "a translation has no words", "say at least one word");
      result_.suggestions.push_back(std::move(suggestion));
    }
  }

  static std::optional<std::string> attribute(const Tag& tag, std::string_view name) {
    for (const auto& [key, value] : tag.attributes) {
      if (key == name) return value;
    }
    return std::nullopt;
  }
  std::string required(const Tag& tag, std::string_view name) const {
    const auto value = attribute(tag, name);
    if (!value)
      fail(tag.byte, fmt::format("<{}> has no '{}'", tag.name, name), fmt::format("write {}=\"...\"", name));
    return *value;
  }
  void allow_attributes(const Tag& tag, const std::vector<std::string_view>& known) const {
    for (std::size_t i = 0; i < tag.attributes.size(); ++i) {
      const std::string& name = tag.attributes[i].first;
      if (std::find(known.begin(), known.end(), name) == known.end())
        fail(tag.byte, fmt::format("<{}> has no attribute '{}'", tag.name, name), "leave it out");
      for (std::size_t j = 0; j < i; ++j) {
        if (tag.attributes[j].first == name)
          fail(tag.byte, fmt::format("'{}' is given twice", name), "give it once");
      }
    }
  }

  std::string_view line_;
  const MarkupRules& rules_;
  const Place& place_;
  std::size_t at_ = 0;
  std::vector<OpenTag> open_;
  std::string held_;  // text inside a placeholder
  MarkedLine result_;
};

}  // namespace

MarkedLine parse_markup(std::string_view line, const MarkupRules& rules, const Place& place) {
  return Reader(line, rules, place).read();
}

}  // namespace calque::decode
