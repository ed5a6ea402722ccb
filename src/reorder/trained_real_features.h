// The real-valued features: how often a phrase pair moved which way in training, how likely the target phrase
// is as text, and where the source words on either side of the phrase are likely to go. Values are a tenth of
// minus the logarithm of a probability.
//
// Immutable, safe to share; scratch memory is the caller's.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "learn/rows.h"
#include "reorder/classifier.h"
#include "reorder/corpus_text.h"
#include "reorder/lexical.h"
#include "reorder/real_features.h"
#include "reorder/target_bigrams.h"

namespace calque::reorder {

class TrainedRealFeatures final : public RealFeatures {
 public:
  // What the options ask for, of a training set; null if they ask for nothing.
  static std::shared_ptr<const TrainedRealFeatures> train(const CorpusText& text,
                                                          std::span<const Sample> samples,
                                                          const FeatureOptions& options, std::size_t classes,
                                                          ThreadPool& threads);

  void begin(const WordsView& sentence, text::Span span, SpanScratch& scratch) const override;
  void values(const TargetPhrase& target, SpanScratch& scratch, std::span<float> values) const override;
  // Both for a sample of the training set, as if it had not been seen: a model that trusts frequencies which
  // contain the answer learns nothing. The sentence is the loader's.
  void training_values(const Sample& sample, SentenceLoader& loader, SpanScratch& scratch,
                       std::span<float> values) const;

  void write(store::ContainerWriter& file, const std::string& prefix) const override;
  // Null if the options ask for nothing.
  static std::shared_ptr<const RealFeatures> read(const std::shared_ptr<const store::Container>& file,
                                                  const std::string& prefix, const FeatureOptions& options,
                                                  std::size_t classes);

 private:
  struct Parts {
    std::optional<Lexical> lexical;
    std::optional<TargetBigrams> bigrams;
    std::shared_ptr<const Classifier> words;     // of single source words, without a target phrase
    std::shared_ptr<const Classifier> folds[2];  // in training: of the other half of the sentences
  };
  TrainedRealFeatures(Parts parts, std::size_t classes);
  void begin_with(const Classifier* words, const WordsView& sentence, text::Span span,
                  SpanScratch& scratch) const;
  void write_values(std::optional<std::size_t> left_out, const TargetPhrase& target, SpanScratch& scratch,
                    std::span<float> values) const;

  Parts parts_;
  std::size_t classes_;
};

// The rows of training samples with their real-valued features behind the others, numbered from `first`.
learn::Rows with_reals(const learn::Rows& rows, const CorpusText& text, std::span<const Sample> samples,
                       const TrainedRealFeatures& reals, std::size_t first);

}  // namespace calque::reorder
