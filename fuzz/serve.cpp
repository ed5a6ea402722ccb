// What clients of the service send, and what its owner writes for it.
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "reader.h"
#include "serve/api_keys.h"
#include "serve/detector.h"
#include "serve/form.h"
#include "serve/http.h"
#include "serve/languages.h"
#include "serve/parameters.h"
#include "serve/request_error.h"
#include "serve/settings.h"
#include "serve/text_layout.h"
#include "serve/xml_rpc.h"
#include "text/sentences.h"
#include "text/utf8.h"

namespace calque::fuzz {
namespace {

// What a client is told is the expected answer to most inputs.
template <typename Work>
void refusing(Work work) {
  try {
    work();
  } catch (const serve::RequestError& error) {
    CALQUE_CHECK(error.status() >= 400 && error.status() < 600);
    CALQUE_CHECK(!text::find_invalid_utf8(error.what()));
  }
}

constexpr std::array kParameters{serve::Parameter{"q", serve::ParameterKind::kTexts, true},
                                 serve::Parameter{"s", serve::ParameterKind::kText},
                                 serve::Parameter{"n", serve::ParameterKind::kNumber, false, "", 0, 100},
                                 serve::Parameter{"f", serve::ParameterKind::kFlag},
                                 serve::Parameter{"w", serve::ParameterKind::kWords},
                                 serve::Parameter{"j", serve::ParameterKind::kJson},
                                 serve::Parameter{"x", serve::ParameterKind::kFile}};

// The first byte says how the rest is sent.
void read_request(Bytes bytes) {
  if (bytes.empty()) return;
  static constexpr std::array<const char*, 4> kTypes{"application/json", "application/x-www-form-urlencoded",
                                                     "multipart/form-data; boundary=B", "text/plain"};
  serve::HttpRequest request;
  request.method = "POST";
  const std::string_view rest = text_of(bytes.subspan(1));
  const std::size_t line = rest.find('\n');
  if (!serve::set_target(request, rest.substr(0, line))) return;
  if (line != std::string_view::npos) request.body = rest.substr(line + 1);
  request.headers.emplace_back("content-type", kTypes[bytes[0] % kTypes.size()]);
  refusing([&] {
    const serve::Parameters parameters(request, kParameters);
    for (const std::string& text : parameters.texts("q")) CALQUE_CHECK(!text::find_invalid_utf8(text));
    CALQUE_CHECK(!text::find_invalid_utf8(parameters.text("s")));
    CALQUE_CHECK(parameters.number("n", 0) <= 100);
    parameters.flag("f", false);
    parameters.words("w");
    parameters.json("j");
    if (parameters.has("x")) parameters.file("x");
    serve::language_code(parameters.text("s"));
  });
}

// A line with the header, then the body.
void read_multipart(Bytes bytes) {
  const std::string_view all = text_of(bytes);
  const std::size_t line = std::min(all.find('\n'), all.size());
  serve::content_disposition(serve::header_parameter(all.substr(0, line), "filename"));
  refusing([&] { serve::parse_multipart(all.substr(std::min(line + 1, all.size())), all.substr(0, line)); });
}

void read_call(Bytes bytes) {
  refusing([&] { serve::parse_xml_rpc(text_of(bytes)); });
}

void lay_out(Bytes bytes) {
  static const text::SentenceSplitter splitter("de");
  static const serve::Detector detector = [] {
    serve::Detector made;
    for (const char* word : {"Haus", "ich", "漢字"}) made.add("de", word, 3);
    made.add("en", "house", 2);
    return made;
  }();
  const std::string_view sent = text_of(bytes);
  if (text::find_invalid_utf8(sent)) return;
  const serve::TextLayout layout(
      std::string(sent),
      [](std::string_view line) {
        std::vector<TextRange> ranges;
        for (const std::string_view sentence : splitter.split(line)) {
          const auto begin = static_cast<std::size_t>(sentence.data() - line.data());
          ranges.push_back({begin, begin + sentence.size()});
        }
        return ranges;
      },
      "en");
  std::vector<std::string_view> same;
  for (std::size_t i = 0; i < layout.sentences().size(); ++i) same.push_back(layout.sentence(i));
  CALQUE_CHECK(layout.join(same).size() >= sent.size());
  for (const serve::Detection& found : detector.detect(sent))
    CALQUE_CHECK(found.confidence >= 0 && found.confidence <= 100);
}

void read_config(const std::string& path) {
  serve::Settings settings;
  serve::read_settings(path, settings);
}

void read_keys(const std::string& path) {
  CALQUE_CHECK(!serve::ApiKeys::read(path).empty());
}

const Registered request({"request", read_request});
const Registered multipart({"multipart", read_multipart});
const Registered xml_rpc({"xml-rpc", read_call});
const Registered layout({"text-layout", lay_out});
const Registered config({"server-config", from_file<read_config>});
const Registered keys({"api-keys", from_file<read_keys>});

}  // namespace
}  // namespace calque::fuzz
