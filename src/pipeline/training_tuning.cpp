#include "pipeline/training_tuning.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
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

// Parts that are left out of one system, which is then tuned on each of them.
struct Group {
  std::size_t first_part = 0;
  std::size_t end_part = 0;
};

// No system misses more than this share of the corpus, unless a single part is more.
constexpr std::size_t kOneOfTheRest = 25;

std::vector<Group> grouped(std::span<const std::vector<std::size_t>> parts, std::size_t corpus_size) {
  std::vector<Group> groups;
  std::size_t missing = 0;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (groups.empty() || missing + parts[part].size() > corpus_size / kOneOfTheRest) {
      groups.push_back({part, part});
      missing = 0;
    }
    groups.back().end_part = part + 1;
    missing += parts[part].size();
  }
  return groups;
}

std::vector<std::size_t> pairs_of(std::span<const std::vector<std::size_t>> parts) {
  std::vector<std::size_t> pairs;
  for (const std::vector<std::size_t>& part : parts) pairs.insert(pairs.end(), part.begin(), part.end());
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Steps of the rest depend on the same as those of the whole, and on what was left out.
std::map<std::string, std::string> keys_of_rest(const StepContext& whole, const Group& group) {
  std::map<std::string, std::string> keys{
      {"prepare", fmt::format("{} without parts {} to {}", whole.log.record("prepare").key,
                              group.first_part + 1, group.end_part)}};
  for (std::size_t k = 0; k < alignment_count(whole.options); ++k)
    keys[alignment_step(k)] = whole.log.record(alignment_step(k)).key;
  return keys;
}

TranslationSystem load_system(const StepContext& context, const ModelSteps& steps) {
  SystemSpec spec = steps.system_spec(steps.reordering_facts());
  spec.pair_model = false;  // nobody corrects what this one says
  nlohmann::json manifest = nlohmann::json::object();
  write_system_spec(spec, manifest);
  manifest["parts"] = describe_parts(spec, context.options.model_folder);
  return TranslationSystem::load_untuned(with_versions(manifest), context.options.model_folder);
}

// The parts as sets to tune on; in the files they stand one after the other.
std::vector<DevelopmentSet> sets_of(const DevelopmentSet& all,
                                    std::span<const std::vector<std::size_t>> parts) {
  std::vector<DevelopmentSet> sets;
  std::ptrdiff_t from = 0;
  for (const std::vector<std::size_t>& part : parts) {
    const auto size = static_cast<std::ptrdiff_t>(part.size());
    const auto slice = [&](const std::vector<std::string>& lines) {
      return std::vector<std::string>(lines.begin() + from, lines.begin() + from + size);
    };
    sets.push_back({slice(all.sources), {slice(all.references.front())}});
    from += size;
  }
  return sets;
}

struct TunedPart {
  decode::Weights weights;
  double untuned_bleu = 0;
  double bleu = 0;
  std::string signature;
  std::size_t sentences = 0;
  std::vector<nlohmann::json> reordering;  // facts of the learned models
};

// The folder of the system that is trained without this part and those that follow it in its group.
std::string rest_folder(const StepContext& whole, std::size_t first_part) {
  return path_in(whole.path(kHeldOutFolder), std::to_string(first_part + 1));
}

TrainOptions options_of_rest(const StepContext& whole, const std::string& folder) {
  make_folder(path_in(folder, kWorkFolder));
  TrainOptions options = whole.options;
  options.model_folder = folder;
  return options;
}

// Trains a system of the rest, and tunes it on each part that was left out.
class RestOfCorpus {
 public:
  RestOfCorpus(const StepContext& whole, const Group& group, const std::string& folder,
               std::span<const std::size_t> held_out)
      : whole_(whole),
        options_(options_of_rest(whole, folder)),
        text_(without_pairs(whole.text, held_out, whole.reporter)),
        log_(folder),
        context_{options_,      whole.inputs,   text_,       log_,
                 whole.threads, whole.reporter, whole.order, keys_of_rest(whole, group)},
        steps_(context_) {
    share_files(whole, folder);
    steps_.train_language_model();
    steps_.extract_phrases_and_learn_reordering();
    steps_.train_kernel();
    text_.drop();
    system_.emplace(load_system(context_, steps_));
  }

  TunedPart tune_on(const DevelopmentSet& set, std::size_t part) const {
    const std::string folder = path_in(context_.path(kTuningFolder), std::to_string(part + 1));
    const TuningResult tuned =
        tune_in_training(options_, *system_, set, folder, whole_.threads, whole_.reporter);
    return {tuned.weights,      tuned.runs.front().rounds.front().score,
            tuned.after,        tuned.signature,
            set.sources.size(), steps_.reordering_facts()};
  }

  // For people to read.
  std::vector<report::SampleTranslation> samples(const DevelopmentSet& set,
                                                 const decode::Weights& weights) const {
    return translate_samples(system_->with_weights(weights), set, whole_.threads, whole_.reporter);
  }

 private:
  const StepContext& whole_;
  TrainOptions options_;
  TrainingText text_;
  StepLog log_;
  StepContext context_;
  ModelSteps steps_;
  std::optional<TranslationSystem> system_;
};

decode::Weights mean_weights(const std::vector<TunedPart>& parts) {
  std::vector<WeightShare> shares;
  for (const TunedPart& part : parts)
    shares.push_back({&part.weights, 1.0 / static_cast<double>(parts.size())});
  return mixed(shares);
}

nlohmann::json facts_of(const std::vector<TunedPart>& parts,
                        const std::vector<report::SampleTranslation>& of_first) {
  const auto count = static_cast<double>(parts.size());
  double untuned = 0;
  double bleu = 0;
  std::uint64_t sentences = 0;
  for (const TunedPart& part : parts) {
    untuned += part.untuned_bleu / count;
    bleu += part.bleu / count;
    sentences += part.sentences;
  }
  nlohmann::json samples = nlohmann::json::array();
  for (const report::SampleTranslation& sample : of_first)
    samples.push_back({sample.source, sample.translation, sample.reference});
  return {{"parts", parts.size()},
          {"untuned_bleu", untuned},
          {"bleu", bleu},
          {"signature", parts.front().signature},
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
  const std::vector<DevelopmentSet> sets = sets_of(read_development_set(pairs), parts);
  std::vector<TunedPart> tuned;
  std::vector<report::SampleTranslation> samples;
  for (const Group& group : grouped(parts, whole.text.corpus().size())) {
    const auto left_out = parts.subspan(group.first_part, group.end_part - group.first_part);
    const RestOfCorpus rest(whole, group, rest_folder(whole, group.first_part), pairs_of(left_out));
    for (std::size_t part = group.first_part; part < group.end_part; ++part) {
      if (parts.size() > 1) whole.reporter.note(fmt::format("part {} of {}", part + 1, parts.size()));
      tuned.push_back(rest.tune_on(sets[part], part));
      if (part == 0) samples = rest.samples(sets[part], tuned[part].weights);
    }
  }
  nlohmann::json facts = facts_of(tuned, samples);
  facts["pairs"] = pairs_of(parts).size();
  facts["method"] = whole.options.tuning->name;
  for (const std::string& file : held_out_outputs(whole.options))
    if (file != kHeldOutWeightsFile) copy_file(path_in(rest_folder(whole, 0), file), whole.path(file));
  decode::write_weights(mean_weights(tuned), whole.path(kHeldOutWeightsFile));
  fs::remove_all(whole.path(kHeldOutFolder));
  return facts;
}

}  // namespace calque::pipeline
