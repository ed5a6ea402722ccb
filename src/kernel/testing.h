// For tests: small corpora from text, random corpora, and slow but obvious counterparts of what is tested.
#pragma once

#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/parse.h"
#include "base/rng.h"
#include "kernel/spectrum_index.h"
#include "text/corpus.h"

namespace calque::kernel::testing {

struct Side {
  text::Vocabulary vocabulary;
  text::Corpus corpus;

  explicit Side(const std::vector<std::string>& lines = {}) {
    for (const std::string& line : lines) corpus.add_line(line, vocabulary);
  }
  // New words get new ids that no training sentence has.
  std::vector<text::WordId> words(std::string_view line) {
    std::vector<text::WordId> ids;
    for (const std::string_view word : split_words(line)) ids.push_back(vocabulary.add(word));
    return ids;
  }
};

// theory/kernel-regression.md#worked-example.
inline Side example_source() {
  return Side({"nous revenons aux questions", "les questions marquees", "nous marquees"});
}
inline Side example_target() {
  return Side({"we return to questions", "the marked questions", "we marked"});
}
inline constexpr const char* kExampleInput = "nous revenons aux questions marquees";
inline const std::vector<std::string>& example_candidates() {
  static const std::vector<std::string> lines{"we return to marked questions",
                                              "we return to questions marked", "the marked questions",
                                              "we return to questions"};
  return lines;
}

inline std::vector<text::WordId> random_words(Rng& random, std::size_t vocabulary, std::size_t longest) {
  std::vector<text::WordId> words(random.below(longest + 1));
  for (text::WordId& word : words) word = text::WordId{static_cast<std::uint32_t>(random.below(vocabulary))};
  return words;
}

inline text::Corpus random_corpus(Rng& random, std::size_t sentences, std::size_t vocabulary,
                                  std::size_t longest) {
  text::Corpus corpus;
  for (std::size_t i = 0; i < sentences; ++i) corpus.add_sentence(random_words(random, vocabulary, longest));
  return corpus;
}

// Sentence pairs that have nothing to do with each other, and their features.
struct RandomPairs {
  text::Corpus source;
  text::Corpus target;
  SpectrumArrays x;
  SpectrumArrays y;

  RandomPairs(Rng& random, std::size_t sentences, std::size_t vocabulary, std::size_t longest,
              std::size_t order)
      : source(random_corpus(random, sentences, vocabulary, longest)),
        target(random_corpus(random, sentences, vocabulary, longest)),
        x(source, {order}),
        y(target, {order}) {}
};

using NgramCounts = std::map<std::vector<text::WordId>, double>;

inline NgramCounts ngram_counts(std::span<const text::WordId> words, std::size_t order) {
  NgramCounts counts;
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    for (std::size_t length = 1; length <= order && begin + length <= words.size(); ++length) {
      const auto ngram = words.subspan(begin, length);
      counts[{ngram.begin(), ngram.end()}] += 1.0;
    }
  }
  return counts;
}

// By counting n-grams in maps.
inline double counted_kernel(std::span<const text::WordId> x, std::span<const text::WordId> z,
                             std::size_t order) {
  const NgramCounts other = ngram_counts(z, order);
  double sum = 0;
  for (const auto& [ngram, count] : ngram_counts(x, order)) {
    const auto found = other.find(ngram);
    if (found != other.end()) sum += count * found->second;
  }
  return sum;
}

// The same with weights: of lengths, times the square of 1 + ln(sentences / sentences with the n-gram), where
// n-grams of no sentence are as rare as those of one. Factors have 32 bits, as in the index.
class WeightedCounting {
 public:
  WeightedCounting(const text::Corpus& corpus, const SpectrumOptions& options) : options_(options) {
    for (std::size_t i = 0; i < corpus.size(); ++i) {
      for (const auto& [ngram, unused] : ngram_counts(corpus.sentence(i), options.order))
        ++sentences_with_[ngram];
    }
    sentences_ = static_cast<double>(corpus.size());
  }
  double kernel(std::span<const text::WordId> x, std::span<const text::WordId> z) const {
    const NgramCounts other = ngram_counts(z, options_.order);
    double sum = 0;
    for (const auto& [ngram, count] : ngram_counts(x, options_.order)) {
      const auto found = other.find(ngram);
      if (found != other.end()) sum += weight(ngram) * count * found->second;
    }
    return sum;
  }

 private:
  double weight(const std::vector<text::WordId>& ngram) const {
    double factor = options_.length_weights.empty() ? 1.0 : options_.length_weights[ngram.size() - 1];
    const auto found = sentences_with_.find(ngram);
    if (options_.inverse_frequency) {
      const double with = found == sentences_with_.end() ? 1.0 : found->second;
      factor *= (1 + std::log(sentences_ / with)) * (1 + std::log(sentences_ / with));
    }
    return found == sentences_with_.end() ? factor : double{static_cast<float>(factor)};
  }

  SpectrumOptions options_;
  NgramCounts sentences_with_;
  double sentences_ = 0;
};

}  // namespace calque::kernel::testing
