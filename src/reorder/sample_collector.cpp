#include "reorder/sample_collector.h"

#include <utility>

#include "base/error.h"

namespace calque::reorder {
namespace {

void add(SampleCounts& sum, const SampleCounts& more) {
  sum.sentences += more.sentences;
  sum.dropped_sentences += more.dropped_sentences;
  sum.dropped_distances += more.dropped_distances;
}

}  // namespace

SampleObserver::SampleObserver(SampleMaker maker)
    : maker_(std::move(maker)), counts_(maker_.directions().size()) {}

void SampleObserver::begin_wave(std::size_t blocks) {
  blocks_.assign(blocks, std::vector<SampleSet>(maker_.directions().size()));
}

void SampleObserver::observe(std::size_t block, const phrase::AlignedPair& pair,
                             std::span<const phrase::Occurrence> found) {
  maker_.add(pair, found, blocks_[block]);
}

void SampleObserver::end_wave() {
  for (std::vector<SampleSet>& sets : std::exchange(blocks_, {})) {
    for (std::size_t d = 0; d < sets.size(); ++d) {
      add(counts_[d], sets[d].counts);
      take(d, sets[d].samples);
    }
  }
}

SampleCollector::SampleCollector(SampleMaker maker, const store::SpillOptions& spill)
    : SampleObserver(std::move(maker)) {
  for (std::size_t d = 0; d < this->maker().directions().size(); ++d) all_.emplace_back(spill);
}

void SampleCollector::take(std::size_t direction, std::span<const Sample> samples) {
  for (const Sample& sample : samples) all_[direction].push_back(sample);
}

void SampleCollector::end_corpus() {
  CALQUE_CHECK(sets_.empty());
  for (std::size_t d = 0; d < all_.size(); ++d)
    sets_.push_back({thinned(std::move(all_[d]), maker().options().max_samples), counts()[d]});
}

std::vector<SampleSet> SampleCollector::take_sets() {
  CALQUE_CHECK(sets_.size() == maker().directions().size());
  return std::move(sets_);
}

std::vector<Sample> thinned(store::SpillingArray<Sample> samples, std::size_t count) {
  const std::size_t size = samples.size();
  if (count == 0 || count > size) count = size;
  std::vector<Sample> kept;
  kept.reserve(count);
  store::SpillingArray<Sample>::Reader reader(samples, true);
  for (std::size_t at = 0; kept.size() < count; ++at) {
    const Sample sample = reader.next();
    const auto wanted = static_cast<std::size_t>(static_cast<double>(kept.size()) *
                                                 static_cast<double>(size) / static_cast<double>(count));
    if (wanted == at) kept.push_back(sample);
  }
  return kept;
}

}  // namespace calque::reorder
