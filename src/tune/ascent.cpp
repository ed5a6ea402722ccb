#include "tune/ascent.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/rng.h"

namespace calque::tune {
namespace {

// Directions that share the work of scoring the candidates at a point.
constexpr std::size_t kDirectionsPerGroup = 8;

double around_zero(Rng& rng) {
  return 2.0 * rng.uniform() - 1.0;
}

// One starting point on its way up.
struct Climb {
  Point point;
  double value = 0.0;
  Rng rng{0};
  bool active = true;
  std::vector<double> curve{};
  std::vector<Direction> directions{};
  std::vector<Move> moves{};
};

class Ascent {
 public:
  Ascent(const LineObjective& objective, std::span<const double> spreads, const AscentOptions& options,
         ThreadPool& threads)
      : objective_(objective),
        spreads_(spreads),
        options_(options),
        threads_(threads),
        scratch_(threads.threads()) {
    free_.assign(spreads.size(), true);
    for (const std::size_t k : options.frozen) free_[k] = false;
  }

  AscentResult run(const Point& start) {
    make_climbs(start);
    threads_.for_blocks(climbs_.size(), 1, [&](const Block& block) {
      Climb& climb = climbs_[block.index];
      climb.value = objective_.value(climb.point);
      climb.curve.push_back(climb.value);
    });
    for (std::size_t i = 0; i < options_.iterations && iterate(); ++i) {
      if (i + 1 == options_.race) end_race();
    }
    AscentResult result;
    for (std::size_t i = 0; i < climbs_.size(); ++i) {
      if (climbs_[i].value > climbs_[result.start].value) result.start = i;
      result.all_values.push_back(climbs_[i].value);
    }
    Climb& best = climbs_[result.start];
    result.point = std::move(best.point);
    result.value = best.value;
    result.curve = std::move(best.curve);
    return result;
  }

 private:
  void make_climbs(const Point& start) {
    double size = 0.0;  // of the start, in units of spread
    for (std::size_t k = 0; k < start.size(); ++k) size += std::abs(start[k]) * spreads_[k];
    if (size == 0.0) size = 1.0;
    for (std::size_t r = 0; r <= options_.restarts; ++r) {
      Climb climb{start};
      climb.rng = Rng::for_block(options_.seed, r);
      // Half of the random points lie anywhere, half around the start.
      const double keep = r % 2 == 0 ? 0.0 : 1.0;
      for (std::size_t k = 0; r > 0 && k < start.size(); ++k) {
        const double random =
            2.0 * around_zero(climb.rng) * size / static_cast<double>(start.size()) / spreads_[k];
        if (free_[k]) climb.point[k] = keep * start[k] + random;
      }
      if (options_.normalise) normalise(climb.point);
      climbs_.push_back(std::move(climb));
    }
    for (const Point& point : options_.more_starts) {
      Climb climb{point};
      climb.rng = Rng::for_block(options_.seed, climbs_.size());
      if (options_.normalise) normalise(climb.point);
      climbs_.push_back(std::move(climb));
    }
  }

  void end_race() {
    std::vector<std::size_t> order(climbs_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return climbs_[a].value > climbs_[b].value; });
    for (std::size_t i = (order.size() + 3) / 4; i < order.size(); ++i) climbs_[order[i]].active = false;
  }

  void choose_directions(Climb& climb) const {
    climb.directions.clear();
    for (std::size_t k = 0; k < spreads_.size(); ++k) {
      if (!free_[k]) continue;
      climb.directions.emplace_back(spreads_.size(), 0.0)[k] = 1.0;
    }
    for (std::size_t r = 0; r < options_.random_directions; ++r) {
      Direction& direction = climb.directions.emplace_back(spreads_.size(), 0.0);
      for (std::size_t k = 0; k < direction.size(); ++k)
        if (free_[k]) direction[k] = around_zero(climb.rng) / spreads_[k];
    }
    climb.moves.assign(climb.directions.size(), {});
  }

  // Takes the best move that the true value confirms: rounding at the borders of intervals, and objectives
  // that search a simpler function, may promise too much.
  void move(Climb& climb) const {
    std::vector<std::size_t> order(climb.moves.size());
    for (std::size_t j = 0; j < order.size(); ++j) order[j] = j;
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return climb.moves[a].gain > climb.moves[b].gain; });
    const double scale = options_.relative_gain ? std::max(std::abs(climb.value), 1e-300) : 1.0;
    const double minimum = options_.min_gain * scale;
    constexpr std::size_t kTries = 3;
    for (std::size_t t = 0; t < std::min(kTries, order.size()) && climb.moves[order[t]].gain >= minimum;
         ++t) {
      const Move& best = climb.moves[order[t]];
      Point point = climb.point;
      for (std::size_t k = 0; k < point.size(); ++k) point[k] += best.alpha * climb.directions[order[t]][k];
      if (options_.normalise) normalise(point);
      const double value = objective_.value(point);
      if (!(value > climb.value)) continue;
      climb.active = value - climb.value >= minimum;
      climb.point = std::move(point);
      climb.value = value;
      climb.curve.push_back(value);
      return;
    }
    climb.active = false;
  }

  // False if no climb is active any more.
  bool iterate() {
    struct Group {
      Climb* climb;
      std::size_t first;
    };
    std::vector<Group> groups;
    std::vector<Climb*> active;
    for (Climb& climb : climbs_) {
      if (!climb.active) continue;
      active.push_back(&climb);
      choose_directions(climb);
      for (std::size_t first = 0; first < climb.directions.size(); first += kDirectionsPerGroup)
        groups.push_back({&climb, first});
    }
    threads_.for_blocks(groups.size(), 1, [&](const Block& block) {
      const auto [climb, first] = groups[block.index];
      const std::size_t count = std::min(kDirectionsPerGroup, climb->directions.size() - first);
      const auto moves = objective_.search(climb->point, std::span(climb->directions).subspan(first, count),
                                           scratch_[block.thread]);
      std::copy(moves.begin(), moves.end(), climb->moves.begin() + static_cast<std::ptrdiff_t>(first));
    });
    threads_.for_blocks(active.size(), 1, [&](const Block& block) { move(*active[block.index]); });
    return !active.empty();
  }

  const LineObjective& objective_;
  std::span<const double> spreads_;
  const AscentOptions& options_;
  ThreadPool& threads_;
  std::vector<LineScratch> scratch_;
  std::vector<bool> free_;
  std::vector<Climb> climbs_;
};

}  // namespace

void normalise(Point& point) {
  double sum = 0.0;
  for (const double weight : point) sum += std::abs(weight);
  if (sum == 0.0) return;
  for (double& weight : point) weight /= sum;
}

std::vector<double> feature_spreads(const CandidateLists& lists) {
  std::vector<double> spreads(lists.feature_count(), 0.0);
  for (std::size_t k = 0; k < spreads.size(); ++k) {
    for (std::size_t s = 0; s < lists.sentence_count(); ++s) {
      const auto column = lists.column(s, k);
      double sum = 0.0;
      double squares = 0.0;
      for (const float value : column) {
        sum += value;
        squares += static_cast<double>(value) * value;
      }
      if (column.empty()) continue;
      const auto n = static_cast<double>(column.size());
      spreads[k] += std::sqrt(std::max(0.0, squares / n - (sum / n) * (sum / n)));
    }
    spreads[k] /= static_cast<double>(std::max<std::size_t>(1, lists.sentence_count()));
    if (!(spreads[k] > 1e-9)) spreads[k] = 1.0;
  }
  return spreads;
}

std::vector<std::size_t> constant_features(const CandidateLists& lists) {
  std::vector<std::size_t> constant;
  for (std::size_t k = 0; k < lists.feature_count(); ++k) {
    bool differs = false;
    for (std::size_t s = 0; s < lists.sentence_count() && !differs; ++s) {
      const auto column = lists.column(s, k);
      differs = std::any_of(column.begin(), column.end(), [&](float value) { return value != column[0]; });
    }
    if (!differs) constant.push_back(k);
  }
  return constant;
}

AscentResult ascend(const LineObjective& objective, const Point& start, std::span<const double> spreads,
                    const AscentOptions& options, ThreadPool& threads) {
  CALQUE_CHECK(start.size() == spreads.size());
  return Ascent(objective, spreads, options, threads).run(start);
}

}  // namespace calque::tune
