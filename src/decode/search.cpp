#include "decode/search.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "base/error.h"

namespace calque::decode {
namespace {

// Restores the heap when its front has become smaller: most often by little, so that it ends near the top.
void sift_down(std::span<CubeCandidate> heap) {
  if (heap.empty()) return;
  const CubeCandidate moved = heap[0];
  std::size_t hole = 0;
  for (std::size_t child = 1; child < heap.size(); child = 2 * hole + 1) {
    if (child + 1 < heap.size() && heap[child] < heap[child + 1]) ++child;
    if (!(moved < heap[child])) break;
    heap[hole] = heap[child];
    hole = child;
  }
  heap[hole] = moved;
}

}  // namespace

Search::Search(const ModelView& model, const SearchOptions& options, const SearchTask& task,
               Workspace& workspace)
    : options_(options),
      width_(width_for(options, task.segment.size())),
      may_fail_(task.reference != nullptr),
      interrupt_(task.interrupt),
      workspace_(workspace),
      space_(model, options, task, width_, workspace) {}

std::span<const std::uint32_t> Search::run() {
  space_.add_start();
  space_.open(0);
  std::span<const std::uint32_t> stack;
  for (std::uint32_t covered = 1; covered <= space_.length(); ++covered) {
    if (interrupt_ != nullptr) interrupt_->check();
    switch (width_.search) {
      case SearchAlgorithm::kStacks:
        fill_from_all_pairs(covered);
        break;
      case SearchAlgorithm::kCube:
        fill_by_cube_pruning(covered);
        break;
    }
    stack = space_.open(covered);
  }
  // Every word has an option and the limits leave no dead end, so only a reference that cannot be reached and
  // scores that are no numbers come to this.
  if (stack.empty() && !may_fail_) {
    throw NumericError("the models give scores that are not numbers",
                       "check the model files and the weights");
  }
  return stack;
}

std::uint32_t Search::source_end(std::uint32_t hypothesis) const {
  return workspace_.graph.hypothesis(hypothesis).key.source_end;
}

// The total of a pair without the shares of its hypothesis and its grid: exact scores, and the part of the
// continuation guess that the search options set. Words are likelier in their context than alone, so the
// whole guess would be too low.
double Search::guess(const GridOption& option) const {
  return option.fixed + options_.early_discarding * (option.estimate - option.fixed);
}

// Stack search: every pair that may reach the stack's floor is scored. Grids come best first, so that the
// floor rises early.
void Search::fill_from_all_pairs(std::uint32_t covered) {
  for (const RankedGrid& ranked : space_.grids_into(covered))
    fill_from_all_pairs(space_.grid(covered, ranked.grid));
}

void Search::fill_from_all_pairs(ExpansionGrid& grid) {
  const std::uint32_t options = space_.options_in(grid);
  const double of_grid = grid.fixed + grid.future;
  for (std::uint32_t h = 0; h < space_.hypotheses_in(grid); ++h) {
    const double rest = space_.score_of(grid, h) + of_grid;
    for (std::uint32_t i = 0; i < options; ++i) {
      const GridOption option = space_.option_of(grid, i);
      // No continuation has a larger score than the bound; the guess discards more, and may err.
      if (rest + space_.continuation_bound() + option.best_following < space_.floor_of(grid)) {
        if (i == 0) return;  // neither can any later hypothesis of the grid
        break;
      }
      if (rest + std::min(space_.continuation_bound() + option.fixed, guess(option)) < space_.floor_of(grid))
        continue;
      space_.add(grid, h, option);
    }
  }
}

// Cube pruning: pairs are scored by falling guess, at most pop-limit of them. The next option of a
// hypothesis and the first option of the next hypothesis come up for selection when their neighbour is taken.
void Search::fill_by_cube_pruning(std::uint32_t covered) {
  std::vector<CubeRow>& rows = workspace_.search.rows;
  std::vector<CubeCandidate>& heap = workspace_.search.heap;
  rows.clear();
  heap.clear();
  for (const RankedGrid& ranked : space_.grids_into(covered)) open_row(covered, ranked.grid, 0);
  std::size_t left = width_.pop_limit == 0 ? std::numeric_limits<std::size_t>::max() : width_.pop_limit;
  if (heap.size() > left) {  // no pair behind so many others can be selected
    std::nth_element(heap.begin(), heap.begin() + static_cast<std::ptrdiff_t>(left), heap.end(),
                     std::greater<>());
    heap.resize(left);
  }
  std::make_heap(heap.begin(), heap.end());
  while (!heap.empty() && left-- > 0) {
    const std::uint32_t best = row_of(heap.front());
    const CubeRow row = rows[best];
    if (row.guess < space_.graph().floor(covered)) return;
    ExpansionGrid& grid = space_.grid(covered, row.grid);
    const GridOption option = space_.option_of(grid, row.next);
    if (row.next + 1 < space_.options_in(grid)) {
      rows[best].guess = row.base_total + guess(space_.option_of(grid, row.next + 1));
      ++rows[best].next;
      heap.front() = cube_candidate(rows[best].guess, best);
    } else {
      heap.front() = heap.back();
      heap.pop_back();
    }
    sift_down(heap);
    if (row.next == 0 && row.hypothesis + 1 < space_.hypotheses_in(grid)) {
      open_row(covered, row.grid, row.hypothesis + 1);
      std::push_heap(heap.begin(), heap.end());
    }
    if (!heap.empty()) fetch(covered, rows[row_of(heap.front())]);
    space_.add(grid, row.hypothesis, option);
  }
}

// While the pair before it is scored.
void Search::fetch(std::uint32_t covered, const CubeRow& row) {
  ExpansionGrid& grid = space_.grid(covered, row.grid);
  space_.fetch(grid, row.hypothesis, space_.option_of(grid, row.next));
}

// The caller restores the order of the heap.
void Search::open_row(std::uint32_t covered, std::uint32_t number, std::uint32_t hypothesis) {
  ExpansionGrid& grid = space_.grid(covered, number);
  const double base_total = space_.score_of(grid, hypothesis) + grid.fixed + grid.future;
  const double first_guess = base_total + guess(space_.option_of(grid, 0));
  const auto row = static_cast<std::uint32_t>(workspace_.search.rows.size());
  workspace_.search.heap.push_back(cube_candidate(first_guess, row));
  workspace_.search.rows.push_back({base_total, first_guess, number, hypothesis, 0});
}

}  // namespace calque::decode
