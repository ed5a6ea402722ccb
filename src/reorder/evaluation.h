// How well a model predicts movements that it has not seen (theory/reordering.md#evaluation).
//
// The same for any number of threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "reorder/classifier.h"
#include "reorder/corpus_text.h"

namespace calque::reorder {

struct Prediction {
  std::uint8_t label = 0;
  float log_prob_of_truth = 0.0F;
};

std::vector<Prediction> predict(const Classifier& classifier, const CorpusText& text,
                                std::span<const Sample> samples, ThreadPool& threads);

struct Hits {
  std::uint64_t right = 0;
  std::uint64_t all = 0;

  double precision() const { return all == 0 ? 0.0 : static_cast<double>(right) / static_cast<double>(all); }
};

struct Evaluation {
  Hits overall;
  double mean_log_prob = 0.0;  // of the true classes
  std::vector<double> f1;      // by class; 0 for a class that is neither there nor predicted
  std::map<std::int32_t, Hits> by_distance;
};

Evaluation evaluate(std::span<const Sample> samples, std::span<const Prediction> predictions,
                    std::size_t classes);

// The mean over the moving classes of (F1 of a - F1 of b) / F1 of b. Classes that b never gets right are left
// out.
double relative_gain(std::span<const double> f1_a, std::span<const double> f1_b, std::size_t monotone_class);

// Two models on the test samples of one source phrase.
struct ClusterComparison {
  Key phrase = 0;
  Sample example;  // one of its samples, to name it
  std::uint64_t test_samples = 0;
  std::uint64_t train_samples = 0;
  std::uint64_t translations = 0;  // different target phrases in training
  double accuracy_a = 0.0;
  double accuracy_b = 0.0;
};

// One for each source phrase of the test set that training has at least `min_samples` samples of, by
// falling number of training samples.
std::vector<ClusterComparison> compare_clusters(const CorpusText& text, std::span<const Sample> train,
                                                std::span<const Sample> test, std::span<const Prediction> a,
                                                std::span<const Prediction> b, std::size_t min_samples);

}  // namespace calque::reorder
