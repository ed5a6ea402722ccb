#include "pipeline/block_training.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "align/aligner.h"
#include "base/error.h"
#include "block/weights.h"
#include "decode/weights.h"
#include "lm/estimate/estimate.h"
#include "pipeline/corpus_file.h"
#include "pipeline/manifest.h"
#include "pipeline/model_parts.h"
#include "pipeline/new_folder.h"
#include "pipeline/system.h"
#include "pipeline/system_spec.h"
#include "store/content_hash.h"
#include "store/interruption.h"
#include "store/temporary_file.h"
#include "store/text_file.h"
#include "text/corpus_reader.h"
#include "text/utf8.h"

namespace calque::pipeline {
namespace {

namespace fs = std::filesystem;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<text::WordId> ids_in(const text::Vocabulary& vocabulary, const text::VocabularyView& words) {
  std::vector<text::WordId> ids;
  for (std::uint32_t i = 0; i < words.size(); ++i)
    ids.push_back(vocabulary.find(words.word(text::WordId{i})).value_or(align::kUnknownWord));
  return ids;
}

// A copy and no link: models do not share files, so that what happens to one does not happen to another.
void copy_file(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::copy_file(from, to, error);
  if (error) {
    throw UsageError({to}, fmt::format("cannot copy {} ({})", from, error.message()),
                     "check that the disk has room and that you may write there");
  }
}

// What a block system takes over from the system that it is made from.
std::vector<std::string> shared_files(const std::string& folder, const SystemSpec& base) {
  std::vector<std::string> files{kPreparationFile};
  for (const char* file : {kSourceTruecaseFile, kTargetTruecaseFile}) {
    if (fs::exists(path_in(folder, file))) files.emplace_back(file);
  }
  for (const std::string& file : base.model_files()) {
    if (file != kBlockModelFile) files.push_back(file);
  }
  return files;
}

// Replaces the default weights of all features but those of the block model, which come last, by the weights
// of the system in the folder.
void take_weights(const std::string& folder, std::span<const decode::FeatureDescription> features,
                  decode::Weights& weights) {
  const auto is_block = [](const auto& feature) { return feature.name.starts_with("Block"); };
  const auto others = static_cast<std::size_t>(std::ranges::find_if(features, is_block) - features.begin());
  decode::Weights base = decode::read_weights(path_in(folder, kWeightsFile), features.first(others));
  std::ranges::move(base.groups, weights.groups.begin());
  weights.sparse = std::move(base.sparse);
}

nlohmann::ordered_json figures_of(const block::BoundReport& bound, Reporter& reporter) {
  if (!bound.holds())
    reporter.warning("the mean loss of the first pass exceeds the convergence theorem's bound");
  return {{"mean_loss", bound.mean_loss}, {"bound", bound.bound()}, {"holds", bound.holds()}};
}

}  // namespace

BlockMaterial::BlockMaterial(const BlockTraining& training, Reporter& reporter) {
  const std::string& folder = training.base_folder;
  read_manifest(folder);
  if (!fs::exists(path_in(folder, kCorpusFile))) {
    throw UsageError({path_in(folder, kCorpusFile)}, "the model has no training corpus beside it",
                     "give a folder that 'calque train' made, with its work folder");
  }
  reporter.stage("reading the model");
  table_ = std::make_unique<const phrase::PhraseTable>(
      phrase::PhraseTable::open(path_in(folder, kPhraseTableFile)));
  language_model_ = std::make_unique<const lm::Model>(lm::Model::load(path_in(folder, kLanguageModelFile)));
  blocks_ = std::make_unique<block::BlockSet>(*table_);
  corpus_ = read_corpus(path_in(folder, kCorpusFile)).corpus;
  source_ = block::in_ids_of(table_->source_vocabulary(), corpus_.source, corpus_.source_vocabulary);
  target_ = block::in_ids_of(table_->target_vocabulary(), corpus_.target, corpus_.target_vocabulary);
  for (std::size_t k = 0; fs::exists(path_in(folder, alignment_file(k))); ++k) {
    alignments_.push_back(
        text::read_alignments(path_in(folder, alignment_file(k)), corpus_, "the corpus", reporter));
  }
  if (!training.filter_text.empty()) filter_by(training);
  blocks_->keep_frequent(training.limits.min_count, training.limits.max_per_source);
}

// With one fold the model's own language model, otherwise one for each fold from the pairs outside it.
void BlockMaterial::estimate_folds(std::size_t folds, ThreadPool& threads, Reporter& reporter) {
  const auto add = [&](const lm::Model* model) {
    block::ModelOfFold& fold = folds_.emplace_back();
    fold.model = model;
    for (std::uint32_t i = 0; i < table_->target_vocabulary().size(); ++i)
      fold.words.push_back(model->find(table_->target_vocabulary().word(text::WordId{i})));
  };
  folds_.clear();
  fold_models_.clear();
  if (folds <= 1 || corpus_.size() < folds) {
    add(language_model_.get());
    return;
  }
  reporter.stage("estimating language models without a fold each");
  for (std::size_t fold = 0; fold < folds; ++fold) {
    text::Corpus others;
    for (std::size_t i = 0; i < corpus_.size(); ++i) {
      if (i % folds != fold) others.add_sentence(corpus_.target.sentence(i));
    }
    const lm::EstimateOptions options{.order = language_model_->order()};
    fold_models_.push_back(std::make_unique<const lm::Model>(
        lm::Model::from_data(lm::estimate(others, corpus_.target_vocabulary, options, threads, reporter))));
    add(fold_models_.back().get());
  }
}

void BlockMaterial::filter_by(const BlockTraining& training) {
  const auto system = TranslationSystem::load(training.base_folder);
  filter_ = std::make_unique<block::SourceFilter>();
  text::Vocabulary vocabulary;
  text::Corpus sentences;
  store::LineReader lines(training.filter_text);
  std::string line;
  while (lines.next(line)) {
    text::check_utf8(line, lines.place());
    sentences.add_line(system.prepare(line), vocabulary);
  }
  const text::Corpus mapped = block::in_ids_of(table_->source_vocabulary(), sentences, vocabulary);
  for (std::size_t i = 0; i < mapped.size(); ++i) filter_->add_sentence(mapped.sentence(i));
  filter_->finish();
  if (!training.filter_blocks) return;
  std::vector<bool> keep(blocks_->source_count());
  for (block::BlockId b = 0; b < blocks_->size(); ++b)
    keep[blocks_->source_of(b)] = filter_->contains(blocks_->source_words(b));
  blocks_->keep_sources(keep);
}

void BlockMaterial::train_word_translations(ThreadPool& threads, Reporter& reporter) {
  align::AlignOptions options;
  options.model = align::AlignmentModelKind::kIbm1;
  reporter.stage("training IBM Model 1");
  word_translations_ = std::make_unique<const align::AlignmentModel>(
      align::train_model(corpus_, options, threads, reporter).model);
  corpus_source_ = ids_in(corpus_.source_vocabulary, table_->source_vocabulary());
  corpus_target_ = ids_in(corpus_.target_vocabulary, table_->target_vocabulary());
}

block::Events BlockMaterial::make_events(const BlockTraining& training, ThreadPool& threads,
                                         Reporter& reporter) {
  block::EventSettings settings = training.events;
  settings.filter = filter_.get();
  estimate_folds(training.folds, threads, reporter);
  if (training.folds > 1) settings.events.seen = block::SeenIn::kElsewhere;
  const block::TrainingText text{source_, target_, alignments_, table_->source_vocabulary().size()};
  block::EventInputs inputs{*blocks_, text, folds_};
  if (settings.kind == block::ModelKind::kDistortion) {
    if (!word_translations_) train_word_translations(threads, reporter);
    constexpr std::size_t kDirection = align::index_of(align::Direction::kTargetGeneratesSource);
    inputs.p_source_given_target = [this](text::WordId source, text::WordId target) -> double {
      const align::LexicalTable& lexicon = word_translations_->lexicon();
      const text::WordId s = corpus_source_[text::index_of(source)];
      if (target == block::kNullWord) {
        const auto null = lexicon.arrays().null[kDirection];
        return text::index_of(s) < null.size() ? double{null[text::index_of(s)]} : 0.0;
      }
      return double{lexicon.probability(s, corpus_target_[text::index_of(target)])[kDirection]};
    };
  }
  return block::make_events(inputs, settings, threads, reporter);
}

nlohmann::ordered_json figures_of(const std::vector<block::PassReport>& passes) {
  auto list = nlohmann::ordered_json::array();
  for (const block::PassReport& pass : passes) {
    list.push_back({{"pass", pass.pass},
                    {"loss", pass.mean_loss},
                    {"error", pass.held_out_error},
                    {"points", pass.updates},
                    {"steps", pass.steps},
                    {"seconds", pass.seconds}});
  }
  return list;
}

nlohmann::ordered_json figures_of(const block::PointTraining& trained, Reporter& reporter) {
  nlohmann::ordered_json figures{{"floats", trained.weights.floats}, {"passes", figures_of(trained.passes)}};
  if (trained.bound) figures["bound"] = figures_of(*trained.bound, reporter);
  return figures;
}

nlohmann::ordered_json figures_of(const block::PointPrediction& prediction) {
  return {{"points", prediction.points},
          {"vectors", prediction.vectors},
          {"error", prediction.error},
          {"error_by_floats", prediction.by_floats}};
}

nlohmann::ordered_json train_block_weights(const block::PointFiles& files, PointMemory memory,
                                           const BlockTraining& training, Reporter& reporter) {
  store::check_writable(training.model_folder);  // a file here, while systems go to folders
  reporter.stage("training weights");
  const block::WeightSettings& how = training.weights;
  const auto trained = memory == PointMemory::kStream
                           ? block::train_on_stream(files, how.online)
                           : block::train_on_points(files, how.online, how.check_bound);
  for (const block::PassReport& pass : trained.passes) {
    reporter.note(fmt::format("pass {}: loss {:.5f}, held-out error {:.2f} %, {:.2f} s", pass.pass,
                              pass.mean_loss, 100 * pass.held_out_error, pass.seconds));
  }
  block::write_block_weights(trained.weights, training.model_folder);
  return figures_of(trained, reporter);
}

nlohmann::ordered_json figures_of(const block::Events& events) {
  const block::EventCounts& counts = events.counts;
  nlohmann::ordered_json json{
      {"model", name_of(events.data.kind)},
      {"sentences", counts.sentences},
      {"held_out_sentences", counts.held_out_sentences},
      {"filtered_sentences", counts.filtered_sentences},
      {"matches", counts.matches},
      {"all_points", counts.points},
      {"point_every", counts.point_every},
      {"bigrams",
       {{"right", counts.bigrams[0]}, {"left", counts.bigrams[1]}, {"neutral", counts.bigrams[2]}}},
      {"points", events.points.size()},
      {"positives", events.points.positive_count()},
      {"negatives", events.points.vector_count() - events.points.positive_count()},
      {"neutral_points", events.neutral.size()},
      {"held_out_points", events.held_out.size()},
      {"point_bytes", events.points.bytes() + events.neutral.bytes()}};
  for (std::size_t k = 0; k < block::kBinaryKinds; ++k) {
    const auto kind = static_cast<block::BinaryKind>(k);
    json["binary"][std::string(name_of(kind))] = events.binary.size(kind);
  }
  return json;
}

void write_block_folder(const block::BlockModel& model, const std::string& base_folder,
                        const std::string& model_folder, bool beside_others,
                        const nlohmann::json& training_options) {
  nlohmann::json manifest = read_manifest(base_folder);
  SystemSpec spec = parse_system_spec(manifest, path_in(base_folder, kManifestFile));
  NewFolder folder(model_folder);
  for (const std::string& file : shared_files(base_folder, spec))
    copy_file(path_in(base_folder, file), folder.file_path(file));
  model.save(folder.file_path(kBlockModelFile));

  if (beside_others) {
    spec.block_features = true;
  } else {
    spec = {.kind = SystemKind::kBlock, .function_words = spec.function_words};
    // The decoder chooses among the blocks of a source phrase that training knew.
    spec.search = {{"reordering", model.kind() == block::ModelKind::kOrientation ? "swap" : "window"},
                   {"frequent-limit", std::to_string(BlockLimits{}.max_per_source)}};
    manifest["options"] = nlohmann::json::object();
  }
  write_system_spec(spec, manifest);
  manifest["options"]["block"] = training_options;
  manifest["parts"] = describe_parts(spec, model_folder);
  const auto system = TranslationSystem::load_untuned(manifest, model_folder);
  decode::Weights weights = system.weights();
  if (beside_others) take_weights(base_folder, system.score_descriptions(), weights);
  decode::write_weights(weights, folder.file_path(kWeightsFile));
  write_manifest(model_folder, manifest);
  folder.keep();
}

namespace {

// The float weights of a block system, as they were trained.
void begin_with(const std::string& folder, block::ModelKind kind, block::WeightSettings& weights) {
  const auto model = block::BlockModel::load(path_in(folder, kBlockModelFile));
  if (model.kind() != kind) {
    throw UsageError({folder}, fmt::format("this is a block model of the kind {}", name_of(model.kind())),
                     "begin with weights of the same kind");
  }
  weights.start.assign(model.weights().begin(), model.weights().end());
  weights.neutral_start.assign(model.neutral_weights().begin(), model.neutral_weights().end());
}

nlohmann::json options_of(const BlockTraining& training) {
  const block::OnlineOptions& online = training.weights.online;
  std::vector<std::string> binary;
  for (const block::BinaryKind kind : training.events.binary) binary.emplace_back(name_of(kind));
  return {{"model", name_of(training.events.kind)},
          {"alternatives", name_of(training.events.events.alternatives)},
          {"components", training.weights.components},
          {"binary", fmt::format("{}", fmt::join(binary, ","))},
          {"threshold", training.events.threshold},
          {"folds", training.folds},
          {"passes", online.passes},
          {"rate", online.rate},
          {"free_signs", online.sign == block::SignConstraint::kFree}};
}

}  // namespace

nlohmann::ordered_json train_block_system(const BlockTraining& training, ThreadPool& threads,
                                          Reporter& reporter) {
  const store::StoppableWork work(store::AfterStop::kBeginsAnew);
  const auto start = std::chrono::steady_clock::now();
  BlockMaterial material(training, reporter);
  block::Events events = material.make_events(training, threads, reporter);
  nlohmann::ordered_json figures = figures_of(events);
  figures["blocks"] = material.blocks().size();
  figures["kept_blocks"] = material.blocks().kept_blocks();
  figures["prepare_seconds"] = seconds_since(start);
  reporter.note(fmt::format("{} data points with {} positives and {} alternatives, {} binary features",
                            events.points.size(), events.points.positive_count(),
                            events.points.vector_count() - events.points.positive_count(),
                            events.binary.size()));
  const auto trained_from = std::chrono::steady_clock::now();
  block::WeightSettings weights = training.weights;
  if (!training.start_folder.empty()) begin_with(training.start_folder, events.data.kind, weights);
  const block::Trained trained = block::train_weights(events, weights, threads, reporter);
  figures["train_seconds"] = seconds_since(trained_from);
  figures["passes"] = figures_of(trained.report.passes);
  figures["neutral_passes"] = figures_of(trained.report.neutral_passes);
  if (training.weights.check_bound) figures["bound"] = figures_of(trained.report.bound, reporter);
  figures["weights"] = std::vector<double>(trained.model.weights().begin(), trained.model.weights().end());
  figures["neutral_weights"] =
      std::vector<double>(trained.model.neutral_weights().begin(), trained.model.neutral_weights().end());
  if (!trained.report.passes.empty()) {
    const block::PassReport& last = trained.report.passes.back();
    reporter.note(fmt::format("block prediction error {:.2f} % on {} held-out points after {} passes",
                              100 * last.held_out_error, events.held_out.size(), last.pass));
  }
  reporter.stage("writing the model");
  write_block_folder(trained.model, training.base_folder, training.model_folder, training.beside_others,
                     options_of(training));
  figures["seconds"] = seconds_since(start);
  return figures;
}

}  // namespace calque::pipeline
