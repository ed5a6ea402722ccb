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
// the rest were said from left to right; often it is not quite so.
constexpr double kShareOfLaterJumps = 0.3;

StackLimits limits_of(const SearchOptions& options, bool keep_alternatives) {
  return {.size = options.stack_size,
          .beam_width = options.beam_threshold > 0 ? -std::log(options.beam_threshold)
                                                   : std::numeric_limits<double>::infinity(),
          .recombine = options.recombine,
          .keep_alternatives = keep_alternatives};
}

}  // namespace

SearchSpace::SearchSpace(const ModelView& model, const SearchOptions& options, const SearchTask& task,
                         Workspace& workspace)
    : options_(options),
      task_(task),
      workspace_(workspace),
      features_(model.features),
      layout_(model.features, model.weights, workspace.preparations) {
  begin_pools();
  SearchScratch& scratch = workspace_.search;
  scratch.members.clear();
  scratch.asked_options.clear();
  if (scratch.squares.size() <= length()) scratch.squares.resize(length() + std::size_t{1});
  for (auto& squares : scratch.squares) squares.clear();
  scratch.continuations.reset();
  scratch.coverages.reset(coverage_words(length()) * sizeof(std::uint64_t));
  scratch.coverage.resize(coverage_words(length()));
  scratch.scores.resize(features_.score_count());
  workspace_.graph.reset(length() + std::size_t{1}, limits_of(options, task.keep_alternatives));
}

void SearchSpace::begin_pools() {
  SearchScratch& scratch = workspace_.search;
  std::vector<std::byte> outlook(layout_.outlook_bytes(), std::byte{0});
  layout_.gather_outlook(task_.begin_states, outlook.data());
  scratch.moves.begin(layout_.move_parts(), workspace_.options.options(), outlook,
                      options_.reordering == Reordering::kSwap);
  std::size_t continuation_bytes = layout_.continuation_bytes();
  reference_at_ = continuation_bytes;
  if (task_.reference != nullptr) continuation_bytes += sizeof(std::uint64_t);
  scratch.continuation_states.reset(continuation_bytes);
  scratch.other_states.reset(layout_.other_bytes());
  const std::size_t most = std::max(continuation_bytes, layout_.other_bytes());
  scratch.before.assign(most, std::byte{0});
  scratch.after.assign(most, std::byte{0});
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
  layout_.gather_others(task_.begin_states, scratch.before.data());
  key.others = scratch.other_states.intern(scratch.before.data());
  workspace_.graph.add(0, {.score = 0, .total = workspace_.future.score(0, length()), .key = key});
}

void SearchSpace::write_states(std::uint32_t hypothesis, std::span<std::byte> states) const {
  const SearchScratch& scratch = workspace_.search;
  const HypothesisKey& key = workspace_.graph.hypothesis(hypothesis).key;
  std::copy(task_.begin_states.begin(), task_.begin_states.end(), states.begin());
  layout_.scatter({scratch.continuation_states[key.continuation], scratch.other_states[key.others],
                   scratch.moves.outlook(key.outlook)},
                  states);
  features_.check_guards(states.data());
}

std::span<const std::uint32_t> SearchSpace::open(std::uint32_t covered) {
  const SearchGraph& graph = workspace_.graph;
  const auto stack = workspace_.graph.finish(covered);
  if (covered == length()) return stack;
  std::vector<Member>& members = workspace_.search.members;
  const auto first = static_cast<std::uint32_t>(members.size());
  for (const std::uint32_t index : stack) {
    const Hypothesis& hypothesis = graph.hypothesis(index);
    members.push_back({hypothesis.score, index, hypothesis.key.continuation});
  }
  const auto group_key = [&](const Member& member) {
    const HypothesisKey& key = graph.hypothesis(member.hypothesis).key;
    return std::tuple(key.coverage, key.source_end, key.others);
  };
  std::stable_sort(members.begin() + first, members.end(),
                   [&](const Member& a, const Member& b) { return group_key(a) < group_key(b); });
  if (options_.coverage_limit > 0) drop_beyond_coverage_limit(first);
  const auto end = static_cast<std::uint32_t>(members.size());
  for (std::uint32_t begin = first; begin < end;) {
    std::uint32_t last = begin + 1;
    while (last < end && group_key(members[last]) == group_key(members[begin])) ++last;
    open_group({{begin, last}, graph.hypothesis(members[begin].hypothesis).key, covered, 0});
    begin = last;
  }
  return stack;
}

void SearchSpace::open_group(Group group) {
  // Copied, because new coverages move the pool.
  std::vector<std::uint64_t>& coverage = workspace_.search.coverage;
  std::memcpy(coverage.data(), workspace_.search.coverages[group.key.coverage],
              coverage.size() * sizeof(std::uint64_t));
  workspace_.search.members_by_move.clear();
  group.first_gap = next_with(coverage, false, 0, length());
  double future = 0;
  for (std::uint32_t begin = group.first_gap; begin < length();) {
    const std::uint32_t end = next_with(coverage, true, begin, length());
    future += workspace_.future.score(begin, end);
    begin = next_with(coverage, false, end, length());
  }
  for (std::uint32_t begin = group.first_gap; begin < length();) {
    const std::uint32_t end = next_with(coverage, true, begin, length());
    open_gap(group, {{begin, end}, future - workspace_.future.score(begin, end)});
    begin = next_with(coverage, false, end, length());
  }
}

// Of the members from `first` on, which stand together by coverage, the best of each coverage stay.
void SearchSpace::drop_beyond_coverage_limit(std::size_t first) {
  std::vector<Member>& members = workspace_.search.members;
  const SearchGraph& graph = workspace_.graph;
  const auto coverage_of = [&](const Member& member) {
    return graph.hypothesis(member.hypothesis).key.coverage;
  };
  std::vector<double> totals;
  std::size_t kept = first;
  for (std::size_t begin = first; begin < members.size();) {
    std::size_t end = begin;
    totals.clear();
    while (end < members.size() && coverage_of(members[end]) == coverage_of(members[begin]))
      totals.push_back(graph.hypothesis(members[end++].hypothesis).total);
    double least = -std::numeric_limits<double>::infinity();
    if (totals.size() > options_.coverage_limit) {
      const auto last = totals.begin() + static_cast<std::ptrdiff_t>(options_.coverage_limit) - 1;
      std::nth_element(totals.begin(), last, totals.end(), std::greater<>());
      least = *last;
    }
    for (; begin < end; ++begin) {
      if (graph.hypothesis(members[begin].hypothesis).total >= least) members[kept++] = members[begin];
    }
  }
  members.resize(kept);
}

void SearchSpace::open_span(const Group& group, text::Span words, double future) {
  const OptionTable& table = workspace_.options;
  const text::Span options = table.range(words.begin, words.size());
  // Words that nothing can be said for, which only a reference brings about, make the future infinite.
  if (options.empty() || !std::isfinite(future)) return;
  Square square{.future = future,
                .members = group.members,
                .options = options,
                .option_count = options.size(),
                .words = words,
                .before = group.key,
                .covered = group.covered + words.size()};
  for (const AskedFeature& asked : layout_.jumps()) {
    square.fixed += ask(asked, {table.option(options.begin), group.key.source_end, completes(square)},
                        workspace_.search.other_states[group.key.others], workspace_.search.after.data());
  }
  square.future += kShareOfLaterJumps * later_jumps(square);
  double best_option = table.score(options.begin).estimate;
  if (MoveScores& moves = workspace_.search.moves; !moves.empty()) {
    const text::Span source{task_.segment.begin + words.begin, task_.segment.begin + words.end};
    const std::byte* const places = workspace_.search.other_states[group.key.others];
    square.move = moves.move(source, places, workspace_.search.after.data());
    square.fixed += moves.transition(source, places);
    square.members = members_for(group, square.move);
    if (layout_.expansions().empty() || options_.reordering == Reordering::kSwap) {
      const text::Span sorted = options_for(words, square.move);
      if (sorted.empty()) return;
      square.option_count = sorted.size();
      if (layout_.expansions().empty()) square.first_asked = sorted.begin;
      best_option = workspace_.search.asked_options[sorted.begin].estimate;
    }
  }
  square.best_estimate = score_of(square, 0) + square.fixed + best_option + square.future;
  workspace_.search.squares[square.covered].push_back(square);
}

// The group's hypotheses with what they say about the move, best first.
text::Span SearchSpace::members_for(const Group& group, std::uint32_t move) {
  SearchScratch& scratch = workspace_.search;
  if (!scratch.moves.has_outlooks()) return group.members;
  for (const auto& [known, members] : scratch.members_by_move) {
    if (known == move) return members;
  }
  const std::span<const double> departures = scratch.moves.departures(move);
  const auto first = static_cast<std::uint32_t>(scratch.members.size());
  for (std::uint32_t i = group.members.begin; i < group.members.end; ++i) {
    Member member = scratch.members[i];
    member.score += departures[workspace_.graph.hypothesis(member.hypothesis).key.outlook];
    scratch.members.push_back(member);
  }
  std::stable_sort(scratch.members.begin() + first, scratch.members.end(),
                   [](const Member& a, const Member& b) { return a.score > b.score; });
  const text::Span members{first, static_cast<std::uint32_t>(scratch.members.size())};
  scratch.members_by_move.emplace_back(move, members);
  return members;
}

// Where the options of a span stand that a move permits, with what they say about it. The same for all
// squares of span and move.
text::Span SearchSpace::options_for(text::Span words, std::uint32_t move) {
  SearchScratch& scratch = workspace_.search;
  const OptionTable& table = workspace_.options;
  std::vector<text::Span>& sorted = scratch.moves.sorted_options(move);
  if (sorted.empty()) sorted.assign(std::size_t{length()} * table.max_length(), {kNone, kNone});
  text::Span& found = sorted[table.cell(words.begin, words.size())];
  if (found.begin != kNone) return found;
  const auto first = static_cast<std::uint32_t>(scratch.asked_options.size());
  const text::Span options = table.range(words.begin, words.size());
  const std::span<const double> arrivals = scratch.moves.arrivals(move);
  for (std::uint32_t i = options.begin; i < options.end; ++i) {
    const double fixed = table.score(i).fixed + arrivals[i];
    if (!std::isfinite(fixed)) continue;
    scratch.asked_options.push_back(
        {.fixed = fixed, .estimate = fixed + table.score(i).continuation, .option = i});
  }
  sort_asked(first);
  found = {first, static_cast<std::uint32_t>(scratch.asked_options.size())};
  return found;
}

// Best first, from `first` to the end.
void SearchSpace::sort_asked(std::size_t first) {
  std::vector<SquareOption>& options = workspace_.search.asked_options;
  std::stable_sort(options.begin() + static_cast<std::ptrdiff_t>(first), options.end(),
                   [](const SquareOption& a, const SquareOption& b) { return a.estimate > b.estimate; });
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t i = options.size(); i-- > first;) {
    best = std::max(best, options[i].fixed);
    options[i].best_following = best;
  }
}

// What the jump features will say at least if the free words are said from left to right: a hypothesis that
// left words out owes the way back to them. States stay as they are in the group.
double SearchSpace::later_jumps(const Square& square) {
  const SearchScratch& scratch = workspace_.search;
  std::vector<std::uint64_t>& coverage = workspace_.search.coverage_after;
  coverage = scratch.coverage;
  cover(coverage, square.words.begin, square.words.end);
  double sum = 0;
  std::uint32_t from = task_.segment.begin + square.words.end;
  for (std::uint32_t begin = next_with(coverage, false, 0, length()); begin < length();) {
    const std::uint32_t end = next_with(coverage, true, begin, length());
    const std::uint32_t option = workspace_.options.first_at(begin);
    for (const AskedFeature& asked : layout_.jumps()) {
      if (option == kNone) break;
      sum += ask(asked, {workspace_.options.option(option), from, false},
                 scratch.other_states[square.before.others], workspace_.search.after.data());
    }
    from = task_.segment.begin + end;
    begin = next_with(coverage, false, end, length());
  }
  return sum;
}

std::span<Square> SearchSpace::squares_into(std::uint32_t covered) {
  std::vector<Square>& squares = workspace_.search.squares[covered];
  std::stable_sort(squares.begin(), squares.end(),
                   [](const Square& a, const Square& b) { return a.best_estimate > b.best_estimate; });
  return squares;
}

SquareOption SearchSpace::table_option(std::uint32_t option) const {
  const OptionScore& score = workspace_.options.score(option);
  return {score.fixed, score.estimate, score.best_following, option};
}

// Features that look at everything: the same for all hypotheses of the group.
void SearchSpace::ask_expansions(Square& square) {
  SearchScratch& scratch = workspace_.search;
  const OptionTable& table = workspace_.options;
  square.first_asked = static_cast<std::uint32_t>(scratch.asked_options.size());
  write_others_after(square);
  for (std::uint32_t i = square.options.begin; i < square.options.end; ++i) {
    const ApplyContext context{table.option(i), square.before.source_end, completes(square)};
    SquareOption asked{.fixed = table.score(i).fixed, .option = i};
    if (layout_.has_moves()) asked.fixed += scratch.moves.arrivals(square.move)[i];
    if (!std::isfinite(asked.fixed)) continue;  // the move is not permitted
    for (const AskedFeature& feature : layout_.expansions())
      asked.fixed += ask(feature, context, scratch.before.data(), scratch.after.data());
    asked.estimate = asked.fixed + table.score(i).continuation;
    asked.others = scratch.other_states.intern(scratch.after.data());
    scratch.asked_options.push_back(asked);
  }
  sort_asked(square.first_asked);
}

// States of the jump features and places of the move features after the square's span, into scratch.after;
// the states before it into scratch.before, because new states move the pool.
void SearchSpace::write_others_after(const Square& square) {
  SearchScratch& scratch = workspace_.search;
  const std::byte* const states = scratch.other_states[square.before.others];
  std::copy_n(states, scratch.other_states.block_bytes(), scratch.before.data());
  std::copy_n(states, scratch.other_states.block_bytes(), scratch.after.data());
  const TranslationOption& option = workspace_.options.option(square.options.begin);
  for (const AskedFeature& feature : layout_.jumps()) {
    ask(feature, {option, square.before.source_end, completes(square)}, scratch.before.data(),
        scratch.after.data());
  }
  scratch.moves.move(option.source, scratch.before.data(), scratch.after.data());
}

std::uint32_t SearchSpace::others_after(Square& square) {
  if (square.others != kNone) return square.others;
  if (!layout_.others_change()) return square.others = square.before.others;
  write_others_after(square);
  return square.others = workspace_.search.other_states.intern(workspace_.search.after.data());
}

std::uint32_t SearchSpace::coverage_after(Square& square) {
  if (square.coverage != kNone) return square.coverage;
  SearchScratch& scratch = workspace_.search;
  std::vector<std::uint64_t>& coverage = scratch.coverage;
  std::memcpy(coverage.data(), scratch.coverages[square.before.coverage],
              coverage.size() * sizeof(std::uint64_t));
  cover(coverage, square.words.begin, square.words.end);
  square.coverage = scratch.coverages.intern(reinterpret_cast<const std::byte*>(coverage.data()));
  return square.coverage;
}

void SearchSpace::add(Square& square, std::uint32_t hypothesis, const SquareOption& option) {
  SearchScratch& scratch = workspace_.search;
  const Member& member = scratch.members[square.members.begin + hypothesis];
  if (task_.reference != nullptr &&
      !follow_reference(option, scratch.continuation_states[member.continuation], completes(square)))
    return;
  const auto continuation = continue_with(member, option.option, completes(square));
  const double score = member.score + square.fixed + option.fixed + continuation.score;
  const double total = score + square.future;
  if (!(total >= floor_of(square))) return;  // a NaN from a damaged model ends here too
  workspace_.graph.add(square.covered,
                       {.score = score,
                        .total = total,
                        .key = {coverage_after(square), task_.segment.begin + square.words.end,
                                continuation.state_after, scratch.moves.outlook_after(option.option),
                                option.others != kNone ? option.others : others_after(square)},
                        .previous = member.hypothesis,
                        .option = option.option});
}

ContinuationCache::Answer SearchSpace::continue_with(const Member& member, std::uint32_t option,
                                                     bool completes_sentence) {
  SearchScratch& scratch = workspace_.search;
  const auto found = scratch.continuations.find({member.continuation, option, completes_sentence});
  if (found.known) return found.answer;
  const std::byte* const before = scratch.continuation_states[member.continuation];
  const ApplyContext context{workspace_.options.option(option), 0, completes_sentence};
  double score = 0;
  for (const AskedFeature& asked : layout_.continuations())
    score += ask(asked, context, before, scratch.continuation_after.data());
  found.answer = {score, scratch.continuation_states.intern(scratch.continuation_after.data())};
  return found.answer;
}

// Moves the place in the reference behind the option's words. False if they do not stand there.
bool SearchSpace::follow_reference(const SquareOption& option, const std::byte* before,
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
