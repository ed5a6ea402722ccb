#include "pipeline/list_points.h"

#include <cstdint>
#include <limits>

#include "block/trainer.h"

namespace calque::pipeline {

std::size_t best_entry(const std::vector<decode::Translation>& list, const metrics::Metric& metric,
                       metrics::SentenceScorer& scorer) {
  std::vector<std::int64_t> row(metric.statistics_size());
  std::size_t best = 0;
  double best_value = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < list.size(); ++i) {
    scorer.statistics(decode::joined(list[i]), row);
    const double value = metric.learning_value(row);
    if (value <= best_value) continue;
    best_value = value;
    best = i;
  }
  return best;
}

void ListPoints::add(std::span<const std::string_view> source, const std::vector<decode::Translation>& list,
                     std::size_t best, Points& out) const {
  std::vector<text::WordId> ids;
  for (const std::string_view word : source)
    ids.push_back(source_words_.find(word).value_or(block::kNotInSet));
  Used used;
  for (const decode::Translation& translation : list) {
    for (const decode::PhraseStep& step : translation.phrases) {
      if (const auto block = block_of(ids, translation, step)) used.insert({step.source, *block});
    }
  }
  block::DerivationState derivation{vectors_.begin_state()};
  text::Span previous;
  const decode::Translation& chosen = list[best];
  for (const decode::PhraseStep& step : chosen.phrases) {
    if (const auto block = block_of(ids, chosen, step)) {
      const bool ends = step.target.end == chosen.words.size();
      add_point(ids, derivation, {*block, step.source, block::Orientation::kNeutral, ends}, used, out);
    }
    for (const text::WordId word : target_of(chosen, step))
      derivation.state = vectors_.state_after(derivation.state, word);
    previous = step.source;
    derivation.previous = &previous;
  }
}

std::vector<text::WordId> ListPoints::target_of(const decode::Translation& translation,
                                                const decode::PhraseStep& step) const {
  std::vector<text::WordId> target;
  for (auto i = step.target.begin; i < step.target.end; ++i)
    target.push_back(target_words_.find(translation.words[i]).value_or(block::kNotInSet));
  return target;
}

// Nothing for words carried over.
std::optional<block::BlockId> ListPoints::block_of(std::span<const text::WordId> source,
                                                   const decode::Translation& translation,
                                                   const decode::PhraseStep& step) const {
  const block::BlockSet& blocks = vectors_.blocks();
  const auto s = blocks.find_source(source.subspan(step.source.begin, step.source.size()));
  const auto t = blocks.find_target(target_of(translation, step));
  if (!s || !t) return std::nullopt;
  const block::BlockSet::Range range = blocks.with_source(*s);
  for (block::BlockId block = range.begin; block < range.end; ++block) {
    if (blocks.target_of(block) == *t) return block;
  }
  return std::nullopt;
}

void ListPoints::add_point(std::span<const text::WordId> source, block::DerivationState derivation,
                           block::Candidate candidate, const Used& used, Points& out) const {
  const bool oriented = vectors_.kind() == block::ModelKind::kOrientation;
  if (derivation.previous != nullptr)
    candidate.orientation = block::orientation_of(*derivation.previous, candidate.source);
  const bool neutral = oriented && candidate.orientation == block::Orientation::kNeutral;
  if (neutral) derivation.previous = nullptr;
  if (!oriented && derivation.previous == nullptr) return;
  block::DataPoints& points = neutral ? out.neutral : out.points;
  const block::BlockId chosen = candidate.block;
  std::vector<float> floats;
  vectors_.write_floats(source, derivation, candidate, floats);
  points.add_positive(floats, {});
  const auto first = used.lower_bound({candidate.source, 0});
  for (auto at = first; at != used.end() && at->first == candidate.source; ++at) {
    if (at->second == chosen) continue;
    candidate.block = at->second;
    vectors_.write_floats(source, derivation, candidate, floats);
    points.add_negative(floats, {});
  }
  points.end_point();
}

}  // namespace calque::pipeline
