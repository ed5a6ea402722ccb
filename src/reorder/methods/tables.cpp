#include "reorder/methods/tables.h"

#include "reorder/lexical.h"

namespace calque::reorder {

std::unique_ptr<const Classifier> WordDistanceMethod::train(const CorpusText&,
                                                            std::span<const Sample> samples,
                                                            std::size_t classes, ThreadPool&) const {
  return std::make_unique<const WordDistance>(WordDistance::train(samples, classes));
}

void LexicalMethod::visit_options(const OptionVisitor& visit) {
  TableMethod::visit_options(visit);
  visit("smoothing", &smoothing, "added to each count");
}

std::unique_ptr<const Classifier> LexicalMethod::train(const CorpusText& text,
                                                       std::span<const Sample> samples, std::size_t classes,
                                                       ThreadPool& threads) const {
  return std::make_unique<const Lexical>(Lexical::train(text, samples, classes, smoothing, threads));
}

}  // namespace calque::reorder
