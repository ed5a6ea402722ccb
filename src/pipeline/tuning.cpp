#include "pipeline/tuning.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "pipeline/tuning_state.h"

namespace calque::pipeline {
namespace {

using Clock = std::chrono::steady_clock;

double size_of(const decode::Weights& weights) {
  double sum = 0.0;
  for (const auto& group : weights.groups)
    for (const double value : group.values) sum += std::abs(value);
  return sum;
}

// Pruning in the search depends on the size of the weights, translations otherwise do not: the decoder gets
// them in the size that the system had.
decode::Weights in_size(decode::Weights weights, double size) {
  const double own = size_of(weights);
  if (own == 0.0 || size == 0.0) return weights;
  for (auto& group : weights.groups)
    for (double& value : group.values) value *= size / own;
  return weights;
}

decode::Weights mean_of(const std::vector<TuningRun>& runs, double size) {
  decode::Weights mean = in_size(runs.front().weights, size);
  for (std::size_t r = 1; r < runs.size(); ++r) {
    const decode::Weights other = in_size(runs[r].weights, size);
    for (std::size_t g = 0; g < mean.groups.size(); ++g)
      for (std::size_t k = 0; k < mean.groups[g].values.size(); ++k)
        mean.groups[g].values[k] += other.groups[g].values[k];
  }
  for (auto& group : mean.groups)
    for (double& value : group.values) value /= static_cast<double>(runs.size());
  return mean;
}

bool same(const decode::Weights& a, const decode::Weights& b) {
  const decode::Weights left = in_size(a, 1.0);
  const decode::Weights right = in_size(b, 1.0);
  double most = a.sparse == b.sparse ? 0.0 : 1.0;
  for (std::size_t g = 0; g < left.groups.size(); ++g)
    for (std::size_t k = 0; k < left.groups[g].values.size(); ++k)
      most = std::max(most, std::abs(left.groups[g].values[k] - right.groups[g].values[k]));
  return most < 1e-5;
}

class Tuning {
 public:
  Tuning(const TranslationSystem& system, const DevelopmentSet& set, const metrics::Metric& metric,
         const TuningOptions& options, ThreadPool& threads, Reporter& reporter)
      : system_(system),
        set_(set),
        metric_(metric),
        goal_(metric),
        options_(options),
        threads_(threads),
        reporter_(reporter),
        bound_(metric.bind(set.references, threads)),
        size_(size_of(system.weights())) {}

  TuningResult run() {
    TuningResult result;
    result.signature = metric_.signature(set_.references.size());
    for (std::size_t r = 0; r < options_.runs; ++r) result.runs.push_back(one_run(r));
    result.before = result.runs.front().rounds.front().score;
    if (options_.runs == 1) {
      result.weights = in_size(result.runs.front().weights, size_);
      result.after = result.runs.front().score;
    } else {
      result.weights = mean_of(result.runs, size_);
      reporter_.stage("translating with the averaged weights");
      result.after = translate(result.weights, 1, nullptr);
    }
    return result;
  }

 private:
  // Translates the set; the score of the first translations. All go into the batch, if there is one.
  double translate(const decode::Weights& weights, std::size_t n, tune::CandidateBatch* batch) {
    const decode::Decoder decoder = system_.decoder(options_.search, in_size(weights, size_));
    std::vector<std::string> outputs;
    std::size_t next = 0;
    translate_text(
        {system_, decoder, n}, threads_,
        [&](std::string& line) {
          if (next == set_.sources.size()) return false;
          line = set_.sources[next++];
          return true;
        },
        [&](const TranslatedLine& line) {
          for (const decode::Translation& translation : *line.translations) {
            std::string words = system_.restore(translation, line.source);
            if (batch) {
              batch->add(outputs.size(), words, translation.features);
              for (const auto& [name, count] : translation.indicators) batch->add_sparse(name, count);
            }
            if (&translation == line.translations->data()) first_ = std::move(words);
          }
          outputs.push_back(first_);
          reporter_.progress(outputs.size(), set_.sources.size());
        });
    return metric_.score(metrics::collect_statistics(*bound_, outputs, threads_).total()).value;
  }

  bool better(double score, double than) const {
    return metric_.higher_is_better() ? score > than : score < than;
  }

  TuningRun one_run(std::size_t number) {
    tune::TuneOptions method = options_.method;
    method.seed = options_.method.seed + number;
    const std::string name = fmt::format("run-{}", number + 1);
    const std::string key = state_key(system_, set_, metric_, options_, method.seed);
    TuningState state = load_state(options_.work_folder, name, key)
                            .value_or(TuningState{key, {}, system_.weights(), false, {}, 0});
    state.run.seed = method.seed;
    std::optional<tune::CandidateLists> lists = load_candidates(options_.work_folder, state);
    if (!lists) {
      const auto features = system_.features().descriptions();
      lists.emplace(std::vector<decode::FeatureDescription>(features.begin(), features.end()),
                    set_.sources.size());
    }
    while (!state.finished) {
      round(method, *lists, state, number);
      save_state(options_.work_folder, name, state, *lists);
    }
    return state.run;
  }

  void note_score(TuningState& state, double score) const {
    if (!state.run.rounds.empty() && !better(score, state.run.score)) return;
    state.run.score = score;
    state.run.weights = in_size(state.next, size_);
    state.best_round = state.run.rounds.size();
  }

  void round(const tune::TuneOptions& method, tune::CandidateLists& lists, TuningState& state,
             std::size_t number) {
    const auto start = Clock::now();
    const std::size_t index = state.run.rounds.size() + 1;
    reporter_.stage(options_.runs == 1 ? fmt::format("round {}: translating", index)
                                       : fmt::format("run {}, round {}: translating", number + 1, index));
    TuningRound record;
    tune::CandidateBatch batch;
    const bool last = index > options_.rounds;
    record.score = translate(state.next, last ? 1 : options_.n_best, last ? nullptr : &batch);
    note_score(state, record.score);
    if (!last) {
      record.added = lists.merge(batch);
      lists.score(*bound_, threads_);
    }
    record.candidates = lists.candidate_count();
    const bool stale = state.run.rounds.size() - state.best_round >= options_.patience;
    state.finished = last || record.added == 0 || stale;
    if (!state.finished) {
      reporter_.stage(fmt::format("round {}: tuning ({})", index, tune::name_of(method.method)));
      const tune::TuneResult tuned = tune::tune(lists, goal_, state.next, method, threads_);
      record.list_score = tuned.after;
      state.finished = same(tuned.weights, state.next);
      state.next = tuned.weights;
    }
    record.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    state.run.rounds.push_back(record);
    reporter_.note(
        fmt::format("round {}: {} {:.2f}, {} new candidates of {}{}", index, metric_.name(), record.score,
                    record.added, record.candidates,
                    record.list_score == 0.0 ? "" : fmt::format(", {:.2f} on the lists", record.list_score)));
  }

  const TranslationSystem& system_;
  const DevelopmentSet& set_;
  const metrics::Metric& metric_;
  tune::Goal goal_;
  const TuningOptions& options_;
  ThreadPool& threads_;
  Reporter& reporter_;
  std::unique_ptr<const metrics::BoundMetric> bound_;
  double size_;
  std::string first_;
};

}  // namespace

void TuningOptions::validate() const {
  method.validate();
  search.validate();
  if (n_best == 0 || rounds == 0 || runs == 0) {
    throw UsageError({}, "tuning needs at least one round, one run and one candidate",
                     "choose numbers above 0");
  }
}

DevelopmentSet read_development_set(const text::ParallelInput& pairs) {
  text::ParallelReader reader(pairs);
  DevelopmentSet set{{}, metrics::ReferenceSets(1)};
  for (text::SentencePairText pair; reader.next(pair);) {
    set.sources.push_back(std::move(pair.source));
    set.references[0].push_back(std::move(pair.target));
  }
  return set;
}

TuningResult tune_system(const TranslationSystem& system, const DevelopmentSet& set,
                         const metrics::Metric& metric, const TuningOptions& options, ThreadPool& threads,
                         Reporter& reporter) {
  options.validate();
  if (set.sources.empty()) {
    throw DataError({}, "the development set is empty", "give sentences with their translations");
  }
  for (const auto& references : set.references) {
    if (references.size() == set.sources.size()) continue;
    throw DataError(
        {}, fmt::format("{} sentences to translate but {} references", set.sources.size(), references.size()),
        "give one reference line per sentence, in the same order");
  }
  std::error_code error;
  std::filesystem::create_directories(options.work_folder, error);
  if (error) {
    throw UsageError({options.work_folder}, fmt::format("cannot make the work folder ({})", error.message()),
                     "choose another with --work");
  }
  return Tuning(system, set, metric, options, threads, reporter).run();
}

}  // namespace calque::pipeline
