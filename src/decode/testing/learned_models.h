// Learned reordering models of a small corpus. Tests only.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "decode/features/learned_reordering.h"
#include "reorder/corpus_text.h"
#include "reorder/model.h"
#include "reorder/samples.h"
#include "reorder/trainer.h"

namespace calque::decode::testing {

// What to learn.
struct LearnedRecipe {
  std::string learner = "mlr-dual";
  std::string classes = "3";
  phrase::OrientationModel orientation = phrase::OrientationModel::kHierarchical;
  bool backward = true;
  bool forward = false;
  ReorderingForm form = ReorderingForm::kOneWeight;
  UnknownPhrases unknown = UnknownPhrases::kModel;
  bool global_fallback = true;
};

// Every third word has the same class.
inline text::WordClasses classes_by_number(const text::Vocabulary& vocabulary) {
  text::WordClasses classes;
  for (std::uint32_t i = 0; i < vocabulary.size(); ++i) classes.class_of.push_back(i % 3);
  classes.classes = 3;
  return classes;
}

inline std::shared_ptr<const reorder::ReorderingModel> learn(const text::ParallelCorpus& corpus,
                                                             const text::AlignmentCorpus& alignments,
                                                             const LearnedRecipe& recipe,
                                                             reorder::Direction direction) {
  ThreadPool pool(1);
  const auto source = classes_by_number(corpus.source_vocabulary);
  const auto target = classes_by_number(corpus.target_vocabulary);
  const reorder::CorpusText text(corpus, alignments, {source, target});
  const auto set = reorder::ReorderingClasses::parse(recipe.classes);
  const auto samples = reorder::collect_samples(
      corpus, alignments, set, {.orientation = recipe.orientation, .direction = direction}, pool);
  const auto learner = reorder::Learner::parse(recipe.learner);
  const reorder::OptionValues values{{"features", "rich"}, {"no-global", !recipe.global_fallback}};
  const reorder::TrainOptions options{learner.method(reorder::options_of(learner, values), set)};
  auto result = reorder::train(text, samples.samples, set, options, pool);
  return std::make_shared<const reorder::ReorderingModel>(
      reorder::ReorderingModel::Description{recipe.learner,
                                            set,
                                            recipe.orientation,
                                            {source, corpus.source_vocabulary},
                                            {target, corpus.target_vocabulary},
                                            direction},
      std::move(result.classifier));
}

inline LearnedReorderingModels learn_moves(const text::ParallelCorpus& corpus,
                                           const text::AlignmentCorpus& alignments,
                                           const LearnedRecipe& recipe) {
  LearnedReorderingModels moves;
  if (recipe.backward) moves.backward = learn(corpus, alignments, recipe, reorder::Direction::kBackward);
  if (recipe.forward) moves.forward = learn(corpus, alignments, recipe, reorder::Direction::kForward);
  moves.form = recipe.form;
  moves.unknown = recipe.unknown;
  moves.adjustment.beta = static_cast<double>(moves.any().classes().size());
  return moves;
}

// Says the same about every phrase.
class FixedClassifier final : public reorder::Classifier {
 public:
  explicit FixedClassifier(std::vector<float> log_probs) : log_probs_(std::move(log_probs)) {}
  std::size_t classes() const override { return log_probs_.size(); }
  void begin_span(const reorder::WordsView& /*sentence*/, text::Span /*span*/,
                  reorder::SpanScratch& /*scratch*/) const override {}
  void log_probs(reorder::SpanScratch& /*scratch*/, const reorder::TargetPhrase& /*target*/,
                 std::span<float> log_probs) const override {
    std::copy(log_probs_.begin(), log_probs_.end(), log_probs.begin());
  }
  void write(store::ContainerWriter& /*file*/) const override {}

 private:
  std::vector<float> log_probs_;
};

// A backward model.
inline LearnedReorderingModels moves_of(const std::string& classes,
                                        std::unique_ptr<const reorder::Classifier> classifier) {
  LearnedReorderingModels moves;
  reorder::ReorderingModel::Description description;
  description.classes = reorder::ReorderingClasses::parse(classes);
  moves.backward =
      std::make_shared<const reorder::ReorderingModel>(std::move(description), std::move(classifier));
  return moves;
}

inline LearnedReorderingModels fixed_moves(const std::string& classes, std::vector<float> log_probs) {
  return moves_of(classes, std::make_unique<const FixedClassifier>(std::move(log_probs)));
}

// How often a classifier was asked.
struct AskedCounts {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> spans;
  std::size_t options = 0;
};

// Says that all classes are equally likely, and counts.
class CountingClassifier final : public reorder::Classifier {
 public:
  CountingClassifier(std::size_t classes, std::shared_ptr<AskedCounts> counts)
      : classes_(classes), counts_(std::move(counts)) {}
  std::size_t classes() const override { return classes_; }
  void begin_span(const reorder::WordsView& /*sentence*/, text::Span span,
                  reorder::SpanScratch& /*scratch*/) const override {
    counts_->spans.emplace_back(span.begin, span.end);
  }
  void log_probs(reorder::SpanScratch& /*scratch*/, const reorder::TargetPhrase& /*target*/,
                 std::span<float> log_probs) const override {
    ++counts_->options;
    std::fill(log_probs.begin(), log_probs.end(), -std::log(static_cast<float>(classes_)));
  }
  void write(store::ContainerWriter& /*file*/) const override {}

 private:
  std::size_t classes_;
  std::shared_ptr<AskedCounts> counts_;
};

}  // namespace calque::decode::testing
