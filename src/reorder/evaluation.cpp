#include "reorder/evaluation.h"

#include <algorithm>

#include "base/error.h"

namespace calque::reorder {
namespace {

constexpr std::size_t kEvaluatedPerBlock = 2048;

// What is known of a source phrase.
struct PhraseFacts {
  Key phrase;
  Key pair;
  auto operator<=>(const PhraseFacts&) const = default;
};

std::vector<PhraseFacts> facts_of(const CorpusText& text, std::span<const Sample> samples) {
  std::vector<PhraseFacts> facts;
  facts.reserve(samples.size());
  SentenceLoader loader(text);
  for (const Sample& sample : samples) {
    loader.load(sample.sentence);
    facts.push_back({loader.source_phrase(sample), loader.phrase_pair(sample)});
  }
  return facts;
}

}  // namespace

std::vector<Prediction> predict(const Classifier& classifier, const CorpusText& text,
                                std::span<const Sample> samples, ThreadPool& threads) {
  std::vector<Prediction> predictions(samples.size());
  threads.for_blocks(samples.size(), kEvaluatedPerBlock, [&](const Block& block) {
    SentenceLoader loader(text);
    SpanScratch scratch;
    std::vector<float> log_probs(classifier.classes());
    for (std::size_t i = block.begin; i < block.end; ++i) {
      const Sample& sample = samples[i];
      const bool same_span = i > block.begin && samples[i - 1].sentence == sample.sentence &&
                             samples[i - 1].source() == sample.source();
      loader.load(sample.sentence);
      if (!same_span) classifier.begin_span(loader.source(), sample.source(), scratch);
      classifier.log_probs(scratch, loader.target_phrase(sample), log_probs);
      const auto best = std::max_element(log_probs.begin(), log_probs.end());
      predictions[i] = {static_cast<std::uint8_t>(best - log_probs.begin()), log_probs[sample.label]};
    }
  });
  return predictions;
}

Evaluation evaluate(std::span<const Sample> samples, std::span<const Prediction> predictions,
                    std::size_t classes) {
  CALQUE_CHECK(samples.size() == predictions.size());
  Evaluation result;
  std::vector<std::uint64_t> truth(classes, 0);
  std::vector<std::uint64_t> predicted(classes, 0);
  std::vector<std::uint64_t> both(classes, 0);
  double log_prob = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const bool right = predictions[i].label == samples[i].label;
    ++truth[samples[i].label];
    ++predicted[predictions[i].label];
    both[samples[i].label] += right ? 1 : 0;
    for (Hits* hits : {&result.overall, &result.by_distance[samples[i].distance]}) {
      hits->right += right ? 1 : 0;
      ++hits->all;
    }
    log_prob += static_cast<double>(predictions[i].log_prob_of_truth);
  }
  if (!samples.empty()) result.mean_log_prob = log_prob / static_cast<double>(samples.size());
  for (std::size_t k = 0; k < classes; ++k) {
    const auto sum = static_cast<double>(truth[k] + predicted[k]);
    result.f1.push_back(sum > 0.0 ? 2.0 * static_cast<double>(both[k]) / sum : 0.0);
  }
  return result;
}

double relative_gain(std::span<const double> f1_a, std::span<const double> f1_b, std::size_t monotone_class) {
  double sum = 0.0;
  std::size_t used = 0;
  for (std::size_t k = 0; k < f1_a.size(); ++k) {
    if (k == monotone_class || f1_b[k] <= 0.0) continue;
    sum += (f1_a[k] - f1_b[k]) / f1_b[k];
    ++used;
  }
  return used == 0 ? 0.0 : sum / static_cast<double>(used);
}

std::vector<ClusterComparison> compare_clusters(const CorpusText& text, std::span<const Sample> train,
                                                std::span<const Sample> test, std::span<const Prediction> a,
                                                std::span<const Prediction> b, std::size_t min_samples) {
  auto known = facts_of(text, train);
  std::sort(known.begin(), known.end());
  const auto tested = facts_of(text, test);
  std::vector<std::uint32_t> order(test.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t x, std::uint32_t y) { return tested[x].phrase < tested[y].phrase; });
  std::vector<ClusterComparison> found;
  for (std::size_t begin = 0; begin < order.size();) {
    ClusterComparison cluster;
    cluster.phrase = tested[order[begin]].phrase;
    cluster.example = test[order[begin]];
    std::size_t end = begin;
    for (; end < order.size() && tested[order[end]].phrase == cluster.phrase; ++end) {
      const std::uint32_t i = order[end];
      cluster.accuracy_a += a[i].label == test[i].label ? 1.0 : 0.0;
      cluster.accuracy_b += b[i].label == test[i].label ? 1.0 : 0.0;
    }
    cluster.test_samples = end - begin;
    cluster.accuracy_a /= static_cast<double>(end - begin);
    cluster.accuracy_b /= static_cast<double>(end - begin);
    auto at = std::lower_bound(known.begin(), known.end(), PhraseFacts{cluster.phrase, 0});
    for (Key pair = 0; at != known.end() && at->phrase == cluster.phrase; ++at) {
      cluster.translations += cluster.train_samples == 0 || at->pair != pair ? 1 : 0;
      pair = at->pair;
      ++cluster.train_samples;
    }
    if (cluster.train_samples >= min_samples) found.push_back(cluster);
    begin = end;
  }
  std::stable_sort(found.begin(), found.end(), [](const ClusterComparison& x, const ClusterComparison& y) {
    return x.train_samples > y.train_samples;
  });
  return found;
}

}  // namespace calque::reorder
