#include "pipeline/training_tuning.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "metrics/bleu.h"
#include "pipeline/evaluation.h"
#include "pipeline/manifest.h"
#include "pipeline/model_parts.h"
#include "pipeline/new_folder.h"
#include "pipeline/training_facts.h"

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
std::map<std::string, std::string> keys_of_rest(const StepContext& whole) {
  std::map<std::string, std::string> keys{
      {"prepare", whole.log.record("prepare").key + " without held-out pairs"}};
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

nlohmann::json facts_of(const TuningResult& tuned, const DevelopmentScore& score) {
  nlohmann::json samples = nlohmann::json::array();
  for (const report::SampleTranslation& sample : score.samples)
    samples.push_back({sample.source, sample.translation, sample.reference});
  return {{"untuned_bleu", tuned.runs.front().rounds.front().score},
          {"bleu", score.bleu},
          {"signature", score.signature},
          {"sentences", score.sentences},
          {"samples", std::move(samples)}};
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

nlohmann::json tune_on_held_out(const StepContext& whole, std::span<const std::size_t> held_out) {
  TrainOptions options = whole.options;
  options.model_folder = whole.path(kHeldOutFolder);
  make_folder(path_in(options.model_folder, kWorkFolder));
  share_files(whole, options.model_folder);
  TrainingText text = without_pairs(whole.text, held_out, whole.reporter);
  StepLog log(options.model_folder);
  const StepContext rest{options,        whole.inputs,       text, log, whole.threads,
                         whole.reporter, whole.order, keys_of_rest(whole)};
  ModelSteps steps(rest);
  steps.train_language_model();
  steps.extract_phrases();
  text.drop_further_alignments();
  steps.learn_reordering();
  steps.train_kernel();
  text.drop();

  const TranslationSystem system = load_system(rest, steps);
  text::ParallelInput pairs;
  pairs.source = whole.path(kHeldOutSourceFile);
  pairs.target = whole.path(kHeldOutTargetFile);
  const DevelopmentSet set = read_development_set(pairs);
  const TuningResult tuned =
      tune_in_training(options, system, set, rest.path(kTuningFolder), whole.threads, whole.reporter);
  whole.reporter.stage("translating the held-out pairs");
  const DevelopmentScore score =
      score_on(system.with_weights(tuned.weights), set, whole.threads, whole.reporter);

  nlohmann::json facts = facts_of(tuned, score);
  facts["pairs"] = held_out.size();
  facts["method"] = options.tuning->name;
  facts["reordering"] = steps.reordering_facts();
  for (const std::string& file : held_out_outputs(whole.options))
    if (file != kHeldOutWeightsFile) copy_file(rest.path(file), whole.path(file));
  decode::write_weights(tuned.weights, whole.path(kHeldOutWeightsFile));
  fs::remove_all(options.model_folder);
  return facts;
}

}  // namespace calque::pipeline
