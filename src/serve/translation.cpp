#include "serve/translation.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "serve/decoding_pool.h"
#include "serve/request_error.h"
#include "serve/text_characters.h"

namespace calque::serve {
namespace {

void submit(DecodingPool& pool, Job job) {
  if (!pool.submit(std::move(job)))
    throw RequestError(503, "too much is waiting; try again in a moment", std::chrono::seconds(1));
}

// Everything that the tasks of a job share.
struct Work {
  std::shared_ptr<Call> call;
  std::vector<ModelRequest> requests;
  std::vector<Response> responses;
  std::function<void(std::vector<Response>&)> done;

  void run(std::size_t task) {
    Request& request = requests[task].request;
    request.cancel = call->gone;
    request.deadline = call->deadline;
    responses[task] = requests[task].model->translator.translate(request);
    request = Request();
  }

  void finish(const std::exception_ptr& error) {
    if (error) return call->fail(error);
    std::uint64_t unknown = 0;
    for (const Response& response : responses) unknown += response.best().unknown.size();
    call->sentences = responses.size();
    call->context.metrics.count_translation(responses.size(), unknown);
    try {
      done(responses);
    } catch (...) {
      call->fail(std::current_exception());
    }
  }
};

}  // namespace

std::string TranslatedTexts::text(std::size_t i, std::vector<TextRange>* ranges) const {
  std::vector<std::string_view> parts;
  for (const Response& response : responses[i]) parts.push_back(response.text());
  return texts[i].layout.join(parts, ranges);
}

void translate_requests(const std::shared_ptr<Call>& call, std::vector<ModelRequest> requests,
                        std::function<void(std::vector<Response>&)> done) {
  const auto work = std::make_shared<Work>();
  work->call = call;
  work->requests = std::move(requests);
  work->responses.resize(work->requests.size());
  work->done = std::move(done);
  submit(call->context.pool, {work->requests.size(), [work](std::size_t task) { work->run(task); },
                              [work](const std::exception_ptr& error) { work->finish(error); }, call->gone});
}

void translate(const std::shared_ptr<Call>& call, TranslationOrder order,
               std::function<void(TranslatedTexts&)> done) {
  std::vector<ModelRequest> requests;
  for (std::size_t i = 0; i < order.texts.size(); ++i) {
    const SourceText& source = order.texts[i];
    for (std::size_t k = 0; k < source.layout.sentences().size(); ++k) {
      Request& request = requests.emplace_back(ModelRequest{source.model, order.common}).request;
      request.text = source.layout.sentence(k);
      request.split_sentences = false;
      if (order.adapt) order.adapt(*source.model, i, k, request);
    }
  }
  const auto texts = std::make_shared<std::vector<SourceText>>(std::move(order.texts));
  translate_requests(
      call, std::move(requests), [texts, done = std::move(done)](std::vector<Response>& responses) {
        TranslatedTexts translated{std::move(*texts), {}};
        auto next = std::make_move_iterator(responses.begin());
        for (const SourceText& source : translated.texts) {
          const auto end = next + static_cast<std::ptrdiff_t>(source.layout.sentences().size());
          translated.responses.emplace_back(next, end);
          next = end;
        }
        done(translated);
      });
}

void check_limits(const Settings& settings, const std::vector<std::string>& texts) {
  if (texts.size() > settings.limit_batch)
    throw RequestError(400, fmt::format("{} texts are more than the limit of {} at a time", texts.size(),
                                        settings.limit_batch));
  const std::size_t characters =
      std::accumulate(texts.begin(), texts.end(), std::size_t{0},
                      [](std::size_t sum, const std::string& text) { return sum + character_count(text); });
  if (characters > settings.limit_text)
    throw RequestError(400, fmt::format("{} characters are more than the limit of {} at a time", characters,
                                        settings.limit_text));
}

void run_in_pool(const std::shared_ptr<Call>& call, std::function<HttpResponse()> work) {
  run_in_pool(call, std::move(work), call->context.pool);
}

void run_in_pool(const std::shared_ptr<Call>& call, std::function<HttpResponse()> work, DecodingPool& pool) {
  const auto response = std::make_shared<HttpResponse>();
  submit(pool, {1, [response, work = std::move(work)](std::size_t) { *response = work(); },
                [call, response](const std::exception_ptr& error) {
                  if (error) return call->fail(error);
                  call->answer(std::move(*response));
                },
                call->gone});
}

}  // namespace calque::serve
