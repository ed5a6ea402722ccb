#include "phrase/pair_scoring.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "phrase/significance.h"
#include "phrase/smoothing.h"

namespace calque::phrase {
namespace {

constexpr std::size_t kPairsPerWave = std::size_t{1} << 16U;
constexpr std::size_t kPairsPerTask = std::size_t{1} << 12U;

using PairReader = store::SpillingArray<CountedPair>::Reader;

// What smoothing has to know about all pairs before the first can be scored.
struct GlobalCounts {
  PairCountStatistics statistics;
  std::vector<PairProfile> targets;  // Kneser-Ney only

  GlobalCounts(CountedPairs& counted, Smoothing smoothing) {
    if (smoothing == Smoothing::kNone) return;
    if (smoothing == Smoothing::kKneserNey) targets.resize(counted.target.size());
    for (PairReader reader(counted.pairs); !reader.done();) {
      const CountedPair pair = reader.next();
      statistics.add(pair.count);
      if (!targets.empty()) targets[pair.target].add(pair.count);
    }
  }
};

class SourceScorer {
 public:
  SourceScorer(CountedPairs& counted, const text::ParallelCorpus& corpus, const TableOptions& options,
               ThreadPool& threads)
      : counted_(counted),
        global_(counted, options.smoothing),
        estimator_(options.smoothing, global_.statistics),
        maximum_(options.prune.top) {
    if (options.prune.significance)
      significance_.emplace(corpus, counted.source, counted.target, *options.prune.significance, threads);
  }

  // Appends the pairs of one source phrase that are kept, best first.
  void score(std::size_t source, std::span<const CountedPair> pairs, std::vector<ScoredPair>& out) const {
    PairProfile profile;
    if (estimator_.smoothing() == Smoothing::kKneserNey) {
      for (const CountedPair& pair : pairs) profile.add(pair.count);
    }
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    for (const CountedPair& pair : pairs) {
      if (significance_ && !significance_->keeps(source, pair.target)) continue;
      out.push_back(scored(source, profile, pair));
    }
    std::sort(out.begin() + first, out.end(), comes_before);
    if (maximum_ > 0) out.resize(std::min(out.size(), static_cast<std::size_t>(first) + maximum_));
  }

 private:
  static bool comes_before(const ScoredPair& a, const ScoredPair& b) {
    constexpr std::size_t kMain = index_of(Score::kTargetGivenSource);
    if (a.log_scores[kMain] != b.log_scores[kMain]) return a.log_scores[kMain] > b.log_scores[kMain];
    return a.count != b.count ? a.count > b.count : a.target < b.target;
  }

  ScoredPair scored(std::size_t source, const PairProfile& source_profile, const CountedPair& pair) const {
    ConditionalCounts given_source{pair.count, counted_.source_counts[source], source_profile, 0};
    ConditionalCounts given_target{pair.count, counted_.target_counts[pair.target], {}, 0};
    if (!global_.targets.empty()) {
      given_target.given_profile = global_.targets[pair.target];
      given_source.pairs_of_other = given_target.given_profile.pairs();
      given_target.pairs_of_other = source_profile.pairs();
    }
    ScoredPair result{pair.target, pair.alignment, pair.count, {}, counted_.orientations[pair.orientations]};
    const auto store = [&](Score score, double log_prob) {
      result.log_scores[index_of(score)] = static_cast<float>(log_prob);
    };
    store(Score::kSourceGivenTarget, estimator_.log_prob(given_target));
    store(Score::kLexicalSourceGivenTarget, pair.log_lexical_source_given_target);
    store(Score::kTargetGivenSource, estimator_.log_prob(given_source));
    store(Score::kLexicalTargetGivenSource, pair.log_lexical_target_given_source);
    return result;
  }

  const CountedPairs& counted_;
  GlobalCounts global_;
  FrequencyEstimator estimator_;
  std::size_t maximum_;
  std::optional<SignificanceFilter> significance_;
};

// Source phrases [first_source, ...) with their pairs.
struct Wave {
  std::size_t first_source = 0;
  std::vector<std::size_t> ends{0};  // of each source phrase's pairs; one more at the front
  std::vector<CountedPair> pairs;

  std::size_t sources() const { return ends.size() - 1; }
};

struct ScoredTask {
  std::vector<ScoredPair> pairs;
  std::vector<std::size_t> ends;  // of each source phrase's pairs
};

std::vector<Block> cut_into_tasks(const Wave& wave) {
  std::vector<Block> tasks;
  for (std::size_t i = 0; i < wave.sources(); ++i) {
    if (tasks.empty() || wave.ends[i + 1] - wave.ends[tasks.back().begin] > kPairsPerTask)
      tasks.push_back({tasks.size(), i, i, 0});
    ++tasks.back().end;
  }
  return tasks;
}

void score_wave(const Wave& wave, const SourceScorer& scorer, ThreadPool& threads, const PairSink& sink) {
  const std::vector<Block> tasks = cut_into_tasks(wave);
  const auto done = threads.map_blocks<ScoredTask>(tasks.size(), 1, [&](const Block& block) {
    ScoredTask task;
    for (std::size_t i = tasks[block.index].begin; i < tasks[block.index].end; ++i) {
      const auto pairs = std::span(wave.pairs).subspan(wave.ends[i], wave.ends[i + 1] - wave.ends[i]);
      scorer.score(wave.first_source + i, pairs, task.pairs);
      task.ends.push_back(task.pairs.size());
    }
    return task;
  });
  std::size_t source = wave.first_source;
  for (const ScoredTask& task : done) {
    std::size_t begin = 0;
    for (const std::size_t end : task.ends) {
      sink(static_cast<std::uint32_t>(source++), std::span(task.pairs).subspan(begin, end - begin));
      begin = end;
    }
  }
}

}  // namespace

void score_pairs(CountedPairs& counted, const text::ParallelCorpus& corpus, const TableOptions& options,
                 ThreadPool& threads, const PairSink& sink) {
  const SourceScorer scorer(counted, corpus, options, threads);
  PairReader reader(counted.pairs, true);
  Wave wave;
  for (std::size_t source = 0; source < counted.source.size(); ++source) {
    for (std::uint32_t i = 0; i < counted.pairs_of_source[source]; ++i) wave.pairs.push_back(reader.next());
    wave.ends.push_back(wave.pairs.size());
    if (wave.pairs.size() < kPairsPerWave && source + 1 < counted.source.size()) continue;
    score_wave(wave, scorer, threads, sink);
    wave = Wave{source + 1, {0}, std::move(wave.pairs)};
    wave.pairs.clear();
  }
}

}  // namespace calque::phrase
