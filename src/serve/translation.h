// Texts of one call through the pool, sentence by sentence.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "calque/translation.h"
#include "serve/call.h"
#include "serve/decoding_pool.h"
#include "serve/model_set.h"
#include "serve/source_text.h"

namespace calque::serve {

struct TranslationOrder {
  std::vector<SourceText> texts{};
  Request common{};  // what is wanted for every sentence
  // Changes what is wanted for one sentence; may be empty.
  std::function<void(const Model& model, std::size_t text, std::size_t sentence, Request& request)> adapt{};
};

struct TranslatedTexts {
  std::vector<SourceText> texts{};
  std::vector<std::vector<Response>> responses{};  // of each text's sentences

  // The whole translation of a text.
  std::string text(std::size_t i, std::vector<TextRange>* ranges = nullptr) const;
};

// A request and the model that it is for.
struct ModelRequest {
  const Model* model;  // of the call's set
  Request request{};
};

// Throws RequestError if the pool has no room. Otherwise calls `done` with an answer for each request when
// all are there, on one of the pool's threads; if something fails, or `done` throws, the call fails instead.
void translate_requests(const std::shared_ptr<Call>& call, std::vector<ModelRequest> requests,
                        std::function<void(std::vector<Response>& responses)> done);

// The same for texts, sentence by sentence.
void translate(const std::shared_ptr<Call>& call, TranslationOrder order,
               std::function<void(TranslatedTexts& translated)> done);

// Throws RequestError for texts over the limits on number and length.
void check_limits(const Settings& settings, const std::vector<std::string>& texts);

// Answers the call with what `work` gives, on one of the pool's threads; if it throws, the call fails. Throws
// RequestError if the pool has no room.
void run_in_pool(const std::shared_ptr<Call>& call, std::function<HttpResponse()> work);
void run_in_pool(const std::shared_ptr<Call>& call, std::function<HttpResponse()> work, DecodingPool& pool);

}  // namespace calque::serve
