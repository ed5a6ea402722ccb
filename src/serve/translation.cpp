#include "serve/translation.h"

#include <chrono>
#include <cstdint>
#include <exception>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "serve/decoding_pool.h"
#include "serve/request_error.h"
#include "serve/text_characters.h"

namespace calque::serve {
namespace {

void submit(const std::shared_ptr<Call>& call, Job job) {
  if (!call->context.pool.submit(std::move(job)))
    throw RequestError(503, "too much is waiting to be translated; try again in a moment",
                       std::chrono::seconds(1));
}

// Everything that the tasks of a job share.
struct Work {
  std::shared_ptr<Call> call;
  TranslationOrder order;
  TranslatedTexts result;
  std::vector<std::pair<std::size_t, std::size_t>> tasks;  // text and sentence
  std::function<void(TranslatedTexts&)> done;

  void run(std::size_t task) {
    const auto [text, sentence] = tasks[task];
    Request request = order.common;
    const SourceText& source = result.texts[text];
    request.text = source.layout.sentence(sentence);
    request.split_sentences = false;
    request.cancel = call->gone;
    request.deadline = call->deadline;
    if (order.adapt) order.adapt(*source.model, text, sentence, request);
    result.responses[text][sentence] = source.model->translator.translate(request);
  }

  void finish(const std::exception_ptr& error) {
    if (error) return call->fail(error);
    std::uint64_t unknown = 0;
    for (const auto& responses : result.responses)
      for (const Response& response : responses) unknown += response.best().unknown.size();
    call->sentences = tasks.size();
    call->context.metrics.count_translation(tasks.size(), unknown);
    try {
      done(result);
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

void translate(const std::shared_ptr<Call>& call, TranslationOrder order,
               std::function<void(TranslatedTexts&)> done) {
  const auto work = std::make_shared<Work>();
  work->call = call;
  work->result.texts = std::move(order.texts);
  work->order = std::move(order);
  work->done = std::move(done);
  for (std::size_t i = 0; i < work->result.texts.size(); ++i) {
    const std::size_t sentences = work->result.texts[i].layout.sentences().size();
    work->result.responses.emplace_back(sentences);
    for (std::size_t k = 0; k < sentences; ++k) work->tasks.emplace_back(i, k);
  }
  Job job{work->tasks.size(), [work](std::size_t task) { work->run(task); },
          [work](const std::exception_ptr& error) { work->finish(error); }, call->gone};
  submit(call, std::move(job));
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
  const auto response = std::make_shared<HttpResponse>();
  submit(call, {1, [response, work = std::move(work)](std::size_t) { *response = work(); },
                [call, response](const std::exception_ptr& error) {
                  if (error) return call->fail(error);
                  call->answer(std::move(*response));
                },
                call->gone});
}

}  // namespace calque::serve
