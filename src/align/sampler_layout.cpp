#include "align/sampler_layout.h"

#include <algorithm>
#include <cmath>

namespace calque::align {
namespace {

std::uint64_t frequent_words(const text::Corpus& corpus, std::size_t words) {
  const auto tokens = tokens_by_word(corpus, words);
  return static_cast<std::uint64_t>(
      std::count_if(tokens.begin(), tokens.end(), [](std::uint32_t n) { return n > kMaxShortCount; }));
}

}  // namespace

std::vector<std::uint32_t> tokens_by_word(const text::Corpus& corpus, std::size_t words) {
  std::vector<std::uint32_t> tokens(words, 0);
  for (const text::WordId word : corpus.tokens()) ++tokens[text::index_of(word)];
  return tokens;
}

std::uint64_t chain_bytes(const text::ParallelCorpus& corpus, const Segmentation& segmentation,
                          const CooccurrenceTable& table, std::size_t chains) {
  const std::uint64_t words = table.source_words() + table.target_words();
  const std::uint64_t tokens = corpus.source.token_count() + corpus.target.token_count();
  const std::uint64_t frequent = frequent_words(corpus.target, table.target_words()) * table.source_words() +
                                 frequent_words(corpus.source, table.source_words()) * table.target_words();
  return chains * (table.size() * 2 * sizeof(std::uint16_t) + frequent * sizeof(std::uint32_t) +
                   words * (sizeof(GeneratorEntry) + sizeof(std::uint32_t)) +
                   tokens * (links_fit_a_byte(segmentation) ? 1 : 2));
}

double jump_prior_count(std::size_t bucket, double weight) {
  const double distance = std::abs(static_cast<double>(bucket) - static_cast<double>(jump_bucket(1)));
  return weight * (0.1 + 20.0 * std::exp2(-distance));
}

}  // namespace calque::align
