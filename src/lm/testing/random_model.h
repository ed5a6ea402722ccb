// For tests: models of random n-grams and numbers, which no text would give.
#pragma once

#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "lm/files/arpa.h"
#include "lm/files/ngram_data.h"
#include "lm/testing/reference.h"

namespace calque::lm::testing {

// About `ngrams` n-grams of each length above 1 over `words` words, closed as an ARPA reader closes them;
// some back-offs are zero.
inline NgramModelData random_model(std::uint64_t seed, unsigned order, std::uint32_t words,
                                   std::size_t ngrams) {
  Rng rng(seed);
  const auto number = [&](double range) { return std::to_string(-range * rng.uniform()); };
  const auto word = [&](std::uint32_t id) {
    return id < 3 ? std::vector<std::string>{"<unk>", "<s>", "</s>"}[id] : "w" + std::to_string(id);
  };
  std::vector<std::set<Ngram>> levels(order);
  for (std::uint32_t i = 0; i < words + 3; ++i) levels[0].insert({i});
  for (unsigned n = 2; n <= order; ++n) {
    for (std::size_t k = 0; k < ngrams; ++k) {
      // Extends a shorter one, so that long walks exist.
      auto shorter = levels[n - 2].begin();
      std::advance(shorter, static_cast<long>(rng.below(levels[n - 2].size())));
      Ngram ngram = *shorter;
      const auto next = static_cast<std::uint32_t>(rng.below(1 + rng.below(words + 3)));
      ngram.insert(rng.chance(0.7) ? ngram.begin() : ngram.end(), next);
      levels[n - 1].insert(ngram);
    }
  }
  std::string text = "\\data\\\n";
  for (unsigned n = 1; n <= order; ++n)
    text += "ngram " + std::to_string(n) + "=" + std::to_string(levels[n - 1].size()) + "\n";
  for (unsigned n = 1; n <= order; ++n) {
    text += "\n\\" + std::to_string(n) + "-grams:\n";
    for (const Ngram& ngram : levels[n - 1]) {
      text += number(6) + "\t";
      for (const std::uint32_t id : ngram) text += (text.back() == '\t' ? "" : " ") + word(id);
      if (n < order) text += "\t" + (rng.chance(0.3) ? std::string("0") : number(2));
      text += "\n";
    }
  }
  return parse_arpa(text + "\n\\end\\\n", "random");
}

}  // namespace calque::lm::testing
