// The learners without features: the length of the jump alone, and relative frequencies.
#pragma once

#include <memory>
#include <span>

#include "reorder/method.h"

namespace calque::reorder {

class WordDistanceMethod final : public TableMethod {
 public:
  std::unique_ptr<const Classifier> train(const CorpusText& text, std::span<const Sample> samples,
                                          std::size_t classes, ThreadPool& threads) const override;
};

class LexicalMethod final : public TableMethod {
 public:
  double smoothing = 0.5;

  void visit_options(const OptionVisitor& visit) override;
  std::unique_ptr<const Classifier> train(const CorpusText& text, std::span<const Sample> samples,
                                          std::size_t classes, ThreadPool& threads) const override;
};

}  // namespace calque::reorder
