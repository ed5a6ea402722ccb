#include "phrase/pair_counter.h"

#include <algorithm>

#include "phrase/numbered_occurrences.h"

namespace calque::phrase {
namespace {

bool by_target(const InternalLink& a, const InternalLink& b) {
  return a.target != b.target ? a.target < b.target : a.source < b.source;
}

std::uint32_t target_of(std::uint64_t key) {
  return static_cast<std::uint32_t>(key >> 32U);
}
std::uint32_t alignment_of(std::uint64_t key) {
  return AlignmentAndOrientations::alignment(static_cast<std::uint32_t>(key));
}

// The end of the run of keys from `begin` on for which `field` gives the same.
template <typename Field>
std::size_t run_end(std::span<const std::uint64_t> keys, std::size_t begin, const Field& field) {
  std::size_t end = begin + 1;
  while (end < keys.size() && field(keys[end]) == field(keys[begin])) ++end;
  return end;
}

}  // namespace

PairCounter::PairCounter(const PhraseList& target, const Sequences<InternalLink>& alignments,
                         const Lexicon& lexicon)
    : target_(target), alignments_(alignments), lexicon_(lexicon), target_order_(alignments) {
  for (std::size_t i = 0; i < target_order_.size(); ++i) {
    const auto links =
        std::span(target_order_.items)
            .subspan(target_order_.offsets[i], target_order_.offsets[i + 1] - target_order_.offsets[i]);
    std::sort(links.begin(), links.end(), by_target);
  }
}

void PairCounter::count(std::span<const text::WordId> source, std::span<std::uint64_t> keys,
                        std::vector<Result>& out) const {
  std::sort(keys.begin(), keys.end());
  for (std::size_t begin = 0; begin < keys.size();) {
    const std::size_t end = run_end(keys, begin, target_of);
    out.push_back(count_pair(source, keys.subspan(begin, end - begin)));
    begin = end;
  }
}

PairCounter::Result PairCounter::count_pair(std::span<const text::WordId> source,
                                            std::span<const std::uint64_t> keys) const {
  Result result;
  for (const std::uint64_t key : keys) {
    ++result.orientations.backward[AlignmentAndOrientations::backward(static_cast<std::uint32_t>(key))];
    ++result.orientations.forward[AlignmentAndOrientations::forward(static_cast<std::uint32_t>(key))];
  }
  const BestAlignments best = best_alignments(keys);
  CountedPair& pair = result.pair;
  pair.target = target_of(keys.front());
  pair.alignment = best.for_target;
  pair.count = static_cast<std::uint32_t>(keys.size());
  const LexicalWeights weights = log_lexical_weights(
      lexicon_, {source, target_[pair.target], alignments_[best.for_source], alignments_[best.for_target]});
  pair.log_lexical_source_given_target = static_cast<float>(weights.source_given_target);
  pair.log_lexical_target_given_source = static_cast<float>(weights.target_given_source);
  return result;
}

// Among equally frequent alignments the weight of the target words takes the greatest by target position,
// the weight of the source words the greatest by source position: docs/modules/phrase.md says why.
PairCounter::BestAlignments PairCounter::best_alignments(std::span<const std::uint64_t> keys) const {
  BestAlignments best;
  std::size_t best_count = 0;
  for (std::size_t begin = 0; begin < keys.size();) {
    const std::size_t end = run_end(keys, begin, alignment_of);
    const std::uint32_t alignment = alignment_of(keys[begin]);
    const std::size_t count = end - begin;
    const bool tied = count == best_count;
    if (count > best_count || (tied && greater_by_target(alignment, best.for_target)))
      best.for_target = alignment;
    if (count > best_count || (tied && greater_by_source(alignment, best.for_source)))
      best.for_source = alignment;
    best_count = std::max(best_count, count);
    begin = end;
  }
  return best;
}

// Compares the lists "links of word 0, links of word 1, ..." lexicographically, a longer list of links of a
// word being greater than its beginning.
bool PairCounter::greater_by_target(std::uint32_t a, std::uint32_t b) const {
  const auto [x, y] = std::ranges::mismatch(target_order_[a], target_order_[b]);
  if (x == target_order_[a].end() || y == target_order_[b].end()) return x != target_order_[a].end();
  return x->target != y->target ? x->target < y->target : x->source > y->source;
}

bool PairCounter::greater_by_source(std::uint32_t a, std::uint32_t b) const {
  const auto [x, y] = std::ranges::mismatch(alignments_[a], alignments_[b]);
  if (x == alignments_[a].end() || y == alignments_[b].end()) return x != alignments_[a].end();
  return x->source != y->source ? x->source < y->source : x->target > y->target;
}

}  // namespace calque::phrase
