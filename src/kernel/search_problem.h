// For tests: small problems of the pre-image search, and slow but obvious ways to solve them.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "kernel/local_regression.h"
#include "kernel/pre_image.h"
#include "kernel/testing.h"

namespace calque::kernel::testing {

using Words = std::vector<text::WordId>;

// kernel(y, y) - 2 k_y(y) . beta, naively.
inline double naive_score(const text::Corpus& target, const DualWeights& dual, std::size_t column,
                          std::span<const text::WordId> words, std::size_t order) {
  double score = counted_kernel(words, words, order);
  for (std::size_t i = 0; i < dual.sentences.size(); ++i)
    score -=
        2.0 * dual.weights.row(i)[column] * counted_kernel(words, target.sentence(dual.sentences[i]), order);
  return score;
}

struct Task {
  std::vector<Words> phrases;
  std::vector<PreImageOption> options;
};

// One to three translations for each span of up to two words.
inline Task random_task(Rng& random, std::uint32_t words) {
  Task task;
  std::vector<text::Span> spans;
  for (std::uint32_t begin = 0; begin < words; ++begin) {
    for (std::uint32_t length = 1; length <= 2 && begin + length <= words; ++length) {
      const std::size_t count = length == 1 ? 1 + random.below(3) : random.below(3);
      for (std::size_t k = 0; k < count; ++k) {
        auto phrase = random_words(random, 8, 2);
        phrase.push_back(text::WordId{static_cast<std::uint32_t>(random.below(8))});
        task.phrases.push_back(std::move(phrase));
        spans.push_back({begin, begin + length});
      }
    }
  }
  for (std::size_t i = 0; i < spans.size(); ++i) task.options.push_back({spans[i], task.phrases[i]});
  return task;
}

// All translations by monotone phrases and exchanges of two neighbours.
inline void enumerate(const Task& task, std::uint32_t words, std::uint32_t longest_exchange,
                      std::uint32_t from, const Words& words_so_far, std::set<Words>& all) {
  if (from == words) {
    all.insert(words_so_far);
    return;
  }
  const auto append = [](Words base, const PreImageOption& option) {
    base.insert(base.end(), option.target.begin(), option.target.end());
    return base;
  };
  for (const PreImageOption& first : task.options) {
    if (first.source.begin == from)
      enumerate(task, words, longest_exchange, first.source.end, append(words_so_far, first), all);
    if (first.source.end - from > longest_exchange) continue;
    for (const PreImageOption& second : task.options) {
      if (second.source.begin == from && second.source.end == first.source.begin)
        enumerate(task, words, longest_exchange, first.source.end,
                  append(append(words_so_far, first), second), all);
    }
  }
}

inline Words words_of(const Task& task, const PreImage& image) {
  Words words;
  for (const std::uint32_t option : image.options)
    words.insert(words.end(), task.options[option].target.begin(), task.options[option].target.end());
  return words;
}

// An input of random words, what it may be translated by, and a regression on random sentences.
struct SearchProblem {
  struct Size {
    unsigned order;
    std::size_t sentences;
    std::size_t longest;
  };
  SearchProblem(Rng& random, std::uint32_t words, const Size& size)
      : source(random_corpus(random, size.sentences, 8, size.longest)),
        target(random_corpus(random, size.sentences, 8, size.longest)),
        x(source, {size.order}),
        y(target, {size.order}) {
    const LocalRegression regression(x.index(), {size.sentences, NeighbourChoice::kNearest, 0.5});
    for (std::uint32_t i = 0; i < words; ++i)
      input.push_back(text::WordId{static_cast<std::uint32_t>(random.below(8))});
    dual = regression.weights(SourcePrefixes::all(x.index(), input));
    task = random_task(random, words);
  }

  text::Corpus source;
  text::Corpus target;
  SpectrumArrays x;
  SpectrumArrays y;
  Words input;
  DualWeights dual;
  Task task;
};

}  // namespace calque::kernel::testing
