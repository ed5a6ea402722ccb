#include "tune/line_events.h"

#include <algorithm>

namespace calque::tune {

void slopes_along(const CandidateLists& lists, std::size_t sentence, const Direction& direction,
                  std::vector<double>& slopes) {
  model_scores(lists, sentence, direction, slopes);  // skips features whose direction is 0
}

void collect_events(const CandidateLists& lists, std::span<const double> weights,
                    std::span<const Direction> directions, LineScratch& scratch) {
  scratch.events.resize(std::max(scratch.events.size(), directions.size()));
  for (std::size_t j = 0; j < directions.size(); ++j) {
    scratch.events[j].starts.clear();
    scratch.events[j].events.clear();
  }
  for (std::size_t s = 0; s < lists.sentence_count(); ++s) {
    model_scores(lists, s, weights, scratch.intercepts);
    for (std::size_t j = 0; j < directions.size(); ++j) {
      slopes_along(lists, s, directions[j], scratch.slopes);
      upper_envelope(scratch.intercepts, scratch.slopes, scratch.envelope, scratch.segments);
      for (const Segment& segment : scratch.segments) {
        const Event event{segment.left, static_cast<std::uint32_t>(s), segment.line,
                          scratch.intercepts[segment.line], scratch.slopes[segment.line]};
        (&segment == scratch.segments.data() ? scratch.events[j].starts : scratch.events[j].events)
            .push_back(event);
      }
    }
  }
  for (std::size_t j = 0; j < directions.size(); ++j) {
    auto& events = scratch.events[j].events;
    std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
      if (a.x != b.x) return a.x < b.x;
      return a.sentence != b.sentence ? a.sentence < b.sentence : a.slope < b.slope;
    });
  }
}

}  // namespace calque::tune
