#include "phrase/jumps.h"

#include <algorithm>

namespace calque::phrase {
namespace {

// The range that the links of a word or of a run of words reach on the other side, and the reverse.
class LinkRanges {
 public:
  explicit LinkRanges(std::span<const text::Link> links) {
    number(links, &text::Link::source, sources_);
    number(links, &text::Link::target, targets_);
    of_source_.assign(sources_.size(), {});
    of_target_.assign(targets_.size(), {});
    for (const text::Link& link : links) {
      const std::uint32_t source = place(sources_, link.source);
      const std::uint32_t target = place(targets_, link.target);
      widen(of_source_[source], {target, target + 1});
      widen(of_target_[target], {source, source + 1});
    }
  }

  std::uint32_t target_length() const { return static_cast<std::uint32_t>(targets_.size()); }
  text::Span source_of(text::Span target) const { return reach(of_target_, target); }
  text::Span target_of(text::Span source) const { return reach(of_source_, source); }

 private:
  template <typename Member>
  static void number(std::span<const text::Link> links, Member member, std::vector<std::uint32_t>& places) {
    for (const text::Link& link : links) places.push_back(link.*member);
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
  }
  static std::uint32_t place(const std::vector<std::uint32_t>& places, std::uint32_t position) {
    return static_cast<std::uint32_t>(std::lower_bound(places.begin(), places.end(), position) -
                                      places.begin());
  }
  static void widen(text::Span& span, text::Span other) {
    span =
        span.empty() ? other : text::Span{std::min(span.begin, other.begin), std::max(span.end, other.end)};
  }
  static text::Span reach(const std::vector<text::Span>& ranges, text::Span words) {
    text::Span found{};
    for (std::uint32_t i = words.begin; i < words.end; ++i) widen(found, ranges[i]);
    return found;
  }

  std::vector<std::uint32_t> sources_;  // linked positions, rising
  std::vector<std::uint32_t> targets_;
  std::vector<text::Span> of_source_;
  std::vector<text::Span> of_target_;
};

struct Phrase {
  text::Span source;
  text::Span target;
};

// The smallest phrase pair with that target word.
Phrase smallest_with(const LinkRanges& ranges, std::uint32_t target_word) {
  Phrase found{{}, {target_word, target_word + 1}};
  for (;;) {
    found.source = ranges.source_of(found.target);
    const text::Span target = ranges.target_of(found.source);
    if (target == found.target) return found;
    found.target = target;
  }
}

}  // namespace

std::vector<text::Span> smallest_phrases(std::span<const text::Link> links) {
  const LinkRanges ranges(links);
  std::vector<Phrase> phrases;
  for (std::uint32_t next = 0; next < ranges.target_length();) {
    const Phrase found = smallest_with(ranges, next);
    // One that reaches back holds the ones before it.
    while (!phrases.empty() && phrases.back().target.begin >= found.target.begin) phrases.pop_back();
    phrases.push_back(found);
    next = found.target.end;
  }
  std::vector<text::Span> sources;
  sources.reserve(phrases.size());
  for (const Phrase& phrase : phrases) sources.push_back(phrase.source);
  return sources;
}

void JumpCounts::add(std::span<const text::Link> links) {
  std::uint32_t from = 0;
  for (const text::Span& source : smallest_phrases(links)) {
    const std::uint32_t length = std::max(from, source.begin) - std::min(from, source.begin);
    if (by_length_.size() <= length) by_length_.resize(length + std::size_t{1});
    ++by_length_[length];
    ++total_;
    from = source.end;
  }
}

double JumpCounts::mean() const {
  if (total_ == 0) return 0;
  std::uint64_t words = 0;
  for (std::size_t length = 0; length < by_length_.size(); ++length) words += length * by_length_[length];
  return static_cast<double>(words) / static_cast<double>(total_);
}

std::uint32_t JumpCounts::quantile(double share) const {
  std::uint64_t shorter = 0;
  for (std::size_t length = 0; length < by_length_.size(); ++length) {
    shorter += by_length_[length];
    if (static_cast<double>(shorter) >= share * static_cast<double>(total_))
      return static_cast<std::uint32_t>(length);
  }
  return 0;
}

JumpCounts count_jumps(const text::AlignmentCorpus& alignments) {
  JumpCounts counts;
  for (std::size_t i = 0; i < alignments.size(); ++i) counts.add(alignments.alignment(i));
  return counts;
}

}  // namespace calque::phrase
