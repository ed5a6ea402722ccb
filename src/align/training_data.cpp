#include "align/training_data.h"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "align/sampler_layout.h"
#include "base/error.h"

namespace calque::align {
namespace {

MemoryNeed memory_need(const text::ParallelCorpus& corpus, const Segmentation& segmentation,
                       const CooccurrenceTable& table, const AlignOptions& options) {
  MemoryNeed need;
  need.corpus = (corpus.source.token_count() + corpus.target.token_count()) * sizeof(text::WordId) +
                corpus.size() * (2 * sizeof(std::uint64_t) + sizeof(Segment));
  need.pairs = table.size() * sizeof(std::uint32_t) + table.source_words() * sizeof(std::size_t);
  // Expectation maximisation keeps a probability and a count, of eight bytes each, for both directions.
  need.model = options.model == AlignmentModelKind::kFertility
                   ? chain_bytes(corpus, segmentation, table, options.sampling.chains)
                   : table.size() * 4 * sizeof(double);
  need.index = CellIndex::stored_bytes(segmentation.segments, table);
  return need;
}

std::uint64_t half_of_the_machine() {
  const auto pages = sysconf(_SC_PHYS_PAGES);
  const auto page_bytes = sysconf(_SC_PAGESIZE);
  constexpr std::uint64_t kGuess = std::uint64_t{4} << 30U;
  return pages > 0 && page_bytes > 0
             ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes) / 2
             : kGuess;
}

// What is left for the index.
std::uint64_t index_limit(const MemoryNeed& need, const AlignOptions& options) {
  const std::uint64_t limit = options.memory_bytes > 0 ? options.memory_bytes : half_of_the_machine();
  if (options.memory_bytes > 0 && need.minimum() > limit) {
    throw UsageError(
        {},
        fmt::format("aligning this corpus takes at least {} MB of memory, more than the {} MB allowed",
                    need.minimum() / 1'000'000 + 1, limit / 1'000'000),
        "allow more with --memory, use fewer chains, or align the corpus in parts");
  }
  return limit - std::min(limit, need.minimum());
}

}  // namespace

TrainingData::TrainingData(const text::ParallelCorpus& corpus, const AlignOptions& options,
                           ThreadPool& threads)
    : corpus_(corpus),
      segmentation_(cut_into_segments(corpus, options)),
      table_(corpus, segmentation_.segments, threads),
      memory_(memory_need(corpus, segmentation_, table_, options)),
      index_(corpus, segmentation_.segments, table_, index_limit(memory_, options), threads) {}

std::span<const text::WordId> TrainingData::generated_words(std::size_t segment, Direction direction) const {
  const Segment& piece = segmentation_.segments[segment];
  if (is_forward(direction)) {
    return corpus_.target.sentence(piece.sentence).subspan(piece.target.begin, piece.target.size());
  }
  return corpus_.source.sentence(piece.sentence).subspan(piece.source.begin, piece.source.size());
}

}  // namespace calque::align
