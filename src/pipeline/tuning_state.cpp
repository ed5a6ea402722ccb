#include "pipeline/tuning_state.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/error.h"
#include "pipeline/manifest.h"
#include "store/content_hash.h"
#include "store/json_text.h"
#include "store/text_file.h"

namespace calque::pipeline {
namespace {

nlohmann::ordered_json weights_to_json(const decode::Weights& weights) {
  nlohmann::ordered_json groups = nlohmann::ordered_json::array();
  for (const auto& group : weights.groups) groups.push_back({{"name", group.name}, {"values", group.values}});
  nlohmann::ordered_json sparse = nlohmann::ordered_json::array();
  for (const auto& weight : weights.sparse)
    sparse.push_back({{"feature", weight.feature}, {"key", weight.key}, {"value", weight.value}});
  return {{"groups", groups}, {"sparse", sparse}};
}

decode::Weights weights_from_json(const nlohmann::json& json) {
  decode::Weights weights;
  for (const auto& group : json.at("groups"))
    weights.groups.push_back({group.at("name"), group.at("values").get<std::vector<double>>()});
  for (const auto& weight : json.at("sparse"))
    weights.sparse.push_back({weight.at("feature"), weight.at("key"), weight.at("value")});
  return weights;
}

TuningState state_from_json(const nlohmann::json& json) {
  TuningState state;
  state.key = json.at("key");
  state.next = weights_from_json(json.at("next"));
  state.finished = json.at("finished");
  state.lists = json.at("lists");
  state.best_round = json.at("best_round");
  state.units = json.at("units").get<std::vector<double>>();
  const auto& run = json.at("run");
  state.run.seed = run.at("seed");
  state.run.score = run.at("score");
  state.run.weights = weights_from_json(json.at("best"));
  const auto& weights = json.at("round_weights");
  for (const auto& round : run.at("rounds")) {
    state.run.rounds.push_back({weights_from_json(weights.at(state.run.rounds.size())), round.at("score"),
                                round.at("list_score"), round.at("candidates"), round.at("added"),
                                round.at("seconds")});
  }
  return state;
}

}  // namespace

nlohmann::ordered_json to_json(const tune::TuningRun& run) {
  nlohmann::ordered_json rounds = nlohmann::ordered_json::array();
  for (const tune::TuningRound& round : run.rounds) {
    rounds.push_back({{"score", round.score},
                      {"list_score", round.list_score},
                      {"candidates", round.candidates},
                      {"added", round.added},
                      {"seconds", round.seconds}});
  }
  return {{"seed", run.seed}, {"score", run.score}, {"rounds", rounds}};
}

std::string state_key(const TranslationSystem& system, const DevelopmentSet& set,
                      const metrics::Metric& metric, const TuningOptions& options, std::uint64_t seed) {
  const tune::TuneOptions& method = options.method;
  std::string text = fmt::format(
      "{}\n{}\n{}\n{} {} {} {} {} {} {}\n", kToolVersion, store::json_text(system.manifest()),
      decode::format_weights(system.weights()), metric.signature(set.references.size()), metric.name(),
      options.n_best, options.rounds, options.patience, options.averaged, options.blend);
  text += fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {}\n", method.method->name, method.restarts,
                      method.random_directions, static_cast<int>(method.window.kind), method.window.reach,
                      method.sharpness, method.svm.lambda, method.svm.loss_scale,
                      static_cast<int>(method.svm.line), static_cast<int>(method.svm.constraints),
                      method.mira.epochs, method.mira.largest_step, seed);
  text += fmt::format("{} {} {} {} {} {} {} {} {}\n", method.svm.fix_norm, method.svm.reach,
                      method.svm.renewals, method.folds, method.mira.loss_scale, method.pro.samples,
                      method.pro.kept, method.pro.min_difference, method.pro.regularisation);
  text += fmt::format("{} {}\n", fmt::join(method.loss_scales, ","), fmt::join(method.lambdas, ","));
  // Only if it is not the usual one: runs begun before there was a choice go on.
  if (method.svm.margin == tune::Margin::kOne) text += "margin one\n";
  const decode::SearchOptions& search = options.search;
  text += fmt::format("{} {} {} {} {}\n", search.frequent_limit, static_cast<int>(search.reordering),
                      search.max_holes, search.window, search.coverage_limit);
  const auto given = [](const auto& option) {
    return option ? fmt::format("{}", static_cast<double>(*option)) : std::string("-");
  };
  text += fmt::format("{} {} {} {} {}\n", search.speed, given(search.search), given(search.pop_limit),
                      given(search.stack_size), given(search.beam_threshold));
  text += fmt::format("{} {} {} {} {} {} {} {}\n", search.early_discarding, search.table_limit,
                      search.distortion_limit, search.max_phrase_length, search.segment_limit,
                      search.segment_length, search.distinct, search.recombine);
  for (const std::string& line : set.sources) text += line + "\n";
  for (const auto& references : set.references)
    for (const std::string& line : references) text += line + "\n";
  return store::hash_text(text);
}

std::optional<TuningState> load_state(const std::string& folder, const std::string& name,
                                      const std::string& key) {
  const std::string path = path_in(folder, name + ".json");
  if (!std::filesystem::exists(path)) return std::nullopt;
  try {
    TuningState state = state_from_json(store::parse_json(store::read_whole(path)));
    if (state.key != key) return std::nullopt;
    if (!state.lists.empty() && !state.finished && !std::filesystem::exists(path_in(folder, state.lists)))
      return std::nullopt;
    return state;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

std::optional<tune::CandidateLists> load_candidates(const std::string& folder, const TuningState& state) {
  if (state.lists.empty() || state.finished) return std::nullopt;
  return tune::CandidateLists::load(path_in(folder, state.lists));
}

void save_state(const std::string& folder, const std::string& name, TuningState& state,
                const tune::CandidateLists& lists) {
  const std::string before = state.lists;
  state.lists = fmt::format("{}.{}.candidates", name, state.run.rounds.size() % 2);
  if (!state.finished) lists.save(path_in(folder, state.lists));
  nlohmann::ordered_json weights = nlohmann::ordered_json::array();
  for (const tune::TuningRound& round : state.run.rounds) weights.push_back(weights_to_json(round.weights));
  const nlohmann::ordered_json json = {{"key", state.key},
                                       {"finished", state.finished},
                                       {"lists", state.lists},
                                       {"best_round", state.best_round},
                                       {"units", state.units},
                                       {"run", to_json(state.run)},
                                       {"best", weights_to_json(state.run.weights)},
                                       {"next", weights_to_json(state.next)},
                                       {"round_weights", weights}};
  store::TextWriter writer(path_in(folder, name + ".json"));
  writer.write_line(store::json_text(json, 2));
  writer.commit();
  if (!before.empty()) std::filesystem::remove(path_in(folder, before));
  if (state.finished) std::filesystem::remove(path_in(folder, state.lists));
}

}  // namespace calque::pipeline
