// What both search algorithms share: which expansions there are and what each one scores.
//
// Finished hypotheses that agree in everything but the states of the continuation features and the pending
// states of reordering features form a group; a group and a source span that may follow it form a grid of
// (hypothesis, option) pairs. Inside a grid only the hypothesis' score, the option's own score and the
// continuation score differ: jump, reordering class, coverage and future cost are computed once. Grids of one
// group with the same reordering class share their list of hypotheses, grids of one span with the same class
// share their list of options. The algorithms differ in which pairs they score and in which order.
//
// Works in a workspace whose options, caches and future costs are ready for the segment. Deterministic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/interrupt.h"
#include "decode/coverage.h"
#include "decode/reference_matches.h"
#include "decode/reordering_constraints.h"
#include "decode/reordering_rules.h"
#include "decode/search_options.h"
#include "decode/search_width.h"
#include "decode/state_layout.h"
#include "decode/workspace.h"

namespace calque::decode {

// Where a search begins and what it covers.
struct SearchTask {
  text::Span segment;                         // positions in the whole sentence; not empty
  bool ends_sentence = true;                  // the segment is the last one
  std::uint32_t previous_end = 0;             // end of the last source phrase before the segment
  std::span<const std::byte> begin_states{};  // feature states at that point
  bool keep_alternatives = false;             // n-best lists are wanted
  const ReorderingConstraints* constraints =
      nullptr;                                  // null: none; only for segments that are whole sentences
  const ReferenceMatches* reference = nullptr;  // null: any translation will do
  const Interrupt* interrupt = nullptr;         // checked once per stack; null: never stop early
};

class SearchSpace {
 public:
  // The views and references must outlive the space. A stack keeps what the width says.
  SearchSpace(const ModelView& model, const SearchOptions& options, const SearchTask& task,
              const SearchWidth& width, Workspace& workspace);

  // Stack 0 gets the empty hypothesis.
  void add_start();
  // Finishes stack `covered` and makes the grids of its groups. Requires: all earlier stacks are open.
  std::span<const std::uint32_t> open(std::uint32_t covered);
  // Grids whose pairs belong into stack `covered`, best first: by the best pair's estimate. Requires: all
  // earlier stacks are open.
  std::span<const RankedGrid> grids_into(std::uint32_t covered);
  ExpansionGrid& grid(std::uint32_t covered, std::uint32_t number) {
    return workspace_.search.grids[covered][number];
  }

  // The rest works on one grid.
  std::uint32_t hypotheses_in(const ExpansionGrid& grid) const { return grid.hypotheses.size(); }
  double score_of(const ExpansionGrid& grid, std::uint32_t hypothesis) const {
    return workspace_.search.hypotheses[grid.hypotheses.begin + hypothesis].score;
  }
  std::uint32_t options_in(const ExpansionGrid& grid) const { return grid.option_count; }
  // The i-th option of the grid, by falling estimate. Applies the features that depend on the jump first.
  GridOption option_of(ExpansionGrid& grid, std::uint32_t i) {
    if (grid.first_scored == kNone) {
      if (layout_.expansions().empty()) return table_option(grid.options.begin + i);
      score_expansions(grid);
    }
    return workspace_.search.scored_options[grid.first_scored + i];
  }
  // No continuation has a larger score.
  double continuation_bound() const { return layout_.continuation_bound(); }
  // Applies the continuation features to the pair and adds it to the graph unless its total is below the
  // stack's floor or not a number.
  void add(ExpansionGrid& grid, std::uint32_t hypothesis, const GridOption& option);
  // To be called some time before add(), which then waits less for memory. Changes nothing.
  void fetch(const ExpansionGrid& grid, std::uint32_t hypothesis, const GridOption& option) const {
    const SearchScratch& scratch = workspace_.search;
    scratch.continuations.fetch({scratch.hypotheses[grid.hypotheses.begin + hypothesis].continuation,
                                 option.option, completes(grid)});
  }
  double floor_of(const ExpansionGrid& grid) const { return workspace_.graph.floor(grid.covered); }

  std::uint32_t length() const { return task_.segment.size(); }
  SearchGraph& graph() { return workspace_.graph; }
  // Writes the states of all features after a hypothesis, in the layout of the feature set.
  void write_states(std::uint32_t hypothesis, std::span<std::byte> states) const;

 private:
  // A run of free words and what is known when one of its spans is covered.
  struct Gap {
    text::Span words;
    double future_elsewhere;  // estimate for all free words outside this gap
  };
  struct Group {
    text::Span hypotheses;
    HypothesisKey key;  // the continuation is that of the first hypothesis
    std::uint32_t covered;
    std::uint32_t first_gap;
  };

  void begin_pools();
  void open_group(Group group);
  void open_gap(const Group& group, const Gap& gap);
  std::uint32_t farthest_start() const;
  bool may_follow(const Group& group, text::Span words);
  bool can_swap(const Group& group, text::Span words);
  void open_span(const Group& group, const Gap& gap, text::Span words);
  void drop_beyond_coverage_limit(std::size_t first);
  text::Span group_hypotheses_for(const Group& group, std::uint32_t reordering_class);
  text::Span options_for(text::Span words, std::uint32_t reordering_class);
  double later_jumps(const Group& group, const Gap& gap, text::Span words);
  GridOption table_option(std::uint32_t option) const;
  void score_expansions(ExpansionGrid& grid);
  void sort_scored(std::size_t first);
  std::uint32_t reordering_state_after(ExpansionGrid& grid);
  void write_reordering_state_after(const ExpansionGrid& grid);
  std::uint32_t coverage_after(ExpansionGrid& grid);
  double score_step(const ActiveFeature& active, const ApplyContext& context, const std::byte* before,
                    std::byte* after) {
    return active.score_step(context, before, after, workspace_.search.scores);
  }
  ContinuationCache::Answer continue_with(const GroupHypothesis& hypothesis, std::uint32_t option,
                                          bool completes);
  bool follow_reference(const GridOption& option, const std::byte* before, bool completes);
  bool within_limit(std::uint32_t a, std::uint32_t b) const;
  bool completes(const ExpansionGrid& grid) const { return task_.ends_sentence && grid.covered == length(); }

  const SearchOptions& options_;
  const SearchTask& task_;
  Workspace& workspace_;
  const FeatureSet& features_;
  StateLayout layout_;
  std::size_t reference_at_ = 0;  // where a block of continuation states keeps the position in the reference
};

}  // namespace calque::decode
