#include "documents/tmx.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "documents/characters.h"
#include "documents/xml_events.h"
#include "documents/xml_inline.h"

namespace calque::documents {
namespace {

// A <tuv>.
struct Variant {
  TextRange element{};
  std::optional<TextRange> segment_tag{};
  bool self_closing = false;  // <seg/>
  std::size_t content_end = 0;
};

class TmxReader final : public XmlHandler {
 public:
  explicit TmxReader(Draft& draft)
      : draft_(draft),
        source_(draft.source()),
        source_language_(source_.options().source_language),
        inline_(draft) {
    if (source_.options().target_language.empty())
      throw UsageError({source_.options().name, 0, 0},
                       "a translation memory has many languages, and it is not said which is to be written",
                       "give the target language, for example en");
  }

  void start(const XmlTag& tag) override {
    const std::string_view name = tag.local_name();
    if (++depth_ == 1 && name != "tmx")
      source_.fail(
          tag.range.begin,
          fmt::format("this is XML but no TMX: the outermost element is <{}>", tag.name.substr(0, 40)),
          "give a translation memory in TMX 1.4");
    if (segment_depth_ > 0) {
      if (side_ == Side::kSource) inline_.start(tag);
    } else if (name == "header" && source_language_.empty() && tag.attribute("srclang") != "*all*") {
      source_language_ = tag.attribute("srclang");
    } else if (name == "tu") {
      refuse_nested(tag, in_unit_);
      in_unit_ = true;
      ++units_;
      source_variant_.reset();
      target_variant_.reset();
      parts_.clear();
    } else if (name == "tuv") {
      refuse_nested(tag, in_variant_ || !in_unit_);
      in_variant_ = true;
      start_variant(tag);
    } else if (name == "seg" && variant() != nullptr && !variant()->segment_tag) {
      variant()->segment_tag = tag.range;
      variant()->self_closing = tag.self_closing;
      segment_depth_ = depth_;
      if (side_ == Side::kSource) inline_.begin(WhiteSpace::kCollapse);
    }
  }

  void end(std::string_view name, TextRange range) override {
    --depth_;
    if (segment_depth_ > 0) {
      end_in_segment(range);
    } else if (name == "tuv") {
      if (variant() != nullptr) variant()->element.end = range.end;
      last_variant_end_ = range.end;
      side_ = Side::kOther;
      in_variant_ = false;
    } else if (name == "tu") {
      end_unit();
      in_unit_ = false;
    }
  }

  void text(std::string_view characters, TextRange raw, bool in_cdata) override {
    if (segment_depth_ > 0 && side_ == Side::kSource) inline_.text(characters, raw, in_cdata);
  }

  void finish() {
    if (units_ == 0 || found_source_) return;
    throw DataError({source_.options().name, 0, 0},
                    fmt::format("none of the {} units has the language '{}'; the file has {}", units_,
                                source_language_, fmt::join(languages_, ", ")),
                    "give one of the file's languages as the source language");
  }

 private:
  enum class Side : std::uint8_t { kOther, kSource, kTarget };

  void refuse_nested(const XmlTag& tag, bool misplaced) const {
    if (!misplaced) return;
    source_.fail(tag.range.begin, fmt::format("a <{}> must not stand here", tag.local_name()),
                 "give a translation memory in TMX 1.4");
  }

  Variant* variant() {
    if (side_ == Side::kOther) return nullptr;
    return side_ == Side::kSource ? &*source_variant_ : &*target_variant_;
  }

  void start_variant(const XmlTag& tag) {
    std::string_view language = tag.attribute("xml:lang");
    if (language.empty()) language = tag.attribute("lang");
    constexpr std::size_t kShown = 20;
    if (languages_.size() < kShown) languages_.emplace(language.substr(0, kShown));
    side_ = Side::kOther;
    if (!source_variant_ && same_language(source_language_, language)) {
      side_ = Side::kSource;
      source_variant_.emplace(Variant{.element = tag.range});
      found_source_ = true;
    } else if (!target_variant_ && same_language(source_.options().target_language, language)) {
      side_ = Side::kTarget;
      target_variant_.emplace(Variant{.element = tag.range});
    }
  }

  void end_in_segment(TextRange range) {
    if (depth_ + 1 > segment_depth_) {
      if (side_ == Side::kSource) inline_.end(range);
      return;
    }
    segment_depth_ = 0;
    variant()->content_end = range.begin;
    if (side_ == Side::kSource) parts_ = inline_.finish();
  }

  void end_unit() {
    if (!source_variant_ || parts_.empty()) return;
    if (target_variant_ && target_variant_->segment_tag) {
      replace_segment(*target_variant_);
    } else if (!target_variant_) {
      add_variant();
    }
  }

  void replace_segment(const Variant& target) {
    const TextRange tag = *target.segment_tag;
    draft_.copy_until(tag.begin);
    std::string written(source_.at(tag));
    if (target.self_closing) written.replace(written.size() - 2, 2, ">");
    draft_.append_literal(written);
    draft_.append(parts_);
    if (target.self_closing) draft_.append_literal("</seg>");
    draft_.skip_until(target.self_closing ? tag.end : target.content_end);
  }

  // After the last of the variants, indented as the source is.
  void add_variant() {
    draft_.copy_until(last_variant_end_);
    const std::string_view before = source_.content().substr(0, source_variant_->element.begin);
    draft_.append_literal(before.substr(before.find_last_not_of(" \t\r\n") + 1));
    std::string tag = "<tuv xml:lang=\"";
    append_encoded(source_.options().target_language, Encoding::kXml, tag);
    draft_.append_literal(tag + "\"><seg>");
    draft_.append(parts_);
    draft_.append_literal("</seg></tuv>");
  }

  Draft& draft_;
  const SourceText& source_;
  std::string source_language_;
  XmlInline inline_;
  std::optional<Variant> source_variant_;
  std::optional<Variant> target_variant_;
  Side side_ = Side::kOther;  // of the variant that is open
  Parts parts_;               // of the source
  std::set<std::string> languages_;
  std::size_t depth_ = 0;
  std::size_t segment_depth_ = 0;  // open elements with the <seg>; 0: none is open
  std::size_t last_variant_end_ = 0;
  std::size_t units_ = 0;
  bool in_unit_ = false;
  bool in_variant_ = false;
  bool found_source_ = false;
};

}  // namespace

void read_tmx(Draft& draft) {
  TmxReader reader(draft);
  read_xml(draft.source(), reader);
  reader.finish();
  draft.copy_until(draft.source().content().size());
}

}  // namespace calque::documents
