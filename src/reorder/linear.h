// A linear model over features, for all phrases.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "learn/weights.h"
#include "reorder/classifier.h"
#include "reorder/real_features.h"

namespace calque::reorder {

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
                                                std::size_t classes, ReadRealFeatures read_reals);
  // `read_reals` is null for models that cannot have real-valued features.
  static LinearTables read_tables(const std::shared_ptr<const store::Container>& file,
                                  const std::string& prefix, std::size_t classes,
                                  ReadRealFeatures read_reals);

 private:
  auto scores() const;  // a RowScores

  LinearTables tables_;
  FeatureMaker maker_;
  std::size_t classes_;
};

}  // namespace calque::reorder
