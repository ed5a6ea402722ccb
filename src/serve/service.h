// The service without its sockets: takes requests, finds what they ask for, and answers, logs and counts
// each.
//
// handle() and everything that sets may be called from any thread. Requests that take long are answered by
// the threads of the pool inside.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "serve/api_keys.h"
#include "serve/call.h"
#include "serve/corrected_models.h"
#include "serve/decoding_pool.h"
#include "serve/file_shelf.h"
#include "serve/http.h"
#include "serve/metrics.h"
#include "serve/model_set.h"
#include "serve/operation.h"
#include "serve/rate_limiter.h"
#include "serve/settings.h"

namespace calque::serve {

// Takes lines of the log, one JSON object each, without line end. May be called from any thread.
using LogSink = std::function<void(std::string_view line)>;

class Service {
 public:
  // Throws what reading the files of the settings throws, also those of corrections.
  Service(const Settings& settings, const std::shared_ptr<const ModelSet>& models, LogSink log);

  void handle(Exchange&& exchange);
  // The answer to a request that the transport refuses.
  HttpResponse refuse(int status, std::string_view problem);

  // Requests that begin from now on are translated with these, corrected like those before. Throws what
  // CorrectedModels::set throws.
  void set_models(const std::shared_ptr<const ModelSet>& models) { models_.set(models); }
  const CorrectedModels& models() const { return models_; }
  // From now on a load balancer is told to send no more.
  void set_draining() { draining_ = true; }
  Metrics& metrics() { return metrics_; }

 private:
  void start(const std::shared_ptr<Call>& call);
  void admit(const Call& call);
  void admit_correction(const Call& call) const;
  void finish(const Call& call, const HttpResponse& response);

  Settings settings_;
  CorrectedModels models_;
  LogSink log_;
  Metrics metrics_;
  std::atomic<bool> draining_ = false;
  std::vector<Operation> operations_;
  FileShelf files_;
  ApiKeys keys_;
  ApiKeys correction_keys_;
  RateLimiter limiter_;
  // Last: their threads end before what they use.
  DecodingPool pool_;
  DecodingPool changes_;
  Context context_;
};

}  // namespace calque::serve
