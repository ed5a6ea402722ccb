// Where the best candidates change as weights move along a direction, for all sentences at once, and a walk
// over the intervals between (theory/tuning.md#minimum-error-rate-training).
//
// LineScratch is one thread's memory; everything else is a pure function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "tune/envelope.h"
#include "tune/lists.h"
#include "tune/objective.h"

namespace calque::tune {

using Direction = std::vector<double>;  // one number per dense feature

struct Event {
  double x;
  std::uint32_t sentence;
  std::uint32_t line;  // of the sentence's candidates
  double intercept;    // of that line
  double slope;
};

struct LineEvents {
  std::vector<Event> starts;  // the leftmost line of every sentence
  std::vector<Event> events;  // the others by x, then by sentence
};

struct LineScratch {
  EnvelopeScratch envelope;
  std::vector<Segment> segments;
  std::vector<double> intercepts;
  std::vector<double> slopes;
  std::vector<LineEvents> events;
};

// Features times a direction for the sentence's candidates; quick for directions along one feature.
void slopes_along(const CandidateLists& lists, std::size_t sentence, const Direction& direction,
                  std::vector<double>& slopes);

// scratch.events[j] for direction j from the point `weights`: lines are model scores.
void collect_events(const CandidateLists& lists, std::span<const double> weights,
                    std::span<const Direction> directions, LineScratch& scratch);

// One interval of a walk. Sums are over the sentences' current lines.
struct Interval {
  double left;
  double right;
  double intercepts;
  double slopes;
  std::span<const std::int64_t> statistics;
};

// Calls visit(interval) from minus to plus infinity. All changes at one x are made at once.
template <typename Visit>
void walk_intervals(const CandidateLists& lists, const LineEvents& line, const Visit& visit) {
  StatisticsSum totals(lists.statistics_size());
  std::vector<Event> current = line.starts;
  double intercepts = 0.0;
  double slopes = 0.0;
  for (const Event& start : current) {
    totals.add(lists.statistics(lists.first(start.sentence) + start.line));
    intercepts += start.intercept;
    slopes += start.slope;
  }
  double left = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < line.events.size();) {
    const double x = line.events[i].x;
    visit(Interval{left, x, intercepts, slopes, totals.sums()});
    for (; i < line.events.size() && line.events[i].x == x; ++i) {
      const Event& event = line.events[i];
      Event& old = current[event.sentence];
      totals.remove(lists.statistics(lists.first(event.sentence) + old.line));
      totals.add(lists.statistics(lists.first(event.sentence) + event.line));
      intercepts += event.intercept - old.intercept;
      slopes += event.slope - old.slope;
      old = event;
    }
    left = x;
  }
  visit(Interval{left, std::numeric_limits<double>::infinity(), intercepts, slopes, totals.sums()});
}

}  // namespace calque::tune
