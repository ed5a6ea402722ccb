#include "align/lexicon_list.h"

#include <algorithm>

#include "base/error.h"

namespace calque::align {

void LexiconListOptions::validate() const {
  if (min_probability >= 0.0 && min_probability <= 1.0) return;
  throw UsageError({}, "the least probability of a lexicon entry is out of range", "use 0 to 1");
}

std::vector<LexiconEntry> list_lexicon(const LexicalTable& table, const LexiconListOptions& options) {
  // What the model keeps back for unseen words is left out, so that shares add up to one.
  std::vector<double> source_total(table.source_words(), 0.0);
  std::vector<double> target_total(table.target_words(), 0.0);
  for (std::size_t s = 0; s < table.source_words(); ++s) {
    const auto targets = table.targets(s);
    for (std::size_t k = 0; k < targets.size(); ++k) {
      const PairProbabilities& p = table.probabilities(s)[k];
      source_total[s] += static_cast<double>(p[0]);
      target_total[targets[k]] += static_cast<double>(p[1]);
    }
  }
  std::vector<LexiconEntry> entries;
  for (std::size_t s = 0; s < table.source_words(); ++s) {
    const auto first = static_cast<std::ptrdiff_t>(entries.size());
    const auto targets = table.targets(s);
    for (std::size_t k = 0; k < targets.size(); ++k) {
      const PairProbabilities& p = table.probabilities(s)[k];
      const LexiconEntry entry{text::WordId{static_cast<std::uint32_t>(s)}, text::WordId{targets[k]},
                               static_cast<double>(p[0]) / source_total[s],
                               static_cast<double>(p[1]) / target_total[targets[k]]};
      if (std::max(entry.p_target_given_source, entry.p_source_given_target) < options.min_probability)
        continue;
      entries.push_back(entry);
    }
    std::stable_sort(entries.begin() + first, entries.end(),
                     [](const LexiconEntry& a, const LexiconEntry& b) {
                       return a.p_target_given_source > b.p_target_given_source;
                     });
    const std::size_t found = entries.size() - static_cast<std::size_t>(first);
    if (options.max_per_source > 0 && found > options.max_per_source) {
      entries.resize(static_cast<std::size_t>(first) + options.max_per_source);
    }
  }
  return entries;
}

}  // namespace calque::align
