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
#include "lm/files/binary.h"
#include "metrics/bleu.h"
#include "phrase/table_extraction.h"
#include "pipeline/corpus_file.h"
#include "pipeline/development_set.h"
#include "pipeline/evaluation.h"
#include "pipeline/manifest.h"
#include "pipeline/model_parts.h"
#include "pipeline/new_folder.h"
#include "pipeline/prepare_step.h"
#include "pipeline/reordering_step.h"
#include "pipeline/step_log.h"
#include "pipeline/system.h"
#include "pipeline/system_spec.h"
#include "pipeline/training_facts.h"
#include "pipeline/tuning.h"
#include "report/training_page.h"
#include "store/content_hash.h"
#include "store/folder_lock.h"
#include "store/interruption.h"
#include "store/temporary_file.h"
#include "store/text_file.h"
#include "text/corpus_reader.h"

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
    for (const char* part : {"", kWorkFolder, kTuningFolder}) store::remove_left_overs(path_in(folder, part));
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
  std::string folder_;
  std::optional<store::FolderLock> lock_;
  bool made_ = false;
};

class Training {
 public:
  Training(const TrainOptions& options, ThreadPool& threads, Reporter& reporter)
      : options_(options),
        threads_(threads),
        reporter_(reporter),
        log_(options.model_folder),
        inputs_(describe_inputs(options)),
        alignments_(alignment_count()) {}

  TrainResult run() {
    fs::remove(path(kManifestFile));  // no model until this run is whole
    prepare();
    align();
    train_language_model();
    add_language_models();
    write_word_labels();
    extract_phrases();
    alignments_.resize(1);  // learned reordering needs no other
    train_classes();
    for (std::size_t k = 0; k < options_.reordering.learned.size(); ++k) learn_reordering(k);
    alignments_.clear();
    samples_ = {};
    train_kernel();
    stored_.reset();
    return finish();
  }

 private:
  std::string path(const char* file) const { return path_in(options_.model_folder, file); }

  // What a step depends on: the program, its own options, and the keys of the steps whose results it reads.
  nlohmann::json dependencies(nlohmann::json own, const std::vector<std::string>& steps) const {
    nlohmann::json keys = nlohmann::json::array();
    for (const std::string& step : steps) keys.push_back(log_.record(step).key);
    return {{"tool", kToolVersion}, {"options", std::move(own)}, {"after", std::move(keys)}};
  }

  // Corpus and alignments stay in memory for the steps that follow. They are read back only if an earlier run
  // made them.
  const StoredCorpus& stored() {
    if (!stored_) stored_ = read_corpus(path(kCorpusFile));
    return *stored_;
  }
  const text::ParallelCorpus& corpus() { return stored().corpus; }
  const text::AlignmentCorpus& alignment(std::size_t k) {
    if (alignments_[k].size() == 0) {  // a corpus has at least one pair
      const std::string file = path_in(options_.model_folder, alignment_file(k));
      alignments_[k] = text::read_alignments(file, corpus(), "the corpus", reporter_);
    }
    return alignments_[k];
  }

  void prepare() {
    std::vector<std::string> outputs{kCorpusFile, kPreparationFile};
    const bool truecase = options_.preparation.casing == text::Casing::kTruecase;
    if (truecase) outputs.insert(outputs.end(), {kSourceTruecaseFile, kTargetTruecaseFile});
    const nlohmann::json own = {{"preparation", preparation_options(options_)},
                                {"inputs", inputs_.at("training")}};
    log_.run(
        {"prepare", "preparing the text", dependencies(own, {}), outputs},
        [&] {
          PreparedCorpus prepared = prepare_corpus(options_, threads_, reporter_);
          store::write_whole(path(kPreparationFile), text::to_text(options_.preparation));
          if (truecase) {
            prepared.source_truecaser->save(path(kSourceTruecaseFile));
            prepared.target_truecaser->save(path(kTargetTruecaseFile));
          }
          nlohmann::json facts = corpus_facts(prepared);
          stored_ = {std::move(prepared.corpus), std::move(prepared.kept)};
          write_corpus(*stored_, path(kCorpusFile));
          return facts;
        },
        reporter_);
  }

  std::size_t alignment_count() const {
    return options_.alignments.empty() ? options_.aligners.size() : options_.alignments.size();
  }
  std::string alignment_name(std::size_t k) const {
    if (!options_.alignments.empty()) return "given";
    const align::AlignOptions& aligner = options_.aligners[k];
    const bool agreement = aligner.agreement && aligner.model != align::AlignmentModelKind::kFertility;
    return fmt::format("{}{}", name_of(aligner.model), agreement ? ", agreement" : "");
  }
  static std::string alignment_step(std::size_t k) { return fmt::format("align {}", k + 1); }

  void align() {
    for (std::size_t k = 0; k < alignment_count(); ++k) {
      if (options_.alignments.empty()) {
        align_with(k, alignment_options(options_.aligners[k]),
                   [&] { return align::align_corpus(corpus(), options_.aligners[k], threads_, reporter_); });
      } else {
        align_with(k, {{"alignments", inputs_.at("alignments").at(k)}},
                   [&] { return read_given_alignments(options_.alignments[k], stored()); });
      }
    }
  }

  template <typename MakeAlignment>
  void align_with(std::size_t k, const nlohmann::json& own, const MakeAlignment& make_alignment) {
    const std::string file = alignment_file(k);
    log_.run(
        {alignment_step(k),
         fmt::format("aligning words ({})", alignment_name(k)),
         dependencies(own, {"prepare"}),
         {file}},
        [&] {
          alignments_[k] = make_alignment();
          write_alignments(alignments_[k], path_in(options_.model_folder, file));
          nlohmann::json facts = alignment_facts(corpus(), alignments_[k]);
          facts["model"] = alignment_name(k);
          return facts;
        },
        reporter_);
  }

  void train_language_model() {
    const nlohmann::json own = {{"order", options_.language_model.order}};
    log_.run(
        {"lm", "estimating the language model", dependencies(own, {"prepare"}), {kLanguageModelFile}},
        [&] {
          const auto model = lm::estimate(corpus().target, corpus().target_vocabulary,
                                          options_.language_model, threads_, reporter_);
          lm::write_binary(model, path(kLanguageModelFile));
          return language_model_facts(model);
        },
        reporter_);
  }

  void add_language_models() {
    for (std::size_t k = 0; k < options_.language_models.size(); ++k) {
      const std::string& given = options_.language_models[k];
      const std::string file = language_model_file(k + 1);
      log_.run(
          {fmt::format("lm {}", k + 2),
           "reading the language model " + given,
           dependencies({{"file", inputs_.at("language_models").at(k)}}, {}),
           {file}},
          [&] {
            const auto model = lm::read_ngram_data(given);
            lm::write_binary(model, path(file.c_str()));
            return language_model_facts(model);
          },
          reporter_);
    }
  }

  // Sparse features call words by name or class.
  void write_word_labels() {
    if (options_.sparse_features.empty()) return;
    const nlohmann::json own = {{"classes", options_.classes.classes},
                                {"seed", options_.classes.seed},
                                {"named", options_.named_words}};
    log_.run(
        {"labels", "sorting words into classes", dependencies(own, {"prepare"}), {kWordLabelsFile}},
        [&] {
          const auto classes = [&](const text::Corpus& side, const text::Vocabulary& vocabulary) {
            return text::train_word_classes(side, vocabulary.size(), options_.classes, threads_, reporter_);
          };
          const auto source = classes(corpus().source, corpus().source_vocabulary);
          const auto target = classes(corpus().target, corpus().target_vocabulary);
          store::write_whole(
              path(kWordLabelsFile),
              decode::WordLabels::format({corpus().source, corpus().source_vocabulary, source.classes},
                                         {corpus().target, corpus().target_vocabulary, target.classes},
                                         options_.named_words));
          return nlohmann::json{{"source_perplexity", source.perplexity},
                                {"target_perplexity", target.perplexity}};
        },
        reporter_);
  }

  void extract_phrases() {
    phrase::TableOptions table = options_.table;
    const auto& lexicalised = options_.reordering.lexicalised;
    if (lexicalised) table.extract.orientation = lexicalised->model;
    const nlohmann::json own = table_options(table);
    std::vector<std::string> after{"prepare"};
    for (std::size_t k = 0; k < alignment_count(); ++k) after.push_back(alignment_step(k));
    log_.run(
        {"phrases", "extracting and scoring phrases", dependencies(own, after), {kPhraseTableFile}},
        [&] {
          for (std::size_t k = 0; k < alignments_.size(); ++k) alignment(k);
          return phrase_facts(phrase::extract_to_table({corpus(), std::span(std::as_const(alignments_))},
                                                       table, path(kPhraseTableFile), threads_, reporter_));
        },
        reporter_);
  }

  static std::string reordering_step(std::size_t k) { return fmt::format("reordering {}", k + 1); }

  // Learned reordering models look at the classes of words.
  void train_classes() {
    const auto& learned = options_.reordering.learned;
    if (learned.empty() || learned.front().word_classes == 0) return;
    const std::size_t count = learned.front().word_classes;
    log_.run(
        {"word classes",
         "sorting words into classes",
         dependencies({{"classes", count}, {"seed", options_.seed}}, {"prepare"}),
         {kSourceClassesFile, kTargetClassesFile}},
        [&] { return make_word_classes(corpus(), count, options_, threads_, reporter_); }, reporter_);
  }

  void learn_reordering(std::size_t k) {
    const LearnedReordering& learned = options_.reordering.learned[k];
    nlohmann::json own = training_settings(learned);
    own["max_length"] = options_.table.extract.max_length;
    own["seed"] = options_.seed;
    own["neighbours"] = "phrases";
    std::vector<std::string> after{"prepare", alignment_step(0)};
    if (learned.word_classes > 0) after.emplace_back("word classes");
    log_.run(
        {reordering_step(k), fmt::format("learning how phrases move ({})", learned.learner.name()),
         dependencies(own, after), learned.files(k)},
        [&] {
          return train_reordering({corpus(), alignment(0)}, k, options_, samples_, threads_, reporter_);
        },
        reporter_);
  }

  void train_kernel() {
    if (!options_.kernel) return;
    const nlohmann::json own = {{"options", kernel::to_text(*options_.kernel)}};
    log_.run(
        {"kernel", "kernel regression", dependencies(own, {"prepare"}), {kKernelFile}},
        [&] {
          return kernel_facts(
              kernel::train_kernel(corpus(), *options_.kernel, path(kKernelFile), threads_, reporter_));
        },
        reporter_);
  }

  SystemSpec system_spec() const {
    SystemSpec spec{.distance = options_.reordering.distance,
                    .lexicalised = options_.reordering.lexicalised,
                    .language_models = options_.language_models.size() + 1,
                    .phrase_features = options_.phrase_features,
                    .sparse_features = options_.sparse_features,
                    .kernel = options_.kernel,
                    .pre_image = options_.translate_by_pre_image};
    for (std::size_t k = 0; k < options_.reordering.learned.size(); ++k) {
      spec.learned.push_back(LearnedReorderingSpec::trained(
          options_.reordering.learned[k], k, log_.record(reordering_step(k)).facts.at("word_classes_mark")));
    }
    // The widths of the pre-image search (theory/kernel-regression.md#settings).
    if (spec.pre_image) spec.search = {{"stack-size", "100"}, {"table-limit", "10"}};
    return spec;
  }

  TrainResult finish() {
    reporter_.stage("finishing");
    const SystemSpec spec = system_spec();
    nlohmann::json manifest = {
        {"seed", options_.seed}, {"options", training_record(options_)}, {"inputs", inputs_}};
    write_system_spec(spec, manifest);
    manifest["parts"] = describe_parts(spec, options_.model_folder);
    // Loaded once: for its default weights, for tuning and for the score.
    auto system = TranslationSystem::load_untuned(with_versions(manifest), options_.model_folder);
    decode::write_weights(system.weights(), path(kWeightsFile));
    write_manifest(options_.model_folder, manifest);
    TrainResult result{options_.model_folder, path(kReportFile)};
    report::TrainingReport report = report_so_far(manifest);
    if (!options_.development.source.empty()) {
      const DevelopmentSet set = read_development_set(options_.development);
      if (options_.tuning) system = tune(system, set, report);
      evaluate(system, set, report, result);
    }
    store::write_whole(result.report, report::training_page(report));
    for (const std::string& step : log_.order()) result.seconds += log_.record(step).seconds;
    return result;
  }

  TranslationSystem tune(const TranslationSystem& system, const DevelopmentSet& set,
                         report::TrainingReport& report) {
    const metrics::Bleu bleu({.tokenization = usual_tokenization(system.preparation())});
    TuningOptions tuning;
    tuning.method.method = options_.tuning;
    tuning.search = system.search_options();
    tuning.search.distinct = true;
    tuning.method.seed = options_.seed;
    tuning.work_folder = path(kTuningFolder);
    const TuningResult result = tune_system(system, set, bleu, tuning, threads_, reporter_);
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
    for (std::size_t k = 0; k < alignment_count(); ++k) {
      report.alignments.push_back(log_.record(alignment_step(k)).facts);
    }
    report.language_model = log_.record("lm").facts;
    report.phrases = log_.record("phrases").facts;
    for (std::size_t k = 0; k < options_.reordering.learned.size(); ++k)
      report.reordering.push_back(log_.record(reordering_step(k)).facts);
    report.manifest = manifest;
    for (const std::string& step : log_.order()) report.steps.push_back({step, log_.record(step).seconds});
    return report;
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
  std::optional<StoredCorpus> stored_;
  std::vector<text::AlignmentCorpus> alignments_;  // those without sentences are not in memory
  ReorderingSamples samples_;
};

}  // namespace

TrainResult train(const TrainOptions& options, ThreadPool& threads, Reporter& reporter) {
  options.validate();
  const TrainingFolder folder(options.model_folder);
  const store::StoppableWork work(store::AfterStop::kGoesOn);
  return Training(options, threads, reporter).run();
}

}  // namespace calque::pipeline
