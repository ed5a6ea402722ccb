// Tables of values: exact ones lose nothing, quantising ones keep every number near its stand-in.
#include "lm/files/quantizer.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace calque::lm {
namespace {

std::uint32_t bits_of(float number) {
  return std::bit_cast<std::uint32_t>(number);
}

std::vector<float> random_numbers(std::uint64_t seed, std::size_t count, double zeros) {
  Rng rng(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) {
    number = static_cast<float>(-10 * rng.uniform() * rng.uniform());
    if (rng.chance(zeros)) number = rng.chance(0.5) ? 0.0F : -0.0F;
  }
  return numbers;
}

TEST(Codebook, ExactTablesHoldEveryValue) {
  std::vector<float> numbers;
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) numbers.push_back(-0.25F * static_cast<float>(rng.below(40)));
  numbers.push_back(-0.0F);
  const auto codebook = Codebook::exact(numbers);
  ASSERT_TRUE(codebook);
  EXPECT_LE(codebook->bits(), 6U);
  for (const float number : numbers)
    ASSERT_EQ(bits_of(codebook->values()[codebook->code_of(number)]), bits_of(number));
}

TEST(Codebook, NoTableWhereItDoesNotPay) {
  EXPECT_FALSE(Codebook::exact(random_numbers(2, 1000, 0)));
  EXPECT_FALSE(Codebook::exact({}));
}

class Quantized : public ::testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Bits, Quantized, ::testing::Values(2U, 3U, 8U, 16U));

TEST_P(Quantized, TheNearestValueStandsForANumber) {
  const std::vector<float> numbers = random_numbers(3, 5000, 0.1);
  const Codebook codebook = Codebook::quantized(numbers, GetParam());
  EXPECT_LE(codebook.bits(), GetParam());
  const auto values = codebook.values();
  for (const float number : numbers) {
    const float value = values[codebook.code_of(number)];
    if (number == 0.0F) {
      ASSERT_EQ(bits_of(value), bits_of(number));
      continue;
    }
    ASSERT_NE(value, 0.0F) << "a back-off that matters must not become one that does not";
    for (const float other : values) {
      if (other != 0.0F) {
        ASSERT_LE(std::abs(value - number), std::abs(other - number));
      }
    }
  }
}

// Equal parts of the range alone would give an error of range / 2^(bits + 1) at most; the table must not be
// worse than that on average.
TEST_P(Quantized, ErrorsAreSmall) {
  const std::vector<float> numbers = random_numbers(4, 5000, 0);
  const Codebook codebook = Codebook::quantized(numbers, GetParam());
  double sum = 0;
  for (const float number : numbers)
    sum += std::abs(double{codebook.values()[codebook.code_of(number)]} - double{number});
  EXPECT_LT(sum / 5000, 10.0 / std::pow(2.0, GetParam() + 1));
  if (GetParam() == 16) {
    EXPECT_EQ(sum, 0.0) << "as many values as numbers";
  }
}

TEST_P(Quantized, WorksForFewNumbers) {
  for (const std::vector<float>& numbers :
       std::vector<std::vector<float>>{{}, {-1.0F}, {-0.0F}, {0.0F, -0.0F, -2.0F}, {-1.0F, -1.0F, -1.0F}}) {
    const Codebook codebook = Codebook::quantized(numbers, GetParam());
    ASSERT_FALSE(codebook.values().empty());
    for (const float number : numbers)
      ASSERT_EQ(bits_of(codebook.values()[codebook.code_of(number)]), bits_of(number));
  }
}

}  // namespace
}  // namespace calque::lm
