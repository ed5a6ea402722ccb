// Which features take part in a search, and where the state of each is: the search keeps states in three
// kinds of blocks (continuation states; pending states of reordering features; all others), the feature set
// in one row.
//
// Made anew for every search; immutable. Views the features, weights and caches it was made from.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "decode/feature_set.h"
#include "decode/reordering_scores.h"

namespace calque::decode {

// One feature that is applied during the search.
struct ActiveFeature {
  const StatefulFeature* feature;
  SentenceCache* cache;
  std::span<const double> weights;
  std::size_t block_offset;  // of its state, inside the block
  std::size_t set_offset;    // inside the states of the feature set
  std::size_t stride;        // bytes of both

  // The weighted scores of one step. `scores` is scratch for at least as many scores as the feature has.
  double score_step(const ApplyContext& context, const std::byte* block_before, std::byte* block_after,
                    std::span<float> scores) const {
    const std::span<float> own = scores.first(weights.size());
    feature->apply(context, cache, block_before + block_offset, block_after + block_offset, own);
    double sum = 0;
    for (std::size_t k = 0; k < own.size(); ++k) sum += weights[k] * double{own[k]};
    return sum;
  }
};

class StateLayout {
 public:
  StateLayout(const FeatureSet& features, std::span<const double> weights,
              std::span<const std::unique_ptr<SentenceCache>> caches);

  std::span<const ActiveFeature> continuations() const { return continuations_; }
  std::span<const ActiveFeature> jumps() const { return jumps_; }
  std::span<const ActiveFeature> expansions() const { return expansions_; }
  bool has_reordering() const { return !slots_.empty(); }
  std::vector<ReorderingScores::Part> reordering_parts() const;

  // Sizes of the blocks, multiples of 8.
  std::size_t continuation_bytes() const { return continuation_bytes_; }
  std::size_t reordering_state_bytes() const { return reordering_state_bytes_; }
  std::size_t pending_state_bytes() const { return pending_state_bytes_; }
  // No continuation has a larger score.
  double continuation_bound() const { return continuation_bound_; }
  // Whether any state in the block of other states may change with an option or a jump.
  bool reordering_state_changes() const { return reordering_state_bytes_ > 0; }

  // From the feature set's row into a block and back. Bytes of a block that belong to no feature stay as they
  // are.
  void gather_continuation(std::span<const std::byte> row, std::byte* block) const;
  void gather_reordering_state(std::span<const std::byte> row, std::byte* block) const;
  void gather_pending_state(std::span<const std::byte> row, std::byte* block) const;
  struct Blocks {
    const std::byte* continuation;
    const std::byte* reordering_state;
    const std::byte* pending_state;
  };
  void scatter(const Blocks& blocks, std::span<std::byte> row) const;

 private:
  // A reordering feature: its state is a position state followed by a pending state.
  struct ReorderingSlot {
    ReorderingScores::Part part;
    std::size_t set_offset;
    std::size_t position_state_bytes;
    std::size_t pending_state_bytes;
  };

  std::vector<ActiveFeature> continuations_;
  std::vector<ActiveFeature> jumps_;
  std::vector<ActiveFeature> expansions_;
  std::vector<ReorderingSlot> slots_;
  std::size_t continuation_bytes_ = 0;
  std::size_t reordering_state_bytes_ = 0;
  std::size_t pending_state_bytes_ = 0;
  double continuation_bound_ = 0;
};

}  // namespace calque::decode
