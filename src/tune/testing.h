// For tests of this module: theory/tuning.md#worked-example, random lists with ties, and
// BLEU of any order on given statistics.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/rng.h"
#include "base/thread_pool.h"
#include "metrics/metric.h"
#include "tune/line_events.h"
#include "tune/lists.h"
#include "tune/objective.h"

namespace calque::tune::testing {

// BLEU whose statistics are (match, total) per order, then the two lengths. The "words" of a candidate are
// those numbers themselves.
class NumberBleu final : public metrics::Metric {
 public:
  explicit NumberBleu(std::size_t orders, bool higher = true) : orders_(orders), higher_(higher) {}
  std::string_view name() const override { return "number-bleu"; }
  bool higher_is_better() const override { return higher_; }
  std::size_t statistics_size() const override { return 2 * orders_ + 2; }
  std::string signature(std::size_t) const override { return "test"; }
  metrics::Score score(std::span<const std::int64_t> row) const override {
    double log_sum = 0.0;
    for (std::size_t n = 0; n < orders_; ++n) {
      if (row[2 * n] <= 0) return {higher_ ? 0.0 : 100.0, {}};
      log_sum += std::log(static_cast<double>(row[2 * n]) / static_cast<double>(row[2 * n + 1]));
    }
    const auto hypothesis = static_cast<double>(row[2 * orders_]);
    const auto reference = static_cast<double>(row[2 * orders_ + 1]);
    const double brevity = hypothesis < reference ? std::exp(1.0 - reference / hypothesis) : 1.0;
    const double bleu = 100.0 * brevity * std::exp(log_sum / static_cast<double>(orders_));
    return {higher_ ? bleu : 100.0 - bleu, {}};
  }
  std::unique_ptr<const metrics::BoundMetric> bind(const metrics::ReferenceSets& references,
                                                   ThreadPool&) const override {
    return std::make_unique<Bound>(references.front().size(), statistics_size());
  }

 private:
  class Scorer final : public metrics::SentenceScorer {
   public:
    void start(std::size_t) override {}
    void statistics(std::string_view words, std::span<std::int64_t> row) override {
      std::size_t i = 0;
      std::int64_t number = 0;
      for (const char c : std::string(words) + " ") {
        if (c != ' ') {
          number = 10 * number + (c - '0');
          continue;
        }
        if (i < row.size()) row[i++] = number;
        number = 0;
      }
    }
  };
  class Bound final : public metrics::BoundMetric {
   public:
    Bound(std::size_t sentences, std::size_t size) : sentences_(sentences), size_(size) {}
    std::size_t sentence_count() const override { return sentences_; }
    std::size_t statistics_size() const override { return size_; }
    std::unique_ptr<metrics::SentenceScorer> scorer() const override { return std::make_unique<Scorer>(); }

   private:
    std::size_t sentences_;
    std::size_t size_;
  };

  std::size_t orders_;
  bool higher_;
};

// Lists with their metric.
struct Sample {
  std::unique_ptr<NumberBleu> metric;
  TuningObjective goal;
  CandidateLists lists;

  Sample(std::unique_ptr<NumberBleu> owned, CandidateLists made)
      : metric(std::move(owned)), goal(*metric), lists(std::move(made)) {
    ThreadPool threads(1);
    const metrics::ReferenceSets references(1, std::vector<std::string>(lists.sentence_count()));
    lists.score(*metric->bind(references, threads), threads);
  }
};

inline Sample worked_example() {
  CandidateLists lists({{"A0", {1.0}}, {"B0", {0.2}}}, 2);
  CandidateBatch batch;
  const auto add = [&](std::size_t s, const char* numbers, double a, double b) {
    batch.add(s, numbers, std::vector{a, b});
  };
  add(0, "3 4 2 3 4 4", -2, -1);
  add(0, "4 4 1 3 4 4", -1, -3);
  add(0, "3 3 1 2 3 4", -3, -.5);
  add(1, "3 3 1 2 3 4", -1.5, -1);
  add(1, "4 4 2 3 4 4", -1, -2.5);
  add(1, "3 5 1 4 5 4", -2.5, -1);
  lists.merge(batch);
  return {std::make_unique<NumberBleu>(2), std::move(lists)};
}

struct RandomShape {
  std::size_t sentences = 6;
  std::size_t candidates = 12;
  std::size_t features = 3;
  bool whole_numbers = true;  // features are small whole numbers: many ties
  bool higher = true;
};

// A point and one direction from it, for three features. With whole numbers the direction is that of one
// feature, and candidates tie at the point itself.
struct RandomLine {
  std::vector<double> start = std::vector<double>(3);
  std::vector<Direction> directions = {Direction(3)};
};
inline RandomLine random_line(Rng& rng, bool whole_numbers = false) {
  RandomLine line;
  if (whole_numbers) {
    // No zeros: a line along the only weight is not searched by all.
    for (double& weight : line.start)
      weight = rng.below(2) == 0 ? -1.0 : 1.0 + static_cast<double>(rng.below(2));
    line.directions[0][rng.below(3)] = 1.0;
    return line;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    line.start[k] = rng.uniform() - 0.5;
    line.directions[0][k] = rng.uniform() - 0.5;
  }
  return line;
}

inline Sample random_sample(const RandomShape& shape, std::uint64_t seed) {
  std::vector<decode::FeatureDescription> features;
  for (std::size_t k = 0; k < shape.features; ++k) features.push_back({"F" + std::to_string(k), {1.0}});
  CandidateLists lists(features, shape.sentences);
  CandidateBatch batch;
  Rng rng(seed);
  for (std::size_t s = 0; s < shape.sentences; ++s) {
    const std::uint64_t reference = 4 + rng.below(8);
    for (std::size_t c = 0; c < shape.candidates; ++c) {
      const std::uint64_t length = 3 + rng.below(9);
      const std::uint64_t ones = 1 + rng.below(std::min(length, reference));
      const std::uint64_t twos = 1 + rng.below(std::min(length - 1, std::max<std::uint64_t>(1, ones - 1)));
      std::vector<double> values;
      for (std::size_t k = 0; k < shape.features; ++k) {
        values.push_back(shape.whole_numbers ? static_cast<double>(rng.below(5)) - 2.0
                                             : 4.0 * rng.uniform() - 2.0);
      }
      batch.add(s,
                std::to_string(ones) + " " + std::to_string(length) + " " + std::to_string(twos) + " " +
                    std::to_string(length - 1) + " " + std::to_string(length) + " " +
                    std::to_string(reference),
                values);
    }
  }
  lists.merge(batch);
  return {std::make_unique<NumberBleu>(2, shape.higher), std::move(lists)};
}

}  // namespace calque::tune::testing
