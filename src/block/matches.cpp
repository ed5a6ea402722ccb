#include "block/matches.h"

#include <algorithm>
#include <tuple>

namespace calque::block {

Matcher::Matcher(const BlockSet& blocks, SeenIn seen)
    : blocks_(blocks), seen_(seen), first_occurrence_(blocks.target_count(), kNowhere) {}

double Matcher::count_in(const Counts& counts, std::uint32_t key) {
  const auto found =
      std::lower_bound(counts.begin(), counts.end(), key,
                       [](const auto& entry, std::uint32_t other) { return entry.first < other; });
  return found == counts.end() || found->first != key ? 0 : found->second;
}

// Sorts by key and adds up what has the same.
void Matcher::add_equals(Counts& counts) {
  std::sort(counts.begin(), counts.end());
  std::size_t kept = 0;
  for (const auto& entry : counts) {
    if (kept > 0 && counts[kept - 1].first == entry.first) {
      counts[kept - 1].second += entry.second;
    } else {
      counts[kept++] = entry;
    }
  }
  counts.resize(kept);
}

double Matcher::own_count(BlockId block) const {
  return count_in(own_counts_, block);
}

double Matcher::own_target_count(std::uint32_t target) const {
  return count_in(own_target_counts_, target);
}

void Matcher::drop_unseen_elsewhere(const SentencePair& pair, std::vector<Match>& matches) {
  own_counts_.clear();
  own_target_counts_.clear();
  for (const Match& match : matches) {
    const double count = pair.alignments.empty() ? 1.0 : static_cast<double>(match.alignments);
    if (count == 0) continue;
    own_counts_.emplace_back(match.block, count);
    own_target_counts_.emplace_back(blocks_.target_of(match.block), count);
  }
  add_equals(own_counts_);
  add_equals(own_target_counts_);
  std::erase_if(
      matches, [&](const Match& match) { return blocks_.count(match.block) - own_count(match.block) < 0.5; });
}

void Matcher::count_alignments(const SentencePair& pair, std::vector<Match>& matches) {
  const auto fits = [](const Reach& reach, text::Span words, text::Span other, bool& linked) {
    for (std::uint32_t i = words.begin; i < words.end; ++i) {
      if (reach[i].size() == 0) continue;
      if (reach[i].begin < other.begin || reach[i].end > other.end) return false;
      linked = true;
    }
    return true;
  };
  for (const text::AlignmentCorpus& corpus : pair.alignments) {
    source_reach_.assign(pair.source.size(), {});
    target_reach_.assign(pair.target.size(), {});
    const auto widen = [](text::Span& reach, std::uint32_t position) {
      reach = reach.size() == 0
                  ? text::Span{position, position + 1}
                  : text::Span{std::min(reach.begin, position), std::max(reach.end, position + 1)};
    };
    for (const text::Link& link : corpus.alignment(pair.number)) {
      widen(source_reach_[link.source], link.target);
      widen(target_reach_[link.target], link.source);
    }
    for (Match& match : matches) {
      bool linked = false;
      if (fits(source_reach_, match.source, match.target, linked) &&
          fits(target_reach_, match.target, match.source, linked) && linked)
        ++match.alignments;
    }
  }
}

void Matcher::find(const SentencePair& pair, std::vector<Match>& matches) {
  match(pair, matches);
  count_alignments(pair, matches);
  if (seen_ == SeenIn::kElsewhere) drop_unseen_elsewhere(pair, matches);
  std::sort(matches.begin(), matches.end(), [](const Match& a, const Match& b) {
    return std::tie(a.target, a.source) < std::tie(b.target, b.source);
  });
}

void Matcher::match(const SentencePair& pair, std::vector<Match>& matches) {
  const auto source = pair.source;
  const auto target = pair.target;
  matches.clear();
  for (const std::uint32_t phrase : present_) first_occurrence_[phrase] = kNowhere;
  present_.clear();
  occurrences_.clear();
  for (std::uint32_t begin = 0; begin < target.size(); ++begin) {
    const std::size_t longest = std::min(blocks_.max_target_length(), target.size() - begin);
    for (std::uint32_t length = 1; length <= longest; ++length) {
      const auto phrase = blocks_.find_target(target.subspan(begin, length));
      if (!phrase) continue;
      if (first_occurrence_[*phrase] == kNowhere) present_.push_back(*phrase);
      occurrences_.push_back({{begin, begin + length}, first_occurrence_[*phrase]});
      first_occurrence_[*phrase] = static_cast<std::uint32_t>(occurrences_.size() - 1);
    }
  }
  for (std::uint32_t begin = 0; begin < source.size(); ++begin) {
    const std::size_t longest = std::min(blocks_.max_source_length(), source.size() - begin);
    for (std::uint32_t length = 1; length <= longest; ++length) {
      const auto phrase = blocks_.find_source(source.subspan(begin, length));
      if (!phrase) continue;
      const BlockSet::Range range = blocks_.with_source(*phrase);
      for (BlockId block = range.begin; block < range.end; ++block) {
        std::uint32_t at = first_occurrence_[blocks_.target_of(block)];
        for (; at != kNowhere; at = occurrences_[at].next)
          matches.push_back({block, {begin, begin + length}, occurrences_[at].target, 0});
      }
    }
  }
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
