// Training of reordering models: one function for all learners, as one model of all phrases or as one
// sub-model for each frequent source phrase.
//
// The same model for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/thread_pool.h"
#include "learn/logistic.h"
#include "reorder/classifier.h"
#include "reorder/corpus_text.h"
#include "reorder/learner.h"
#include "reorder/method.h"
#include "reorder/model.h"
#include "reorder/prepared_rows.h"
#include "reorder/reordering_classes.h"
#include "reorder/samples.h"
#include "reorder/training_report.h"

namespace calque::reorder {

struct TrainOptions {
  std::shared_ptr<const Method> method;  // with its own options
  std::uint64_t seed = 1;
  // Called after each pass by the learners of all phrases that go over the data several times. May be empty.
  learn::AfterPass after_pass{};
};

struct TrainingResult {
  std::unique_ptr<const Classifier> classifier;
  FeatureOptions features;  // used
  TrainingReport report;
};

// What rows a linear method needs. Requires: the method is linear.
RowPlan row_plan(const TrainOptions& options, std::size_t classes);

TrainingResult train(const CorpusText& text, std::span<const Sample> samples,
                     const ReorderingClasses& classes, const TrainOptions& options, ThreadPool& threads);
// The same from rows that were made before; nothing is prepared then. Requires: a linear method, and rows
// made of the same samples.
TrainingResult train(const CorpusText& text, std::span<const Sample> samples,
                     const ReorderingClasses& classes, const TrainOptions& options, const PreparedRows& rows,
                     ThreadPool& threads);

// The same model from a corpus that is read part by part: memory is that of the counts and of one part's
// samples. Requires: a method that counts.
struct StreamedResult {
  TrainingResult result;
  SampleCounts counts;
};
StreamedResult train_streamed(const CorpusText& text, const SampleSource& source, const TrainOptions& options,
                              ThreadPool& threads);

// The trained classifier as a model that can be saved, with the word classes that its features need.
ReorderingModel make_model(TrainingResult result, const Learner& learner, const ReorderingClasses& classes,
                           const SampleOptions& samples, const CorpusText& text);

}  // namespace calque::reorder
