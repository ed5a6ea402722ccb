// One request on its way through the service, and what operations may use.
#pragma once

#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "serve/corrected_models.h"
#include "serve/decoding_pool.h"
#include "serve/file_shelf.h"
#include "serve/http.h"
#include "serve/metrics.h"
#include "serve/model_set.h"
#include "serve/operation.h"
#include "serve/parameters.h"
#include "serve/settings.h"

namespace calque::serve {

// What all requests share. Outlives every call.
struct Context {
  const Settings& settings;
  const std::vector<Operation>& operations;
  Metrics& metrics;
  DecodingPool& pool;
  CorrectedModels& models;
  DecodingPool& changes;  // a single thread for those who change something
  FileShelf& files;
  std::function<bool()> is_ready{};  // whether a load balancer should send more requests
};

struct Call {
  Context& context;
  const Operation* operation = nullptr;
  HttpRequest request{};
  Parameters parameters{};
  std::shared_ptr<const ModelSet> models{};
  std::stop_token gone{};
  std::chrono::steady_clock::time_point begun{};
  std::chrono::steady_clock::time_point deadline{};
  std::size_t sentences = 0;  // translated for it
  std::function<void(Call& call, HttpResponse&& response)> finish{};

  // Answers. Once, by whichever thread.
  void answer(HttpResponse&& response) { finish(*this, std::move(response)); }
  void answer(const nlohmann::json& json);
  void answer(const nlohmann::ordered_json& json);
  void fail(const std::exception_ptr& error);
};

// The answer that tells a client what went wrong.
HttpResponse error_response(int status, std::string_view problem);
HttpResponse error_response(const std::exception_ptr& error);
HttpResponse json_response(const nlohmann::json& json);
HttpResponse json_response(const nlohmann::ordered_json& json);

}  // namespace calque::serve
