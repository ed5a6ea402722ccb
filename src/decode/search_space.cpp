#include "decode/search_space.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <tuple>

#include "base/error.h"

namespace calque::decode {
namespace {

// The share of the jumps still to come that counts when hypotheses are compared. The whole would be right if
// the rest were translated from left to right; often it is not quite so.
constexpr double kShareOfLaterJumps = 0.3;

StackLimits limits_of(const SearchWidth& width, bool recombine, bool keep_alternatives) {
  return {.size = width.stack_size,
          .beam_width = width.beam,
          .recombine = recombine,
          .keep_alternatives = keep_alternatives};
}

}  // namespace

SearchSpace::SearchSpace(const ModelView& model, const SearchOptions& options, const SearchTask& task,
                         const SearchWidth& width, Workspace& workspace)
    : options_(options),
      task_(task),
      workspace_(workspace),
      features_(model.features),
      layout_(model.features, model.weights, workspace.caches) {
  begin_pools();
  SearchScratch& scratch = workspace_.search;
  scratch.hypotheses.clear();
  scratch.scored_options.clear();
  if (scratch.grids.size() <= length()) {
    scratch.grids.resize(length() + std::size_t{1});
    scratch.ranked_grids.resize(length() + std::size_t{1});
  }
  for (auto& grids : scratch.grids) grids.clear();
  for (auto& grids : scratch.ranked_grids) grids.clear();
  scratch.continuations.reset();
  scratch.coverages.reset(coverage_words(length()) * sizeof(std::uint64_t));
  scratch.coverage.resize(coverage_words(length()));
  scratch.scores.resize(features_.score_count());
  workspace_.graph.reset(length() + std::size_t{1},
                         limits_of(width, options.recombine, task.keep_alternatives));
}

void SearchSpace::begin_pools() {
  SearchScratch& scratch = workspace_.search;
  std::vector<std::byte> pending_state(layout_.pending_state_bytes(), std::byte{0});
  layout_.gather_pending_state(task_.begin_states, pending_state.data());
  scratch.reordering.begin(layout_.reordering_parts(), workspace_.options.options(), pending_state,
                           options_.reordering == Reordering::kSwap);
  std::size_t continuation_bytes = layout_.continuation_bytes();
  reference_at_ = continuation_bytes;
  if (task_.reference != nullptr) continuation_bytes += sizeof(std::uint64_t);
  scratch.continuation_states.reset(continuation_bytes);
  scratch.reordering_states.reset(layout_.reordering_state_bytes());
  const std::size_t maximum = std::max(continuation_bytes, layout_.reordering_state_bytes());
  scratch.before.assign(maximum, std::byte{0});
  scratch.after.assign(maximum, std::byte{0});
}

void SearchSpace::add_start() {
  SearchScratch& scratch = workspace_.search;
  std::fill(scratch.coverage.begin(), scratch.coverage.end(), 0);
  std::fill(scratch.before.begin(), scratch.before.end(), std::byte{0});
  HypothesisKey key;
  key.coverage = scratch.coverages.intern(reinterpret_cast<const std::byte*>(scratch.coverage.data()));
  key.source_end = task_.previous_end;
  layout_.gather_continuation(task_.begin_states, scratch.before.data());
  key.continuation = scratch.continuation_states.intern(scratch.before.data());
  // Features leave the bytes between their states alone, so these are right for the whole search.
  scratch.continuation_after = scratch.before;
  layout_.gather_reordering_state(task_.begin_states, scratch.before.data());
  key.reordering_state = scratch.reordering_states.intern(scratch.before.data());
  workspace_.graph.add(0, {.score = 0, .total = workspace_.future.score(0, length()), .key = key});
}

void SearchSpace::write_states(std::uint32_t hypothesis, std::span<std::byte> states) const {
  const SearchScratch& scratch = workspace_.search;
  const HypothesisKey& key = workspace_.graph.hypothesis(hypothesis).key;
  std::copy(task_.begin_states.begin(), task_.begin_states.end(), states.begin());
  layout_.scatter(
      {scratch.continuation_states[key.continuation], scratch.reordering_states[key.reordering_state],
       scratch.reordering.pending_state(key.pending_state)},
      states);
  features_.check_guards(states.data());
}

std::span<const std::uint32_t> SearchSpace::open(std::uint32_t covered) {
  const SearchGraph& graph = workspace_.graph;
  const auto stack = workspace_.graph.finish(covered);
  if (covered == length()) return stack;
  std::vector<GroupHypothesis>& hypotheses = workspace_.search.hypotheses;
  const auto first = static_cast<std::uint32_t>(hypotheses.size());
  for (const std::uint32_t index : stack) {
    const Hypothesis& hypothesis = graph.hypothesis(index);
    hypotheses.push_back({hypothesis.score, index, hypothesis.key.continuation});
  }
  const auto group_key = [&](const GroupHypothesis& group_hypothesis) {
    const HypothesisKey& key = graph.hypothesis(group_hypothesis.hypothesis).key;
    return std::tuple(key.coverage, key.source_end, key.reordering_state);
  };
  std::stable_sort(
      hypotheses.begin() + first, hypotheses.end(),
      [&](const GroupHypothesis& a, const GroupHypothesis& b) { return group_key(a) < group_key(b); });
  if (options_.coverage_limit > 0) drop_beyond_coverage_limit(first);
  const auto end = static_cast<std::uint32_t>(hypotheses.size());
  for (std::uint32_t begin = first; begin < end;) {
    std::uint32_t last = begin + 1;
    while (last < end && group_key(hypotheses[last]) == group_key(hypotheses[begin])) ++last;
    open_group({{begin, last}, graph.hypothesis(hypotheses[begin].hypothesis).key, covered, 0});
    begin = last;
  }
  return stack;
}

void SearchSpace::open_group(Group group) {
  // Copied, because new coverages move the pool.
  std::vector<std::uint64_t>& coverage = workspace_.search.coverage;
  std::memcpy(coverage.data(), workspace_.search.coverages[group.key.coverage],
              coverage.size() * sizeof(std::uint64_t));
  workspace_.search.group_hypotheses_by_class.clear();
  group.first_gap = next_with(coverage, false, 0, length());
  std::vector<text::Span>& gaps = workspace_.search.gaps;
  gaps.clear();
  double future = 0;
  for (std::uint32_t begin = group.first_gap; begin < length();) {
    const std::uint32_t end = next_with(coverage, true, begin, length());
    gaps.push_back({begin, end});
    future += workspace_.future.score(begin, end);
    begin = next_with(coverage, false, end, length());
  }
  for (const text::Span& gap : gaps)
    open_gap(group, {gap, future - workspace_.future.score(gap.begin, gap.end)});
}

// Of the members from `first` on, which stand together by coverage, the best of each coverage stay.
void SearchSpace::drop_beyond_coverage_limit(std::size_t first) {
  std::vector<GroupHypothesis>& hypotheses = workspace_.search.hypotheses;
  const SearchGraph& graph = workspace_.graph;
  const auto coverage_of = [&](const GroupHypothesis& group_hypothesis) {
    return graph.hypothesis(group_hypothesis.hypothesis).key.coverage;
  };
  std::vector<double> totals;
  std::size_t kept = first;
  for (std::size_t begin = first; begin < hypotheses.size();) {
    std::size_t end = begin;
    totals.clear();
    while (end < hypotheses.size() && coverage_of(hypotheses[end]) == coverage_of(hypotheses[begin]))
      totals.push_back(graph.hypothesis(hypotheses[end++].hypothesis).total);
    double minimum = -std::numeric_limits<double>::infinity();
    if (totals.size() > options_.coverage_limit) {
      const auto last = totals.begin() + static_cast<std::ptrdiff_t>(options_.coverage_limit) - 1;
      std::nth_element(totals.begin(), last, totals.end(), std::greater<>());
      minimum = *last;
    }
    for (; begin < end; ++begin) {
      if (graph.hypothesis(hypotheses[begin].hypothesis).total >= minimum)
        hypotheses[kept++] = hypotheses[begin];
    }
  }
  hypotheses.resize(kept);
}

void SearchSpace::open_span(const Group& group, const Gap& gap, text::Span words) {
  const double future = gap.future_elsewhere + workspace_.future.score(gap.words.begin, words.begin) +
                        workspace_.future.score(words.end, gap.words.end);
  const OptionTable& table = workspace_.options;
  const text::Span options = table.range(words.begin, words.size());
  // Words without any option, which only a reference can cause, make the future cost infinite.
  if (options.empty() || !std::isfinite(future)) return;
  ExpansionGrid grid{.future = future,
                     .hypotheses = group.hypotheses,
                     .options = options,
                     .option_count = options.size(),
                     .words = words,
                     .before = group.key,
                     .covered = group.covered + words.size()};
  for (const ActiveFeature& active : layout_.jumps()) {
    grid.fixed += score_step(active, {table.option(options.begin), group.key.source_end, completes(grid)},
                             workspace_.search.reordering_states[group.key.reordering_state],
                             workspace_.search.after.data());
  }
  grid.future += kShareOfLaterJumps * later_jumps(group, gap, words);
  double best_option = table.score(options.begin).estimate;
  if (ReorderingScores& reordering = workspace_.search.reordering; !reordering.empty()) {
    const text::Span source{task_.segment.begin + words.begin, task_.segment.begin + words.end};
    const std::byte* const positions = workspace_.search.reordering_states[group.key.reordering_state];
    grid.reordering_class = reordering.classify(source, positions);
    grid.fixed += reordering.transition(source, positions);
    grid.hypotheses = group_hypotheses_for(group, grid.reordering_class);
    if (layout_.expansions().empty() || options_.reordering == Reordering::kSwap) {
      const text::Span sorted = options_for(words, grid.reordering_class);
      if (sorted.empty()) return;
      grid.option_count = sorted.size();
      if (layout_.expansions().empty()) grid.first_scored = sorted.begin;
      best_option = workspace_.search.scored_options[sorted.begin].estimate;
    }
  }
  std::vector<ExpansionGrid>& grids = workspace_.search.grids[grid.covered];
  workspace_.search.ranked_grids[grid.covered].push_back(
      {score_of(grid, 0) + grid.fixed + best_option + grid.future, static_cast<std::uint32_t>(grids.size())});
  grids.push_back(grid);
}

// The group's hypotheses with their forward scores for the class, best first.
text::Span SearchSpace::group_hypotheses_for(const Group& group, std::uint32_t reordering_class) {
  SearchScratch& scratch = workspace_.search;
  if (!scratch.reordering.has_pending_states()) return group.hypotheses;
  for (const auto& [known, hypotheses] : scratch.group_hypotheses_by_class) {
    if (known == reordering_class) return hypotheses;
  }
  const std::span<const double> forward_scores = scratch.reordering.forward_scores(reordering_class);
  const auto first = static_cast<std::uint32_t>(scratch.hypotheses.size());
  for (std::uint32_t i = group.hypotheses.begin; i < group.hypotheses.end; ++i) {
    GroupHypothesis group_hypothesis = scratch.hypotheses[i];
    group_hypothesis.score +=
        forward_scores[workspace_.graph.hypothesis(group_hypothesis.hypothesis).key.pending_state];
    scratch.hypotheses.push_back(group_hypothesis);
  }
  std::stable_sort(scratch.hypotheses.begin() + first, scratch.hypotheses.end(),
                   [](const GroupHypothesis& a, const GroupHypothesis& b) { return a.score > b.score; });
  const text::Span hypotheses{first, static_cast<std::uint32_t>(scratch.hypotheses.size())};
  scratch.group_hypotheses_by_class.emplace_back(reordering_class, hypotheses);
  return hypotheses;
}

// The options of a span that the class permits, with their backward scores, as a range of scored_options. The
// same for all grids of the span and the class.
text::Span SearchSpace::options_for(text::Span words, std::uint32_t reordering_class) {
  SearchScratch& scratch = workspace_.search;
  const OptionTable& table = workspace_.options;
  std::vector<text::Span>& sorted = scratch.reordering.sorted_options(reordering_class);
  if (sorted.empty()) sorted.assign(std::size_t{length()} * table.max_length(), {kNone, kNone});
  text::Span& found = sorted[table.cell(words.begin, words.size())];
  if (found.begin != kNone) return found;
  const auto first = static_cast<std::uint32_t>(scratch.scored_options.size());
  const text::Span options = table.range(words.begin, words.size());
  const std::span<const double> backward_scores = scratch.reordering.backward_scores(reordering_class);
  for (std::uint32_t i = options.begin; i < options.end; ++i) {
    const double fixed = table.score(i).fixed + backward_scores[i];
    if (!std::isfinite(fixed)) continue;
    scratch.scored_options.push_back(
        {.fixed = fixed, .estimate = fixed + table.score(i).continuation, .option = i});
  }
  sort_scored(first);
  found = {first, static_cast<std::uint32_t>(scratch.scored_options.size())};
  return found;
}

// Best first, from `first` to the end.
void SearchSpace::sort_scored(std::size_t first) {
  std::vector<GridOption>& options = workspace_.search.scored_options;
  std::stable_sort(options.begin() + static_cast<std::ptrdiff_t>(first), options.end(),
                   [](const GridOption& a, const GridOption& b) { return a.estimate > b.estimate; });
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t i = options.size(); i-- > first;) {
    best = std::max(best, options[i].fixed);
    options[i].best_following = best;
  }
}

std::span<const RankedGrid> SearchSpace::grids_into(std::uint32_t covered) {
  std::vector<RankedGrid>& grids = workspace_.search.ranked_grids[covered];
  std::stable_sort(grids.begin(), grids.end(), [](const RankedGrid& a, const RankedGrid& b) {
    return a.best_estimate > b.best_estimate;
  });
  return grids;
}

GridOption SearchSpace::table_option(std::uint32_t option) const {
  const OptionScore& score = workspace_.options.score(option);
  return {score.fixed, score.estimate, score.best_following, option};
}

// The features of Scope::kExpansion: the same for all hypotheses of the group.
void SearchSpace::score_expansions(ExpansionGrid& grid) {
  SearchScratch& scratch = workspace_.search;
  const OptionTable& table = workspace_.options;
  grid.first_scored = static_cast<std::uint32_t>(scratch.scored_options.size());
  write_reordering_state_after(grid);
  for (std::uint32_t i = grid.options.begin; i < grid.options.end; ++i) {
    const ApplyContext context{table.option(i), grid.before.source_end, completes(grid)};
    GridOption active{.fixed = table.score(i).fixed, .option = i};
    if (layout_.has_reordering())
      active.fixed += scratch.reordering.backward_scores(grid.reordering_class)[i];
    if (!std::isfinite(active.fixed)) continue;  // the class is not permitted
    for (const ActiveFeature& feature : layout_.expansions())
      active.fixed += score_step(feature, context, scratch.before.data(), scratch.after.data());
    active.estimate = active.fixed + table.score(i).continuation;
    active.reordering_state = scratch.reordering_states.intern(scratch.after.data());
    scratch.scored_options.push_back(active);
  }
  sort_scored(grid.first_scored);
}

// States of the jump features and position states of the reordering features after the grid's span, into
// scratch.after; the states before it into scratch.before, because new states move the pool.
void SearchSpace::write_reordering_state_after(const ExpansionGrid& grid) {
  SearchScratch& scratch = workspace_.search;
  const std::byte* const states = scratch.reordering_states[grid.before.reordering_state];
  std::copy_n(states, scratch.reordering_states.block_bytes(), scratch.before.data());
  std::copy_n(states, scratch.reordering_states.block_bytes(), scratch.after.data());
  const TranslationOption& option = workspace_.options.option(grid.options.begin);
  for (const ActiveFeature& feature : layout_.jumps()) {
    score_step(feature, {option, grid.before.source_end, completes(grid)}, scratch.before.data(),
               scratch.after.data());
  }
  scratch.reordering.advance(option.source, scratch.before.data(), scratch.after.data());
}

std::uint32_t SearchSpace::reordering_state_after(ExpansionGrid& grid) {
  if (grid.reordering_state != kNone) return grid.reordering_state;
  if (!layout_.reordering_state_changes()) return grid.reordering_state = grid.before.reordering_state;
  write_reordering_state_after(grid);
  return grid.reordering_state = workspace_.search.reordering_states.intern(workspace_.search.after.data());
}

std::uint32_t SearchSpace::coverage_after(ExpansionGrid& grid) {
  if (grid.coverage != kNone) return grid.coverage;
  SearchScratch& scratch = workspace_.search;
  std::vector<std::uint64_t>& coverage = scratch.coverage;
  std::memcpy(coverage.data(), scratch.coverages[grid.before.coverage],
              coverage.size() * sizeof(std::uint64_t));
  cover(coverage, grid.words.begin, grid.words.end);
  grid.coverage = scratch.coverages.intern(reinterpret_cast<const std::byte*>(coverage.data()));
  return grid.coverage;
}

void SearchSpace::add(ExpansionGrid& grid, std::uint32_t hypothesis, const GridOption& option) {
  SearchScratch& scratch = workspace_.search;
  const GroupHypothesis& group_hypothesis = scratch.hypotheses[grid.hypotheses.begin + hypothesis];
  if (task_.reference != nullptr &&
      !follow_reference(option, scratch.continuation_states[group_hypothesis.continuation], completes(grid)))
    return;
  const auto continuation = continue_with(group_hypothesis, option.option, completes(grid));
  const double score = group_hypothesis.score + grid.fixed + option.fixed + continuation.score;
  const double total = score + grid.future;
  if (!(total >= floor_of(grid))) return;  // a NaN from a damaged model ends here too
  workspace_.graph.add(
      grid.covered,
      {.score = score,
       .total = total,
       .key = {coverage_after(grid), task_.segment.begin + grid.words.end, continuation.state_after,
               scratch.reordering.pending_after(option.option),
               option.reordering_state != kNone ? option.reordering_state : reordering_state_after(grid)},
       .previous = group_hypothesis.hypothesis,
       .option = option.option});
}

ContinuationCache::Answer SearchSpace::continue_with(const GroupHypothesis& group_hypothesis,
                                                     std::uint32_t option, bool completes_sentence) {
  SearchScratch& scratch = workspace_.search;
  const auto found = scratch.continuations.find({group_hypothesis.continuation, option, completes_sentence});
  if (found.known) return found.answer;
  const std::byte* const before = scratch.continuation_states[group_hypothesis.continuation];
  const ApplyContext context{workspace_.options.option(option), 0, completes_sentence};
  double score = 0;
  for (const ActiveFeature& active : layout_.continuations())
    score += score_step(active, context, before, scratch.continuation_after.data());
  found.answer = {score, scratch.continuation_states.intern(scratch.continuation_after.data())};
  return found.answer;
}

// Advances the position in the reference past the option's words. False if the reference has others there.
bool SearchSpace::follow_reference(const GridOption& option, const std::byte* before,
                                   bool completes_sentence) {
  std::uint64_t position = 0;
  std::memcpy(&position, before + reference_at_, sizeof position);
  if (!task_.reference->fits(option.option, static_cast<std::uint32_t>(position))) return false;
  position += workspace_.options.option(option.option).target.size();
  if (completes_sentence != (position == task_.reference->length())) return false;
  std::memcpy(workspace_.search.continuation_after.data() + reference_at_, &position, sizeof position);
  return true;
}

}  // namespace calque::decode
