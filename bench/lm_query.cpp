// Time per query of language models: words already looked up, one thread.
//
//   lm_query TEXT MODEL...
//
// Prints one line of JSON for the machine (nanoseconds of one dependent random access to 400 MB, the scale of
// all else) and one for each model: bytes, time to load, and nanoseconds and time-stamp cycles for each
// query, asked one by one and sentence by sentence, as minimum and median over several rounds. Nanoseconds
// are of processor time. The sums of log10 probabilities must not depend on the way of asking; bench/lm-query
// makes the models of the published comparison, runs this and prints a table.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <filesystem>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include "base/error.h"
#include "base/parse.h"
#include "lm/query/model.h"
#include "store/text_file.h"

namespace {

using calque::lm::Model;
using calque::lm::Residence;
using calque::lm::State;
using calque::text::WordId;

constexpr int kRounds = 9;

std::uint64_t cycles() {
#if defined(__x86_64__)
  return __rdtsc();
#else
  return 0;
#endif
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
// Of this thread alone: what other programs take of the processor does not count.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Sentences {
  std::vector<WordId> words;
  std::vector<std::size_t> begins{0};
};

Sentences look_up(const Model& model, const std::vector<std::string>& lines) {
  Sentences sentences;
  for (const std::string& line : lines) {
    for (const std::string_view word : calque::split_words(line)) sentences.words.push_back(model.find(word));
    sentences.begins.push_back(sentences.words.size());
  }
  return sentences;
}

// Sum of natural log probabilities, word by word.
double ask_one_by_one(const Model& model, const Sentences& sentences) {
  double sum = 0;
  for (std::size_t s = 0; s + 1 < sentences.begins.size(); ++s) {
    State state = model.begin_state();
    for (std::size_t i = sentences.begins[s]; i < sentences.begins[s + 1]; ++i)
      sum += double{model.score(state, sentences.words[i], state)};
    sum += double{model.score(state, model.sentence_end(), state)};
  }
  return sum;
}

double ask_by_sentence(const Model& model, const Sentences& sentences) {
  double sum = 0;
  std::vector<float> log_probs;
  for (std::size_t s = 0; s + 1 < sentences.begins.size(); ++s) {
    const std::span<const WordId> words(sentences.words.data() + sentences.begins[s],
                                        sentences.begins[s + 1] - sentences.begins[s]);
    log_probs.resize(words.size() + 1);
    model.score_sentence(words, log_probs);
    for (const float log_prob : log_probs) sum += double{log_prob};
  }
  return sum;
}

struct Figures {
  std::vector<double> nanoseconds;
  std::vector<double> cycles;
  double log10 = 0;
};

template <typename Ask>
Figures measure(const Sentences& sentences, const Ask& ask) {
  const auto queries = static_cast<double>(sentences.words.size() + sentences.begins.size() - 1);
  Figures figures;
  figures.log10 = ask() / std::numbers::ln10;  // the first round brings the file into memory
  for (int round = 0; round < kRounds; ++round) {
    const double start = processor_seconds();
    const std::uint64_t start_cycles = cycles();
    const double sum = ask();
    figures.cycles.push_back(static_cast<double>(cycles() - start_cycles) / queries);
    figures.nanoseconds.push_back((processor_seconds() - start) * 1e9 / queries);
    if (sum / std::numbers::ln10 != figures.log10) throw std::logic_error("two rounds gave different sums");
  }
  std::sort(figures.nanoseconds.begin(), figures.nanoseconds.end());
  std::sort(figures.cycles.begin(), figures.cycles.end());
  return figures;
}

double median(const std::vector<double>& sorted) {
  return sorted[sorted.size() / 2];
}

std::string to_json(const Figures& figures) {
  return fmt::format(
      R"({{"ns_min":{:.1f},"ns_median":{:.1f},"cycles_min":{:.0f},"cycles_median":{:.0f},"log10":{:.3f}}})",
      figures.nanoseconds.front(), median(figures.nanoseconds), figures.cycles.front(),
      median(figures.cycles), figures.log10);
}

// Milliseconds, sorted.
std::vector<double> load_times(const std::string& path, Residence residence) {
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) {
    const double start = seconds();
    const Model model = Model::load(path, calque::store::Verify::kHeader, residence);
    times.push_back((seconds() - start) * 1e3);
  }
  std::sort(times.begin(), times.end());
  return times;
}

void run(const std::string& path, Residence residence, const std::vector<std::string>& lines) {
  const std::vector<double> loading = load_times(path, residence);
  const Model model = Model::load(path, calque::store::Verify::kHeader, residence);
  std::uint64_t ngrams = 0;
  for (unsigned n = 1; n <= model.order(); ++n) ngrams += model.ngram_count(n);
  const Sentences sentences = look_up(model, lines);
  const Figures one_by_one = measure(sentences, [&] { return ask_one_by_one(model, sentences); });
  const Figures by_sentence = measure(sentences, [&] { return ask_by_sentence(model, sentences); });
  fmt::print(
      R"({{"model":"{}","in_memory":{},"ngrams":{},"bytes":{},"load_ms_min":{:.2f},"load_ms_median":{:.2f},"queries":{},)"
      R"("one_by_one":{},"by_sentence":{}}})"
      "\n",
      path, residence == Residence::kMemory, ngrams, std::filesystem::file_size(path), loading.front(),
      median(loading), sentences.words.size() + lines.size(), to_json(one_by_one), to_json(by_sentence));
  std::fflush(stdout);
}

// Each access depends on the one before and misses every cache.
double random_access_nanoseconds() {
  constexpr std::size_t kLines = (std::size_t{400} << 20U) / 64;
  constexpr int kAccesses = 1'000'000;
  std::vector<std::uint64_t> memory(kLines * 8);
  for (std::size_t i = 0; i < kLines; ++i) memory[i * 8] = i * 0x9e3779b97f4a7c15ULL;
  std::uint64_t at = 1;
  const double start = processor_seconds();
  for (int i = 0; i < kAccesses; ++i) at = at * 0xd6e8feb86659fd93ULL + memory[(at >> 20U) % kLines * 8];
  const double nanoseconds = (processor_seconds() - start) * 1e9 / kAccesses;
  return at == 0 ? 0 : nanoseconds;  // uses the result, so that the loop is not left out
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: lm_query TEXT MODEL...\n");
    return 2;
  }
  try {
    std::vector<std::string> lines;
    calque::store::LineReader reader(argv[1]);
    for (std::string line; reader.next(line);) lines.push_back(line);
    fmt::print(R"({{"random_access_ns":{:.1f}}})"
               "\n",
               random_access_nanoseconds());
    for (int i = 2; i < argc; ++i) {
      run(argv[i], Residence::kMapped, lines);
      run(argv[i], Residence::kMemory, lines);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "lm_query: {}\n", error.what());
    return 1;
  }
  return 0;
}
