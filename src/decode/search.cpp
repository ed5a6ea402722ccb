#include "decode/search.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/error.h"

namespace calque::decode {
namespace {

// A key is the coverage, the end of the last phrase in 8 bytes, and the feature states.
constexpr std::size_t kEndBytes = sizeof(std::uint64_t);

std::span<std::uint64_t> coverage_of(std::byte* key, std::size_t words) {
  return {reinterpret_cast<std::uint64_t*>(key), words};
}

StackLimits limits_of(const SearchOptions& options, bool keep_alternatives) {
  return {.size = options.stack_size,
          .beam_width = options.beam_threshold > 0 ? -std::log(options.beam_threshold)
                                                   : std::numeric_limits<double>::infinity(),
          .recombine = options.recombine,
          .keep_alternatives = keep_alternatives};
}

}  // namespace

Search::Search(const ModelView& model, const SearchOptions& options, const SearchTask& task,
               Workspace& workspace)
    : options_(options),
      task_(task),
      workspace_(workspace),
      features_(model.features),
      coverage_words_(coverage_words(task.segment.size())),
      states_at_(coverage_words_ * sizeof(std::uint64_t) + kEndBytes) {
  for (std::size_t i = 0; i < features_.size(); ++i) {
    const Feature& feature = features_[i];
    const Asked asked{&feature, workspace.preparations[i].get(), states_at_ + features_.state_offset(i),
                      model.weights.subspan(features_.score_offset(i), feature.description().score_count())};
    if (feature.scope() == Scope::kJump) jump_features_.push_back(asked);
    if (feature.scope() == Scope::kExpansion) expansion_features_.push_back(asked);
  }
  expansion_bound_ = bound_of_expansions();
  const std::size_t key_bytes = states_at_ + features_.state_bytes();
  workspace_.current_key.resize(key_bytes);
  workspace_.candidate_key.resize(key_bytes);
  workspace_.scores.resize(features_.score_count());
  workspace_.graph.reset(key_bytes, task.segment.size() + std::size_t{1},
                         limits_of(options, task.keep_alternatives));
}

double Search::bound_of_expansions() const {
  double bound = 0;
  for (const Asked& asked : expansion_features_) {
    for (const double weight : asked.weights) {
      if (weight == 0) continue;
      if (weight < 0) return std::numeric_limits<double>::infinity();
      bound += weight * double{asked.feature->upper_bound()};
    }
  }
  return bound;
}

std::span<const std::uint32_t> Search::run() {
  add_start();
  const std::uint32_t length = task_.segment.size();
  for (std::uint32_t covered = 0; covered < length; ++covered) {
    for (const std::uint32_t index : workspace_.graph.finish(covered)) expand(index, covered);
  }
  const auto complete = workspace_.graph.finish(length);
  // Every word has an option and the limits leave no dead end, so only scores that are no numbers
  // come to this.
  if (complete.empty()) {
    throw NumericError("the models give scores that are not numbers",
                       "check the model files and the weights");
  }
  return complete;
}

void Search::add_start() {
  std::byte* const key = workspace_.current_key.data();
  std::memset(key, 0, states_at_);
  const std::uint64_t end = task_.previous_end;
  std::memcpy(key + states_at_ - kEndBytes, &end, sizeof end);
  std::copy(task_.begin_states.begin(), task_.begin_states.end(), key + states_at_);
  workspace_.graph.add(0, {.score = 0, .total = workspace_.future.score(0, task_.segment.size())}, key);
}

std::uint32_t Search::source_end(std::uint32_t hypothesis) const {
  std::uint64_t end = 0;
  std::memcpy(&end, workspace_.graph.key(hypothesis) + states_at_ - kEndBytes, sizeof end);
  return static_cast<std::uint32_t>(end);
}

std::span<const std::byte> Search::states(std::uint32_t hypothesis) const {
  return {workspace_.graph.key(hypothesis) + states_at_, features_.state_bytes()};
}

bool Search::within_limit(std::uint32_t a, std::uint32_t b) const {
  return options_.distortion_limit < 0 ||
         (a > b ? a - b : b - a) <= static_cast<std::uint32_t>(options_.distortion_limit);
}

void Search::expand(std::uint32_t index, std::uint32_t covered) {
  // Copied, because adding hypotheses moves the arrays.
  std::memcpy(workspace_.current_key.data(), workspace_.graph.key(index), workspace_.current_key.size());
  std::memcpy(workspace_.candidate_key.data(), workspace_.current_key.data(), workspace_.current_key.size());
  current_ = index;
  current_covered_ = covered;
  current_end_ = source_end(index);
  current_score_ = workspace_.graph.hypothesis(index).score;

  const auto coverage = coverage_of(workspace_.current_key.data(), coverage_words_);
  const std::uint32_t length = task_.segment.size();
  const std::uint32_t first_gap = next_with(coverage, false, 0, length);
  double future = 0;
  for (std::uint32_t begin = first_gap; begin < length;) {
    const std::uint32_t end = next_with(coverage, true, begin, length);
    future += workspace_.future.score(begin, end);
    begin = next_with(coverage, false, end, length);
  }
  for (std::uint32_t begin = first_gap; begin < length;) {
    const std::uint32_t end = next_with(coverage, true, begin, length);
    expand_gap({begin, end, future - workspace_.future.score(begin, end)}, first_gap);
    begin = next_with(coverage, false, end, length);
  }
}

void Search::expand_gap(const Gap& gap, std::uint32_t first_gap) {
  for (std::uint32_t begin = gap.begin; begin < gap.end; ++begin) {
    const std::uint32_t position = task_.segment.begin + begin;
    if (!within_limit(position, current_end_)) {
      if (position > current_end_) return;
      continue;
    }
    const std::uint32_t last_end = std::min(gap.end, begin + workspace_.options.max_length());
    for (std::uint32_t end = begin + 1; end <= last_end; ++end) {
      // A phrase that leaves the first gap open must allow the jump back to it.
      if (begin != first_gap && !within_limit(end, first_gap)) break;
      const double future = gap.future_elsewhere + workspace_.future.score(gap.begin, begin) +
                            workspace_.future.score(end, gap.end);
      expand_span(begin, end, future);
    }
  }
}

void Search::expand_span(std::uint32_t begin, std::uint32_t end, double future) {
  const OptionTable& table = workspace_.options;
  const text::Span options = table.range(begin, end - begin);
  if (options.empty()) return;
  SearchGraph& graph = workspace_.graph;
  const std::uint32_t covered = current_covered_ + end - begin;
  const bool completes = task_.ends_sentence && covered == task_.segment.size();

  double score_so_far = current_score_;
  for (const Asked& asked : jump_features_) {
    score_so_far += ask(asked, {table.option(options.begin), current_end_, completes});
  }
  std::byte* const key = workspace_.candidate_key.data();
  const auto coverage = coverage_of(key, coverage_words_);
  std::memcpy(key, workspace_.current_key.data(), coverage.size_bytes());
  cover(coverage, begin, end);
  const std::uint64_t source_end = task_.segment.begin + end;
  std::memcpy(key + states_at_ - kEndBytes, &source_end, sizeof source_end);

  for (std::uint32_t i = options.begin; i < options.end; ++i) {
    const OptionScore& option = table.score(i);
    const double best_conceivable = score_so_far + expansion_bound_ + future;
    if (best_conceivable + option.best_following < graph.floor(covered)) break;
    if (best_conceivable + option.fixed < graph.floor(covered)) continue;
    double score = score_so_far + option.fixed;
    for (const Asked& asked : expansion_features_) {
      score += ask(asked, {table.option(i), current_end_, completes});
    }
    if (!(score + future >= graph.floor(covered))) continue;  // a NaN from a damaged model ends here too
    graph.add(covered, {.score = score, .total = score + future, .previous = current_, .option = i}, key);
  }
  features_.check_guards(key + states_at_);
}

double Search::ask(const Asked& asked, const ApplyContext& context) {
  const std::span<float> scores(workspace_.scores.data(), asked.weights.size());
  asked.feature->apply(context, asked.preparation, workspace_.current_key.data() + asked.state_offset,
                       workspace_.candidate_key.data() + asked.state_offset, scores);
  double sum = 0;
  for (std::size_t k = 0; k < scores.size(); ++k) sum += asked.weights[k] * double{scores[k]};
  return sum;
}

}  // namespace calque::decode
