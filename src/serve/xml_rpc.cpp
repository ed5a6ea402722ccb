#include "serve/xml_rpc.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

#include <expat.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/parse.h"
#include "serve/request_error.h"
#include "store/json_text.h"

namespace calque::serve {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxDepth = 32;  // elements inside each other
constexpr std::size_t kMaxBytes = std::size_t{1} << 30U;

// Builds values while expat reads elements.
class CallReader {
 public:
  CallReader() : parser_(XML_ParserCreate(nullptr)) {
    if (parser_ == nullptr) throw std::bad_alloc();
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), on_start, on_end);
    XML_SetCharacterDataHandler(parser_.get(), on_text);
    XML_SetEntityDeclHandler(parser_.get(), on_entity);
    XML_SetStartDoctypeDeclHandler(parser_.get(), on_doctype);
  }

  XmlRpcCall read(std::string_view body) {
    if (body.size() > kMaxBytes) throw RequestError(400, "XML-RPC: the call is too long");
    const XML_Status status = XML_Parse(parser_.get(), body.data(), static_cast<int>(body.size()), XML_TRUE);
    if (problem_.empty() && status != XML_STATUS_OK)
      problem_ =
          fmt::format("line {}: this is not well-formed XML ({})", XML_GetCurrentLineNumber(parser_.get()),
                      XML_ErrorString(XML_GetErrorCode(parser_.get())));
    if (problem_.empty() && call_.method.empty()) problem_ = "the call has no methodName";
    if (!problem_.empty()) throw RequestError(400, fmt::format("XML-RPC: {}", problem_));
    return std::move(call_);
  }

 private:
  // A value that is being read: its members or items, and the name of the member in hand.
  struct Open {
    Json value;
    std::string name;
    bool has_type = false;
  };

  static CallReader& self(void* data) { return *static_cast<CallReader*>(data); }
  // Exceptions must not pass through expat.
  template <typename Work>
  static void guarded(void* data, Work work) {
    CallReader& reader = self(data);
    try {
      if (reader.problem_.empty()) work(reader);
    } catch (const std::exception&) {
      reader.stop("there is not enough memory for it");
    }
  }
  static void XMLCALL on_start(void* data, const XML_Char* name, const XML_Char**) {
    guarded(data, [&](CallReader& reader) { reader.start(name); });
  }
  static void XMLCALL on_end(void* data, const XML_Char* name) {
    guarded(data, [&](CallReader& reader) { reader.end(name); });
  }
  static void XMLCALL on_text(void* data, const XML_Char* text, int length) {
    guarded(data, [&](CallReader& reader) { reader.text_.append(text, static_cast<std::size_t>(length)); });
  }
  // Small texts grow to gigabytes by entities of their own; no call needs them.
  static void XMLCALL on_entity(void* data, const XML_Char*, int, const XML_Char*, int, const XML_Char*,
                                const XML_Char*, const XML_Char*, const XML_Char*) {
    self(data).stop("entities are not declared here");
  }
  static void XMLCALL on_doctype(void* data, const XML_Char*, const XML_Char*, const XML_Char*, int) {
    self(data).stop("a call has no document type");
  }

  void stop(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
    XML_StopParser(parser_.get(), XML_FALSE);
  }

  std::string_view parent() const { return path_.empty() ? std::string_view() : path_.back(); }

  // Which elements an element may stand in; empty: at the outside.
  static bool may_stand_in(std::string_view name, std::string_view outer) {
    if (name == "methodCall") return outer.empty();
    if (name == "methodName" || name == "params") return outer == "methodCall";
    if (name == "param") return outer == "params";
    if (name == "value") return outer == "param" || outer == "member" || outer == "data";
    if (name == "member") return outer == "struct";
    if (name == "name") return outer == "member";
    if (name == "data") return outer == "array";
    return outer == "value" && is_type(name);
  }
  static bool is_type(std::string_view name) {
    return name == "string" || name == "int" || name == "i4" || name == "boolean" || name == "double" ||
           name == "struct" || name == "array" || name == "base64" || name == "dateTime.iso8601";
  }

  void start(std::string_view name) {
    if (path_.size() == kMaxDepth) return stop("it is nested too deeply");
    if (!may_stand_in(name, parent())) return stop("an element stands where none of its name may");
    path_.emplace_back(name);
    text_.clear();
    if (name == "value") {
      open_.emplace_back();
    } else if (is_type(name)) {
      if (open_.back().has_type) return stop("a value has two types");
      open_.back().has_type = true;
      if (name == "struct") open_.back().value = Json::object();
      if (name == "array") open_.back().value = Json::array();
    }
  }

  void end(std::string_view name) {
    path_.pop_back();
    if (name == "methodName") call_.method = trim(text_);
    if (name == "name") open_.back().name = text_;
    if (is_type(name) && name != "struct" && name != "array") {
      std::optional<Json> value = scalar(name, text_);
      if (!value) return stop(fmt::format("this is no {}", name));
      open_.back().value = *std::move(value);
    }
    if (name == "value") end_value();
    text_.clear();
  }

  void end_value() {
    Open done = std::move(open_.back());
    open_.pop_back();
    if (!done.has_type) done.value = text_;  // a value without type is a text
    if (open_.empty()) {
      call_.parameters.push_back(store::lenient_json_text(done.value));
    } else if (parent() == "member") {
      open_.back().value[open_.back().name] = std::move(done.value);
    } else {
      open_.back().value.push_back(std::move(done.value));
    }
  }

  static std::optional<Json> scalar(std::string_view type, std::string_view text) {
    if (type == "int" || type == "i4") {
      const auto number = parse_signed(trim(text));
      return number ? std::optional<Json>(*number) : std::nullopt;
    }
    if (type == "double") {
      const auto number = parse_real(trim(text));
      return number ? std::optional<Json>(*number) : std::nullopt;
    }
    if (type == "boolean") {
      if (trim(text) != "0" && trim(text) != "1") return std::nullopt;
      return Json(trim(text) == "1");
    }
    return Json(std::string(text));
  }

  struct Free {
    void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
  };

  std::unique_ptr<std::remove_pointer_t<XML_Parser>, Free> parser_;
  std::vector<std::string> path_;
  std::vector<Open> open_;
  std::string text_;
  std::string problem_;
  XmlRpcCall call_;
};

void add_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '\r') {
      out += "&#13;";  // XML would read it as a line end
    } else if (static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n') {
      out += c;
    }  // XML cannot say other control characters
  }
}

void add_value(std::string& out, const Json& value) {
  out += "<value>";
  if (value.is_object()) {
    out += "<struct>";
    for (const auto& [name, member] : value.items()) {
      out += "<member><name>";
      add_escaped(out, name);
      out += "</name>";
      add_value(out, member);
      out += "</member>";
    }
    out += "</struct>";
  } else if (value.is_array()) {
    out += "<array><data>";
    for (const Json& item : value) add_value(out, item);
    out += "</data></array>";
  } else if (value.is_number_integer()) {
    out += fmt::format("<i4>{}</i4>", value.get<std::int64_t>());
  } else if (value.is_number_float()) {
    out += fmt::format("<double>{}</double>", value.get<double>());
  } else if (value.is_boolean()) {
    out += value.get<bool>() ? "<boolean>1</boolean>" : "<boolean>0</boolean>";
  } else {
    out += "<string>";
    add_escaped(out, value.get<std::string>());
    out += "</string>";
  }
  out += "</value>";
}

constexpr std::string_view kProlog = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<methodResponse>";

}  // namespace

XmlRpcCall parse_xml_rpc(std::string_view body) {
  return CallReader().read(body);
}

std::string xml_rpc_response(const Json& value) {
  std::string out(kProlog);
  out += "<params><param>";
  add_value(out, value);
  out += "</param></params></methodResponse>\n";
  return out;
}

std::string xml_rpc_fault(int code, std::string_view problem) {
  std::string out(kProlog);
  out += "<fault>";
  add_value(out, {{"faultCode", code}, {"faultString", problem}});
  out += "</fault></methodResponse>\n";
  return out;
}

}  // namespace calque::serve
