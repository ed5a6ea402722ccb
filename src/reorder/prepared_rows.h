// Rows of one training set and one choice of features; made once for all learners that are compared.
#pragma once

#include <cstdint>
#include <vector>

#include "learn/rows.h"
#include "reorder/rows.h"

namespace calque::reorder {

class PreparedRows {
 public:
  // Normalised rows of all samples, for features that occur at least `least_count` times.
  PreparedRows(const CorpusText& text, std::span<const Sample> samples, const FeatureOptions& features,
               std::size_t least_count, ThreadPool& threads)
      : features_(features), least_count_(least_count) {
    const FeatureMaker maker(features);
    dictionary_ = build_dictionary(text, samples, maker, least_count, threads);
    rows_ = build_rows(text, samples, maker, dictionary_, threads);
    rows_.normalise();
    labels_ = labels_of(samples);
  }

  const FeatureOptions& features() const { return features_; }
  std::size_t least_count() const { return least_count_; }
  const KeyTable& dictionary() const { return dictionary_; }
  learn::Problem problem(std::size_t classes) const {
    return {rows_.view(), labels_, classes, dictionary_.size()};
  }

 private:
  FeatureOptions features_;
  std::size_t least_count_;
  KeyTable dictionary_;
  learn::Rows rows_;
  std::vector<std::uint8_t> labels_;
};

}  // namespace calque::reorder
