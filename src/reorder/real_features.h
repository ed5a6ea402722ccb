// Features with real values beside those that hold or do not: how often a phrase pair moved which way in
// training, how likely the target phrase is as text, and where the source words on either side of the phrase
// are likely to go.
//
// Values are minus logarithms of probabilities, a tenth of them: not negative and hardly above 1, so that
// they go with rows of length 1. Immutable, safe to share; scratch memory is the caller's.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "reorder/classifier.h"
#include "reorder/corpus_text.h"
#include "reorder/lexical.h"
#include "reorder/target_bigrams.h"

namespace calque::reorder {

class RealFeatures {
 public:
  // What the options ask for, of a training set; null if they ask for nothing.
  static std::shared_ptr<const RealFeatures> train(const CorpusText& text, std::span<const Sample> samples,
                                                   const FeatureOptions& options, std::size_t classes,
                                                   ThreadPool& threads);

  std::size_t count() const { return names().size(); }
  // For explanations.
  const std::vector<std::string>& names() const { return names_; }

  // For all target phrases of a span. The scratch memory is this object's alone.
  void begin(const WordsView& sentence, text::Span span, SpanScratch& scratch) const;
  // Writes count() values. Requires: begin before.
  void values(const TargetPhrase& target, SpanScratch& scratch, std::span<float> values) const;
  // Both for a sample of the training set, as if it had not been seen: a model that trusts frequencies which
  // contain the answer learns nothing. The sentence is the loader's.
  void training_values(const Sample& sample, SentenceLoader& loader, SpanScratch& scratch,
                       std::span<float> values) const;

  void write(store::ContainerWriter& file, const std::string& prefix) const;
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
  RealFeatures(Parts parts, std::size_t classes);
  void begin_with(const Classifier* words, const WordsView& sentence, text::Span span,
                  SpanScratch& scratch) const;
  void write_values(std::optional<std::size_t> left_out, const TargetPhrase& target, SpanScratch& scratch,
                    std::span<float> values) const;

  Parts parts_;
  std::size_t classes_;
  std::vector<std::string> names_;
};

}  // namespace calque::reorder
