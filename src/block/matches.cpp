#include "block/matches.h"

#include <algorithm>
#include <tuple>

namespace calque::block {

Matcher::Matcher(const BlockSet& blocks, double own_count)
    : blocks_(blocks), own_count_(own_count), first_place_(blocks.target_count(), kNowhere) {}

double Matcher::own_count(BlockId block) const {
  if (own_count_ == 0) return 0;
  const auto [first, last] = std::equal_range(found_.begin(), found_.end(), block);
  return own_count_ * static_cast<double>(last - first);
}

void Matcher::drop_unseen_elsewhere(std::vector<Match>& matches) {
  found_.clear();
  for (const Match& match : matches) found_.push_back(match.block);
  std::sort(found_.begin(), found_.end());
  std::erase_if(
      matches, [&](const Match& match) { return blocks_.count(match.block) - own_count(match.block) < 0.5; });
}

void Matcher::find(std::span<const text::WordId> source, std::span<const text::WordId> target,
                   std::vector<Match>& matches) {
  matches.clear();
  for (const std::uint32_t phrase : present_) first_place_[phrase] = kNowhere;
  present_.clear();
  places_.clear();
  for (std::uint32_t begin = 0; begin < target.size(); ++begin) {
    const std::size_t longest = std::min(blocks_.max_target_length(), target.size() - begin);
    for (std::uint32_t length = 1; length <= longest; ++length) {
      const auto phrase = blocks_.find_target(target.subspan(begin, length));
      if (!phrase) continue;
      if (first_place_[*phrase] == kNowhere) present_.push_back(*phrase);
      places_.push_back({{begin, begin + length}, first_place_[*phrase]});
      first_place_[*phrase] = static_cast<std::uint32_t>(places_.size() - 1);
    }
  }
  for (std::uint32_t begin = 0; begin < source.size(); ++begin) {
    const std::size_t longest = std::min(blocks_.max_source_length(), source.size() - begin);
    for (std::uint32_t length = 1; length <= longest; ++length) {
      const auto phrase = blocks_.find_source(source.subspan(begin, length));
      if (!phrase) continue;
      const BlockSet::Range range = blocks_.with_source(*phrase);
      for (BlockId block = range.begin; block < range.end; ++block) {
        std::uint32_t place = first_place_[blocks_.target_of(block)];
        for (; place != kNowhere; place = places_[place].next)
          matches.push_back({block, {begin, begin + length}, places_[place].target});
      }
    }
  }
  if (own_count_ > 0) drop_unseen_elsewhere(matches);
  std::sort(matches.begin(), matches.end(), [](const Match& a, const Match& b) {
    return std::tie(a.target, a.source) < std::tie(b.target, b.source);
  });
}

void list_bigrams(std::span<const Match> matches, Adjacency adjacency, std::vector<Bigram>& bigrams) {
  bigrams.clear();
  // Matches that end at a target position, in the order of their numbers.
  std::uint32_t length = 0;
  for (const Match& match : matches) length = std::max(length, match.target.end);
  std::vector<std::uint32_t> first(std::size_t{length} + 2, 0);
  for (const Match& match : matches) ++first[match.target.end + std::size_t{1}];
  for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
  std::vector<std::uint32_t> by_end(matches.size());
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  for (std::uint32_t i = 0; i < matches.size(); ++i) by_end[next[matches[i].target.end]++] = i;

  for (std::uint32_t i = 0; i < matches.size(); ++i) {
    const Match& match = matches[i];
    bool follows = false;
    for (std::uint32_t k = first[match.target.begin]; k < first[match.target.begin + std::size_t{1}]; ++k) {
      const Match& previous = matches[by_end[k]];
      const Orientation orientation = orientation_of(previous.source, match.source);
      if (orientation == Orientation::kNeutral) {
        const bool apart =
            match.source.begin > previous.source.end || match.source.end < previous.source.begin;
        if (adjacency == Adjacency::kTouching || !apart) continue;
      }
      bigrams.push_back({by_end[k], i, orientation});
      follows = true;
    }
    if (!follows) bigrams.push_back({kNoMatch, i, Orientation::kNeutral});
  }
}

}  // namespace calque::block
