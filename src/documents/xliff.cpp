#include "documents/xliff.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "documents/xml_events.h"
#include "documents/xml_inline.h"

namespace calque::documents {
namespace {

// An element that is open.
struct Level {
  std::string name;
  bool translated;
  WhiteSpace space;
};

// A <trans-unit> of XLIFF 1.2 or a <segment> of XLIFF 2.
struct Unit {
  std::size_t depth = 0;  // open elements with it
  TextRange tag{};
  bool finished = false;  // somebody has approved the translation or is done with it
  std::optional<Parts> source{};
  TextRange source_element{};
  std::string prefix{};       // of the names, with its colon
  std::size_t insert_at = 0;  // where a target belongs
  std::optional<TextRange> target_tag{};
  bool target_self_closing = false;
  bool has_translation = false;  // the target has content
  std::size_t target_end = 0;    // of its content
};

bool is_one_of(std::string_view value, std::initializer_list<std::string_view> values) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

class XliffReader final : public XmlHandler {
 public:
  explicit XliffReader(Draft& draft) : draft_(draft), source_(draft.source()), inline_(draft) {}

  void start(const XmlTag& tag) override {
    const std::string_view name = tag.local_name();
    if (levels_.empty()) check_root(tag);
    if (inside_ != Inside::kNothing && levels_.size() >= inside_depth_) {
      if (inside_ == Inside::kSource) inline_.start(tag);
      if (inside_ == Inside::kTarget) unit_->has_translation = true;
    }
    push(tag, name);
    if (unit_ && levels_.size() == unit_->depth + 1) start_in_unit(tag, name);
    if (name == (version_2_ ? "segment" : "trans-unit") && levels_.back().translated && !unit_)
      start_unit(tag);
    if (!version_2_ && name == "file") set_target_language(tag, "source-language", "target-language");
  }

  void end(std::string_view name, TextRange range) override {
    if (unit_ && inside_ != Inside::kNothing && levels_.size() == inside_depth_) {
      end_in_unit(range);
    } else if (inside_ == Inside::kSource) {
      inline_.end(range);
    } else if (unit_ && levels_.size() == unit_->depth + 1 && name == "seg-source") {
      unit_->insert_at = std::max(range.end, unit_->insert_at);
    } else if (unit_ && levels_.size() == unit_->depth) {
      end_unit();
    }
    levels_.pop_back();
  }

  void text(std::string_view characters, TextRange raw, bool in_cdata) override {
    if (inside_ == Inside::kSource) inline_.text(characters, raw, in_cdata);
    if (inside_ == Inside::kTarget && characters.find_first_not_of(" \t\n") != std::string_view::npos)
      unit_->has_translation = true;
  }

 private:
  enum class Inside : std::uint8_t { kNothing, kSource, kTarget };

  void check_root(const XmlTag& tag) {
    if (tag.local_name() != "xliff")
      source_.fail(
          tag.range.begin,
          fmt::format("this is XML but no XLIFF: the outermost element is <{}>", tag.name.substr(0, 40)),
          "give an XLIFF file of version 1.2 or 2.0");
    version_2_ = tag.attribute("version").starts_with("2");
    if (version_2_) set_target_language(tag, "srcLang", "trgLang");
  }

  // The file must be of the translator's languages, and says so if it did not.
  void set_target_language(const XmlTag& tag, std::string_view source_name, std::string_view target_name) {
    const DocumentOptions& options = source_.options();
    check_language(tag, tag.attribute(source_name), options.source_language, "from");
    check_language(tag, tag.attribute(target_name), options.target_language, "into");
    if (!tag.attribute(target_name).empty() || options.target_language.empty()) return;
    draft_.copy_until(tag.range.begin);
    draft_.append_literal(with_attributes(source_.at(tag.range), {{target_name, options.target_language}}));
    draft_.skip_until(tag.range.end);
  }

  void check_language(const XmlTag& tag, std::string_view found, const std::string& wanted,
                      const char* direction) const {
    if (found.empty() || wanted.empty() || same_language(wanted, found) || same_language(found, wanted))
      return;
    source_.fail(tag.range.begin,
                 fmt::format("the file is to be translated {} '{}', and the translator translates {} '{}'",
                             direction, found.substr(0, 40), direction, wanted),
                 "use a translator of the file's languages");
  }

  void push(const XmlTag& tag, std::string_view name) {
    Level level{std::string(name), levels_.empty() || levels_.back().translated,
                levels_.empty() ? WhiteSpace::kCollapse : levels_.back().space};
    if (!tag.attribute("translate").empty()) level.translated = tag.attribute("translate") != "no";
    const std::string_view space = tag.attribute("xml:space");
    if (!space.empty()) level.space = space == "preserve" ? WhiteSpace::kKeep : WhiteSpace::kCollapse;
    levels_.push_back(std::move(level));
  }

  void start_unit(const XmlTag& tag) {
    unit_.emplace();
    unit_->depth = levels_.size();
    unit_->tag = tag.range;
    unit_->finished = tag.attribute("approved") == "yes" ||
                      is_one_of(tag.attribute("state"), {"translated", "reviewed", "final"});
  }

  void start_in_unit(const XmlTag& tag, std::string_view name) {
    const bool is_source = name == "source" && !unit_->source;
    if (!is_source && (name != "target" || unit_->target_tag)) return;
    inside_ = is_source ? Inside::kSource : Inside::kTarget;
    inside_depth_ = levels_.size();
    if (is_source) {
      unit_->source_element = tag.range;
      unit_->prefix = tag.name.substr(0, tag.name.size() - name.size());
      inline_.begin(levels_.back().space);
    } else {
      unit_->target_tag = tag.range;
      unit_->target_self_closing = tag.self_closing;
      if (!version_2_)
        unit_->finished |= is_one_of(tag.attribute("state"), {"translated", "final", "signed-off"});
    }
  }

  void end_in_unit(TextRange range) {
    if (inside_ == Inside::kSource) {
      unit_->source = inline_.finish();
      unit_->source_element.end = std::max(range.end, unit_->source_element.end);
      unit_->insert_at = std::max(unit_->insert_at, unit_->source_element.end);
    } else {
      unit_->target_end = range.begin;
    }
    inside_ = Inside::kNothing;
  }

  void end_unit() {
    const Unit unit = std::move(*unit_);
    unit_.reset();
    if (!unit.source || unit.source->empty() || (unit.finished && unit.has_translation)) return;
    if (version_2_) replace(unit.tag, {{"state", "translated"}});
    if (unit.target_tag) {
      replace_target(unit);
    } else {
      add_target(unit);
    }
  }

  using Attributes = std::vector<std::pair<std::string_view, std::string_view>>;
  Attributes target_attributes() const {
    if (version_2_) return {};
    return {{"state", "needs-review-translation"}, {"state-qualifier", "leveraged-mt"}};
  }

  void replace(TextRange tag, const Attributes& attributes) {
    draft_.copy_until(tag.begin);
    draft_.append_literal(with_attributes(source_.at(tag), attributes));
    draft_.skip_until(tag.end);
  }

  void replace_target(const Unit& unit) {
    const TextRange tag = *unit.target_tag;
    draft_.copy_until(tag.begin);
    std::string written = with_attributes(source_.at(tag), target_attributes());
    if (unit.target_self_closing) written.replace(written.size() - 2, 2, ">");
    draft_.append_literal(written);
    draft_.append(*unit.source);
    if (unit.target_self_closing) draft_.append_literal(fmt::format("</{}target>", unit.prefix));
    draft_.skip_until(unit.target_self_closing ? tag.end : unit.target_end);
  }

  // Indented as the source is.
  void add_target(const Unit& unit) {
    draft_.copy_until(unit.insert_at);
    const std::string_view before = source_.content().substr(0, unit.source_element.begin);
    const std::size_t text_end = before.find_last_not_of(" \t\r\n") + 1;  // 0 if there is none
    draft_.append_literal(before.substr(text_end));
    draft_.append_literal(with_attributes(fmt::format("<{}target>", unit.prefix), target_attributes()));
    draft_.append(*unit.source);
    draft_.append_literal(fmt::format("</{}target>", unit.prefix));
  }

  Draft& draft_;
  const SourceText& source_;
  XmlInline inline_;
  std::vector<Level> levels_;
  std::optional<Unit> unit_;
  Inside inside_ = Inside::kNothing;
  std::size_t inside_depth_ = 0;  // open elements with the source or target
  bool version_2_ = false;
};

}  // namespace

void read_xliff(Draft& draft) {
  XliffReader reader(draft);
  read_xml(draft.source(), reader);
  draft.copy_until(draft.source().content().size());
}

}  // namespace calque::documents
