#include "kernel/neighbours.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <utility>

#include <tsl/robin_map.h>

#include "base/error.h"
#include "kernel/conjugate_gradients.h"
#include "kernel/low_rank.h"

namespace calque::kernel {
namespace {

// Sentences that share only very frequent n-grams with the input tell little, and are many: once so many were
// met, more frequent n-grams are not looked at.
constexpr std::size_t kCandidatesPerNeighbour = 20;

// An n-gram of the input and what it adds to the kernel with a sentence, for each time it occurs there.
struct InputNgram {
  Ngram ngram;
  double weight;
};

// The input's different n-grams, those with few postings first.
std::vector<InputNgram> rare_first(const SpectrumIndex& source, const SourcePrefixes& input) {
  std::vector<Ngram> sorted = input.ngrams;
  std::sort(sorted.begin(), sorted.end());
  std::vector<InputNgram> ngrams;
  for (const Ngram ngram : sorted) {
    if (ngrams.empty() || ngrams.back().ngram != ngram) ngrams.push_back({ngram, 0.0});
    ngrams.back().weight += source.weight(ngram);
  }
  std::stable_sort(ngrams.begin(), ngrams.end(), [&](const InputNgram& a, const InputNgram& b) {
    return source.occurrences(a.ngram) < source.occurrences(b.ngram);
  });
  return ngrams;
}

struct Candidate {
  std::uint32_t sentence;
  double kernel;
};

// Sentences in the order they were met, and for each n-gram that was looked at, which of them have it.
struct Candidates {
  std::vector<Candidate> met;
  std::vector<std::vector<std::uint32_t>> with_ngram;
};

Candidates meet(const SpectrumIndex& source, const std::vector<InputNgram>& ngrams, std::size_t enough,
                bool with_ngrams) {
  Candidates candidates;
  tsl::robin_map<std::uint32_t, std::uint32_t> number;
  for (const InputNgram& ngram : ngrams) {
    if (candidates.met.size() >= enough) break;
    if (with_ngrams) candidates.with_ngram.emplace_back();
    for (const std::uint32_t sentence : source.postings(ngram.ngram)) {
      const auto next = static_cast<std::uint32_t>(candidates.met.size());
      const auto [found, is_new] = number.try_emplace(sentence, next);
      if (is_new) candidates.met.push_back({sentence, 0.0});
      candidates.met[found->second].kernel += ngram.weight;
      if (!with_ngrams) continue;
      auto& having = candidates.with_ngram.back();
      if (having.empty() || having.back() != found->second) having.push_back(found->second);
    }
  }
  return candidates;
}

// The `most` best by kernel, lower numbers first among equals.
std::vector<std::uint32_t> nearest(std::vector<Candidate> met, std::size_t maximum) {
  const auto better = [](const Candidate& a, const Candidate& b) {
    return a.kernel != b.kernel ? a.kernel > b.kernel : a.sentence < b.sentence;
  };
  if (met.size() > maximum) {
    std::nth_element(met.begin(), met.begin() + static_cast<std::ptrdiff_t>(maximum), met.end(), better);
    met.resize(maximum);
  }
  std::vector<std::uint32_t> sentences;
  for (const Candidate& candidate : met) sentences.push_back(candidate.sentence);
  return sentences;
}

// Sentences are taken one by one, that with the largest sum of its n-grams' weights, of which every taken
// sentence with the n-gram leaves a half, lower numbers first among equals. Sums only fall as sentences are
// taken, so the sentence on top of the queue whose sum is still right is the best of all.
std::vector<std::uint32_t> covering(const Candidates& candidates, const std::vector<InputNgram>& ngrams,
                                    std::size_t maximum) {
  std::vector<std::vector<std::uint32_t>> having(candidates.met.size());
  for (std::uint32_t k = 0; k < candidates.with_ngram.size(); ++k)
    for (const std::uint32_t number : candidates.with_ngram[k]) having[number].push_back(k);
  std::vector<int> covered(candidates.with_ngram.size(), 0);
  const auto value_of = [&](std::uint32_t number) {
    double value = 0;
    for (const std::uint32_t k : having[number]) value += std::ldexp(ngrams[k].weight, -covered[k]);
    return value;
  };
  struct Entry {
    double value;
    std::uint32_t sentence;
    std::uint32_t number;
    bool operator<(const Entry& other) const {
      return value != other.value ? value < other.value : sentence > other.sentence;
    }
  };
  std::priority_queue<Entry> queue;
  for (std::uint32_t number = 0; number < candidates.met.size(); ++number)
    queue.push({value_of(number), candidates.met[number].sentence, number});
  std::vector<std::uint32_t> sentences;
  while (!queue.empty() && sentences.size() < maximum) {
    Entry best = queue.top();
    queue.pop();
    const double value = value_of(best.number);
    if (value < best.value) {
      best.value = value;
      queue.push(best);
      continue;
    }
    sentences.push_back(best.sentence);
    for (const std::uint32_t k : having[best.number]) ++covered[k];
  }
  return sentences;
}

}  // namespace

std::vector<std::uint32_t> choose_neighbours(const SpectrumIndex& source, const SourcePrefixes& input,
                                             std::size_t count, NeighbourChoice choice) {
  CALQUE_CHECK(choice != NeighbourChoice::kPivots);
  if (count >= source.sentence_count()) return all_sentences(source.sentence_count());
  const std::vector<InputNgram> ngrams = rare_first(source, input);
  const bool coverage = choice == NeighbourChoice::kCoverage;
  const std::size_t enough = choice == NeighbourChoice::kNearest ? std::numeric_limits<std::size_t>::max()
                                                                 : kCandidatesPerNeighbour * count;
  Candidates candidates = meet(source, ngrams, enough, coverage);
  std::vector<std::uint32_t> sentences =
      coverage ? covering(candidates, ngrams, count) : nearest(std::move(candidates.met), count);
  std::sort(sentences.begin(), sentences.end());
  return sentences;
}

std::vector<std::uint32_t> choose_pivots(const SpectrumIndex& source, std::size_t count,
                                         ThreadPool& threads) {
  if (count >= source.sentence_count()) return all_sentences(source.sentence_count());
  std::vector<std::uint32_t> pivots = incomplete_cholesky(source, count, threads).pivots;
  std::sort(pivots.begin(), pivots.end());
  return pivots;
}

}  // namespace calque::kernel
