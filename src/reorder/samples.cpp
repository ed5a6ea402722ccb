#include "reorder/samples.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/rng.h"
#include "phrase/extract.h"
#include "reorder/sample_collector.h"
#include "reorder/sample_maker.h"

namespace calque::reorder {
namespace {

constexpr std::size_t kSentencesPerBlock = 512;

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

// Samples in parts.
class PartReader final : public SampleObserver {
 public:
  using SampleObserver::SampleObserver;
  const std::vector<Sample>& part() const { return part_; }

  void begin_wave(std::size_t blocks) override {
    part_.clear();
    SampleObserver::begin_wave(blocks);
  }

 private:
  void take(std::size_t /*direction*/, std::span<const Sample> samples) override {
    part_.insert(part_.end(), samples.begin(), samples.end());
  }

  std::vector<Sample> part_;
};

// Shows the phrases of some sentences, as a wave.
void extract_wave(const SampleSource& source, std::size_t begin, std::size_t end, ThreadPool& threads,
                  SampleObserver& observer) {
  observer.begin_wave((end - begin + kSentencesPerBlock - 1) / kSentencesPerBlock);
  threads.for_blocks(end - begin, kSentencesPerBlock, [&](const Block& block) {
    phrase::PhraseExtractor extractor(source.options.extraction());
    std::vector<phrase::Occurrence> found;
    for (std::size_t i = begin + block.begin; i < begin + block.end; ++i) {
      const phrase::AlignedPair pair{i, 0, source.corpus.source.sentence(i).size(),
                                     source.corpus.target.sentence(i).size(), source.alignments.alignment(i)};
      found.clear();
      if (observer.maker().fits(pair)) extractor.extract(pair, found);
      observer.observe(block.index, pair, found);
    }
  });
  observer.end_wave();
}

// Calls after_wave() when the observer has seen the next sentences.
template <typename AfterWave>
void extract_all(const SampleSource& source, ThreadPool& threads, SampleObserver& observer,
                 const AfterWave& after_wave) {
  phrase::check_fit(source.corpus, source.alignments);
  const std::size_t size = source.corpus.size();
  const std::size_t step = std::max<std::size_t>(1, source.sentences_per_part);
  for (std::size_t begin = 0; begin < size; begin += step) {
    extract_wave(source, begin, std::min(begin + step, size), threads, observer);
    after_wave();
  }
  observer.end_corpus();
}

}  // namespace

SampleCounts for_each_part(const SampleSource& source, ThreadPool& threads,
                           const std::function<void(std::span<const Sample>)>& use) {
  PartReader reader({source.classes, source.options, {source.options.direction}});
  extract_all(source, threads, reader, [&] { use(reader.part()); });
  return reader.counts().front();
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
  SampleCollector collector({source.classes, source.options, {directions.begin(), directions.end()}},
                            source.spill);
  extract_all(source, threads, collector, [] {});
  return collector.take_sets();
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
