#include "documents/xml_events.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <type_traits>

#include <expat.h>
#include <fmt/format.h>

#include "documents/characters.h"

namespace calque::documents {
namespace {

constexpr const char* kExportAgain = "export the document again";

struct ParserFree {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

// Between expat's functions and the handler. Exceptions do not go through expat: they wait in `thrown_`.
class Reader {
 public:
  Reader(const SourceText& source, XmlHandler& handler)
      : source_(source), handler_(handler), parser_(XML_ParserCreate("UTF-8")) {
    if (parser_ == nullptr) throw std::bad_alloc();
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), on_start, on_end);
    XML_SetCharacterDataHandler(parser_.get(), on_text);
    XML_SetCdataSectionHandler(parser_.get(), on_cdata_start, on_cdata_end);
    XML_SetEntityDeclHandler(parser_.get(), on_entity);
    XML_SetSkippedEntityHandler(parser_.get(), on_skipped_entity);
    XML_SetXmlDeclHandler(parser_.get(), on_declaration);
    XML_SetCommentHandler(parser_.get(), on_comment);
    XML_SetProcessingInstructionHandler(parser_.get(), on_instruction);
  }

  void read() {
    const std::string_view content = source_.content();
    const auto size = static_cast<int>(content.size());
    if (static_cast<std::size_t>(size) != content.size() || size < 0)
      source_.fail(0, "the document is longer than 2 GB", "cut it into several");
    const XML_Status status = XML_Parse(parser_.get(), content.data(), size, XML_TRUE);
    if (thrown_) std::rethrow_exception(thrown_);
    if (status == XML_STATUS_OK) return;
    const XML_Index at = XML_GetCurrentByteIndex(parser_.get());
    source_.fail(
        at < 0 ? 0 : std::min(static_cast<std::size_t>(at), content.size()),
        fmt::format("this is not well-formed XML ({})", XML_ErrorString(XML_GetErrorCode(parser_.get()))),
        kExportAgain);
  }

 private:
  static Reader& self(void* data) { return *static_cast<Reader*>(data); }
  static void XMLCALL on_start(void* data, const XML_Char* name, const XML_Char** attributes) {
    self(data).guarded([&](Reader& reader) { reader.start(name, attributes); });
  }
  static void XMLCALL on_end(void* data, const XML_Char* name) {
    self(data).guarded([&](Reader& reader) { reader.end(name); });
  }
  static void XMLCALL on_text(void* data, const XML_Char* text, int length) {
    self(data).guarded([&](Reader& reader) {
      reader.handler_.text({text, static_cast<std::size_t>(length)}, reader.range(), reader.in_cdata_);
    });
  }
  static void XMLCALL on_cdata_start(void* data) { self(data).in_cdata_ = true; }
  static void XMLCALL on_cdata_end(void* data) { self(data).in_cdata_ = false; }
  // Entities of one's own are how small documents grow to gigabytes.
  static void XMLCALL on_entity(void* data, const XML_Char* name, int, const XML_Char*, int, const XML_Char*,
                                const XML_Char*, const XML_Char*, const XML_Char*) {
    self(data).guarded([&](Reader& reader) {
      reader.fail(fmt::format("the document declares an entity of its own, '{}'", name),
                  "write what it stands for in its place");
    });
  }
  static void XMLCALL on_skipped_entity(void* data, const XML_Char* name, int) {
    self(data).guarded([&](Reader& reader) {
      reader.fail(fmt::format("the entity '{}' is not of XML", name),
                  "write what it stands for in its place");
    });
  }
  static void XMLCALL on_declaration(void* data, const XML_Char*, const XML_Char* encoding, int) {
    self(data).guarded([&](Reader& reader) {
      if (encoding != nullptr) reader.source_.check_encoding(encoding, reader.range().begin);
    });
  }
  static void XMLCALL on_comment(void* data, const XML_Char*) {
    self(data).guarded([](Reader& reader) { reader.check_length(); });
  }
  static void XMLCALL on_instruction(void* data, const XML_Char*, const XML_Char*) {
    self(data).guarded([](Reader& reader) { reader.check_length(); });
  }

  template <typename Work>
  void guarded(const Work& work) {
    if (thrown_) return;
    try {
      work(*this);
    } catch (...) {
      thrown_ = std::current_exception();
      XML_StopParser(parser_.get(), XML_FALSE);
    }
  }

  TextRange range() const {
    const auto begin = static_cast<std::size_t>(XML_GetCurrentByteIndex(parser_.get()));
    return {begin, begin + static_cast<std::size_t>(XML_GetCurrentByteCount(parser_.get()))};
  }

  [[noreturn]] void fail(const std::string& problem, const std::string& remedy) const {
    source_.fail(range().begin, problem, remedy);
  }

  void check_length() const {
    const TextRange at = range();
    const std::size_t limit = source_.limits().markup_bytes;
    if (at.end - at.begin > limit)
      fail(fmt::format("a tag or comment is longer than {} bytes", limit), kExportAgain);
  }

  void start(const XML_Char* name, const XML_Char** attributes) {
    check_length();
    if (++depth_ > source_.limits().depth)
      fail(fmt::format("elements are nested more than {} deep", source_.limits().depth), kExportAgain);
    XmlTag tag;
    tag.name = name;
    tag.range = range();
    tag.self_closing = source_.at(tag.range).ends_with("/>");
    for (; *attributes != nullptr; attributes += 2) tag.attributes.emplace_back(attributes[0], attributes[1]);
    handler_.start(tag);
  }

  void end(std::string_view name) {
    --depth_;
    handler_.end(name.substr(name.find(':') + 1), range());
  }

  const SourceText& source_;
  XmlHandler& handler_;
  std::unique_ptr<std::remove_pointer_t<XML_Parser>, ParserFree> parser_;
  std::exception_ptr thrown_;
  std::size_t depth_ = 0;
  bool in_cdata_ = false;
};

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Where the value of an attribute stands in a well-formed tag; none if it is not there.
TextRange value_in(std::string_view tag, std::string_view name) {
  std::size_t at = 0;
  while (at < tag.size() && !is_space(tag[at])) ++at;  // the element's name
  for (;;) {
    while (at < tag.size() && is_space(tag[at])) ++at;
    const std::size_t equals = tag.find('=', at);
    if (equals == std::string_view::npos) return {};
    std::string_view found = tag.substr(at, equals - at);
    while (!found.empty() && is_space(found.back())) found.remove_suffix(1);
    const std::size_t quote = tag.find_first_of("\"'", equals);
    if (quote == std::string_view::npos) return {};
    const std::size_t end = tag.find(tag[quote], quote + 1);
    if (end == std::string_view::npos) return {};
    if (found == name) return {quote, end + 1};
    at = end + 1;
  }
}

}  // namespace

std::string_view XmlTag::attribute(std::string_view wanted) const {
  for (const auto& [found, value] : attributes)
    if (found == wanted) return value;
  return {};
}

void read_xml(const SourceText& source, XmlHandler& handler) {
  Reader(source, handler).read();
}

std::string with_attributes(std::string_view tag,
                            const std::vector<std::pair<std::string_view, std::string_view>>& attributes) {
  std::string result(tag);
  for (const auto& [name, value] : attributes) {
    std::string quoted = "\"";
    append_encoded(value, Encoding::kDoubleQuoted, quoted);
    quoted += '"';
    const TextRange old = value_in(result, name);
    if (old.begin < old.end) {
      result.replace(old.begin, old.end - old.begin, quoted);
    } else {
      std::size_t end = result.size() - (result.ends_with("/>") ? 2 : 1);
      while (end > 0 && is_space(result[end - 1])) --end;
      result.insert(end, fmt::format(" {}={}", name, quoted));
    }
  }
  return result;
}

bool same_language(std::string_view wanted, std::string_view found) {
  const auto folded = [](char c) {
    if (c >= 'A' && c <= 'Z') return static_cast<char>(c + 32);
    return c == '_' ? '-' : c;
  };
  if (wanted.empty() || found.size() < wanted.size()) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (folded(wanted[i]) != folded(found[i])) return false;
  return found.size() == wanted.size() || folded(found[wanted.size()]) == '-';
}

}  // namespace calque::documents
