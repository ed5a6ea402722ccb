// The two models without features: the distance of the jump alone, and relative frequencies of a phrase
// pair's movements with back-off to its source phrase and to all (theory/reordering.md#baselines).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "reorder/classifier.h"
#include "reorder/corpus_text.h"

namespace calque::reorder {

// Says the same for every phrase pair: classes are the less probable the further they jump on average.
class WordDistance : public Classifier {
 public:
  // `mean_distance` by class; p is proportional to exp(-weight * mean distance).
  WordDistance(std::vector<double> mean_distance, double weight);

  std::size_t classes() const override { return log_probs_.size(); }
  void begin_span(const WordsView& sentence, text::Span span, SpanScratch& scratch) const override;
  void log_probs(SpanScratch& scratch, const TargetPhrase& target, std::span<float> log_probs) const override;
  void write(store::ContainerWriter& file) const override;

  static std::unique_ptr<const Classifier> read(const std::shared_ptr<const store::Container>& file,
                                                std::size_t classes);
  static WordDistance train(std::span<const Sample> samples, std::size_t classes);

 private:
  explicit WordDistance(std::vector<float> log_probs) : log_probs_(std::move(log_probs)) {}
  std::vector<float> log_probs_;
};

class Lexical : public Classifier {
 public:
  // Counts by phrase: those of number i in [i * classes, (i + 1) * classes).
  struct Counts {
    KeyTable phrases;
    SharedArray<std::uint32_t> counts;
  };
  struct Tables {
    Counts pairs;
    Counts sources;
    SharedArray<std::uint64_t> all;  // by class
    double smoothing = 0.5;          // added to each class's count
  };

  explicit Lexical(Tables tables) : tables_(std::move(tables)) {}

  std::size_t classes() const override { return tables_.all.size(); }
  void begin_span(const WordsView& sentence, text::Span span, SpanScratch& scratch) const override;
  void log_probs(SpanScratch& scratch, const TargetPhrase& target, std::span<float> log_probs) const override;
  bool knows_phrase(std::span<const Key> source) const override;
  void write(store::ContainerWriter& file) const override;

  // The same as log_probs as if one sample of this pair and class had not been counted. Requires: begin_span
  // before, and the sample was counted.
  void log_probs_without(std::size_t label, SpanScratch& scratch, const TargetPhrase& target,
                         std::span<float> log_probs) const;
  // The sections alone, for models that contain one.
  void write_tables(store::ContainerWriter& file, const std::string& prefix) const;
  static Tables read_tables(const std::shared_ptr<const store::Container>& file, const std::string& prefix,
                            std::size_t classes);

  static std::unique_ptr<const Classifier> read(const std::shared_ptr<const store::Container>& file,
                                                std::size_t classes);
  static Lexical train(const CorpusText& text, std::span<const Sample> samples, std::size_t classes,
                       double smoothing, ThreadPool& threads);

 private:
  // `left_out`: the class of a sample that does not count, or the number of classes.
  void answer(std::size_t left_out, SpanScratch& scratch, const TargetPhrase& target,
              std::span<float> log_probs) const;

  Tables tables_;
};

}  // namespace calque::reorder
