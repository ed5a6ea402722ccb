// Scores of a sample by linear weights: features looked up in a dictionary, the row divided by its length as
// it was in training. What the model of all phrases and the sub-models of single ones have in common. Inside
// the module only.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "reorder/classifier.h"
#include "reorder/real_features.h"
#include "reorder/rows.h"

namespace calque::reorder {

// Views the features and the dictionary. `weights_of(id)` gives a feature's weights, one per class, or null
// if the model has none: such features are dropped before lengths are measured
// (theory/reordering.md#numerical-care). Thread-safe where the scratch memory is not shared.
template <typename WeightsOf>
class RowScores {
 public:
  // Real-valued features (may be null) are numbered from the end of the dictionary.
  RowScores(const FeatureMaker& maker, const KeyTable& dictionary, const RealFeatures* reals, Link link,
            WeightsOf weights_of)
      : maker_(maker),
        dictionary_(dictionary),
        reals_(reals),
        link_(link),
        weights_of_(std::move(weights_of)) {}

  // The source's own features, for all target phrases of the span in the scratch memory.
  void begin(SpanScratch& scratch) const {
    scratch.keys.clear();
    maker_.source_features(scratch.sentence, scratch.span, scratch.keys);
    add_features(scratch, scratch.sums, scratch.squares);
    if (reals_ != nullptr) reals_->begin(scratch.sentence, scratch.span, scratch.inside());
  }

  // With the features of a target phrase added to them.
  void finish(SpanScratch& scratch, const TargetPhrase& target, std::span<float> log_probs) const {
    scratch.scores.assign(scratch.sums.begin(), scratch.sums.end());
    double squares = scratch.squares;
    add_pair(scratch, target, squares);
    scratch.keys.clear();
    maker_.joined_features(scratch.sentence, scratch.span, target, scratch.keys);
    add_features(scratch, scratch.scores, squares);
    const double scale = squares > 0.0 ? 1.0 / std::sqrt(squares) : 0.0;
    for (double& score : scratch.scores) score *= scale;
    if (reals_ != nullptr) add_reals(scratch, target);
    // Nothing is known: a uniform distribution (theory/reordering.md#numerical-care), which scores in order
    // would not give.
    const bool empty = squares <= 0.0 && reals_ == nullptr;
    write_log_probs(scratch.scores, log_probs, empty ? Link::kSoftmax : link_);
  }

  // What each of the features says for each class, real-valued ones apart.
  std::vector<Influence> influences(const WordsView& sentence, text::Span span, const TargetPhrase& target,
                                    const WordNames& names, std::size_t classes) const {
    std::vector<Influence> found;
    const double length = std::sqrt(squared_length(sentence, span, target, classes));
    for (const NamedFeature& feature : maker_.named_features(sentence, span, target, names)) {
      const std::uint32_t id = dictionary_.find(std::max<Key>(1, feature.key));
      const float* weights = id == KeyTable::kNone ? nullptr : weights_of_(id);
      if (weights == nullptr) continue;
      found.push_back({feature.name, {}});
      for (std::size_t k = 0; k < classes; ++k)
        found.back().by_class.push_back(static_cast<double>(weights[k]) / length);
    }
    return found;
  }

  std::vector<Influence> real_influences(const WordsView& sentence, text::Span span,
                                         const TargetPhrase& target, std::size_t classes) const {
    std::vector<Influence> found;
    if (reals_ == nullptr) return found;
    SpanScratch scratch;
    std::vector<float> values(reals_->count());
    reals_->begin(sentence, span, scratch);
    reals_->values(target, scratch, values);
    for (std::size_t r = 0; r < values.size(); ++r) {
      const float* weights = weights_of_(static_cast<std::uint32_t>(dictionary_.size() + r));
      if (weights == nullptr) continue;
      found.push_back({reals_->names()[r], {}});
      for (std::size_t k = 0; k < classes; ++k)
        found.back().by_class.push_back(static_cast<double>(values[r]) * static_cast<double>(weights[k]));
    }
    return found;
  }

 private:
  // As finish measures it: part by part.
  double squared_length(const WordsView& sentence, text::Span span, const TargetPhrase& target,
                        std::size_t classes) const {
    SpanScratch scratch;
    std::vector<double> sums(classes, 0.0);
    double squares = 0.0;
    const auto take = [&] {
      add_features(scratch, sums, squares);
      scratch.keys.clear();
    };
    maker_.source_features(sentence, span, scratch.keys);
    take();
    maker_.phrase_features(sentence, span, target, scratch.keys);
    take();
    maker_.joined_features(sentence, span, target, scratch.keys);
    take();
    return squares;
  }

  void add_reals(SpanScratch& scratch, const TargetPhrase& target) const {
    scratch.plain.resize(reals_->count());
    reals_->values(target, scratch.inside(), scratch.plain);
    for (std::size_t r = 0; r < scratch.plain.size(); ++r) {
      const float* weights = weights_of_(static_cast<std::uint32_t>(dictionary_.size() + r));
      if (weights == nullptr) continue;
      const auto value = static_cast<double>(scratch.plain[r]);
      for (std::size_t k = 0; k < scratch.scores.size(); ++k)
        scratch.scores[k] += value * static_cast<double>(weights[k]);
    }
  }

  // Adds what the pair's own features say. In single precision whether it is kept or not, so that what was
  // asked before makes no difference.
  void add_pair(SpanScratch& scratch, const TargetPhrase& target, double& squares) const {
    std::span<float> memory = scratch.pair_memory;
    const std::size_t classes = scratch.scores.size();
    if (memory.empty()) {
      scratch.no_memory.assign(classes + 1, -1.0F);
      memory = scratch.no_memory;
    }
    if (memory[classes] < 0.0F) {
      scratch.keys.clear();
      maker_.phrase_features(scratch.sentence, scratch.span, target, scratch.keys);
      scratch.pair_sums.assign(classes, 0.0);
      double length = 0.0;
      add_features(scratch, scratch.pair_sums, length);
      for (std::size_t k = 0; k < classes; ++k) memory[k] = static_cast<float>(scratch.pair_sums[k]);
      memory[classes] = static_cast<float>(length);
    }
    for (std::size_t k = 0; k < classes; ++k) scratch.scores[k] += static_cast<double>(memory[k]);
    squares += static_cast<double>(memory[classes]);
  }

  // Adds what the keys in the scratch memory say, and their squared length.
  void add_features(SpanScratch& scratch, std::span<double> sums, double& squares) const {
    scratch.ids.clear();
    for (const Key key : scratch.keys) scratch.ids.push_back(dictionary_.find(std::max<Key>(1, key)));
    merge_repeats(scratch.ids, scratch.values);
    for (std::size_t i = 0; i < scratch.ids.size(); ++i) {
      const float* weights = weights_of_(scratch.ids[i]);
      if (weights == nullptr) continue;
      const auto value = static_cast<double>(scratch.values[i]);
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += value * static_cast<double>(weights[k]);
      squares += value * value;
    }
  }

  const FeatureMaker& maker_;
  const KeyTable& dictionary_;
  const RealFeatures* reals_;
  Link link_;
  WeightsOf weights_of_;
};

}  // namespace calque::reorder
