#include "pipeline/trainer.h"

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "align/aligner.h"
#include "base/error.h"
#include "phrase/jumps.h"
#include "pipeline/corpus_file.h"
#include "pipeline/development_set.h"
#include "pipeline/evaluation.h"
#include "pipeline/held_out.h"
#include "pipeline/manifest.h"
#include "pipeline/model_parts.h"
#include "pipeline/model_steps.h"
#include "pipeline/new_folder.h"
#include "pipeline/prepare_step.h"
#include "pipeline/step_log.h"
#include "pipeline/system.h"
#include "pipeline/system_spec.h"
#include "pipeline/training_facts.h"
#include "pipeline/training_text.h"
#include "pipeline/training_tuning.h"
#include "pipeline/word_order.h"
#include "report/training_page.h"
#include "store/content_hash.h"
#include "store/folder_lock.h"
#include "store/interruption.h"
#include "store/temporary_file.h"
#include "store/text_file.h"

namespace calque::pipeline {
namespace {

namespace fs = std::filesystem;

// The model folder for the time of training: nobody else may write to it. A folder that was made for a
// training that fails before its first step is removed.
class TrainingFolder {
 public:
  explicit TrainingFolder(const std::string& folder) : folder_(folder) {
    made_ = make_folder(folder);
    lock_.emplace(folder);
    std::error_code error;
    const bool ours =
        fs::exists(path_in(folder, kWorkFolder), error) || fs::exists(path_in(folder, kManifestFile), error);
    if (!ours && !holds_nothing(folder))
      throw UsageError({folder}, "the folder holds other files", "choose a new folder for the model");
    make_folder(path_in(folder, kWorkFolder));
    remove_left_overs_of_model(folder);
    for (const auto& part : fs::directory_iterator(path_in(folder, kHeldOutFolder), error))
      remove_left_overs_of_model(part.path().string());
  }
  ~TrainingFolder() {
    lock_.reset();
    if (!made_) return;
    std::error_code ignored;  // folders that are not empty stay
    fs::remove(path_in(folder_, kWorkFolder), ignored);
    fs::remove(folder_, ignored);
  }
  TrainingFolder(const TrainingFolder&) = delete;
  TrainingFolder& operator=(const TrainingFolder&) = delete;

 private:
  static void remove_left_overs_of_model(const std::string& folder) {
    for (const char* below : {"", kWorkFolder, kTuningFolder})
      store::remove_left_overs(path_in(folder, below));
  }

  std::string folder_;
  std::optional<store::FolderLock> lock_;
  bool made_ = false;
};

// The step that tunes on pairs of the training text.
constexpr const char* kTuningStep = "tuning";

class Training {
 public:
  Training(const TrainOptions& options, ThreadPool& threads, Reporter& reporter)
      : options_(options),
        threads_(threads),
        reporter_(reporter),
        log_(options.model_folder),
        inputs_(describe_inputs(options)),
        text_(options.model_folder, alignment_count(options), reporter),
        context_{options, inputs_, text_, log_, threads, reporter},
        steps_(context_) {}

  TrainResult run() {
    fs::remove(path(kManifestFile));  // no model until this run is whole
    prepare();
    align();
    count_jumps();
    steps_.add_language_models();
    steps_.write_word_labels();
    if (is_held_out()) tune_on_held_out();
    steps_.train_language_model();
    if (is_held_out()) {
      steps_.extract_phrases();
    } else {
      steps_.extract_phrases_and_learn_reordering();
    }
    steps_.train_kernel();
    text_.drop();
    return finish();
  }

 private:
  std::string path(const std::string& file) const { return context_.path(file); }

  void prepare() {
    std::vector<std::string> outputs{kCorpusFile, kPreparationFile, kHeldOutSourceFile, kHeldOutTargetFile};
    const bool truecase = options_.preparation.casing == text::Casing::kTruecase;
    if (truecase) outputs.insert(outputs.end(), {kSourceTruecaseFile, kTargetTruecaseFile});
    const nlohmann::json own = {{"preparation", preparation_options(options_)},
                                {"inputs", inputs_.at("training")}};
    const StepRecord& done = log_.run(
        {"prepare", "preparing the text", context_.dependencies(own, {}), outputs},
        [&] {
          PreparedCorpus prepared = prepare_corpus(options_, threads_, reporter_);
          store::write_whole(path(kPreparationFile), text::to_text(prepared.preparation));
          if (truecase) {
            prepared.source_truecaser->save(path(kSourceTruecaseFile));
            prepared.target_truecaser->save(path(kTargetTruecaseFile));
          }
          write_held_out(prepared.held_out);
          nlohmann::json facts = corpus_facts(prepared);
          text_.set_corpus({std::move(prepared.corpus), std::move(prepared.kept)});
          write_corpus(text_.stored(), path(kCorpusFile));
          return facts;
        },
        reporter_);
    if (!options_.holds_out()) return;
    held_out_ = done.facts.at("held_out").get<std::vector<std::vector<std::size_t>>>();
    if (is_held_out()) {
      reporter_.note(
          fmt::format("{} pairs are held out to tune on{}", held_out_pairs(),
                      held_out_.size() == 1 ? "" : fmt::format(", in {} parts", held_out_.size())));
    } else {
      reporter_.note(fmt::format(
          "too few different sentence pairs to hold some out for tuning (about {} are needed): the "
          "weights are the default ones",
          HeldOutChooser::kMinPairs * HeldOutChooser::kOneOf));
    }
  }

  // The parts one after the other.
  void write_held_out(const std::vector<HeldOut>& parts) {
    store::TextWriter source(path(kHeldOutSourceFile));
    store::TextWriter target(path(kHeldOutTargetFile));
    for (const HeldOut& part : parts) {
      for (const text::SentencePairText& pair : part.text) {
        source.write_line(pair.source);
        target.write_line(pair.target);
      }
    }
    source.commit();
    target.commit();
  }
  bool is_held_out() const { return !held_out_.empty(); }
  std::size_t held_out_pairs() const {
    std::size_t pairs = 0;
    for (const auto& part : held_out_) pairs += part.size();
    return pairs;
  }

  std::string alignment_name(std::size_t k) const {
    if (!options_.alignments.empty()) return "given";
    const align::AlignOptions& aligner = options_.aligners[k];
    const bool agreement = aligner.agreement && aligner.model != align::AlignmentModelKind::kFertility;
    return fmt::format("{}{}", name_of(aligner.model), agreement ? ", agreement" : "");
  }

  void align() {
    for (std::size_t k = 0; k < alignment_count(options_); ++k) {
      if (options_.alignments.empty()) {
        align_with(k, alignment_options(options_.aligners[k]), [&] {
          if (kept_aligner(options_) == k) return align_and_keep(options_.aligners[k]);
          return align::align_corpus(text_.corpus(), options_.aligners[k], threads_, reporter_);
        });
      } else {
        align_with(k, {{"alignments", inputs_.at("alignments").at(k)}},
                   [&] { return read_given_alignments(options_.alignments[k], text_.stored()); });
      }
    }
  }

  text::AlignmentCorpus align_and_keep(const align::AlignOptions& aligner) {
    constexpr float kLeastProbability =
        0.01F;  // of word pairs that are worth their place in the model's file
    const text::ParallelCorpus& corpus = text_.corpus();
    const align::TrainingResult trained = align::train_model(corpus, aligner, threads_, reporter_);
    trained.model.without_rare_pairs(kLeastProbability)
        .save(path(kPairModelFile), corpus.source_vocabulary, corpus.target_vocabulary);
    reporter_.stage("linking words");
    return align::align(trained.model, corpus, aligner, threads_).links;
  }

  template <typename MakeAlignment>
  void align_with(std::size_t k, const nlohmann::json& own, const MakeAlignment& make_alignment) {
    const std::string file = alignment_file(k);
    std::vector<std::string> files{file};
    if (kept_aligner(options_) == k) files.emplace_back(kPairModelFile);
    log_.run(
        {alignment_step(k), fmt::format("aligning words ({})", alignment_name(k)),
         context_.dependencies(own, {"prepare"}), files},
        [&] {
          text_.set_alignment(k, make_alignment());
          write_alignments(text_.alignment(k), path(file));
          nlohmann::json facts = alignment_facts(text_.corpus(), text_.alignment(k));
          facts["model"] = alignment_name(k);
          return facts;
        },
        reporter_);
  }

  // With several alignments the first stands for all.
  void count_jumps() {
    const StepRecord& done = log_.run(
        {"order", "counting jumps", context_.dependencies({}, {alignment_step(0)}), {}},
        [&] { return to_json(WordOrder::of(phrase::count_jumps(text_.alignment(0)))); }, reporter_);
    context_.order = word_order_from(done.facts);
  }

  void tune_on_held_out() {
    nlohmann::json own = {{"method", options_.tuning->name}, {"record", training_record(options_)}};
    write_system_spec(steps_.system_spec({}), own["system"]);
    for (const LearnedReordering& learned : options_.reordering.learned)
      own["learned"].push_back(training_settings(learned));
    own["seed"] = options_.seed;
    own["inputs"] = inputs_;
    std::vector<std::string> after{"prepare"};
    for (std::size_t k = 0; k < alignment_count(options_); ++k) after.push_back(alignment_step(k));
    log_.run(
        {kTuningStep, fmt::format("tuning on {} held-out pairs", held_out_pairs()),
         context_.dependencies(own, after), held_out_outputs(options_)},
        [&] { return pipeline::tune_on_held_out(context_, held_out_); }, reporter_);
  }

  std::vector<nlohmann::json> reordering_facts() const {
    if (!is_held_out()) return steps_.reordering_facts();
    return log_.record(kTuningStep).facts.at("reordering").get<std::vector<nlohmann::json>>();
  }

  TrainResult finish() {
    reporter_.stage("finishing");
    const SystemSpec spec = steps_.system_spec(reordering_facts());
    nlohmann::json manifest = {
        {"seed", options_.seed}, {"options", training_record(options_)}, {"inputs", inputs_}};
    write_system_spec(spec, manifest);
    manifest["parts"] = describe_parts(spec, options_.model_folder);
    TrainResult result{options_.model_folder, path(kReportFile)};
    report::TrainingReport report = report_so_far(manifest);
    if (is_held_out()) {
      store::write_whole(path(kWeightsFile), store::read_whole(path(kHeldOutWeightsFile)));
      write_manifest(options_.model_folder, manifest);
      report_held_out(report, result);
    } else {
      score_and_tune(manifest, report, result);
    }
    store::write_whole(result.report, report::training_page(report));
    for (const std::string& step : log_.order()) result.seconds += log_.record(step).seconds;
    return result;
  }

  // With a development set, or without any.
  void score_and_tune(const nlohmann::json& manifest, report::TrainingReport& report, TrainResult& result) {
    // Loaded once: for its default weights, for tuning and for the score.
    auto system = TranslationSystem::load_untuned(with_versions(manifest), options_.model_folder);
    decode::write_weights(system.weights(), path(kWeightsFile));
    write_manifest(options_.model_folder, manifest);
    if (options_.development.source.empty()) return;
    const DevelopmentSet set = read_development_set(options_.development);
    if (options_.tuning) system = tune(system, set, report);
    evaluate(system, set, report, result);
  }

  TranslationSystem tune(const TranslationSystem& system, const DevelopmentSet& set,
                         report::TrainingReport& report) {
    const TuningResult result =
        tune_in_training(options_, system, set, path(kTuningFolder), threads_, reporter_);
    decode::write_weights(result.weights, path(kWeightsFile));
    double seconds = 0;
    for (const TuningRun& run : result.runs)
      for (const TuningRound& round : run.rounds) seconds += round.seconds;
    report.steps.push_back({fmt::format("tuning ({})", options_.tuning->name), seconds});
    return system.with_weights(result.weights);
  }

  report::TrainingReport report_so_far(const nlohmann::json& manifest) const {
    report::TrainingReport report;
    report.title = fmt::format("Translation model {}", fs::path(options_.model_folder).filename().string());
    report.preparation = log_.record("prepare").facts;
    for (std::size_t k = 0; k < alignment_count(options_); ++k) {
      report.alignments.push_back(log_.record(alignment_step(k)).facts);
    }
    report.language_model = log_.record("lm").facts;
    report.phrases = log_.record("phrases").facts;
    report.reordering = reordering_facts();
    report.manifest = manifest;
    for (const std::string& step : log_.order()) report.steps.push_back({step, log_.record(step).seconds});
    return report;
  }

  void report_held_out(report::TrainingReport& report, TrainResult& result) const {
    const nlohmann::json& facts = log_.record(kTuningStep).facts;
    report.evaluation = facts;
    for (const nlohmann::json& sample : facts.at("samples"))
      report.samples.push_back({sample.at(0), sample.at(1), sample.at(2)});
    result.evaluated = true;
    result.development_bleu = facts.at("bleu");
    result.held_out = held_out_pairs();
    result.untuned_bleu = facts.at("untuned_bleu");
  }

  void evaluate(const TranslationSystem& system, const DevelopmentSet& set, report::TrainingReport& report,
                TrainResult& result) {
    reporter_.stage("translating the development set");
    const DevelopmentScore score = score_on(system, set, threads_, reporter_);
    report.evaluation = {
        {"bleu", score.bleu}, {"signature", score.signature}, {"sentences", score.sentences}};
    report.samples = score.samples;
    report.steps.push_back({"development set", score.seconds});
    result.evaluated = true;
    result.development_bleu = score.bleu;
  }

  const TrainOptions& options_;
  ThreadPool& threads_;
  Reporter& reporter_;
  StepLog log_;
  nlohmann::json inputs_;
  TrainingText text_;
  StepContext context_;
  ModelSteps steps_;
  // Numbers of pairs, by part. None: tuned on a development set, or not at all.
  std::vector<std::vector<std::size_t>> held_out_;
};

}  // namespace

TrainResult train(const TrainOptions& options, ThreadPool& threads, Reporter& reporter) {
  options.validate();
  const TrainingFolder folder(options.model_folder);
  const store::StoppableWork work(store::AfterStop::kGoesOn);
  return Training(options, threads, reporter).run();
}

}  // namespace calque::pipeline
