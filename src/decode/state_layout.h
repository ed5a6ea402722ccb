// Which features a search asks, and where the state of each stands: the search keeps states in three kinds of
// blocks (continuations, outlooks of move features, all others), the feature set in one row.
//
// Made anew for every search; immutable. Views the features, weights and preparations it was made from.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "decode/feature_set.h"
#include "decode/move_scores.h"

namespace calque::decode {

// One feature that is asked during the search.
struct AskedFeature {
  const Feature* feature;
  Preparation* preparation;
  std::span<const double> weights;
  std::size_t block_offset;  // of its state, inside the block
  std::size_t set_offset;    // inside the states of the feature set
  std::size_t stride;        // bytes of both

  // The weighted scores of one step. `scores` is scratch for at least as many scores as the feature has.
  double ask(const ApplyContext& context, const std::byte* block_before, std::byte* block_after,
             std::span<float> scores) const {
    const std::span<float> own = scores.first(weights.size());
    feature->apply(context, preparation, block_before + block_offset, block_after + block_offset, own);
    double sum = 0;
    for (std::size_t k = 0; k < own.size(); ++k) sum += weights[k] * double{own[k]};
    return sum;
  }
};

class StateLayout {
 public:
  StateLayout(const FeatureSet& features, std::span<const double> weights,
              std::span<const std::unique_ptr<Preparation>> preparations);

  std::span<const AskedFeature> continuations() const { return continuations_; }
  std::span<const AskedFeature> jumps() const { return jumps_; }
  std::span<const AskedFeature> expansions() const { return expansions_; }
  bool has_moves() const { return !movers_.empty(); }
  std::vector<MoveScores::Part> move_parts() const;

  // Sizes of the blocks, multiples of 8.
  std::size_t continuation_bytes() const { return continuation_bytes_; }
  std::size_t other_bytes() const { return other_bytes_; }
  std::size_t outlook_bytes() const { return outlook_bytes_; }
  // No continuation scores more.
  double continuation_bound() const { return continuation_bound_; }
  // Whether any state in the block of others may change with an option or a jump.
  bool others_change() const { return other_bytes_ > 0; }

  // From the feature set's row into a block and back. Bytes of a block that belong to no feature stay as they
  // are.
  void gather_continuation(std::span<const std::byte> row, std::byte* block) const;
  void gather_others(std::span<const std::byte> row, std::byte* block) const;
  void gather_outlook(std::span<const std::byte> row, std::byte* block) const;
  struct Blocks {
    const std::byte* continuation;
    const std::byte* others;
    const std::byte* outlook;
  };
  void scatter(const Blocks& blocks, std::span<std::byte> row) const;

 private:
  // A move feature: its state is a place and an outlook, one after the other.
  struct Mover {
    MoveScores::Part part;
    std::size_t set_offset;
    std::size_t place_bytes;
    std::size_t outlook_bytes;
  };

  std::vector<AskedFeature> continuations_;
  std::vector<AskedFeature> jumps_;
  std::vector<AskedFeature> expansions_;
  std::vector<Mover> movers_;
  std::size_t continuation_bytes_ = 0;
  std::size_t other_bytes_ = 0;
  std::size_t outlook_bytes_ = 0;
  double continuation_bound_ = 0;
};

}  // namespace calque::decode
