#include "phrase/extract.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include <fmt/format.h>

#include "base/error.h"

namespace calque::phrase {
namespace {

constexpr std::size_t kExtractedPerBlock = 1024;
constexpr std::size_t kMaxSentenceLength = std::numeric_limits<std::int32_t>::max() - 1;

std::atomic<std::size_t> pairs_so_far{0};

std::uint32_t narrow(std::size_t value) {
  return static_cast<std::uint32_t>(value);
}

void check_links(const AlignedPair& pair) {
  CALQUE_CHECK(std::is_sorted(pair.links.begin(), pair.links.end()));
  if (pair.source_length > kMaxSentenceLength || pair.target_length > kMaxSentenceLength) {
    throw DataError({}, fmt::format("sentence pair {} is too long", pair.sentence + 1),
                    "split it into sentences");
  }
  for (const text::Link& link : pair.links) {
    if (link.source < pair.source_length && link.target < pair.target_length) continue;
    throw DataError(
        {},
        fmt::format("sentence pair {}: link {}-{} lies outside its {} source and {} target words",
                    pair.sentence + 1, link.source, link.target, pair.source_length, pair.target_length),
        "check that alignment and corpus belong together, source side first");
  }
}

}  // namespace

void ExtractOptions::validate() const {
  if (max_length >= 1 && max_length <= kMaxPhraseLength) return;
  throw UsageError(
      {}, fmt::format("maximum phrase length {} is not between 1 and {}", max_length, kMaxPhraseLength),
      "7 or 8 is usual");
}

PhraseExtractor::PhraseExtractor(const ExtractOptions& options) : options_(options) {
  options_.validate();
}

void PhraseExtractor::index(const AlignedPair& pair) {
  pair_ = pair;
  source_links_.assign(pair.source_length + 1, 0);
  target_links_.assign(pair.target_length + 1, 0);
  reach_.assign(pair.target_length, text::Span{std::numeric_limits<std::uint32_t>::max(), 0});
  for (const text::Link& link : pair.links) {
    ++source_links_[link.source + 1];
    ++target_links_[link.target + 1];
    text::Span& reach = reach_[link.target];
    reach.begin = std::min(reach.begin, link.source);
    reach.end = std::max(reach.end, link.source + 1);
  }
  for (std::size_t i = 0; i < pair.source_length; ++i) source_links_[i + 1] += source_links_[i];
  previous_end_.assign(pair.target_length, -1);
  for (std::size_t i = 0; i < pair.target_length; ++i) {
    target_links_[i + 1] += target_links_[i];
    if (i + 1 == pair.target_length) break;
    const bool aligned = reach_[i].end > 0;
    previous_end_[i + 1] = aligned ? static_cast<std::int32_t>(reach_[i].end) - 1 : previous_end_[i];
  }
  next_begin_.assign(pair.target_length + 1, static_cast<std::int32_t>(pair.source_length));
  for (std::size_t i = pair.target_length; i-- > 0;) {
    const bool aligned = reach_[i].end > 0;
    next_begin_[i] = aligned ? static_cast<std::int32_t>(reach_[i].begin) : next_begin_[i + 1];
  }
}

void PhraseExtractor::extract(const AlignedPair& pair, std::vector<Occurrence>& out) {
  pairs_so_far.fetch_add(1, std::memory_order_relaxed);
  if (pair.links.empty()) return;
  check_links(pair);
  index(pair);
  const std::uint32_t length = narrow(pair.target_length);
  const std::uint32_t limit = narrow(options_.max_length);
  for (std::uint32_t begin = 0; begin < length; ++begin) {
    text::Span source{std::numeric_limits<std::uint32_t>::max(), 0};
    for (std::uint32_t end = begin + 1; end <= length && end - begin <= limit; ++end) {
      source.begin = std::min(source.begin, reach_[end - 1].begin);
      source.end = std::max(source.end, reach_[end - 1].end);
      if (source.end == 0) continue;     // nothing linked yet
      if (source.size() > limit) break;  // it only grows with the target span
      // All links of the target words lie in `source`, so the pair is consistent iff the source words have no
      // more.
      const std::uint32_t target_links = target_links_[end] - target_links_[begin];
      if (source_links_[source.end] - source_links_[source.begin] != target_links) continue;
      extend({begin, end}, source, out);
    }
  }
}

std::size_t PhraseExtractor::pair_count() {
  return pairs_so_far;
}

// The smallest source span may grow over unaligned words on both sides.
void PhraseExtractor::extend(text::Span target, text::Span source, std::vector<Occurrence>& out) {
  const auto unaligned = [&](std::uint32_t position) {
    return source_links_[position] == source_links_[position + 1];
  };
  const std::uint32_t limit = narrow(options_.max_length);
  for (std::uint32_t begin = source.begin;; --begin) {
    for (std::uint32_t end = source.end;; ++end) {
      emit(target, {begin, end}, out);
      if (end == pair_.source_length || end - begin == limit || !unaligned(end)) break;
    }
    if (begin == 0 || source.end - begin == limit || !unaligned(begin - 1)) break;
  }
}

void PhraseExtractor::emit(text::Span target, text::Span source, std::vector<Occurrence>& out) const {
  Occurrence found;
  found.sentence = narrow(pair_.sentence);
  found.alignment = static_cast<std::uint8_t>(pair_.alignment);
  found.source_begin = source.begin;
  found.target_begin = target.begin;
  found.source_length = static_cast<std::uint8_t>(source.size());
  found.target_length = static_cast<std::uint8_t>(target.size());
  found.first_link = source_links_[source.begin];
  found.link_count = static_cast<std::uint16_t>(source_links_[source.end] - source_links_[source.begin]);
  found.distance = previous_end_[target.begin] + 1 - static_cast<std::int32_t>(source.begin);
  const std::int64_t before = std::int64_t{target.begin} - 1;
  const std::int64_t after = target.end;
  const std::int64_t left = std::int64_t{source.begin} - 1;
  const std::int64_t right = source.end;
  const std::int64_t backward_size = block_limit();
  const std::int64_t forward_size = options_.forward_blocks == ForwardBlocks::kMirrored ? backward_size : 1;
  const auto begin = static_cast<std::int32_t>(source.begin);
  found.backward = orientation({before, -1, left, -1, backward_size}, {before, -1, right, +1, backward_size},
                               previous_end_[target.begin] < begin);
  found.forward = orientation({after, +1, right, +1, forward_size}, {after, +1, left, -1, forward_size},
                              next_begin_[target.end] > begin);
  out.push_back(found);
}

// The two ends of the sentence pair count as links.
bool PhraseExtractor::linked(std::int64_t source, std::int64_t target) const {
  const auto source_length = static_cast<std::int64_t>(pair_.source_length);
  const auto target_length = static_cast<std::int64_t>(pair_.target_length);
  if (source == -1 || target == -1) return source == target;
  if (source == source_length || target == target_length)
    return source == source_length && target == target_length;
  const std::uint32_t first = links_before_source(source);
  for (const text::Link& link : pair_.links.subspan(first, links_before_source(source + 1) - first)) {
    if (link.target == target) return true;
  }
  return false;
}

// Most words on either side of a block.
std::int64_t PhraseExtractor::block_limit() const {
  const std::size_t unlimited = std::max(pair_.source_length, pair_.target_length);
  return static_cast<std::int64_t>(options_.orientation == OrientationModel::kPhrase ? options_.max_length
                                                                                     : unlimited);
}

// Grows the target side away from the corner until the block is found or cannot be. The source side reaches
// from the corner to the furthest link, and the block is consistent iff it has as many links as its target
// words (all of which it contains); unaligned words between the corner and the nearest link are thereby
// allowed.
bool PhraseExtractor::block_at(const Corner& corner) const {
  const auto source_length = static_cast<std::int64_t>(pair_.source_length);
  const auto target_length = static_cast<std::int64_t>(pair_.target_length);
  if (corner.source < 0 || corner.source >= source_length) return false;
  text::Span reach{std::numeric_limits<std::uint32_t>::max(), 0};
  std::int64_t target = corner.target;
  for (std::int64_t size = 1; size <= corner.max_target_size && target >= 0 && target < target_length;
       ++size) {
    const text::Span& word = reach_[static_cast<std::size_t>(target)];
    reach.begin = std::min(reach.begin, word.begin);
    reach.end = std::max(reach.end, word.end);
    const std::int64_t low = std::min(target, corner.target);
    const std::int64_t high = std::max(target, corner.target) + 1;
    target += corner.target_step;
    if (reach.end == 0) continue;
    const std::int64_t begin = corner.source_step < 0 ? std::int64_t{reach.begin} : corner.source;
    const std::int64_t end = corner.source_step < 0 ? corner.source + 1 : std::int64_t{reach.end};
    if (reach.begin < begin || reach.end > end || end - begin > block_limit()) return false;
    if (links_before_source(end) - links_before_source(begin) ==
        links_before_target(high) - links_before_target(low)) {
      return true;
    }
  }
  return false;
}

// theory/reordering.md#orientations. A link at one corner and none at the other decides for every model; the
// phrase and hierarchical models also accept a block at the corner.
Orientation PhraseExtractor::orientation(const Corner& monotone, const Corner& swap, bool rightwards) const {
  const bool monotone_link = linked(monotone.source, monotone.target);
  const bool swap_link = linked(swap.source, swap.target);
  const bool blocks = options_.orientation != OrientationModel::kWord;
  if ((monotone_link && !swap_link) || (blocks && block_at(monotone))) return Orientation::kMonotone;
  if ((swap_link && !monotone_link) || (blocks && block_at(swap))) return Orientation::kSwap;
  return rightwards ? Orientation::kDiscontinuousRight : Orientation::kDiscontinuousLeft;
}

std::uint64_t Alignments::link_count() const {
  std::uint64_t links = 0;
  for (const text::AlignmentCorpus& alignment : all_) links += alignment.link_count();
  return links;
}

void check_fit(const text::ParallelCorpus& corpus, const Alignments& alignments) {
  const std::size_t size = corpus.source.size();
  CALQUE_CHECK(alignments.size() <= Alignments::kMaximum);
  CALQUE_CHECK(size <= std::numeric_limits<std::uint32_t>::max());
  for (const text::AlignmentCorpus& alignment : alignments) {
    if (corpus.target.size() == size && alignment.size() == size) continue;
    throw UsageError(
        {},
        fmt::format("{} source sentences, {} target sentences and {} alignments do not fit together", size,
                    corpus.target.size(), alignment.size()),
        "give three files of the same number of lines");
  }
}

std::vector<Occurrence> extract_occurrences(const text::ParallelCorpus& corpus, const Alignments& alignments,
                                            const ExtractOptions& options, ThreadPool& threads) {
  options.validate();
  check_fit(corpus, alignments);
  const std::size_t size = corpus.source.size();
  using Found = std::vector<Occurrence>;
  auto blocks = threads.map_blocks<Found>(size, kExtractedPerBlock, [&](const Block& block) {
    Found found;
    PhraseExtractor extractor(options);
    for (std::size_t i = block.begin; i < block.end; ++i) {
      for (std::size_t k = 0; k < alignments.size(); ++k) {
        extractor.extract({i, k, corpus.source.sentence(i).size(), corpus.target.sentence(i).size(),
                           alignments.links(k, i)},
                          found);
      }
    }
    return found;
  });
  std::size_t total = 0;
  for (const Found& found : blocks) total += found.size();
  Found all;
  all.reserve(total);
  for (Found& found : blocks) {
    all.insert(all.end(), found.begin(), found.end());
    Found().swap(found);
  }
  return all;
}

}  // namespace calque::phrase
