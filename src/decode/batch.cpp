#include "decode/batch.h"

#include "base/ordered_stream.h"
#include "base/parse.h"

namespace calque::decode {
namespace {

// Enough that one long sentence does not stop the other threads.
constexpr std::size_t kLinesPerThread = 16;

}  // namespace

void translate_lines(const Decoder& decoder, ThreadPool& pool, const LineOptions& line_options,
                     const LineSource& source, const TranslationSink& sink) {
  std::vector<Workspace> workspaces(pool.threads());
  OrderedStream<std::string, std::vector<Translation>> stream;
  stream.read = source;
  stream.work = [&](const std::string& line, std::size_t thread) {
    const std::vector<std::string_view> words = split_words(line);
    Request request{words, line_options.n};
    request.with_indicators = line_options.with_indicators;
    return decoder.translate(request, workspaces[thread]).translations;
  };
  stream.deliver = [&](const std::string& line, std::vector<Translation>& translations,
                       std::uint64_t number) { sink(line, translations, number); };
  run_in_order(pool, stream, kLinesPerThread * pool.threads());
}

}  // namespace calque::decode
