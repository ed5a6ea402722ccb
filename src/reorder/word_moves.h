// Where single source words are likely to go, from the source sentence alone: what is known of a phrase's
// neighbours before they are translated (theory/reordering.md#extensions). Inside the module only.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/thread_pool.h"
#include "reorder/classifier.h"
#include "reorder/corpus_text.h"

namespace calque::reorder {

// Sentences whose number leaves this remainder.
struct SentencePart {
  std::uint32_t remainder = 0;
  std::uint32_t divisor = 1;
};

// A linear model of the samples of single source words, to be asked with an empty target phrase.
std::shared_ptr<const Classifier> train_word_moves(const CorpusText& text, std::span<const Sample> samples,
                                                   const SentencePart& part, std::size_t classes,
                                                   ThreadPool& threads);

// Requires: a model of train_word_moves.
void write_word_moves(const Classifier& model, store::ContainerWriter& file, const std::string& prefix);
std::shared_ptr<const Classifier> read_word_moves(const std::shared_ptr<const store::Container>& file,
                                                  const std::string& prefix, std::size_t classes);

}  // namespace calque::reorder
