// A trained block model: the costs of every block of a phrase table and of steps, the binary features of
// pairs of blocks, and the weights; and its file (docs/formats/block-model.md).
//
// Immutable and safe to share between threads. A loaded model is mapped; numbers of blocks are those of the
// pairs of the phrase table it was trained with.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "block/binary_features.h"
#include "block/types.h"
#include "block/word_steps.h"
#include "store/container.h"

namespace calque::block {

// How often a block was seen to the left and to the right of the one before it.
struct OrientationCount {
  std::uint32_t left = 0;
  std::uint32_t right = 0;

  bool operator==(const OrientationCount&) const = default;
};

// A sparse weight: of the binary feature with this key.
struct BinaryWeight {
  std::uint64_t key = 0;
  float weight = 0;
  std::uint32_t unused = 0;

  std::uint32_t predecessor() const { return static_cast<std::uint32_t>(key >> 32U); }
  std::uint32_t successor() const { return static_cast<std::uint32_t>(key); }
};
static_assert(sizeof(BinaryWeight) == 16);

// Everything a model is made of.
struct ModelData {
  ModelKind kind = ModelKind::kOrientation;
  // By block. Orientation model: -log p(b); distortion model: -log p(source | target).
  std::vector<float> prior_costs;
  std::vector<float> lexical_costs;
  std::vector<OrientationCount> orientations;                  // orientation model
  StepCosts steps;                                             // distortion model
  std::array<std::vector<BinaryWeight>, kBinaryKinds> binary;  // by kind; keys differ
  // Orientation model: by OrientationFloat after a block that it touches, and by NeutralFloat otherwise;
  // distortion model: by DistortionFloat, and none.
  std::vector<double> weights;
  std::vector<double> neutral_weights;
};

class BlockModel {
 public:
  // Throws FormatError naming `name` if the parts do not fit together or hold impossible values.
  static BlockModel from_data(ModelData data, const std::string& name = "block model");
  // Throws UsageError if there is no such file, FormatError if it is damaged or something else.
  static BlockModel load(const std::string& path, store::Verify verify = store::Verify::kUsual);
  void save(const std::string& path) const;
  // The same costs with other weights and without binary features. Requires: as many weights as this has.
  BlockModel with_weights(std::vector<double> weights, std::vector<double> neutral_weights) const;

  // The file it was read from, or another name for errors.
  const std::string& name() const { return name_; }
  ModelKind kind() const { return kind_; }
  std::size_t block_count() const { return prior_costs_.size(); }
  float prior_cost(BlockId block) const { return prior_costs_[block]; }
  float lexical_cost(BlockId block) const { return lexical_costs_[block]; }
  OrientationCount orientations(BlockId block) const { return orientations_[block]; }
  // -log p_o(b) (theory/block-bigrams.md#orientation-bigrams), the same for all blocks never seen beside
  // another, after subtracting `less` from the count of that orientation. Requires: right or left; kNoBlock
  // is a block outside the set.
  float orientation_cost(BlockId block, Orientation orientation, std::uint32_t less = 0) const;
  const WordSteps& steps() const { return steps_; }

  bool has_binary(BinaryKind kind) const { return binary_count(kind) > 0; }
  bool has_binary() const;
  std::size_t binary_count(BinaryKind kind) const { return binary_[static_cast<std::size_t>(kind)].size(); }
  // Weight of the feature with that key; 0 if there is none.
  float binary_weight(BinaryKind kind, std::uint64_t key) const;
  // Features with this predecessor, by rising successor.
  std::span<const BinaryWeight> followers(BinaryKind kind, std::uint32_t predecessor) const;
  // The largest weight of a binary feature; at least 0.
  float max_binary_weight(BinaryKind kind) const { return maximum_[static_cast<std::size_t>(kind)]; }

  std::span<const double> weights() const { return weights_; }
  std::span<const double> neutral_weights() const { return neutral_weights_; }

 private:
  BlockModel() = default;
  void open(const std::string& name);
  [[noreturn]] static void damaged(const std::string& name, const std::string& what);

  std::shared_ptr<const void> keep_;  // what the spans point into
  std::string name_;
  ModelKind kind_ = ModelKind::kOrientation;
  std::span<const float> prior_costs_;
  std::span<const float> lexical_costs_;
  std::span<const OrientationCount> orientations_;
  std::span<const float> outbound_;
  std::span<const float> inbound_;
  WordSteps steps_;
  std::array<std::span<const BinaryWeight>, kBinaryKinds> binary_;  // by rising key
  std::span<const double> weights_;
  std::span<const double> neutral_weights_;
  std::array<float, 2> common_orientation_costs_{};  // right, left
  std::array<float, kBinaryKinds> maximum_{};
};

}  // namespace calque::block
