#include "pipeline/training_tuning.h"

#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "metrics/bleu.h"
#include "pipeline/evaluation.h"
#include "pipeline/manifest.h"
#include "pipeline/model_parts.h"
#include "pipeline/new_folder.h"
#include "pipeline/training_facts.h"
#include "pipeline/weight_mixing.h"

namespace calque::pipeline {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kListSize = 200;
constexpr std::uint32_t kSpeed = 4;

void copy_file(const std::string& from, const std::string& to) {
  fs::copy_file(from, to, fs::copy_options::overwrite_existing);
}

// What the system of the rest shares with that of the whole corpus. Language models that were given may be
// large: they are linked to.
void share_files(const StepContext& whole, const std::string& folder) {
  for (const char* file : {kPreparationFile, kSourceTruecaseFile, kTargetTruecaseFile, kWordLabelsFile}) {
    if (fs::exists(whole.path(file))) copy_file(whole.path(file), path_in(folder, file));
  }
  for (std::size_t k = 0; k < whole.options.language_models.size(); ++k) {
    const std::string file = language_model_file(k + 1);
    fs::remove(path_in(folder, file));
    fs::create_symlink(fs::absolute(whole.path(file)), path_in(folder, file));
  }
}

// Steps of the rest depend on the same as those of the whole, and on what was left out.
std::map<std::string, std::string> keys_of_rest(const StepContext& whole, std::size_t part) {
  std::map<std::string, std::string> keys{
      {"prepare", fmt::format("{} without part {}", whole.log.record("prepare").key, part)}};
  for (std::size_t k = 0; k < alignment_count(whole.options); ++k)
    keys[alignment_step(k)] = whole.log.record(alignment_step(k)).key;
  return keys;
}

TranslationSystem load_system(const StepContext& context, const ModelSteps& steps) {
  const SystemSpec spec = steps.system_spec(steps.reordering_facts());
  nlohmann::json manifest = nlohmann::json::object();
  write_system_spec(spec, manifest);
  manifest["parts"] = describe_parts(spec, context.options.model_folder);
  return TranslationSystem::load_untuned(with_versions(manifest), context.options.model_folder);
}

// The pairs of a part, which stand one part after the other in the files.
DevelopmentSet pairs_of_part(const DevelopmentSet& all, std::size_t from, std::size_t size) {
  const auto slice = [&](const std::vector<std::string>& lines) {
    const auto first = lines.begin() + static_cast<std::ptrdiff_t>(from);
    return std::vector<std::string>(first, first + static_cast<std::ptrdiff_t>(size));
  };
  return {slice(all.sources), {slice(all.references.front())}};
}

struct TunedPart {
  decode::Weights weights;
  double untuned_bleu = 0;
  DevelopmentScore score;
  std::vector<nlohmann::json> reordering;  // facts of the learned models
};

// The folder of a system that is trained without a part.
std::string part_folder(const StepContext& whole, std::size_t part) {
  return path_in(whole.path(kHeldOutFolder), std::to_string(part + 1));
}

TunedPart tune_on_part(const StepContext& whole, std::size_t part, std::span<const std::size_t> held_out,
                       const DevelopmentSet& set) {
  TrainOptions options = whole.options;
  options.model_folder = part_folder(whole, part);
  make_folder(path_in(options.model_folder, kWorkFolder));
  share_files(whole, options.model_folder);
  TrainingText text = without_pairs(whole.text, held_out, whole.reporter);
  StepLog log(options.model_folder);
  const StepContext rest{options,       whole.inputs,   text,        log,
                         whole.threads, whole.reporter, whole.order, keys_of_rest(whole, part)};
  ModelSteps steps(rest);
  steps.train_language_model();
  steps.extract_phrases();
  text.drop_further_alignments();
  steps.learn_reordering();
  steps.train_kernel();
  text.drop();

  const TranslationSystem system = load_system(rest, steps);
  const TuningResult tuned =
      tune_in_training(options, system, set, rest.path(kTuningFolder), whole.threads, whole.reporter);
  whole.reporter.stage("translating the held-out pairs");
  return {tuned.weights, tuned.runs.front().rounds.front().score,
          score_on(system.with_weights(tuned.weights), set, whole.threads, whole.reporter),
          steps.reordering_facts()};
}

decode::Weights mean_weights(const std::vector<TunedPart>& parts) {
  std::vector<WeightShare> shares;
  for (const TunedPart& part : parts)
    shares.push_back({&part.weights, 1.0 / static_cast<double>(parts.size())});
  return mixed(shares);
}

nlohmann::json facts_of(const std::vector<TunedPart>& parts) {
  const auto count = static_cast<double>(parts.size());
  double untuned = 0;
  double bleu = 0;
  std::uint64_t sentences = 0;
  for (const TunedPart& part : parts) {
    untuned += part.untuned_bleu / count;
    bleu += part.score.bleu / count;
    sentences += part.score.sentences;
  }
  nlohmann::json samples = nlohmann::json::array();
  for (const report::SampleTranslation& sample : parts.front().score.samples)
    samples.push_back({sample.source, sample.translation, sample.reference});
  return {{"parts", parts.size()},
          {"untuned_bleu", untuned},
          {"bleu", bleu},
          {"signature", parts.front().score.signature},
          {"sentences", sentences},
          {"samples", std::move(samples)},
          {"reordering", parts.front().reordering}};
}

}  // namespace

TuningResult tune_in_training(const TrainOptions& options, const TranslationSystem& system,
                              const DevelopmentSet& set, const std::string& work_folder, ThreadPool& threads,
                              Reporter& reporter) {
  const metrics::Bleu bleu({.tokenization = usual_tokenization(system.preparation())});
  TuningOptions tuning;
  tuning.method.method = options.tuning;
  tuning.method.seed = options.seed;
  tuning.search = system.search_options();
  tuning.search.distinct = true;
  if (!system.spec().pre_image) {
    tuning.search.speed = kSpeed;
    tuning.n_best = kListSize;
  }
  tuning.work_folder = work_folder;
  return tune_system(system, set, bleu, tuning, threads, reporter);
}

std::vector<std::string> held_out_outputs(const TrainOptions& options) {
  std::vector<std::string> files{kHeldOutWeightsFile};
  for (std::size_t k = 0; k < options.reordering.learned.size(); ++k)
    for (const std::string& file : options.reordering.learned[k].files(k)) files.push_back(file);
  return files;
}

nlohmann::json tune_on_held_out(const StepContext& whole, std::span<const std::vector<std::size_t>> parts) {
  text::ParallelInput pairs;
  pairs.source = whole.path(kHeldOutSourceFile);
  pairs.target = whole.path(kHeldOutTargetFile);
  const DevelopmentSet all = read_development_set(pairs);
  std::vector<TunedPart> tuned;
  std::size_t from = 0;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (parts.size() > 1) whole.reporter.note(fmt::format("part {} of {}", part + 1, parts.size()));
    const std::size_t size = parts[part].size();
    tuned.push_back(tune_on_part(whole, part, parts[part], pairs_of_part(all, from, size)));
    from += size;
  }
  nlohmann::json facts = facts_of(tuned);
  facts["pairs"] = from;
  facts["method"] = whole.options.tuning->name;
  for (const std::string& file : held_out_outputs(whole.options))
    if (file != kHeldOutWeightsFile) copy_file(path_in(part_folder(whole, 0), file), whole.path(file));
  decode::write_weights(mean_weights(tuned), whole.path(kHeldOutWeightsFile));
  fs::remove_all(whole.path(kHeldOutFolder));
  return facts;
}

}  // namespace calque::pipeline
