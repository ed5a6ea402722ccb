// Linear models of single source phrases, with a model of all phrases to fall back on.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "reorder/classifier.h"
#include "reorder/linear.h"
#include "reorder/real_features.h"

namespace calque::reorder {

// Sub-models of source phrases, one after the other: phrase c has features [begins[c], begins[c+1]),
// ascending numbers of the dictionary, and for each of them a weight for each class.
struct ClusterTables {
  FeatureOptions features{};
  KeyTable dictionary{};
  KeyTable phrases{};
  SharedArray<std::uint64_t> begins{};
  SharedArray<std::uint32_t> features_of{};
  SharedArray<float> weights{};
  SharedArray<std::uint64_t> class_counts{};  // of the training set: what a phrase without sub-model gets
  SharedArray<std::uint32_t> samples_of{};    // by phrase
  std::shared_ptr<const RealFeatures> reals{};
  Link link = Link::kSoftmax;
  // A sub-model of n samples and the model of all phrases are mixed as n to this. 0: the sub-model alone.
  double mix = 0.0;
};

class Clustered : public Classifier {
 public:
  // `fallback` may be absent; phrases without sub-model then get the training set's class distribution.
  Clustered(ClusterTables tables, std::unique_ptr<const Linear> fallback);

  std::size_t classes() const override { return tables_.class_counts.size(); }
  std::size_t sub_models() const { return tables_.phrases.size(); }
  void begin_span(const WordsView& sentence, text::Span span, SpanScratch& scratch) const override;
  void log_probs(SpanScratch& scratch, const TargetPhrase& target, std::span<float> log_probs) const override;
  std::vector<Influence> influences(const WordsView& sentence, text::Span span, const TargetPhrase& target,
                                    const WordNames& names) const override;
  bool knows_phrase(std::span<const Key> source) const override;
  void write(store::ContainerWriter& file) const override;

  static std::unique_ptr<const Classifier> read(const std::shared_ptr<const store::Container>& file,
                                                std::size_t classes, ReadRealFeatures read_reals);

 private:
  bool mixes() const { return fallback_ != nullptr && tables_.mix > 0.0; }
  // The weights of a feature in a sub-model, or nullptr.
  const float* weights_of(std::uint32_t cluster, std::uint32_t feature) const;
  auto scores(std::uint32_t cluster) const;  // a RowScores

  ClusterTables tables_;
  FeatureMaker maker_;
  std::vector<float> log_priors_;
  std::unique_ptr<const Linear> fallback_;
};

}  // namespace calque::reorder
