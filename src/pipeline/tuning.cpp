#include "pipeline/tuning.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "base/error.h"
#include "pipeline/text_translator.h"
#include "pipeline/tuning_state.h"
#include "pipeline/weight_mixing.h"
#include "store/folder_lock.h"
#include "store/interruption.h"
#include "store/temporary_file.h"

namespace calque::pipeline {
namespace {

using Clock = std::chrono::steady_clock;

// Lists need translations that are far behind the best one, whatever the speed.
constexpr double kListBeamThreshold = 1e-5;

decode::SearchOptions search_for_lists(decode::SearchOptions search) {
  search.beam_threshold = search.beam_threshold.value_or(kListBeamThreshold);
  return search;
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
        with_indicators_(system.has_sparse_features() && options.method.method->tunes_sparse) {}

  TuningResult run() {
    TuningResult result;
    result.signature = metric_.signature(set_.references.size());
    if (system_.has_sparse_features() && !with_indicators_) {
      reporter_.note(fmt::format("{} leaves the weights of indicators as they are; mira and pro tune them",
                                 options_.method.method->name));
    }
    for (std::size_t r = 0; r < options_.runs; ++r) result.runs.push_back(one_run(r));
    result.before = result.runs.front().rounds.front().score;
    if (options_.runs == 1) {
      result.weights = sized(result.runs.front().weights);
      result.after = result.runs.front().score;
    } else {
      result.weights = mean_of(result.runs);
      reporter_.stage("translating with the averaged weights");
      result.after = translate(result.weights, 1, nullptr);
    }
    return result;
  }

 private:
  // In the size that the system's own weights have, for searches and means. A weight counts as much as its
  // feature varies among candidates: that of unknown words, which hardly matters, may become any number, and
  // must not make the others small.
  decode::Weights sized(const decode::Weights& weights) const {
    return in_size(weights, size_of(system_.weights(), units_), units_);
  }

  static std::vector<double> units_of(const tune::CandidateLists& lists) {
    std::vector<double> units = tune::feature_spreads(lists);
    for (const std::size_t k : tune::constant_features(lists)) units[k] = 0.0;
    return units;
  }

  decode::Weights mean_of(const std::vector<TuningRun>& runs) const {
    std::vector<decode::Weights> scaled;
    for (const TuningRun& run : runs) scaled.push_back(sized(run.weights));
    std::vector<WeightShare> parts;
    for (const decode::Weights& weights : scaled)
      parts.push_back({&weights, 1.0 / static_cast<double>(runs.size())});
    return mixed(parts);
  }

  // Translates the set; the score of the first translations. All go into the batch, if there is one.
  double translate(const decode::Weights& weights, std::size_t n, tune::CandidateBatch* batch) {
    const TextTranslator translator(system_, search_for_lists(options_.search), sized(weights));
    Request common;
    common.n_best = n;
    common.sparse_features = batch != nullptr && with_indicators_;
    std::vector<std::string> outputs;
    translate_stream(translator, threads_, requests_of(set_.sources, common),
                     [&](const Request&, TranslatedText& text) {
                       const std::vector<decode::Translation>& translations = text.response.translations;
                       for (const decode::Translation& translation : translations) {
                         std::string words = translator.finished_text(text, translation);
                         if (batch) add_candidate(translation, words, outputs.size(), *batch);
                         if (&translation == translations.data()) first_ = std::move(words);
                       }
                       outputs.push_back(first_);
                       reporter_.progress(outputs.size(), set_.sources.size());
                     });
    return metric_.score(metrics::collect_statistics(*bound_, outputs, threads_).total()).value;
  }

  // The score of a feature with indicators changes with their weights, of which candidates must not depend:
  // the same derivation would come back as a new one. Its indicators say everything.
  void add_candidate(const decode::Translation& translation, std::string_view words, std::size_t sentence,
                     tune::CandidateBatch& batch) {
    values_ = translation.features;
    for (const auto& [name, count] : translation.indicators) {
      const std::string_view feature = std::string_view(name).substr(0, name.find('['));
      for (std::size_t i = 0; i < system_.features().size(); ++i) {
        if (system_.features()[i].description().name == feature)
          values_[system_.features().score_offset(i)] = 0.0;
      }
    }
    batch.add(sentence, words, values_);
    for (const auto& [name, count] : translation.indicators) batch.add_sparse(name, count);
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
                            .value_or(TuningState{key, {}, system_.weights(), false, {}, 0, {}});
    state.run.seed = method.seed;
    units_ = state.units;
    std::optional<tune::CandidateLists> lists = load_candidates(options_.work_folder, state);
    if (!lists) {
      const auto features = system_.score_descriptions();
      lists.emplace(std::vector<decode::FeatureDescription>(features.begin(), features.end()),
                    set_.sources.size());
    }
    while (!state.finished) {
      round(method, *lists, state, number);
      if (state.finished) average_best(state.run);
      save_state(options_.work_folder, name, state, *lists);
    }
    return state.run;
  }

  // The mean of good weights is often as good and fits less to chance; but weights of different rounds may
  // lie so far apart that their mean is bad. It is kept if it scores no worse than the best round. The
  // weights that the run started from never take part.
  void average_best(TuningRun& run) {
    const bool improved = better(run.score, run.rounds.front().score);
    if (options_.averaged < 2 || !improved) return;
    std::vector<std::size_t> order(run.rounds.size() - 1);
    std::iota(order.begin(), order.end(), std::size_t{1});
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return better(run.rounds[a].score, run.rounds[b].score); });
    order.resize(std::min(order.size(), options_.averaged));
    if (order.size() == 1) return;
    std::vector<WeightShare> parts;
    for (const std::size_t i : order)
      parts.push_back({&run.rounds[i].weights, 1.0 / static_cast<double>(order.size())});
    decode::Weights mean = mixed(parts);
    reporter_.stage("translating with the averaged weights");
    const double score = translate(mean, 1, nullptr);
    if (better(run.score, score)) return;
    run.weights = std::move(mean);
    run.score = score;
  }

  // The weights of the next round. After a round that went far off, a step that starts from the best weights.
  decode::Weights next_weights(const TuningState& state, double score, const decode::Weights& found) const {
    std::vector<double> scores;
    for (const TuningRound& earlier : state.run.rounds) scores.push_back(earlier.score);
    scores.push_back(score);
    const double step = step_after(scores, metric_.higher_is_better());
    const double share = options_.blend * step;
    if (share == 1.0) return found;
    const decode::Weights left = sized(step < 1.0 ? state.run.weights : state.next);
    const decode::Weights right = sized(found);
    const WeightShare parts[] = {{&left, 1.0 - share}, {&right, share}};
    return mixed(parts);
  }

  void note_score(TuningState& state, double score) const {
    if (!state.run.rounds.empty() && !better(score, state.run.score)) return;
    state.run.score = score;
    state.run.weights = sized(state.next);
    state.best_round = state.run.rounds.size();
  }

  void round(tune::TuneOptions method, tune::CandidateLists& lists, TuningState& state, std::size_t number) {
    const auto start = Clock::now();
    const std::size_t index = state.run.rounds.size() + 1;
    reporter_.stage(options_.runs == 1 ? fmt::format("round {}: translating", index)
                                       : fmt::format("run {}, round {}: translating", number + 1, index));
    TuningRound record;
    record.weights = sized(state.next);
    tune::CandidateBatch batch;
    const bool last = index > options_.rounds;
    record.score = translate(state.next, last ? 1 : options_.n_best, last ? nullptr : &batch);
    note_score(state, record.score);
    if (!last) {
      record.added = lists.merge(batch);
      lists.score(*bound_, threads_);
      if (state.run.rounds.empty()) units_ = state.units = units_of(lists);
    }
    record.candidates = lists.candidate_count();
    const bool stale = state.run.rounds.size() - state.best_round >= options_.patience;
    state.finished = last || record.added == 0 || stale;
    if (!state.finished) {
      reporter_.stage(fmt::format("round {}: tuning ({})", index, method.method->name));
      for (const TuningRound& earlier : state.run.rounds) method.more_starts.push_back(earlier.weights);
      const tune::TuneResult tuned = tune::tune(lists, goal_, state.next, method, threads_);
      record.list_score = tuned.after;
      decode::Weights next = next_weights(state, record.score, tuned.weights);
      state.finished = same_direction(next, state.next);
      state.next = std::move(next);
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
  tune::TuningObjective goal_;
  const TuningOptions& options_;
  ThreadPool& threads_;
  Reporter& reporter_;
  std::unique_ptr<const metrics::BoundMetric> bound_;
  bool with_indicators_;
  std::vector<double> units_;  // of the weights' size; none before the first round
  std::string first_;
  std::vector<double> values_;
};

}  // namespace

double step_after(std::span<const double> scores, bool higher_is_better) {
  constexpr double kMinStep = 0.125;
  constexpr double kFarOff = 0.05;  // of the best score: more than chance
  double step = 1.0;
  double best = scores.empty() ? 0.0 : scores.front();
  for (const double score : scores) {
    if (higher_is_better ? score > best : score < best) {
      best = score;
    } else if (std::abs(best - score) > kFarOff * std::abs(best)) {
      step = std::max(kMinStep, 0.5 * step);
    }
  }
  return step;
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
  const store::StoppableWork work(store::AfterStop::kGoesOn);
  const store::FolderLock lock(options.work_folder);
  store::remove_left_overs(options.work_folder);
  return Tuning(system, set, metric, options, threads, reporter).run();
}

}  // namespace calque::pipeline
