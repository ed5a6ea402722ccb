#include "text/word_classes.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/error.h"
#include "base/rng.h"
#include "text/word_classes_bigrams.h"
#include "text/word_classes_search.h"

namespace calque::text {
namespace {

static_assert(GumbelNoise::kSize >= 8 * kMaxClasses);

// Annealing cools from the first temperature to the last in equal ratios. Measured on English, German and
// Japanese text: a hotter start or a colder end takes time and finds nothing better.
constexpr double kFirstTemperature = 0.5;
constexpr double kLastTemperature = 0.05;
// Rarer words hardly shape the classes: annealing visits them in one sweep of eight only.
constexpr std::uint32_t kRareCount = 5;
constexpr std::size_t kRareSweeps = 8;

struct Run {
  std::vector<std::uint32_t> class_of;  // by rank
  double log_likelihood = 0.0;
  std::size_t iterations = 0;
  bool converged = false;
};

// What the runs share. Only the thread that called the trainer may report.
struct Shared {
  const BigramRows& rows;
  const WordClassOptions& options;
  std::size_t classes;
  GumbelNoise noise;
  Reporter& reporter;
  std::atomic<std::uint64_t> sweeps{0};

  void swept(bool may_report) {
    const std::uint64_t done = ++sweeps;
    if (may_report) reporter.progress(done, 0);
  }
};

std::vector<std::uint32_t> first_classes(const Shared& shared, std::size_t run, Rng& rng) {
  std::vector<std::uint32_t> class_of(shared.rows.words());
  const auto classes = static_cast<std::uint32_t>(shared.classes);
  for (std::uint32_t rank = 0; rank < class_of.size(); ++rank) {
    if (run > 0) {
      class_of[rank] = static_cast<std::uint32_t>(rng.below(classes));
    } else if (shared.options.start == ClassStart::kRoundRobin) {
      class_of[rank] = rank % classes;
    } else {
      class_of[rank] = std::min(rank, classes - 1);
    }
  }
  return class_of;
}

void anneal(Shared& shared, ClassSearch& search, Rng& rng, bool may_report) {
  std::uint32_t frequent = 0;
  while (frequent < shared.rows.words() && shared.rows.count(frequent) >= kRareCount) ++frequent;
  const std::size_t sweeps = shared.options.annealing_sweeps;
  for (std::size_t sweep = 0; sweep < sweeps; ++sweep) {
    const double cooled = static_cast<double>(sweep) / static_cast<double>(sweeps);
    const double temperature = kFirstTemperature * std::pow(kLastTemperature / kFirstTemperature, cooled);
    search.anneal(temperature, sweep % kRareSweeps == 0 ? shared.rows.words() : frequent, shared.noise, rng);
    shared.swept(may_report);
  }
}

Run search_once(Shared& shared, std::size_t number, bool may_report) {
  Rng rng = Rng::for_block(shared.options.seed, number);
  ClassSearch search(shared.rows, first_classes(shared, number, rng), shared.classes);
  anneal(shared, search, rng, may_report);
  Run run;
  while (run.iterations < shared.options.iterations && !run.converged) {
    run.converged = search.exchange() == 0;
    ++run.iterations;
    shared.swept(may_report);
  }
  run.class_of.assign(search.class_of().begin(), search.class_of().end());
  run.log_likelihood = search.log_likelihood();
  return run;
}

// Classes by falling number of running words, then by their first word; empty ones are left out.
WordClasses number_classes(const BigramRows& rows, const Run& run, std::size_t vocabulary_size,
                           std::size_t classes) {
  std::vector<std::uint64_t> running_words(classes, 0);
  std::vector<std::uint32_t> order;  // first by first word
  for (std::uint32_t rank = 0; rank < rows.words(); ++rank) {
    if (running_words[run.class_of[rank]] == 0) order.push_back(run.class_of[rank]);
    running_words[run.class_of[rank]] += rows.count(rank);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return running_words[a] > running_words[b]; });
  std::vector<std::uint32_t> number(classes, 0);
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;

  std::vector<std::uint32_t> by_rank;
  for (const std::uint32_t old : run.class_of) by_rank.push_back(number[old]);
  WordClasses result;
  result.classes = order.size();
  result.unknown_class = largest_class(by_rank, result.classes);
  result.class_of.assign(vocabulary_size, result.unknown_class);
  for (std::uint32_t rank = 0; rank < rows.words(); ++rank) {
    result.class_of[index_of(rows.word(rank))] = by_rank[rank];
  }
  return result;
}

double perplexity(const BigramRows& rows, double log_likelihood) {
  return rows.events() == 0 ? 1.0 : std::exp(-log_likelihood / static_cast<double>(rows.events()));
}

void require(bool good, const char* what, const char* remedy) {
  if (!good) throw UsageError({}, fmt::format("the {} cannot be used", what), remedy);
}

}  // namespace

void WordClassOptions::validate() const {
  require(classes >= 1 && classes <= kMaxClasses, "number of classes", "use 1 to 4096");
  require(runs >= 1 && runs <= 1000, "number of runs", "use 1 to 1000");
  require(annealing_sweeps <= 100'000, "number of annealing sweeps", "use 0 to 100000");
  require(iterations >= 1 && iterations <= 100'000, "number of iterations", "use 1 to 100000");
}

std::uint32_t largest_class(const std::vector<std::uint32_t>& class_of, std::size_t classes) {
  std::vector<std::uint64_t> words(std::max<std::size_t>(classes, 1), 0);
  for (const std::uint32_t its_class : class_of) ++words[its_class];
  return static_cast<std::uint32_t>(std::max_element(words.begin(), words.end()) - words.begin());
}

WordClassTraining train_word_classes(const Corpus& corpus, std::size_t vocabulary_size,
                                     const WordClassOptions& options, ThreadPool& threads,
                                     Reporter& reporter) {
  options.validate();
  reporter.stage("sorting words into classes");
  const BigramRows rows(corpus, vocabulary_size);
  WordClassTraining training;
  training.words = rows.words();
  if (rows.words() == 0) {
    training.classes.class_of.assign(vocabulary_size, 0);
    training.converged = true;
    return training;
  }
  const std::size_t classes = std::min<std::size_t>(options.classes, rows.words());
  Shared shared{rows, options, classes, GumbelNoise(options.seed), reporter};
  const auto runs = threads.map_blocks<Run>(options.runs, 1, [&](const Block& block) {
    return search_once(shared, block.index, block.thread == 0);
  });
  const auto best = std::max_element(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
    return a.log_likelihood < b.log_likelihood;
  });
  training.classes = number_classes(rows, *best, vocabulary_size, classes);
  training.log_likelihood = best->log_likelihood;
  training.perplexity = perplexity(rows, best->log_likelihood);
  training.iterations = best->iterations;
  training.converged = best->converged;
  for (const Run& run : runs) training.run_perplexities.push_back(perplexity(rows, run.log_likelihood));
  return training;
}

}  // namespace calque::text
