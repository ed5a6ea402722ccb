// One search for good word classes: the exchange algorithm, and annealing before it.
//
// Not safe to share between threads; any number of searches may use the same rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "text/word_classes_bigrams.h"
#include "text/word_classes_counts.h"

namespace calque::text {

// Random numbers of the standard Gumbel distribution, drawn once and used in slices from random places:
// adding T times such a number to each gain and taking the largest sum picks a class with probability
// proportional to exp(gain / T).
class GumbelNoise {
 public:
  static constexpr std::size_t kSize = std::size_t{1} << 16;

  explicit GumbelNoise(std::uint64_t seed);
  std::span<const double> draw(std::size_t size, Rng& rng) const;

 private:
  std::vector<double> values_;
};

class ClassSearch {
 public:
  // class_of: by rank, without the boundary; each below `classes`. `rows` must outlive the search.
  ClassSearch(const BigramRows& rows, std::vector<std::uint32_t> class_of, std::size_t classes);

  // Visits the words by falling frequency and moves each to the class that makes the corpus most likely.
  // Returns how many moved; the likelihood never falls.
  std::size_t exchange();
  // Visits the `words` most frequent words and moves each to a random class, likelier ones with preference.
  // The temperature is in nats per occurrence of the word: the gain of a move grows with its frequency, so
  // this gives frequent words the same freedom as rare ones.
  void anneal(double temperature, std::uint32_t words, const GumbelNoise& noise, Rng& rng);

  double log_likelihood() const { return word_log_likelihood_ + counts_.class_log_likelihood(); }
  // By rank, without the boundary.
  std::span<const std::uint32_t> class_of() const { return {class_of_.data(), class_of_.size() - 1}; }

 private:
  void load(std::uint32_t rank);
  bool move(std::uint32_t rank, std::uint32_t to);

  const BigramRows& rows_;
  std::vector<std::uint32_t> class_of_;  // with the boundary at the end
  ClassCounts counts_;
  double word_log_likelihood_ = 0.0;
  double min_gain_;  // smaller gains may be rounding errors, and moves for them need not end
  WordContext context_;
  std::vector<double> gains_;
};

}  // namespace calque::text
