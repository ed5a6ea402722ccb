// Small corpora for tests of models of movement.
#pragma once

#include <string>
#include <vector>

#include "base/rng.h"
#include "reorder/corpus_text.h"
#include "reorder/samples.h"
#include "text/alignment.h"
#include "text/corpus.h"

namespace calque::reorder::testing {

// A corpus out of lines. Views of it stay valid as long as it is not moved.
struct TinyCorpus {
  text::ParallelCorpus corpus;
  text::AlignmentCorpus alignments;

  void add(const std::string& source, const std::string& target, const std::string& links) {
    corpus.source.add_line(source, corpus.source_vocabulary);
    corpus.target.add_line(target, corpus.target_vocabulary);
    const std::size_t at = corpus.source.size() - 1;
    alignments.add(text::parse_pharaoh(links, corpus.source.sentence(at).size(),
                                       corpus.target.sentence(at).size(), {"test"}));
  }
};

// Sentences of a context word and two others that change places behind one half of the context words. Phrase
// pairs say nothing about the movement; the context says all, unless labels are drawn.
inline TinyCorpus swapping_corpus(std::size_t sentences, bool random, std::uint64_t seed) {
  Rng rng(seed);
  TinyCorpus corpus;
  for (std::size_t i = 0; i < sentences; ++i) {
    const std::uint64_t context = rng.below(10);
    const std::string a = std::to_string(rng.below(8));
    const std::string b = std::to_string(rng.below(8));
    const bool swap = random ? rng.below(2) == 0 : context >= 5;
    const std::string c = std::to_string(context);
    corpus.add("c" + c + " a" + a + " b" + b, "C" + c + (swap ? " B" + b + " A" + a : " A" + a + " B" + b),
               swap ? "0-0 1-2 2-1" : "0-0 1-1 2-2");
  }
  return corpus;
}

}  // namespace calque::reorder::testing
