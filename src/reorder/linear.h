// Linear models over features: one for all phrases, and one for each frequent source phrase with a model of
// all to fall back on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "learn/weights.h"
#include "reorder/classifier.h"

namespace calque::reorder {

class RealFeatures;

// Features by number and their weights, those of feature f for all classes in [f * classes, ...). Real-valued
// features, if there are any, come after those of the dictionary.
struct LinearTables {
  FeatureOptions features{};
  KeyTable dictionary{};
  SharedArray<float> weights{};
  std::shared_ptr<const RealFeatures> reals{};
  Link link = Link::kSoftmax;
};

class Linear : public Classifier {
 public:
  Linear(LinearTables tables, std::size_t classes);
  Linear(const FeatureOptions& features, KeyTable dictionary, const learn::Weights& weights);

  // Weights as tables hold them.
  static std::vector<float> packed(const learn::Weights& weights);

  std::size_t classes() const override { return classes_; }
  void begin_span(const WordsView& sentence, text::Span span, SpanScratch& scratch) const override;
  void log_probs(SpanScratch& scratch, const TargetPhrase& target, std::span<float> log_probs) const override;
  std::vector<Influence> influences(const WordsView& sentence, text::Span span, const TargetPhrase& target,
                                    const WordNames& names) const override;
  void write(store::ContainerWriter& file) const override;
  // The sections alone, for models that contain one.
  void write_tables(store::ContainerWriter& file, const std::string& prefix) const;

  static std::unique_ptr<const Classifier> read(const std::shared_ptr<const store::Container>& file,
                                                std::size_t classes);
  static LinearTables read_tables(const std::shared_ptr<const store::Container>& file,
                                  const std::string& prefix, std::size_t classes);

 private:
  auto scores() const;  // a RowScores

  LinearTables tables_;
  FeatureMaker maker_;
  std::size_t classes_;
};

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
                                                std::size_t classes);

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
