// Rows of one training set and one choice of features; made once for all learners that are compared.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "learn/rows.h"
#include "reorder/real_features.h"
#include "reorder/rows.h"
#include "reorder/trained_real_features.h"

namespace calque::reorder {

// What rows are made of.
struct RowPlan {
  FeatureOptions features{};
  std::size_t min_count = 1;  // features that occur less often are left out; hashed ones never are
  std::size_t classes = 3;    // of movement

  bool operator==(const RowPlan&) const = default;
};

class PreparedRows {
 public:
  // Normalised rows of all samples; real-valued features come after the others and are not normalised.
  PreparedRows(const CorpusText& text, std::span<const Sample> samples, const RowPlan& plan,
               ThreadPool& threads)
      : plan_(plan) {
    const FeatureMaker maker(plan.features);
    dictionary_ = plan.features.hash_bits > 0
                      ? KeyTable::hashed(plan.features.hash_bits)
                      : build_dictionary(text, samples, maker, plan.min_count, threads);
    rows_ = build_normalised_rows(text, samples, maker, dictionary_, threads);
    const auto reals = TrainedRealFeatures::train(text, samples, plan.features, plan.classes, threads);
    if (reals) rows_ = with_reals(rows_, text, samples, *reals, dictionary_.size());
    reals_ = reals;
    labels_ = labels_of(samples);
  }

  const RowPlan& plan() const { return plan_; }
  const FeatureOptions& features() const { return plan_.features; }
  const KeyTable& dictionary() const { return dictionary_; }
  const std::shared_ptr<const RealFeatures>& reals() const { return reals_; }
  std::size_t feature_count() const { return dictionary_.size() + (reals_ ? reals_->count() : 0); }
  learn::Problem problem() const { return {rows_.view(), labels_, plan_.classes, feature_count()}; }

  // Rows that belong to a learner. There is no problem() any more then, but all else stays.
  struct Released {
    learn::Rows rows;
    std::vector<std::uint8_t> labels;
    std::size_t classes;
    std::size_t features;
  };
  Released release() { return {std::move(rows_), std::move(labels_), plan_.classes, feature_count()}; }

 private:
  RowPlan plan_;
  KeyTable dictionary_;
  std::shared_ptr<const RealFeatures> reals_;
  learn::Rows rows_;
  std::vector<std::uint8_t> labels_;
};

}  // namespace calque::reorder
