#include "block/model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"

namespace calque::block {
namespace {

constexpr std::string_view kFileKind = "block";
constexpr std::uint32_t kFileVersion = 2;
constexpr std::array<std::string_view, kBinaryKinds> kBinarySections{"binary.bb", "binary.tp", "binary.wb"};

bool is_cost(float value) {
  return value >= 0 && value <= static_cast<float>(kCostCap);
}

bool all_costs(std::span<const float> values) {
  return std::all_of(values.begin(), values.end(), is_cost);
}

// As a model keeps them: by rising key, without those of weight 0.
void put_in_order(std::vector<BinaryWeight>& weights) {
  std::erase_if(weights, [](const BinaryWeight& weight) { return weight.weight == 0; });
  std::sort(weights.begin(), weights.end(),
            [](const BinaryWeight& a, const BinaryWeight& b) { return a.key < b.key; });
}

}  // namespace

void BlockModel::damaged(const std::string& name, const std::string& what) {
  throw FormatError({name}, what, "copy the model again or train it again");
}

BlockModel BlockModel::from_data(ModelData data, const std::string& name) {
  auto owned = std::make_shared<ModelData>(std::move(data));
  BlockModel model;
  for (std::size_t k = 0; k < kBinaryKinds; ++k) {
    put_in_order(owned->binary[k]);
    model.binary_[k] = owned->binary[k];
  }
  model.kind_ = owned->kind;
  model.prior_costs_ = owned->prior_costs;
  model.lexical_costs_ = owned->lexical_costs;
  model.orientations_ = owned->orientations;
  model.outbound_ = owned->steps.outbound;
  model.inbound_ = owned->steps.inbound;
  model.weights_ = owned->weights;
  model.neutral_weights_ = owned->neutral_weights;
  model.keep_ = std::move(owned);
  model.open(name);
  return model;
}

BlockModel BlockModel::load(const std::string& path, store::Verify verify) {
  auto file =
      std::make_shared<const store::Container>(store::Container::open(path, kFileKind, kFileVersion, verify));
  BlockModel model;
  const auto kind = find_enum<ModelKind>(file->text("kind"));
  if (!kind) damaged(path, "an unknown kind of block model");
  model.kind_ = *kind;
  model.prior_costs_ = file->section<float>("costs.prior");
  model.lexical_costs_ = file->section<float>("costs.lexical");
  model.orientations_ = file->section<OrientationCount>("orientations");
  model.outbound_ = file->section<float>("steps.outbound");
  model.inbound_ = file->section<float>("steps.inbound");
  for (std::size_t k = 0; k < kBinaryKinds; ++k)
    model.binary_[k] = file->section<BinaryWeight>(kBinarySections[k]);
  model.weights_ = file->section<double>("weights");
  model.neutral_weights_ = file->section<double>("weights.neutral");
  model.keep_ = std::move(file);
  model.open(path);
  return model;
}

void BlockModel::save(const std::string& path) const {
  store::ContainerWriter file(path, kFileKind, kFileVersion);
  file.add_text("kind", name_of(kind_));
  file.add("costs.prior", prior_costs_);
  file.add("costs.lexical", lexical_costs_);
  file.add("orientations", orientations_);
  file.add("steps.outbound", outbound_);
  file.add("steps.inbound", inbound_);
  for (std::size_t k = 0; k < kBinaryKinds; ++k) file.add(kBinarySections[k], binary_[k]);
  file.add("weights", weights_);
  file.add("weights.neutral", neutral_weights_);
  file.commit();
}

BlockModel BlockModel::with_weights(std::vector<double> weights, std::vector<double> neutral_weights) const {
  struct Kept {
    std::shared_ptr<const void> costs;
    std::vector<double> weights;
    std::vector<double> neutral_weights;
  };
  const auto kept = std::make_shared<const Kept>(Kept{keep_, std::move(weights), std::move(neutral_weights)});
  BlockModel model = *this;
  model.binary_ = {};
  model.maximum_ = {};
  model.weights_ = kept->weights;
  model.neutral_weights_ = kept->neutral_weights;
  model.keep_ = kept;
  model.open("block model");
  return model;
}

// Reads everything once, which a search would do anyway: no value that is no number can reach it.
void BlockModel::open(const std::string& name) {
  name_ = name;
  const bool orientation = kind_ == ModelKind::kOrientation;
  const std::size_t blocks = prior_costs_.size();
  if (lexical_costs_.size() != blocks || orientations_.size() != (orientation ? blocks : 0) ||
      weights_.size() != (orientation ? kOrientationFloats : kDistortionFloats) ||
      neutral_weights_.size() != (orientation ? kNeutralFloats : 0))
    damaged(name, "the parts of the block model do not fit together");
  if (!all_costs(prior_costs_) || !all_costs(lexical_costs_) || !all_costs(outbound_) || !all_costs(inbound_))
    damaged(name, "a cost is not between 0 and 18");
  const auto finite = [](double value) { return std::isfinite(value); };
  if (!std::all_of(weights_.begin(), weights_.end(), finite) ||
      !std::all_of(neutral_weights_.begin(), neutral_weights_.end(), finite))
    damaged(name, "a weight is no number");
  if (!orientation) {
    if (outbound_.size() != inbound_.size() || outbound_.size() % kStepCount != 0 ||
        outbound_.size() < 2 * kStepCount)
      damaged(name, "the costs of steps have an impossible size");
    steps_ = WordSteps(outbound_, inbound_);
  }
  double left = 0;
  double right = 0;
  for (const OrientationCount& count : orientations_) {
    left += count.left;
    right += count.right;
  }
  const double all = left + right;
  common_orientation_costs_ = {all > 0 ? cost_of(right / all) : cost_of(0.5),
                               all > 0 ? cost_of(left / all) : cost_of(0.5)};
  for (std::size_t k = 0; k < kBinaryKinds; ++k) {
    for (std::size_t i = 0; i < binary_[k].size(); ++i) {
      const auto& [key, weight, unused] = binary_[k][i];
      if (!std::isfinite(weight)) damaged(name, "the weight of a binary feature is no number");
      if (i > 0 && key <= binary_[k][i - 1].key) damaged(name, "the binary features are not in order");
      maximum_[k] = std::max(maximum_[k], weight);
    }
  }
}

float BlockModel::orientation_cost(BlockId block, Orientation orientation, std::uint32_t less) const {
  OrientationCount count = block < orientations_.size() ? orientations_[block] : OrientationCount{};
  const bool right = orientation == Orientation::kRight;
  std::uint32_t& own = right ? count.right : count.left;
  own -= std::min(own, less);
  if (count.left + count.right == 0) return common_orientation_costs_[right ? 0 : 1];
  return cost_of(static_cast<double>(right ? count.right : count.left) /
                 (static_cast<double>(count.left) + static_cast<double>(count.right)));
}

bool BlockModel::has_binary() const {
  return std::any_of(binary_.begin(), binary_.end(), [](const auto& weights) { return !weights.empty(); });
}

std::span<const BinaryWeight> BlockModel::followers(BinaryKind kind, std::uint32_t predecessor) const {
  // Not std::ranges::equal_range: clang 14 does not understand the subrange that libstdc++ returns.
  const auto weights = binary_[static_cast<std::size_t>(kind)];
  return {std::ranges::lower_bound(weights, predecessor, {}, &BinaryWeight::predecessor),
          std::ranges::upper_bound(weights, predecessor, {}, &BinaryWeight::predecessor)};
}

float BlockModel::binary_weight(BinaryKind kind, std::uint64_t key) const {
  const auto weights = binary_[static_cast<std::size_t>(kind)];
  const auto found = std::ranges::lower_bound(weights, key, {}, &BinaryWeight::key);
  return found == weights.end() || found->key != key ? 0.0F : found->weight;
}

}  // namespace calque::block
