#include "block/model.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"

namespace calque::block {
namespace {

constexpr std::string_view kFileKind = "block";
constexpr std::uint32_t kFileVersion = 1;
constexpr std::array<std::string_view, 2> kKindNames{"orientation", "distortion"};
constexpr std::array<std::string_view, kBinaryKinds> kBinarySections{"binary.bb", "binary.tp", "binary.wb"};

bool is_cost(float value) {
  return value >= 0 && value <= static_cast<float>(kCostCap);
}

bool all_costs(std::span<const float> values) {
  return std::all_of(values.begin(), values.end(), is_cost);
}

// What a model made in memory keeps alive.
struct OwnedData {
  ModelData data;
  std::array<std::vector<KeyTable::Slot>, kBinaryKinds> slots;
};

std::vector<KeyTable::Slot> slots_of(std::span<const BinaryWeight> weights) {
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> values;
  for (const BinaryWeight& weight : weights) {
    if (weight.weight == 0) continue;
    keys.push_back(weight.key);
    values.push_back(std::bit_cast<std::uint32_t>(weight.weight));
  }
  return KeyTable::build(keys, values);
}

}  // namespace

ModelKind parse_model_kind(std::string_view name) {
  for (std::size_t i = 0; i < kKindNames.size(); ++i) {
    if (kKindNames[i] == name) return static_cast<ModelKind>(i);
  }
  throw UsageError({}, fmt::format("there is no block model '{}'", name), "use orientation or distortion");
}

std::string_view name_of(ModelKind kind) {
  return kKindNames[static_cast<std::size_t>(kind)];
}

void BlockModel::damaged(const std::string& name, const std::string& what) {
  throw FormatError({name}, what, "copy the model again or train it again");
}

BlockModel BlockModel::from_data(ModelData data, const std::string& name) {
  auto owned = std::make_shared<OwnedData>();
  owned->data = std::move(data);
  BlockModel model;
  for (std::size_t k = 0; k < kBinaryKinds; ++k) {
    owned->slots[k] = slots_of(owned->data.binary[k]);
    model.slots_[k] = KeyTable(owned->slots[k]);
    owned->data.binary[k] = {};
  }
  model.kind_ = owned->data.kind;
  model.prior_costs_ = owned->data.prior_costs;
  model.lexical_costs_ = owned->data.lexical_costs;
  model.orientations_ = owned->data.orientations;
  model.outbound_ = owned->data.steps.outbound;
  model.inbound_ = owned->data.steps.inbound;
  model.weights_ = owned->data.weights;
  model.neutral_weights_ = owned->data.neutral_weights;
  model.keep_ = std::move(owned);
  model.open(name);
  return model;
}

BlockModel BlockModel::load(const std::string& path, store::Verify verify) {
  auto file =
      std::make_shared<const store::Container>(store::Container::open(path, kFileKind, kFileVersion, verify));
  BlockModel model;
  try {
    model.kind_ = parse_model_kind(file->text("kind"));
  } catch (const UsageError&) {
    damaged(path, "an unknown kind of block model");
  }
  model.prior_costs_ = file->section<float>("costs.prior");
  model.lexical_costs_ = file->section<float>("costs.lexical");
  model.orientations_ = file->section<OrientationCount>("orientations");
  model.outbound_ = file->section<float>("steps.outbound");
  model.inbound_ = file->section<float>("steps.inbound");
  for (std::size_t k = 0; k < kBinaryKinds; ++k) {
    const auto slots = file->section<KeyTable::Slot>(kBinarySections[k]);
    if (!KeyTable::fits(slots)) damaged(path, "a table of binary features has an impossible size");
    model.slots_[k] = KeyTable(slots);
  }
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
  for (std::size_t k = 0; k < kBinaryKinds; ++k) file.add(kBinarySections[k], slots_[k].slots());
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
  model.slots_ = {};
  model.most_ = {};
  model.weights_ = kept->weights;
  model.neutral_weights_ = kept->neutral_weights;
  model.keep_ = kept;
  model.open("block model");
  return model;
}

// Reads everything once, which a search would do anyway: no value that is no number can reach it.
void BlockModel::open(const std::string& name) {
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
    for (const KeyTable::Slot& slot : slots_[k].slots()) {
      const auto weight = std::bit_cast<float>(slot.value);
      if (slot.key == 0) continue;
      if (!std::isfinite(weight)) damaged(name, "the weight of a binary feature is no number");
      most_[k] = std::max(most_[k], weight);
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
  return std::any_of(slots_.begin(), slots_.end(),
                     [](const KeyTable& table) { return !table.slots().empty(); });
}

std::size_t BlockModel::binary_count(BinaryKind kind) const {
  const auto slots = slots_[static_cast<std::size_t>(kind)].slots();
  return static_cast<std::size_t>(
      std::count_if(slots.begin(), slots.end(), [](const KeyTable::Slot& slot) { return slot.key != 0; }));
}

float BlockModel::binary_weight(BinaryKind kind, std::uint64_t key) const {
  const std::uint32_t* const found = slots_[static_cast<std::size_t>(kind)].find(key);
  return found == nullptr ? 0.0F : std::bit_cast<float>(*found);
}

}  // namespace calque::block
