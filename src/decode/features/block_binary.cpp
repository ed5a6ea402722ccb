#include "decode/features/block_binary.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/flat_table.h"
#include "base/hash.h"
#include "block/binary_features.h"
#include "block/matches.h"

namespace calque::decode {

using block::BinaryKind;

namespace {

BinaryKind kind_of(std::size_t number) {
  return static_cast<BinaryKind>(number);
}

// Suggestions and copied words are no blocks.
block::BlockSides sides_of(const TranslationOption& option) {
  if (option.pair == kNoPair) return {};
  return block::BlockSides::of(static_cast<block::BlockId>(option.pair), option.target);
}

bool contains(std::span<const std::uint32_t> sorted, std::uint32_t key) {
  return std::binary_search(sorted.begin(), sorted.end(), key);
}

// One feature of each kind at most holds.
float max_binary_score(const block::BlockModel& model) {
  float bound = 0;
  for (std::size_t k = 0; k < block::kBinaryKinds; ++k) bound += model.max_binary_weight(kind_of(k));
  return bound;
}

void make_set(std::vector<std::uint32_t>& keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

}  // namespace

// Everything in flat arrays that are used again for the next sentence.
struct BlockBinary::SentenceFeatures final : SentenceCache {
  struct Side {
    Keys predecessors{};  // as the block before; 0: no feature of the sentence has it there
    Keys successors{};    // as the block that follows
    std::array<bool, block::kBinaryKinds> follows{};  // whether a feature of the sentence has it there
  };

  explicit SentenceFeatures(const block::BlockModel& model) : model_(model) {}

  void prepare_options(const SourceSentence& /*sentence*/,
                       std::span<const TranslationOption> options) override {
    sides_.assign(options.size(), {});
    for (std::size_t k = 0; k < block::kBinaryKinds; ++k) {
      found_.clear();
      if (model_.has_binary(kind_of(k))) find_features(kind_of(k), options);
      fill_table(k);
    }
  }
  const Side& side(std::size_t option) const { return sides_[option]; }
  float weight(std::size_t kind, std::uint32_t predecessor, std::uint32_t successor) const {
    const std::vector<block::BinaryWeight>& slots = slots_[kind];
    const std::uint64_t key = std::uint64_t{predecessor} << 32U | successor;
    // A free slot has the weight 0.
    return slots[probe(slots, hash_of(key),
                       [&](const auto& slot) { return slot.key == key || slot.key == 0; })]
        .weight;
  }

 private:
  static std::uint64_t hash_of(std::uint64_t key) { return key * kGoldenRatio >> 32U; }

  // Fills found_, and what the options are in those features.
  void find_features(BinaryKind kind, std::span<const TranslationOption> options) {
    const auto k = static_cast<std::size_t>(kind);
    predecessors_.clear();
    successors_.clear();
    for (std::size_t i = 0; i < options.size(); ++i) {
      const block::BlockSides sides = sides_of(options[i]);
      if (!sides.is_known()) continue;
      sides_[i].predecessors[k] = block::predecessor_key(kind, sides);
      sides_[i].successors[k] = block::successor_key(kind, sides);
      predecessors_.push_back(sides_[i].predecessors[k]);
      successors_.push_back(sides_[i].successors[k]);
    }
    make_set(predecessors_);
    make_set(successors_);
    for (const std::uint32_t predecessor : predecessors_) {
      for (const block::BinaryWeight& feature : model_.followers(kind, predecessor)) {
        if (contains(successors_, feature.successor())) found_.push_back(feature);
      }
    }
    keep_sides_in_use(k);
  }

  void keep_sides_in_use(std::size_t kind) {
    predecessors_.clear();
    successors_.clear();
    for (const block::BinaryWeight& feature : found_) {
      predecessors_.push_back(feature.predecessor());
      successors_.push_back(feature.successor());
    }
    make_set(predecessors_);
    make_set(successors_);
    for (Side& side : sides_) {
      if (side.predecessors[kind] == 0) continue;
      if (!contains(predecessors_, side.predecessors[kind])) side.predecessors[kind] = 0;
      side.follows[kind] = contains(successors_, side.successors[kind]);
    }
  }

  void fill_table(std::size_t kind) {
    std::vector<block::BinaryWeight>& slots = slots_[kind];
    slots.assign(std::bit_ceil(2 * found_.size() + 1), {});
    for (const block::BinaryWeight& feature : found_)
      slots[probe(slots, hash_of(feature.key), [](const auto& slot) { return slot.key == 0; })] = feature;
  }

  const block::BlockModel& model_;
  std::vector<Side> sides_;  // by option
  std::array<std::vector<block::BinaryWeight>, block::kBinaryKinds> slots_;
  std::vector<block::BinaryWeight> found_;
  std::vector<std::uint32_t> predecessors_;
  std::vector<std::uint32_t> successors_;
};

BlockBinary::BlockBinary(SharedBlockModel model, std::shared_ptr<const phrase::PhraseTable> table,
                         BlockUse use)
    : StatefulFeature({"BlockBinary0", {use == BlockUse::kAlone ? 1.0 : 0.0}},
                      {.scope = Scope::kContinuation,
                       .state_bytes = sizeof(State),
                       .upper_bound = max_binary_score(*model)}),
      model_(std::move(model)),
      table_(std::move(table)),
      oriented_(model_->kind() == block::ModelKind::kOrientation) {}

void BlockBinary::write_begin_state(std::byte* state) const {
  const State begin;
  std::memcpy(state, &begin, sizeof begin);
}

std::unique_ptr<SentenceCache> BlockBinary::new_sentence_cache() const {
  return std::make_unique<SentenceFeatures>(*model_);
}

void BlockBinary::apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before,
                        std::byte* after, std::span<float> scores) const noexcept {
  const auto& features = *static_cast<const SentenceFeatures*>(cache);
  const SentenceFeatures::Side& side = features.side(context.option.index);
  State previous;
  std::memcpy(&previous, before, sizeof previous);
  State next{.predecessors = side.predecessors};
  if (oriented_) next.source = context.option.source;
  std::memcpy(after, &next, sizeof next);
  scores[0] = 0;
  if (oriented_ &&
      block::orientation_of(previous.source, context.option.source) == block::Orientation::kNeutral)
    return;
  for (std::size_t k = 0; k < block::kBinaryKinds; ++k) {
    if (previous.predecessors[k] != 0 && side.follows[k])
      scores[0] += features.weight(k, previous.predecessors[k], side.successors[k]);
  }
}

void BlockBinary::append_indicators(const DerivationStep& step, std::vector<std::string>& names) const {
  if (step.previous == nullptr || step.previous->pair == kNoPair || step.option.pair == kNoPair) return;
  if (oriented_ &&
      block::orientation_of(step.previous->source, step.option.source) == block::Orientation::kNeutral)
    return;
  const block::BlockSides previous = sides_of(*step.previous);
  const block::BlockSides next = sides_of(step.option);
  const auto words = [&](std::span<const text::WordId> phrase) {
    std::string joined;
    for (const text::WordId word : phrase)
      joined += (joined.empty() ? "" : "_") + std::string(table_->target_vocabulary().word(word));
    return joined;
  };
  const auto& before = step.previous->target;
  const auto& now = step.option.target;
  for (std::size_t k = 0; k < block::kBinaryKinds; ++k) {
    const BinaryKind kind = kind_of(k);
    if (model_->binary_weight(kind, block::feature_key(kind, previous, next)) == 0) continue;
    const bool boundary = kind == BinaryKind::kWordBoundary;
    names.push_back(std::string(name_of(kind)) + "." + words(boundary ? before.last(1) : before) + "." +
                    words(boundary ? now.first(1) : now));
  }
}

}  // namespace calque::decode
