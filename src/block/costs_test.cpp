// Costs of blocks and steps, binary features, the model file.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "block/binary_features.h"
#include "block/lexical_weight.h"
#include "block/model.h"
#include "block/testing.h"
#include "block/word_steps.h"

namespace calque::block {
namespace {

using testing::words;

// theory/block-bigrams.md#worked-examples B.
TEST(LexicalWeight, WorkedExample) {
  const std::vector<CountedBlock> list{{words({1}), words({1}), 6}, {words({1}), words({2}), 2},
                                       {words({1}), words({3}), 2}, {words({2}), words({2}), 3},
                                       {words({2}), words({4}), 1}, {words({1, 2}), words({1, 2}), 1},
                                       {words({5}), words({1, 2})}, {words({1, 2}), words({9}), 100}};
  const BlockSet blocks(list);
  const WordProbabilities by_source(blocks, LexicalNorm::kSource);
  EXPECT_NEAR(lexical_cost(by_source, words({1, 2}), words({1, 2})), 1.203973, 1e-6);
  const WordProbabilities by_target(blocks, LexicalNorm::kTarget);
  EXPECT_NEAR(lexical_cost(by_target, words({1, 2}), words({1, 2})), .867501, 1e-6);
  EXPECT_EQ(lexical_cost(by_source, words({5}), words({1, 2})), 18.0F);
  ThreadPool threads(2);
  const auto costs = lexical_costs(blocks, LexicalNorm::kSource, threads);
  for (BlockId b = 0; b < blocks.size(); ++b)
    EXPECT_EQ(costs[b], lexical_cost(by_source, blocks.source_words(b), blocks.target_words(b)));
}

TEST(LexicalWeight, ModelOneMeansOverTargetWordsAndNothing) {
  const std::vector<CountedBlock> list{{words({1, 2}), words({1, 2})}, {words({3}), words({1})}};
  const BlockSet blocks(list);
  ThreadPool threads(1);
  const auto p = [](text::WordId source, text::WordId target) {
    if (source == text::WordId{3}) return 0.0;
    if (target == kNullWord) return 0.1;
    return source == target ? 0.5 : 0.0;
  };
  const auto costs = model1_costs(blocks, p, threads);
  EXPECT_NEAR(costs[0], -2 * std::log(0.6 / 3), 1e-6);
  EXPECT_EQ(costs[1], 18.0F);
}

TEST(Costs, AreBetweenNothingAndTheCap) {
  EXPECT_EQ(cost_of(0), 18.0F);
  EXPECT_EQ(cost_of(1e-30), 18.0F);
  EXPECT_EQ(cost_of(1.0000001), 0.0F);
  EXPECT_FLOAT_EQ(cost_of(0.5), static_cast<float>(std::log(2.0)));
}

// Source a b c, target words linked to a, c, b: steps +1 from the beginning, +2 from a to c, -1 from c to b.
TEST(WordSteps, AreCountedFromTargetWordToTargetWord) {
  StepCounts counts(3);
  counts.add(words({0, 1, 2}), std::vector<text::Link>{{0, 0}, {1, 2}, {2, 1}});
  const StepCosts costs = counts.costs({.lambda = 0.9});
  const WordSteps steps(costs.outbound, costs.inbound);
  EXPECT_EQ(steps.word_count(), 3U);
  const double third = 1.0 / 3;
  EXPECT_NEAR(steps.outbound(steps.begin_row(), 1), -std::log(0.9 + 0.1 * third), 1e-6);
  EXPECT_NEAR(steps.outbound(0, 2), -std::log(0.9 + 0.1 * third), 1e-6);
  EXPECT_NEAR(steps.outbound(0, 1), -std::log(0.1 * third), 1e-6);
  EXPECT_NEAR(steps.outbound(2, -1), -std::log(0.9 + 0.1 * third), 1e-6);
  EXPECT_NEAR(steps.inbound(1, -1), -std::log(0.9 + 0.1 * third), 1e-6);
  EXPECT_NEAR(steps.inbound(2, 2), -std::log(0.9 + 0.1 * third), 1e-6);
  // A word that never was left has the frequencies of all words, one never seen at all too.
  EXPECT_NEAR(steps.outbound(1, 2), -std::log(third), 1e-6);
  EXPECT_NEAR(steps.outbound(steps.row_of(text::WordId{77}), 2), -std::log(third), 1e-6);
  EXPECT_EQ(steps.outbound(0, 7), 18.0F);
  EXPECT_EQ(steps.outbound(0, 1000), 18.0F);
}

TEST(WordSteps, SeveralLinksOfAWordLeaveFromTheLastAndEnterAtTheFirst) {
  StepCounts counts(4);
  counts.add(words({0, 1, 2, 3}), std::vector<text::Link>{{0, 0}, {1, 0}, {2, 2}, {3, 2}});
  const StepCosts costs = counts.costs({.lambda = 1});
  const WordSteps steps(costs.outbound, costs.inbound);
  EXPECT_EQ(steps.outbound(1, 1), 0.0F);  // from word 1 to word 2; target word 1 has no link
  EXPECT_EQ(steps.inbound(2, 1), 0.0F);
}

TEST(WordSteps, ProbabilitiesSumToOne) {
  Rng rng(2);
  StepCounts counts(6);
  for (int n = 0; n < 50; ++n) {
    std::vector<text::WordId> sentence(8);
    for (auto& word : sentence)
      word = text::WordId{static_cast<std::uint32_t>(rng.below(8))};  // 6, 7: unknown
    std::vector<text::Link> links;
    for (int k = 0; k < 8; ++k)
      links.push_back({static_cast<std::uint32_t>(rng.below(8)), static_cast<std::uint32_t>(rng.below(8))});
    counts.add(sentence, links);
  }
  // Without what the cap adds to impossible steps.
  const StepCosts costs = counts.costs({.lambda = 0.7});
  for (const auto& rows : {costs.outbound, costs.inbound}) {
    for (std::size_t row = 0; row < 8; ++row) {
      double sum = 0;
      for (std::size_t k = 0; k < kStepCount; ++k) {
        const float cost = rows[row * kStepCount + k];
        if (cost < 18.0F) sum += std::exp(-double{cost});
      }
      EXPECT_NEAR(sum, 1, 1e-5);
    }
  }
}

TEST(WordSteps, WithoutAlignmentsAllStepsAreAlike) {
  const StepCosts costs = StepCounts(1).costs();
  for (const float cost : costs.outbound) EXPECT_NEAR(cost, std::log(41.0), 1e-5);
}

TEST(BinaryFeatures, AreThoseSeenMoreOftenThanTheThreshold) {
  const auto sides = [](BlockId block, std::initializer_list<std::uint32_t> target) {
    return BlockSides::of(block, words(target));
  };
  const BlockSides a = sides(1, {10, 11});
  const BlockSides b = sides(2, {12});
  const BlockSides c = sides(3, {12, 13});
  std::array<std::vector<std::uint64_t>, kBinaryKinds> met;
  const auto meet = [&](const BlockSides& previous, const BlockSides& next, int times) {
    for (int i = 0; i < times; ++i) {
      for (std::size_t k = 0; k < kBinaryKinds; ++k) {
        const auto kind = static_cast<BinaryKind>(k);
        met[k].push_back(feature_key(kind, previous, next));
      }
    }
  };
  meet(a, b, 4);
  meet(a, c, 3);
  meet(b, a, 1);
  const BinaryFeatures features(met, 3);
  EXPECT_EQ(features.size(BinaryKind::kBlocks), 1U);
  EXPECT_EQ(features.size(BinaryKind::kTargetPhrases), 1U);
  EXPECT_EQ(features.size(BinaryKind::kWordBoundary), 1U);  // 11 12, seven times
  std::vector<std::uint32_t> active;
  features.append_active(a, b, active);
  EXPECT_EQ(active, (std::vector<std::uint32_t>{0, 1, 2}));
  active.clear();
  features.append_active(a, c, active);
  EXPECT_EQ(active, (std::vector<std::uint32_t>{2}));
  active.clear();
  features.append_active(b, a, active);
  features.append_active({}, b, active);
  features.append_active(a, {}, active);
  EXPECT_THAT(active, ::testing::IsEmpty());
}

TEST(BinaryFeatures, NamesAreReadInAnyOrder) {
  EXPECT_EQ(parse_binary_kinds("wb, bb"), (std::vector{BinaryKind::kBlocks, BinaryKind::kWordBoundary}));
  EXPECT_TRUE(parse_binary_kinds("").empty());
  EXPECT_THROW(parse_binary_kinds("bb,xx"), UsageError);
}

TEST(KeyTable, FindsWhatItHoldsAndNothingElse) {
  Rng rng(4);
  for (const std::size_t size : {0U, 1U, 2U, 3U, 100U, 1000U}) {
    std::vector<std::uint64_t> keys;
    std::vector<std::uint32_t> values;
    for (std::size_t i = 0; i < size; ++i) {
      keys.push_back(rng.next() | 1U);
      values.push_back(static_cast<std::uint32_t>(i));
    }
    const auto slots = KeyTable::build(keys, values);
    const KeyTable table(slots);
    for (std::size_t i = 0; i < size; ++i) {
      ASSERT_NE(table.find(keys[i]), nullptr);
      EXPECT_EQ(*table.find(keys[i]), i);
      EXPECT_EQ(table.find(keys[i] - 1 == 0 ? 2 : keys[i] - 1), nullptr);
    }
  }
}

class ModelFile : public testing::FileTest {
 protected:
  static ModelData orientation_data() {
    ModelData data;
    data.kind = ModelKind::kOrientation;
    data.prior_costs = {1, 2, 3};
    data.lexical_costs = {0.5, 18, 0};
    data.orientations = {{3, 1}, {0, 0}, {0, 4}};
    data.binary[0] = {{3ULL << 32U | 5U, 0.75F}, {7, 0.25F}, {9, -1.5F}, {11, 0.0F}};
    data.weights = {-1, -2, -3, -4, -5};
    data.neutral_weights = {-1, -2, -3, -4};
    return data;
  }
};

TEST_F(ModelFile, RoundTrip) {
  const BlockModel model = BlockModel::from_data(orientation_data());
  model.save(path_);
  const BlockModel loaded = BlockModel::load(path_, store::Verify::kFull);
  for (const BlockModel* m : {&model, &loaded}) {
    EXPECT_EQ(m->kind(), ModelKind::kOrientation);
    EXPECT_EQ(m->block_count(), 3U);
    EXPECT_EQ(m->prior_cost(1), 2.0F);
    EXPECT_EQ(m->lexical_cost(1), 18.0F);
    EXPECT_EQ(m->orientations(0), (OrientationCount{3, 1}));
    EXPECT_NEAR(m->orientation_cost(0, Orientation::kLeft), -std::log(0.75), 1e-6);
    EXPECT_NEAR(m->orientation_cost(0, Orientation::kRight), -std::log(0.25), 1e-6);
    // Never seen beside another block: the frequencies of all, 3 left and 5 right.
    EXPECT_NEAR(m->orientation_cost(1, Orientation::kLeft), -std::log(3.0 / 8), 1e-6);
    EXPECT_NEAR(m->orientation_cost(kNoBlock, Orientation::kRight), -std::log(5.0 / 8), 1e-6);
    EXPECT_EQ(m->orientation_cost(2, Orientation::kLeft), 18.0F);
    EXPECT_EQ(m->binary_weight(BinaryKind::kBlocks, 9), -1.5F);
    EXPECT_EQ(m->binary_weight(BinaryKind::kBlocks, 8), 0.0F);
    EXPECT_EQ(m->binary_weight(BinaryKind::kBlocks, 3ULL << 32U | 5U), 0.75F);
    ASSERT_EQ(m->followers(BinaryKind::kBlocks, 0).size(), 2U);
    EXPECT_EQ(m->followers(BinaryKind::kBlocks, 0)[1].successor(), 9U);
    ASSERT_EQ(m->followers(BinaryKind::kBlocks, 3).size(), 1U);
    EXPECT_EQ(m->followers(BinaryKind::kBlocks, 3)[0].weight, 0.75F);
    EXPECT_TRUE(m->followers(BinaryKind::kBlocks, 2).empty());
    EXPECT_TRUE(m->followers(BinaryKind::kTargetPhrases, 3).empty());
    EXPECT_EQ(m->binary_count(BinaryKind::kBlocks), 3U);  // weights of 0 are not kept
    EXPECT_EQ(m->max_binary_weight(BinaryKind::kBlocks), 0.75F);
    EXPECT_FALSE(m->has_binary(BinaryKind::kWordBoundary));
    EXPECT_TRUE(m->has_binary());
    EXPECT_EQ(m->weights()[4], -5);
    EXPECT_EQ(m->neutral_weights()[3], -4);
  }
}

TEST_F(ModelFile, PartsThatDoNotFitAreRefused) {
  const auto refused = [](const auto& spoil) {
    ModelData data = orientation_data();
    spoil(data);
    EXPECT_THROW(BlockModel::from_data(std::move(data)), FormatError);
  };
  refused([](ModelData& data) { data.lexical_costs.pop_back(); });
  refused([](ModelData& data) { data.orientations.pop_back(); });
  refused([](ModelData& data) { data.weights.pop_back(); });
  refused([](ModelData& data) { data.neutral_weights.clear(); });
  refused([](ModelData& data) { data.prior_costs[0] = -1; });
  refused([](ModelData& data) { data.prior_costs[0] = std::nanf(""); });
  refused([](ModelData& data) { data.weights[0] = std::nan(""); });
  refused([](ModelData& data) { data.binary[0][0].weight = INFINITY; });
  refused([](ModelData& data) { data.binary[0][1].key = data.binary[0][0].key; });
  refused([](ModelData& data) { data.kind = ModelKind::kDistortion; });
}

TEST_F(ModelFile, DamagedFilesAreRefused) {
  BlockModel::from_data(orientation_data()).save(path_);
  std::string bytes;
  {
    std::ifstream in(path_, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), {});
  }
  const auto write = [&](const std::string& content) {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << content;
  };
  for (std::size_t size = 0; size < bytes.size(); size += 37) {
    write(bytes.substr(0, size));
    EXPECT_THROW(BlockModel::load(path_), FormatError) << size;
  }
  for (std::size_t place = 0; place < bytes.size(); place += 11) {
    std::string spoilt = bytes;
    spoilt[place] = static_cast<char>(spoilt[place] ^ 0x55);
    write(spoilt);
    try {
      BlockModel::load(path_, store::Verify::kFull);  // bytes between sections belong to nothing
    } catch (const FormatError&) {
    }
  }
  EXPECT_THROW(BlockModel::load(path_ + ".none"), UsageError);
}

}  // namespace
}  // namespace calque::block
