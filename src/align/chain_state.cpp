#include "align/chain_state.h"

#include <cmath>

#include "align/chain_group.h"

namespace calque::align {

std::uint64_t chain_bytes(const text::ParallelCorpus& corpus, const Segmentation& segmentation,
                          const CooccurrenceTable& table, std::size_t chains) {
  const std::uint64_t words = table.source_words() + table.target_words();
  const std::uint64_t tokens = corpus.source.token_count() + corpus.target.token_count();
  const std::uint64_t frequent =
      FrequentLinks::count_words(corpus.target, table.target_words()) * table.source_words() +
      FrequentLinks::count_words(corpus.source, table.source_words()) * table.target_words();
  return chains * (table.size() * 2 * sizeof(std::uint16_t) + frequent * sizeof(std::uint32_t) +
                   words * (sizeof(GeneratorEntry) + sizeof(std::uint32_t)) +
                   tokens * (links_fit_a_byte(segmentation) ? 1 : 2));
}

double jump_prior_count(std::size_t bucket, double weight) {
  const double distance = std::abs(static_cast<double>(bucket) - static_cast<double>(jump_bucket(1)));
  return weight * (0.1 + 20.0 * std::exp2(-distance));
}

}  // namespace calque::align
