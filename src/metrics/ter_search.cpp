// The search for moves: which ones Tercom would try, in which order, and which it would take.
#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "metrics/beam_edit_distance.h"
#include "metrics/ter.h"

namespace calque::metrics {
namespace {

constexpr std::size_t kMaxWordsMoved = 10;
constexpr std::size_t kFarthestMove = 50;
constexpr std::size_t kMaxMovesTried = 1000;

}  // namespace

// A sequence of hypothesis words that the reference has elsewhere.
struct Match {
  std::size_t hypothesis_begin = 0;
  std::size_t reference_begin = 0;
  std::size_t length = 0;
};

struct Move {
  std::int64_t gain = 0;
  std::size_t length = 0;
  std::size_t begin = 0;
  std::size_t target = 0;  // inserted before the word at this position

  // Tercom's ranking: gain, then length, then the earlier one, then the earlier place.
  bool better_than(const Move& other) const {
    return std::tuple(gain, length, other.begin, other.target) >
           std::tuple(other.gain, other.length, begin, target);
  }
};

struct TerSearch::State {
  BeamEditDistance distance;
  std::vector<text::WordId> words;
  std::vector<text::WordId> moved;
  // From the trace: the hypothesis position each reference word is aligned with or follows (-1: none), and
  // which words of either side are wrong.
  std::vector<std::ptrdiff_t> aligned;
  std::vector<char> hypothesis_wrong;
  std::vector<char> reference_wrong;
  std::size_t moves_tried = 0;

  void read_trace();
  void perform(const Move& move);
  bool worth_trying(const Match& match) const;
  void try_targets(const Match& match, std::int64_t before, Move& best, bool& found);
  bool best_move(std::span<const text::WordId> reference, std::int64_t before, Move& best);
};

void TerSearch::State::read_trace() {
  aligned.clear();
  hypothesis_wrong.clear();
  reference_wrong.clear();
  std::ptrdiff_t position = -1;
  const std::span<const EditOp> trace = distance.trace();
  for (auto op = trace.rbegin(); op != trace.rend(); ++op) {
    const char wrong = *op == EditOp::kMatch ? 0 : 1;
    if (*op != EditOp::kInsert) {
      ++position;
      hypothesis_wrong.push_back(wrong);
    }
    if (*op != EditOp::kDelete) {
      aligned.push_back(position);
      reference_wrong.push_back(wrong);
    }
  }
}

void TerSearch::State::perform(const Move& move) {
  moved.assign(words.begin(), words.end());
  const auto at = [&](std::size_t i) { return moved.begin() + static_cast<std::ptrdiff_t>(i); };
  const std::size_t end = move.begin + move.length;
  if (move.target < move.begin) {
    std::rotate(at(move.target), at(move.begin), at(end));
  } else if (move.target > end) {
    std::rotate(at(move.begin), at(end), at(move.target));
  } else {  // a target inside the sequence counts from its end
    std::rotate(at(move.begin), at(end), at(std::min(move.length + move.target, moved.size())));
  }
}

bool TerSearch::State::worth_trying(const Match& match) const {
  const auto any_wrong = [&](const std::vector<char>& wrong, std::size_t begin) {
    const auto first = wrong.begin() + static_cast<std::ptrdiff_t>(begin);
    return std::find(first, first + static_cast<std::ptrdiff_t>(match.length), 1) !=
           first + static_cast<std::ptrdiff_t>(match.length);
  };
  if (!any_wrong(hypothesis_wrong, match.hypothesis_begin)) return false;
  if (!any_wrong(reference_wrong, match.reference_begin)) return false;
  const std::ptrdiff_t place = aligned[match.reference_begin];
  const auto begin = static_cast<std::ptrdiff_t>(match.hypothesis_begin);
  return place < begin || place >= begin + static_cast<std::ptrdiff_t>(match.length);
}

void TerSearch::State::try_targets(const Match& match, std::int64_t before, Move& best, bool& found) {
  std::ptrdiff_t previous = -1;
  for (std::size_t offset = 0; offset <= match.length; ++offset) {
    const std::size_t position = match.reference_begin + offset;  // one more than the reference position
    if (position > aligned.size()) break;
    const std::ptrdiff_t target = position == 0 ? 0 : aligned[position - 1] + 1;
    if (target == previous) continue;
    previous = target;
    Move move{0, match.length, match.hypothesis_begin, static_cast<std::size_t>(target)};
    perform(move);
    const std::size_t shared = std::min(move.begin, move.target);
    move.gain = before - distance.distance_of_permutation(moved, shared);
    ++moves_tried;
    if (!found || move.better_than(best)) best = move;
    found = true;
  }
}

bool TerSearch::State::best_move(std::span<const text::WordId> reference, std::int64_t before, Move& best) {
  bool found = false;
  for (std::size_t h = 0; h < words.size(); ++h) {
    const std::size_t first = h > kFarthestMove ? h - kFarthestMove : 0;
    const std::size_t end = std::min(reference.size(), h + kFarthestMove + 1);
    for (std::size_t r = first; r < end; ++r) {
      const std::size_t longest = std::min({kMaxWordsMoved, words.size() - h, reference.size() - r});
      for (std::size_t length = 1; length <= longest && words[h + length - 1] == reference[r + length - 1];
           ++length) {
        const Match match{h, r, length};
        if (!worth_trying(match)) continue;
        try_targets(match, before, best, found);
        if (moves_tried >= kMaxMovesTried) return found;
      }
    }
  }
  return found;
}

TerSearch::TerSearch() : state_(std::make_unique<State>()) {}
TerSearch::~TerSearch() = default;
TerSearch::TerSearch(TerSearch&&) noexcept = default;
TerSearch& TerSearch::operator=(TerSearch&&) noexcept = default;

std::int64_t TerSearch::edits(std::span<const text::WordId> hypothesis,
                              std::span<const text::WordId> reference) {
  if (reference.empty() || hypothesis.empty()) {
    return static_cast<std::int64_t>(std::max(reference.size(), hypothesis.size()));
  }
  State& state = *state_;
  state.distance.start(reference);
  state.words.assign(hypothesis.begin(), hypothesis.end());
  state.moves_tried = 0;
  std::int64_t moves = 0;
  while (true) {
    const std::int64_t before = state.distance.align(state.words);
    if (before == 0) return moves;
    state.read_trace();
    Move best;
    const bool found = state.best_move(reference, before, best);
    if (!found || state.moves_tried >= kMaxMovesTried || best.gain <= 0) return moves + before;
    state.perform(best);
    state.words.swap(state.moved);
    ++moves;
  }
}

}  // namespace calque::metrics
