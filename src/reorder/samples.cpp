#include "reorder/samples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/rng.h"

namespace calque::reorder {
namespace {

constexpr std::size_t kSentencesPerBlock = 512;
constexpr std::size_t kMaxWords = std::numeric_limits<std::uint16_t>::max();

bool fits(std::size_t source, std::size_t target, const SampleOptions& options) {
  if (source == 0 || target == 0 || source > options.max_words || target > options.max_words) return false;
  if (options.max_ratio <= 0.0) return true;
  const auto longer = static_cast<double>(std::max(source, target));
  return longer <= options.max_ratio * static_cast<double>(std::min(source, target));
}

// The moves of a sentence's phrases, told by distances.
class Distances {
 public:
  Distances(const phrase::AlignedPair& pair, Direction direction, Neighbours neighbours)
      : forward_(direction == Direction::kForward),
        joins_(neighbours == Neighbours::kPhrases),
        end_(static_cast<std::int32_t>(pair.source_length)) {
    if (joins_) {
      linked_.assign(pair.source_length, false);
      for (const text::Link& link : pair.links) linked_[link.source] = true;
    }
    if (forward_) find_next_begins(pair.links, pair.target_length);
  }

  std::int32_t of(const phrase::Occurrence& found) const {
    return forward_ ? onwards(found) : from_before(found);
  }

 private:
  // The mirror image of the distance of theory/reordering.md#training-samples: by target position, the first
  // source word of what is said next there, which is that of the nearest linked target word; the sentence's
  // length at its end.
  void find_next_begins(std::span<const text::Link> links, std::size_t target) {
    begins_.assign(target + 1, end_);
    for (const text::Link& link : links)
      begins_[link.target] = std::min(begins_[link.target], static_cast<std::int32_t>(link.source));
    // No link of a word is to the sentence's end, so that this marks words without.
    for (std::size_t i = target; i-- > 0;) {
      if (begins_[i] == end_) begins_[i] = begins_[i + 1];
    }
  }

  bool is_free(std::int32_t word) const { return !linked_[static_cast<std::size_t>(word)]; }

  std::int32_t from_before(const phrase::Occurrence& found) const {
    const auto begin = static_cast<std::int32_t>(found.source_begin);
    std::int32_t previous_end = found.distance + begin;  // exclusive; 0: nothing was said before
    if (joins_ && previous_end > 0) {
      while (previous_end < begin && is_free(previous_end)) ++previous_end;
    }
    return previous_end - begin;
  }

  std::int32_t onwards(const phrase::Occurrence& found) const {
    const auto end = static_cast<std::int32_t>(found.source().end);
    std::int32_t next = begins_[found.target().end];
    if (joins_ && next < end_) {
      while (next > end && is_free(next - 1)) --next;
    }
    return end - next;
  }

  bool forward_;
  bool joins_;
  std::int32_t end_;
  std::vector<bool> linked_;
  std::vector<std::int32_t> begins_;
};

// How the move looks.
struct Move {
  std::int32_t distance;
  phrase::Orientation orientation;
};

Sample sample_of(const phrase::Occurrence& found, const Move& move, const ReorderingClasses& classes) {
  Sample sample;
  sample.sentence = found.sentence;
  sample.source_begin = static_cast<std::uint16_t>(found.source_begin);
  sample.target_begin = static_cast<std::uint16_t>(found.target_begin);
  sample.first_link = static_cast<std::uint16_t>(found.first_link);
  sample.link_count = found.link_count;
  sample.distance = static_cast<std::int16_t>(std::clamp<std::int32_t>(
      move.distance, std::numeric_limits<std::int16_t>::min(), std::numeric_limits<std::int16_t>::max()));
  sample.source_length = found.source_length;
  sample.target_length = found.target_length;
  sample.label = classes.class_of(move.distance, move.orientation);
  sample.orientation = move.orientation;
  return sample;
}

// All sentences that have samples, in an order drawn with the seed.
std::vector<std::uint32_t> shuffled_sentences(std::span<const Sample> samples, std::uint64_t seed) {
  std::vector<std::uint32_t> sentences;
  for (const Sample& sample : samples) {
    if (sentences.empty() || sentences.back() != sample.sentence) sentences.push_back(sample.sentence);
  }
  Rng rng(seed);
  rng.shuffle(std::span(sentences));
  return sentences;
}

void add(SampleCounts& sum, const SampleCounts& more) {
  sum.sentences += more.sentences;
  sum.dropped_sentences += more.dropped_sentences;
  sum.dropped_distances += more.dropped_distances;
}

// Adds the samples of one sentence pair, whose phrases are `found`.
void append_samples(const SampleSource& source, Direction direction, const phrase::AlignedPair& pair,
                    std::span<const phrase::Occurrence> found, SampleSet& set) {
  const bool forward = direction == Direction::kForward;
  const std::size_t max_distance = source.options.max_distance;
  const Distances distances(pair, direction, source.options.neighbours);
  for (const phrase::Occurrence& occurrence : found) {
    const Move move{distances.of(occurrence), forward ? occurrence.forward : occurrence.backward};
    if (max_distance > 0 && static_cast<std::size_t>(std::abs(move.distance)) > max_distance) {
      ++set.counts.dropped_distances;
    } else {
      set.samples.push_back(sample_of(occurrence, move, source.classes));
    }
  }
}

// The samples of some sentences, for each direction.
std::vector<SampleSet> collect_block(const SampleSource& source, std::span<const Direction> directions,
                                     text::Span sentences) {
  std::vector<SampleSet> sets(directions.size());
  phrase::PhraseExtractor extractor(
      {.max_length = source.options.max_length, .orientation = source.options.orientation});
  std::vector<phrase::Occurrence> found;
  for (std::size_t i = sentences.begin; i < sentences.end; ++i) {
    const phrase::AlignedPair pair{i, 0, source.corpus.source.sentence(i).size(),
                                   source.corpus.target.sentence(i).size(), source.alignments.alignment(i)};
    const bool used =
        fits(pair.source_length, pair.target_length, source.options) && pair.links.size() <= kMaxWords;
    for (SampleSet& set : sets) ++(used ? set.counts.sentences : set.counts.dropped_sentences);
    if (!used) continue;
    found.clear();
    extractor.extract(pair, found);
    for (std::size_t d = 0; d < directions.size(); ++d)
      append_samples(source, directions[d], pair, found, sets[d]);
  }
  return sets;
}

// Calls use(d, samples) with the samples of directions[d] in some sentences at a time.
template <typename Use>
std::vector<SampleCounts> collect_parts(const SampleSource& source, std::span<const Direction> directions,
                                        ThreadPool& threads, const Use& use) {
  source.options.validate();
  phrase::check_fit(source.corpus, source.alignments);
  const std::size_t step = std::max<std::size_t>(1, source.sentences_per_part);
  std::vector<SampleCounts> counts(directions.size());
  std::vector<Sample> part;
  for (std::size_t begin = 0; begin < source.corpus.size(); begin += step) {
    const std::size_t count = std::min(step, source.corpus.size() - begin);
    const auto blocks =
        threads.map_blocks<std::vector<SampleSet>>(count, kSentencesPerBlock, [&](const Block& block) {
          return collect_block(source, directions,
                               {static_cast<std::uint32_t>(begin + block.begin),
                                static_cast<std::uint32_t>(begin + block.end)});
        });
    for (std::size_t d = 0; d < directions.size(); ++d) {
      part.clear();
      for (const std::vector<SampleSet>& sets : blocks) {
        part.insert(part.end(), sets[d].samples.begin(), sets[d].samples.end());
        add(counts[d], sets[d].counts);
      }
      use(d, part);
    }
  }
  return counts;
}

}  // namespace

void SampleOptions::validate() const {
  if (max_length == 0 || max_length > phrase::kMaxPhraseLength) {
    throw UsageError({}, fmt::format("phrases of at most {} words cannot be asked for", max_length),
                     "7 or 8 is usual");
  }
  if (max_words == 0 || max_words > kMaxWords) {
    throw UsageError({}, fmt::format("sentences of at most {} words cannot be asked for", max_words),
                     fmt::format("use 1 to {}", kMaxWords));
  }
  if (!(max_ratio == 0.0 || max_ratio >= 1.0)) {
    throw UsageError({}, "the ratio of two lengths is at least 1", "2 is usual, 0 allows any");
  }
}

SampleCounts for_each_part(const SampleSource& source, ThreadPool& threads,
                           const std::function<void(std::span<const Sample>)>& use) {
  return collect_parts(source, std::span(&source.options.direction, 1), threads,
                       [&](std::size_t, std::span<const Sample> part) { use(part); })
      .front();
}

SampleSet collect_samples(const text::ParallelCorpus& corpus, const text::AlignmentCorpus& alignments,
                          const ReorderingClasses& classes, const SampleOptions& options,
                          ThreadPool& threads) {
  return std::move(
      collect_directions({corpus, alignments, classes, options}, std::span(&options.direction, 1), threads)
          .front());
}

std::vector<SampleSet> collect_directions(const SampleSource& source, std::span<const Direction> directions,
                                          ThreadPool& threads) {
  std::vector<SampleSet> all(directions.size());
  const auto counts =
      collect_parts(source, directions, threads, [&](std::size_t d, std::span<const Sample> part) {
        all[d].samples.insert(all[d].samples.end(), part.begin(), part.end());
      });
  for (std::size_t d = 0; d < all.size(); ++d) {
    all[d].counts = counts[d];
    thin(all[d].samples, source.options.max_samples);
  }
  return all;
}

void thin(std::vector<Sample>& samples, std::size_t count) {
  const std::size_t size = samples.size();
  if (count == 0 || count >= size) return;
  for (std::size_t to = 0; to < count; ++to) {
    const auto from = static_cast<std::size_t>(static_cast<double>(to) * static_cast<double>(size) /
                                               static_cast<double>(count));
    samples[to] = samples[from];
  }
  samples.resize(count);
  samples.shrink_to_fit();
}

Split split_by_sentence(std::span<const Sample> samples, double fraction, std::uint64_t seed) {
  if (!(fraction > 0.0 && fraction < 1.0)) {
    throw UsageError({}, fmt::format("{} of the sentences cannot be held out", fraction),
                     "use a fraction between 0 and 1, such as 0.05");
  }
  std::vector<std::uint32_t> drawn = shuffled_sentences(samples, seed);
  auto held = static_cast<std::size_t>(std::lround(fraction * static_cast<double>(drawn.size())));
  if (drawn.size() > 1) held = std::clamp<std::size_t>(held, 1, drawn.size() - 1);
  drawn.resize(held);
  std::sort(drawn.begin(), drawn.end());
  Split split;
  for (const Sample& sample : samples) {
    const bool test = std::binary_search(drawn.begin(), drawn.end(), sample.sentence);
    (test ? split.test : split.train).push_back(sample);
  }
  return split;
}

std::vector<Sample> part_of_sentences(std::span<const Sample> samples, double part, std::uint64_t seed) {
  if (!(part > 0.0 && part <= 1.0)) {
    throw UsageError({}, fmt::format("{} is no part of the sentences", part),
                     "use a part above 0 and at most 1, such as 0.5");
  }
  std::vector<std::uint32_t> drawn = shuffled_sentences(samples, seed);
  drawn.resize(static_cast<std::size_t>(std::ceil(part * static_cast<double>(drawn.size()))));
  std::sort(drawn.begin(), drawn.end());
  std::vector<Sample> kept;
  for (const Sample& sample : samples) {
    if (std::binary_search(drawn.begin(), drawn.end(), sample.sentence)) kept.push_back(sample);
  }
  return kept;
}

std::vector<std::uint64_t> class_counts(std::span<const Sample> samples, std::size_t classes) {
  std::vector<std::uint64_t> counts(classes, 0);
  for (const Sample& sample : samples) ++counts[sample.label];
  return counts;
}

}  // namespace calque::reorder
