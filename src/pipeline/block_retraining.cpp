#include "pipeline/block_retraining.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "block/block_set.h"
#include "block/vectors.h"
#include "block/weights.h"
#include "metrics/bleu.h"
#include "metrics/evaluation.h"
#include "pipeline/block_training.h"
#include "pipeline/development_set.h"
#include "pipeline/evaluation.h"
#include "pipeline/list_points.h"
#include "pipeline/manifest.h"
#include "pipeline/system.h"
#include "pipeline/system_spec.h"
#include "store/interruption.h"

namespace calque::pipeline {
namespace {

class Retraining {
 public:
  Retraining(const BlockRetraining& retraining, const DevelopmentSet& set, const metrics::Metric& metric,
             ThreadPool& threads, Reporter& reporter)
      : retraining_(retraining),
        metric_(metric),
        threads_(threads),
        reporter_(reporter),
        system_(TranslationSystem::load(retraining.model_folder)),
        bound_(metric.bind(set.references, threads)),
        workspaces_(threads.threads()) {
    if (system_.spec().kind != SystemKind::kBlock) {
      throw UsageError({retraining.model_folder}, "this is no block system",
                       "give a folder that 'calque block train' made");
    }
    for (const std::string& line : set.sources) sources_.push_back(system_.prepare(line));
    for (std::size_t i = 0; i < workspaces_.size(); ++i) scorers_.push_back(bound_->scorer());
  }

  nlohmann::ordered_json run() {
    const store::StoppableWork work(store::AfterStop::kBeginsAnew);
    nlohmann::ordered_json figures =
        retraining_.goal == RetrainingGoal::kLocal ? train_locally() : train_on_sentences();
    return figures;
  }

 private:
  void write_folder(const block::BlockModel& model) const {
    write_block_folder(model, retraining_.model_folder, retraining_.output_folder, false,
                       {{"model", name_of(model.kind())},
                        {"retrained", retraining_.goal == RetrainingGoal::kLocal ? "local" : "sentence"}});
  }

  const block::BlockModel& model() const { return *system_.models().blocks; }

  nlohmann::ordered_json train_locally() {
    const decode::Models& models = system_.models();
    const block::BlockSet blocks(models.phrases);
    std::vector<text::WordId> lm_words;
    const text::VocabularyView& vocabulary = models.phrases.target_vocabulary();
    for (std::uint32_t i = 0; i < vocabulary.size(); ++i)
      lm_words.push_back(models.language_models[0].find(vocabulary.word(text::WordId{i})));
    const block::VectorMaker vectors(blocks, model(), models.language_models[0], lm_words);
    const ListPoints maker(vectors, models.phrases.source_vocabulary(), vocabulary);
    const bool oriented = model().kind() == block::ModelKind::kOrientation;
    const auto empty = [&] {
      return ListPoints::Points{
          block::DataPoints(oriented ? block::kOrientationFloats : block::kDistortionFloats),
          block::DataPoints(block::kNeutralFloats)};
    };
    reporter_.stage("translating the development set");
    const decode::Decoder decoder = system_.decoder(system_.search_options());
    auto parts = threads_.map_blocks<ListPoints::Points>(sources_.size(), 1, [&](const Block& work) {
      ListPoints::Points part = empty();
      const auto words = split_words(sources_[work.index]);
      const auto list = decoder.translate(words, workspaces_[work.thread], retraining_.n_best);
      scorers_[work.thread]->start(work.index);
      maker.add(words, list, best_entry(list, metric_, *scorers_[work.thread]), part);
      return part;
    });
    ListPoints::Points all = empty();
    for (ListPoints::Points& part : parts) {
      all.points.append(part.points);
      all.neutral.append(part.neutral);
      part = {};
    }
    reporter_.stage("training weights");
    block::BlockWeights weights = block::zero_weights(all.points);
    const auto passes = block::train_in_memory(all.points, all.points, retraining_.online, weights);
    block::BlockWeights neutral = block::zero_weights(all.neutral);
    if (oriented) block::train_in_memory(all.neutral, all.neutral, retraining_.online, neutral);
    write_folder(model().with_weights(weights.floats, oriented ? neutral.floats : std::vector<double>{}));
    return {{"points", all.points.size()},
            {"positives", all.points.positive_count()},
            {"negatives", all.points.vector_count() - all.points.positive_count()},
            {"neutral_points", all.neutral.size()},
            {"passes", figures_of(passes)},
            {"weights", weights.floats},
            {"neutral_weights", oriented ? neutral.floats : std::vector<double>{}}};
  }

  // What one sentence says about the weights.
  struct SentenceGradient {
    double loss = 0;
    std::vector<double> step;  // values of the best derivation minus the expected ones
    std::vector<std::int64_t> statistics;
  };

  SentenceGradient gradient_of(const decode::Decoder& decoder, std::size_t sentence, std::size_t thread) {
    SentenceGradient gradient;
    const auto words = split_words(sources_[sentence]);
    decode::Request request{.words = words, .n = retraining_.n_best, .with_expectation = true};
    const decode::Response response = decoder.translate(request, workspaces_[thread]);
    metrics::SentenceScorer& scorer = *scorers_[thread];
    scorer.start(sentence);
    gradient.statistics.resize(metric_.statistics_size());
    scorer.statistics(decode::joined(response.translations[0]), gradient.statistics);
    gradient.step.resize(decoder.weights().size());
    if (response.expectation.features.empty()) return gradient;
    const decode::Translation& best =
        response.translations[best_entry(response.translations, metric_, scorer)];
    gradient.loss = response.expectation.log_sum - best.score;
    for (std::size_t k = 0; k < gradient.step.size(); ++k)
      gradient.step[k] = best.features[k] - response.expectation.features[k];
    return gradient;
  }

  static void require_finite(std::span<const double> weights, std::size_t sentence) {
    if (std::all_of(weights.begin(), weights.end(), [](double w) { return std::isfinite(w); })) return;
    throw block::PointOverflow({"the weights left the finite numbers", "train with a smaller --rate"},
                               sentence);
  }

  nlohmann::ordered_json train_on_sentences() {
    const auto features = system_.features().descriptions();
    std::vector<double> weights = decode::flatten(system_.weights(), features);
    auto passes = nlohmann::ordered_json::array();
    for (std::size_t pass = 0; pass < retraining_.online.passes; ++pass) {
      reporter_.stage(fmt::format("pass {} over the translation graphs", pass + 1));
      const double rate =
          retraining_.online.rate / (1 + retraining_.online.rate_decay * static_cast<double>(pass));
      double loss = 0;
      std::vector<std::int64_t> statistics(metric_.statistics_size());
      for (std::size_t begin = 0; begin < sources_.size(); begin += retraining_.batch) {
        const std::size_t count = std::min(retraining_.batch, sources_.size() - begin);
        const decode::Decoder decoder =
            system_.decoder(system_.search_options(), decode::unflatten(weights, features));
        const auto gradients = threads_.map_blocks<SentenceGradient>(count, 1, [&](const Block& work) {
          return gradient_of(decoder, begin + work.index, work.thread);
        });
        for (std::size_t i = 0; i < gradients.size(); ++i) {
          const SentenceGradient& gradient = gradients[i];
          loss += gradient.loss;
          for (std::size_t k = 0; k < weights.size(); ++k) weights[k] += rate * gradient.step[k];
          for (std::size_t k = 0; k < statistics.size(); ++k) statistics[k] += gradient.statistics[k];
          require_finite(weights, begin + i);
        }
        reporter_.progress(begin + count, sources_.size());
      }
      passes.push_back({{"pass", pass + 1},
                        {"loss", loss / static_cast<double>(std::max<std::size_t>(sources_.size(), 1))},
                        {std::string(metric_.name()), metric_.value(statistics)}});
      reporter_.note(fmt::format("{} {:.2f}, loss {:.3f}", metric_.name(), metric_.value(statistics),
                                 passes.back().at("loss").get<double>()));
    }
    write_folder(model());
    const decode::Weights result = decode::unflatten(weights, features);
    decode::write_weights(result, path_in(retraining_.output_folder, kWeightsFile));
    return {{"sentences", sources_.size()}, {"passes", passes}};
  }

  const BlockRetraining& retraining_;
  const metrics::Metric& metric_;
  ThreadPool& threads_;
  Reporter& reporter_;
  TranslationSystem system_;
  std::unique_ptr<const metrics::BoundMetric> bound_;
  std::vector<std::string> sources_;  // prepared
  std::vector<decode::Workspace> workspaces_;
  std::vector<std::unique_ptr<metrics::SentenceScorer>> scorers_;
};

}  // namespace

nlohmann::ordered_json retrain_block_system(const BlockRetraining& retraining, const DevelopmentSet& set,
                                            const metrics::Metric& metric, ThreadPool& threads,
                                            Reporter& reporter) {
  retraining.online.validate();
  if (set.sources.empty() || set.references.empty() || set.references[0].size() != set.sources.size()) {
    throw DataError({}, "the development set has no sentences, or not as many references",
                    "give source and reference files with the same number of lines");
  }
  const auto start = std::chrono::steady_clock::now();
  nlohmann::ordered_json figures = Retraining(retraining, set, metric, threads, reporter).run();
  figures["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return figures;
}

nlohmann::ordered_json retrain_block_system(const BlockRetraining& retraining, const std::string& source,
                                            const std::vector<std::string>& references, ThreadPool& threads,
                                            Reporter& reporter) {
  const auto system = TranslationSystem::load(retraining.model_folder);
  const metrics::Bleu bleu({.tokenization = usual_tokenization(system.preparation())});
  const DevelopmentSet set{metrics::read_lines(source), metrics::read_references(references)};
  try {
    return retrain_block_system(retraining, set, bleu, threads, reporter);
  } catch (const block::PointOverflow& overflow) {
    // Data points are of no file here, sentences are.
    const bool sentences = retraining.goal == RetrainingGoal::kSentence;
    throw DataError({source, sentences ? overflow.point() + 1 : 0},
                    "the weights left the finite numbers in training on this text", "use a smaller --rate");
  }
}

}  // namespace calque::pipeline
