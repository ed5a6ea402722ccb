// What tools of translators use: Moses servers' XML-RPC, and a plain GET.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "serve/call.h"
#include "serve/model_choice.h"
#include "serve/operations.h"
#include "serve/request_error.h"
#include "serve/source_text.h"
#include "serve/translation.h"
#include "serve/xml_rpc.h"
#include "store/json_text.h"
#include "text/utf8.h"

namespace calque::serve {
namespace {

using Json = nlohmann::ordered_json;

// As XML-RPC servers number what went wrong.
constexpr int kNoMethod = -32601;
constexpr int kWrongParameters = -32602;
constexpr std::int64_t kMaxNBest = 100;

class Fault : public RequestError {
 public:
  Fault(int code, const std::string& problem) : RequestError(200, problem), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};

HttpResponse xml_response(std::string body) {
  HttpResponse response;
  response.content_type = "text/xml; charset=utf-8";
  response.body = std::move(body);
  return response;
}

void translate_plain(const std::shared_ptr<Call>& call) {
  const std::string text = call->parameters.text("text");
  check_limits(call->context.settings, {text});
  const Choice choice =
      choose_model(*call->models, call->parameters.text("source"), call->parameters.text("target"), text);
  TranslationOrder order;
  if (choice.model != nullptr) order.texts.push_back(source_text(*choice.model, text));
  translate(call, std::move(order), [call, text](const TranslatedTexts& translated) {
    call->answer(nlohmann::json{{"translation", translated.texts.empty() ? text : translated.text(0)}});
  });
}

// What a call of a Moses server asks for.
struct MosesCall {
  std::string text;
  bool align = false;
  std::size_t n_best = 0;
};

// Clients of Moses give switches as any value at all, of which "false" and 0 mean no.
bool is_on(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && *found != false && *found != 0 && *found != "0" && *found != "false";
}

MosesCall moses_call(std::string_view body) {
  const XmlRpcCall sent = parse_xml_rpc(body);
  if (sent.method != "translate") throw Fault(kNoMethod, "the only method is translate");
  const nlohmann::json object =
      sent.parameters.empty() ? nlohmann::json() : store::parse_json(sent.parameters.front(), false);
  if (!object.is_object() || !object.contains("text") || !object["text"].is_string())
    throw Fault(kWrongParameters, "the parameter is a struct with a string 'text'");
  MosesCall call;
  call.text = object["text"].get<std::string>();
  if (text::find_invalid_utf8(call.text)) throw Fault(kWrongParameters, "the text is not UTF-8");
  call.align = is_on(object, "align");
  if (!is_on(object, "nbest")) return call;
  const nlohmann::json& count = object["nbest"];
  if (!count.is_number_integer() || count < 0 || count > kMaxNBest)
    throw Fault(kWrongParameters, fmt::format("nbest is a number from 0 to {}", kMaxNBest));
  call.n_best = count.get<std::size_t>();
  return call;
}

// Where each phrase stands, in tokens of the whole text.
Json phrases_json(const TranslatedTexts& translated) {
  Json list = Json::array();
  std::size_t source = 0;
  std::size_t target = 0;
  for (const Response& response : translated.responses[0]) {
    for (const PhrasePair& phrase : response.best().phrases)
      list.push_back({{"tgt-start", target + phrase.target.begin},
                      {"src-start", source + phrase.source.begin},
                      {"src-end", source + phrase.source.end - 1}});
    source += response.source_tokens.size();
    target += response.best().tokens.size();
  }
  return list;
}

// Translations of the whole text: of sentences that have fewer, the best again.
Json n_best_json(const TranslatedTexts& translated, std::size_t count) {
  Json list = Json::array();
  std::size_t most = 1;
  for (const Response& response : translated.responses[0])
    most = std::max(most, response.translations.size());
  for (std::size_t n = 0; n < std::min(most, count); ++n) {
    std::vector<std::string_view> parts;
    double score = 0;
    for (const Response& response : translated.responses[0]) {
      const Translation& chosen =
          n < response.translations.size() ? response.translations[n] : response.best();
      parts.push_back(chosen.text);
      score += chosen.score;
    }
    list.push_back({{"hyp", translated.texts[0].layout.join(parts)}, {"totalScore", score}});
  }
  return list;
}

void translate_moses(const std::shared_ptr<Call>& call) {
  try {
    const MosesCall asked = moses_call(call->request.body);
    check_limits(call->context.settings, {asked.text});
    const Choice choice = choose_model(*call->models, call->parameters.text("source"),
                                       call->parameters.text("target"), asked.text);
    if (choice.model == nullptr) throw Fault(kWrongParameters, "the text is in the language that is wanted");
    TranslationOrder order;
    order.texts.push_back(source_text(*choice.model, asked.text));
    order.common.n_best = std::max<std::size_t>(asked.n_best, 1);
    translate(call, std::move(order), [call, asked](const TranslatedTexts& translated) {
      Json answer{{"text", translated.text(0)}};
      if (asked.align) answer["align"] = phrases_json(translated);
      if (asked.n_best > 0) answer["nbest"] = n_best_json(translated, asked.n_best);
      call->answer(xml_response(xml_rpc_response(answer)));
    });
  } catch (const Fault& fault) {
    call->answer(xml_response(xml_rpc_fault(fault.code(), fault.what())));
  }
}

}  // namespace

std::vector<Operation> tool_operations() {
  const Parameter source{"source", ParameterKind::kText, false, "Its language; may be left out"};
  const Parameter target{"target", ParameterKind::kText, false,
                         "The language of the translation; may be left out"};
  return {
      {.method = "GET",
       .path = "/translate",
       .name = "translate_plain",
       .help = "Translate a text, for tools that have one address to fill in",
       .parameters = {{"text", ParameterKind::kText, true, "The text"}, source, target},
       .answers = {{200, "application/json", "PlainTranslation", "The translation"}},
       .needs_key = true,
       .handle = translate_plain},
      {.method = "POST",
       .path = "/RPC2",
       .name = "xml_rpc",
       .help =
           "Translate as a Moses server does (XML-RPC): method translate with a struct of text, align, nbest",
       .parameters = {source, target},
       .answers = {{200, "text/xml", "", "A struct of text, align and nbest, or a fault"}},
       .body = "text/xml",
       .needs_key = true,
       .handle = translate_moses},
  };
}

}  // namespace calque::serve
