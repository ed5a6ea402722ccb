// Naive Bayes over features (theory/bayes.md): counts of features by class, made in one pass over the
// samples.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/enum_names.h"
#include "base/thread_pool.h"
#include "learn/naive_bayes.h"
#include "reorder/classifier.h"
#include "reorder/corpus_text.h"
#include "reorder/key_counts.h"

namespace calque::reorder {

// All features of some samples with their counts. Counts of several corpora add up.
struct FeatureCounts {
  std::size_t classes = 0;
  std::vector<std::uint64_t> examples;  // by class
  // For each feature: occurrences by class, then samples that have it by class.
  SortedCounts by_feature;
};

FeatureCounts count_features(const CorpusText& text, std::span<const Sample> samples,
                             const FeatureMaker& maker, std::size_t classes, ThreadPool& threads);
FeatureCounts sum(const FeatureCounts& a, const FeatureCounts& b);
// Of a whole corpus, part by part: memory is that of the counts and of one part's samples. Says in `counts`
// what was left out.
FeatureCounts count_features(const CorpusText& text, const SampleSource& source, const FeatureMaker& maker,
                             ThreadPool& threads, SampleCounts& counts);

struct BayesTables {
  FeatureOptions features;
  KeyTable dictionary;
  SharedArray<std::uint32_t> occurrences;  // of feature f and class k in [f * classes + k]
  SharedArray<std::uint64_t> examples;     // by class
  learn::BayesOptions options;
};

// What features are ranked by.
enum class FeatureRank : std::uint8_t {
  kNormalised,  // mutual information over the smaller entropy (theory/bayes.md#feature-selection)
  kSymmetric,   // over the mean of the two entropies: normalised too, and rare features gain little by it
  kMutual,      // mutual information itself, which does not favour rare features
};
constexpr auto enum_names(FeatureRank) {
  using enum FeatureRank;
  return EnumNames<FeatureRank>(
      "features cannot be ranked by",
      {{"mutual", kMutual}, {"normalised", kNormalised}, {"symmetric", kSymmetric}});
}

struct BayesSelection {
  std::size_t min_count = 11;    // fewer occurrences: the feature is left out
  double min_information = 0.0;  // features of a lower rank are left out
  double keep = 1.0;             // this part of what remains is kept, the highest ranks
  FeatureRank rank = FeatureRank::kMutual;
};

class Bayes : public Classifier {
 public:
  explicit Bayes(BayesTables tables);
  // From counts; leaves out what `selection` says.
  static Bayes train(const FeatureCounts& counts, const FeatureOptions& features,
                     const learn::BayesOptions& options, const BayesSelection& selection);

  std::size_t classes() const override { return tables_.examples.size(); }
  std::size_t features() const { return tables_.dictionary.size(); }
  void begin_span(const WordsView& sentence, text::Span span, SpanScratch& scratch) const override;
  void log_probs(SpanScratch& scratch, const TargetPhrase& target, std::span<float> log_probs) const override;
  std::vector<Influence> influences(const WordsView& sentence, text::Span span, const TargetPhrase& target,
                                    const WordNames& names) const override;
  void write(store::ContainerWriter& file) const override;

  static std::unique_ptr<const Classifier> read(const std::shared_ptr<const store::Container>& file,
                                                std::size_t classes);

 private:
  // Adds the log masses of the keys in the scratch memory; returns how many features that were.
  std::uint64_t add_features(SpanScratch& scratch, std::span<double> sums) const;

  BayesTables tables_;
  FeatureMaker maker_;
  double added_;                 // to each count
  std::vector<double> priors_;   // log p(class); -infinity for a class without data
  std::vector<double> totals_;   // of counts and what is added to them, by class
  std::vector<float> log_mass_;  // of feature f and class k, one occurrence
};

}  // namespace calque::reorder
