// Helpers for this module's tests: corpora out of text, random ones, settings.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "align/options.h"
#include "base/rng.h"
#include "text/corpus.h"

namespace calque::align::testing {

inline constexpr std::array<AlignmentModelKind, 4> kAllKinds{
    AlignmentModelKind::kIbm1, AlignmentModelKind::kDiagonal, AlignmentModelKind::kHmm,
    AlignmentModelKind::kFertility};

inline AlignOptions unsmoothed_options() {
  AlignOptions options;
  options.lexical_smoothing = LexicalSmoothing::kNone;
  return options;
}

inline text::ParallelCorpus corpus_of(const std::vector<std::pair<std::string, std::string>>& lines) {
  text::ParallelCorpus corpus;
  for (const auto& [source, target] : lines) {
    corpus.source.add_line(source, corpus.source_vocabulary);
    corpus.target.add_line(target, corpus.target_vocabulary);
  }
  return corpus;
}

// Sentences of 0 to `longest` words out of a vocabulary of `words` on either side; target word k tends to
// translate source word k, in about the same order.
inline text::ParallelCorpus random_corpus(std::size_t pairs, std::size_t longest, std::uint32_t words,
                                          std::uint64_t seed) {
  Rng rng(seed);
  std::vector<std::pair<std::string, std::string>> lines(pairs);
  for (auto& [source, target] : lines) {
    const std::size_t length = rng.below(longest + 1);
    for (std::size_t i = 0; i < length; ++i) {
      const std::uint64_t word = rng.below(words);
      source += "s" + std::to_string(word) + " ";
      if (rng.chance(0.8)) target += "t" + std::to_string(rng.chance(0.8) ? word : rng.below(words)) + " ";
    }
  }
  return corpus_of(lines);
}

}  // namespace calque::align::testing
