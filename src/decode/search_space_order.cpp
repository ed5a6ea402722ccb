// Which source words may be translated next: the part of the search space that knows the reordering rules.
#include <algorithm>

#include "decode/search_space.h"

namespace calque::decode {

bool SearchSpace::within_limit(std::uint32_t a, std::uint32_t b) const {
  return options_.distortion_limit < 0 ||
         (a > b ? a - b : b - a) <= static_cast<std::uint32_t>(options_.distortion_limit);
}

void SearchSpace::open_gap(const Group& group, const Gap& gap) {
  const std::uint32_t out_of_reach = group.first_gap + farthest_start();
  for (std::uint32_t begin = gap.words.begin; begin < gap.words.end; ++begin) {
    if (begin > out_of_reach) return;
    const std::uint32_t position = task_.segment.begin + begin;
    if (options_.reordering == Reordering::kDistance && !within_limit(position, group.key.source_end)) {
      if (position > group.key.source_end) return;
      continue;
    }
    const std::uint32_t last_end = std::min(gap.words.end, begin + workspace_.options.max_length());
    for (std::uint32_t end = begin + 1; end <= last_end; ++end) {
      if (!may_follow(group, {begin, end})) continue;
      open_span(group, gap, {begin, end});
    }
  }
}

// The scores of the jumps if the free words are translated from left to right: a hypothesis that left words
// out still has to jump back to them. States stay as they are in the group.
double SearchSpace::later_jumps(const Group& group, const Gap& gap, text::Span words) {
  double sum = 0;
  if (layout_.jumps().empty()) return sum;
  SearchScratch& scratch = workspace_.search;
  const std::byte* const state = scratch.reordering_states[group.key.reordering_state];
  std::uint32_t from = task_.segment.begin + words.end;
  const auto jump_to = [&](text::Span free) {
    if (free.empty()) return;
    if (const std::uint32_t option = workspace_.options.first_at(free.begin); option != kNone) {
      const ApplyContext context{workspace_.options.option(option), from, false};
      for (const ActiveFeature& active : layout_.jumps())
        sum += score_step(active, context, state, scratch.after.data());
    }
    from = task_.segment.begin + free.end;
  };
  for (const text::Span& free : scratch.gaps) {
    if (free != gap.words) {
      jump_to(free);
    } else {
      jump_to({free.begin, words.begin});
      jump_to({words.end, free.end});
    }
  }
  return sum;
}

// How far behind the first free word a phrase can begin under the rules that look at nothing else.
std::uint32_t SearchSpace::farthest_start() const {
  switch (options_.reordering) {
    case Reordering::kSwap:
      return workspace_.options.max_length();
    case Reordering::kWindow:
      return std::min(options_.window, length());
    case Reordering::kDistance:
      break;
  }
  return length();
}

bool SearchSpace::may_follow(const Group& group, text::Span words) {
  const std::vector<std::uint64_t>& coverage = workspace_.search.coverage;
  std::int32_t limit = options_.distortion_limit;
  switch (options_.reordering) {
    case Reordering::kDistance:
      // A phrase that leaves the first gap open must allow the jump back to it.
      if (words.begin != group.first_gap && !within_limit(words.end, group.first_gap)) return false;
      break;
    case Reordering::kSwap:
      if (!can_swap(group, words)) return false;
      limit = -1;
      break;
    case Reordering::kWindow:
      if (!window_allows(coverage, words, group.first_gap, {options_.max_holes, options_.window}))
        return false;
      limit = static_cast<std::int32_t>(std::min<std::uint32_t>(options_.window, length()));
      break;
  }
  return task_.constraints == nullptr || task_.constraints->empty() ||
         task_.constraints->allows(coverage, words, group.first_gap, limit);
}

// A phrase ahead needs a translation of the words it leaves out, right after it.
bool SearchSpace::can_swap(const Group& group, text::Span words) {
  SearchScratch& scratch = workspace_.search;
  const SwapStep step = swap_step(scratch.coverage, words, group.first_gap, length());
  if (step != SwapStep::kAhead) return step != SwapStep::kForbidden;
  const text::Span gap{group.first_gap, words.begin};
  if (gap.size() > workspace_.options.max_length()) return false;
  if (workspace_.options.range(gap.begin, gap.size()).empty()) return false;
  if (task_.constraints != nullptr && task_.constraints->interrupts_zone(words, gap)) return false;
  if (scratch.reordering.empty()) return true;
  const auto in_sentence = [&](text::Span span) {
    return text::Span{task_.segment.begin + span.begin, task_.segment.begin + span.end};
  };
  scratch.reordering.advance(in_sentence(words), scratch.reordering_states[group.key.reordering_state],
                             scratch.after.data());
  const std::uint32_t back = scratch.reordering.classify(in_sentence(gap), scratch.after.data());
  return !options_for(gap, back).empty();
}

}  // namespace calque::decode
