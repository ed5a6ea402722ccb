// Corrections: what clients teach the server, and take back.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "calque/corrections.h"
#include "serve/call.h"
#include "serve/corrected_models.h"
#include "serve/model_choice.h"
#include "serve/operations.h"
#include "serve/request_error.h"
#include "serve/translation.h"

namespace calque::serve {
namespace {

constexpr std::int64_t kMaxListed = 1000;

const Model& chosen_model(const Call& call, const std::string& text) {
  check_limits(call.context.settings, {text});
  const Choice choice =
      choose_model(*call.models, call.parameters.text("source"), call.parameters.text("target"), text);
  if (choice.model == nullptr) throw RequestError(400, "the text is in the language that is wanted");
  return *choice.model;
}

// Changes come one after the other and do not hold those up who translate.
void add(const std::shared_ptr<Call>& call, const std::string& source, const std::string& target,
         nlohmann::json (*answer)(const std::string& name)) {
  run_in_pool(
      call,
      [call, source, target, answer, &model = chosen_model(*call, source)] {
        const std::string name = call->context.models.add(model, source, target);
        call->context.metrics.count_correction(true);
        return json_response(answer(name));
      },
      call->context.changes);
}

void correct(const std::shared_ptr<Call>& call) {
  add(call, call->parameters.text("source_text"), call->parameters.text("target_text"),
      [](const std::string& name) {
        return nlohmann::json{{"id", name}};
      });
}

void suggest(const std::shared_ptr<Call>& call) {
  add(call, call->parameters.text("q"), call->parameters.text("s"), [](const std::string&) {
    return nlohmann::json{{"success", true}};
  });
}

void undo(const std::shared_ptr<Call>& call) {
  run_in_pool(
      call,
      [call, name = call->parameters.text("id")] {
        if (!call->context.models.remove(name)) throw RequestError(404, "there is no such correction");
        call->context.metrics.count_correction(false);
        return json_response(nlohmann::json{{"id", name}});
      },
      call->context.changes);
}

nlohmann::ordered_json correction_json(const CorrectedModels::PairCorrections& pair,
                                       const Correction& correction) {
  return {{"id", correction_name(pair.source, pair.target, correction.id)},
          {"source", pair.source},
          {"target", pair.target},
          {"source_text", correction.source},
          {"target_text", correction.target},
          {"time", correction.time}};
}

// Newest first; those of one second in the order of the models.
HttpResponse list_answer(const Call& call) {
  struct Entry {
    const CorrectedModels::PairCorrections* pair;
    const Correction* correction;
  };
  const std::vector<CorrectedModels::PairCorrections> pairs = call.context.models.list();
  std::vector<Entry> all;
  for (const auto& pair : pairs)
    for (auto each = pair.corrections->rbegin(); each != pair.corrections->rend(); ++each)
      all.push_back({&pair, &*each});
  std::stable_sort(all.begin(), all.end(),
                   [](const Entry& a, const Entry& b) { return a.correction->time > b.correction->time; });
  const auto offset = static_cast<std::size_t>(call.parameters.number("offset", 0));
  const auto limit = static_cast<std::size_t>(call.parameters.number("limit", kMaxListed));
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t i = offset; i < all.size() && i - offset < limit; ++i)
    list.push_back(correction_json(*all[i].pair, *all[i].correction));
  return json_response(nlohmann::ordered_json{{"total", all.size()}, {"corrections", std::move(list)}});
}

void list(const std::shared_ptr<Call>& call) {
  run_in_pool(call, [call] { return list_answer(*call); });
}

void export_memory(const std::shared_ptr<Call>& call) {
  run_in_pool(call, [call] {
    std::vector<CorrectionMemory> memory;
    for (const auto& pair : call->context.models.list())
      memory.push_back({pair.source, pair.target, *pair.corrections});
    HttpResponse response;
    response.content_type = "application/x-tmx+xml";
    response.headers.emplace_back("Content-Disposition", content_disposition("corrections.tmx"));
    response.body = to_tmx(memory);
    return response;
  });
}

const Answer kOff{403, "application/json", "Error", "This server takes no corrections, or not with this key"};

}  // namespace

std::vector<Operation> correction_operations() {
  const Parameter source{"source", ParameterKind::kText, false,
                         "Its language; left out or auto: found out if there is a choice"};
  const Parameter target{"target", ParameterKind::kText, false,
                         "The language of the translation; left out: the first that there is"};
  return {
      {.method = "POST",
       .path = "/v1/corrections",
       .name = "v1_correct",
       .help = "Correct a translation; the next request knows it",
       .parameters = {{"source_text", ParameterKind::kText, true, "The text"},
                      {"target_text", ParameterKind::kText, true, "Its right translation"},
                      source,
                      target},
       .answers = {{200, "application/json", "CorrectionId", "The correction's name"}, kOff},
       .needs_key = true,
       .corrects = true,
       .handle = correct},
      {.method = "GET",
       .path = "/v1/corrections",
       .name = "v1_corrections",
       .help = "What has been corrected, newest first",
       .parameters = {{"offset", ParameterKind::kNumber, false, "How many to pass over", 0,
                       std::numeric_limits<std::int32_t>::max()},
                      {"limit", ParameterKind::kNumber, false, "How many to list", 1, kMaxListed}},
       .answers = {{200, "application/json", "Corrections", "The corrections, and how many there are"}, kOff},
       .needs_key = true,
       .corrects = true,
       .handle = list},
      {.method = "GET",
       .path = "/v1/corrections.tmx",
       .name = "v1_corrections_tmx",
       .help = "All corrections as a translation memory",
       .answers = {{200, "application/x-tmx+xml", "", "TMX 1.4"}, kOff},
       .needs_key = true,
       .corrects = true,
       .handle = export_memory},
      {.method = "DELETE",
       .path = "/v1/corrections/{id}",
       .name = "v1_undo",
       .help = "Undo a correction",
       .parameters = {{"id", ParameterKind::kText, true, "Its name"}},
       .answers = {{200, "application/json", "CorrectionId", "It is undone"},
                   {404, "application/json", "Error", "There is no such correction"},
                   kOff},
       .needs_key = true,
       .corrects = true,
       .handle = undo},
      {.method = "POST",
       .path = "/suggest",
       .name = "suggest",
       .help = "Propose a better translation; it is a correction like others",
       .parameters = {{"q", ParameterKind::kText, true, "The text"},
                      {"s", ParameterKind::kText, true, "Its translation"},
                      {"source", ParameterKind::kText, true, "The language of the text: a code, or auto"},
                      {"target", ParameterKind::kText, true, "The language of the translation"}},
       .answers = {{200, "application/json", "Suggested", "It is used from now on"}, kOff},
       .needs_key = true,
       .corrects = true,
       .handle = suggest},
  };
}

}  // namespace calque::serve
