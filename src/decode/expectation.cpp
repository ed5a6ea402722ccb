#include "decode/expectation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace calque::decode {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

double log_add(double a, double b) {
  const double maximum = std::max(a, b);
  if (maximum == kNever) return kNever;
  return maximum + std::log1p(std::exp(std::min(a, b) - maximum));
}

// Calls use(arc) for the best and every other way to reach a hypothesis.
template <typename Use>
void for_each_arc(const SearchGraph& graph, const Hypothesis& hypothesis, const Use& use) {
  if (hypothesis.previous == kNone) return;
  use(Arc{hypothesis.score, hypothesis.previous, hypothesis.option, kNone});
  for (std::uint32_t a = hypothesis.alternatives; a != kNone; a = graph.arc(a).next) use(graph.arc(a));
}

// Hypotheses by number of covered words: those that others extend come first.
template <typename Use>
void for_each_hypothesis(const SearchGraph& graph, std::size_t length, const Use& use) {
  for (std::size_t stack = 0; stack <= length; ++stack) {
    for (const std::uint32_t index : graph.hypotheses(stack)) use(index);
  }
}

class ForwardBackward {
 public:
  ForwardBackward(const SearchGraph& graph, std::size_t length, std::span<const std::uint32_t> finals)
      : graph_(graph), forward_(graph.size(), kNever), backward_(graph.size(), kNever) {
    for_each_hypothesis(graph, length, [&](std::uint32_t index) {
      const Hypothesis& hypothesis = graph.hypothesis(index);
      if (hypothesis.previous == kNone) forward_[index] = 0;
      for_each_arc(graph, hypothesis, [&](const Arc& arc) {
        forward_[index] = log_add(forward_[index], forward_[arc.previous] + gain(arc));
      });
      order_.push_back(index);
    });
    for (const std::uint32_t final : finals) {
      backward_[final] = 0;
      log_sum_ = log_add(log_sum_, forward_[final]);
    }
    for (auto at = order_.rbegin(); at != order_.rend(); ++at) {
      if (backward_[*at] == kNever) continue;
      for_each_arc(graph, graph.hypothesis(*at), [&](const Arc& arc) {
        backward_[arc.previous] = log_add(backward_[arc.previous], backward_[*at] + gain(arc));
      });
    }
  }

  double log_sum() const { return log_sum_; }
  std::span<const std::uint32_t> order() const { return order_; }
  double probability(std::uint32_t index, const Arc& arc) const {
    return std::exp(forward_[arc.previous] + gain(arc) + backward_[index] - log_sum_);
  }

 private:
  double gain(const Arc& arc) const { return arc.score - graph_.hypothesis(arc.previous).score; }

  const SearchGraph& graph_;
  std::vector<double> forward_;
  std::vector<double> backward_;
  std::vector<std::uint32_t> order_;
  double log_sum_ = kNever;
};

}  // namespace

Expectation expect_features(const DerivationContext& input, const Search& search,
                            std::span<const std::uint32_t> finals) {
  constexpr double kTooSmall = 1e-12;
  const SearchGraph& graph = input.workspace.graph;
  const ForwardBackward paths(graph, input.task.segment.size(), finals);
  std::vector<bool> is_final(graph.size());
  for (const std::uint32_t final : finals) is_final[final] = true;
  Expectation expectation{paths.log_sum(), std::vector<double>(input.model.features.score_count())};
  std::vector<std::byte> before(input.model.features.state_bytes());
  std::vector<std::byte> after(before.size());
  std::vector<float> values(expectation.features.size());
  for (const std::uint32_t index : paths.order()) {
    for_each_arc(graph, graph.hypothesis(index), [&](const Arc& arc) {
      const double probability = paths.probability(index, arc);
      if (!(probability > kTooSmall)) return;
      search.write_states(arc.previous, before);
      const ApplyContext context{input.workspace.options.option(arc.option),
                                 graph.hypothesis(arc.previous).key.source_end,
                                 input.task.ends_sentence && is_final[index]};
      score_step(input, {context, before.data(), after.data(), values});
      for (std::size_t k = 0; k < values.size(); ++k)
        expectation.features[k] += probability * double{values[k]};
    });
  }
  return expectation;
}

}  // namespace calque::decode
