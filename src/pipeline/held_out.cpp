#include "pipeline/held_out.h"

#include <algorithm>

#include <tsl/robin_map.h>

#include "base/hash.h"

namespace calque::pipeline {
namespace {

// How often each sentence occurs, by the hash of its words.
class Repeats {
 public:
  explicit Repeats(const text::Corpus& corpus) : corpus_(corpus) {
    for (std::size_t i = 0; i < corpus.size(); ++i) ++counts_[hash(i)];
  }
  bool is_repeated(std::size_t i) const { return counts_.at(hash(i)) > 1; }

 private:
  std::uint64_t hash(std::size_t i) const {
    std::uint64_t h = 0;
    for (const text::WordId word : corpus_.sentence(i))
      h = combine_hash(h, static_cast<std::uint64_t>(word) + 1);
    return h;
  }

  const text::Corpus& corpus_;
  tsl::robin_map<std::uint64_t, std::uint32_t> counts_;
};

}  // namespace

void HeldOutChooser::add(const text::SentencePairText& written) {
  const std::uint64_t hash = split_mix(fnv1a(written.target, fnv1a("\n", fnv1a(written.source))));
  const std::size_t pair = added_++;
  if (candidates_.size() == kCandidates) {
    if (hash >= candidates_.front().hash) return;
    std::pop_heap(candidates_.begin(), candidates_.end());
    candidates_.pop_back();
  }
  candidates_.push_back({hash, pair, written});
  std::push_heap(candidates_.begin(), candidates_.end());
}

std::vector<HeldOut> HeldOutChooser::choose(const text::ParallelCorpus& corpus) const {
  const std::size_t wanted = std::min(kMaxPairs, corpus.size() / kOneOf);
  if (wanted < kMinPairs) return {};
  const std::size_t parts = std::clamp((kMaxPairs + wanted - 1) / wanted, kMinParts, kMaxParts);
  const Repeats sources(corpus.source);
  const Repeats targets(corpus.target);
  std::vector<const Candidate*> order;
  for (const Candidate& candidate : candidates_) order.push_back(&candidate);
  std::sort(order.begin(), order.end(), [](const Candidate* a, const Candidate* b) { return *a < *b; });
  std::vector<const Candidate*> chosen;
  for (const Candidate* candidate : order) {
    if (chosen.size() == parts * wanted) break;
    if (!sources.is_repeated(candidate->pair) && !targets.is_repeated(candidate->pair))
      chosen.push_back(candidate);
  }
  if (chosen.size() < kMinPairs) return {};
  // Full parts, or the only one there is enough for.
  const std::size_t size = std::min(wanted, chosen.size());
  std::vector<HeldOut> held_out;
  for (std::size_t from = 0; from + size <= chosen.size(); from += size) {
    const auto first = chosen.begin() + static_cast<std::ptrdiff_t>(from);
    held_out.push_back(part_of({first, first + static_cast<std::ptrdiff_t>(size)}));
  }
  return held_out;
}

HeldOut HeldOutChooser::part_of(std::vector<const Candidate*> chosen) {
  std::sort(chosen.begin(), chosen.end(),
            [](const Candidate* a, const Candidate* b) { return a->pair < b->pair; });
  HeldOut held_out;
  for (const Candidate* candidate : chosen) {
    held_out.pairs.push_back(candidate->pair);
    held_out.text.push_back(candidate->text);
  }
  return held_out;
}

}  // namespace calque::pipeline
