#include "decode/translation.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace calque::decode {
namespace {

TEST(Translation, PartsOfATextAreAppendedWithTheirPlaces) {
  Translation whole;
  Translation first{.words = {"a", "house"},
                    .score = -1,
                    .features = {1, 2},
                    .phrases = {{{0, 1}, {0, 1}}, {{1, 2}, {1, 2}}},
                    .alignment = {{0, 0}, {1, 1}},
                    .unknown = {},
                    .indicators = {{"A[x]", 1}, {"B[y]", 2}}};
  Translation second{.words = {"xyz"},
                     .score = -2,
                     .features = {10, 20},
                     .phrases = {{{1, 3}, {0, 1}}},
                     .alignment = {{2, 0}},
                     .unknown = {1},
                     .indicators = {{"A[x]", 1}, {"C[z]", 1}}};
  append(whole, std::move(first), 0);
  append(whole, std::move(second), 2);
  const Translation expected{.words = {"a", "house", "xyz"},
                             .score = -3,
                             .features = {11, 22},
                             .phrases = {{{0, 1}, {0, 1}}, {{1, 2}, {1, 2}}, {{3, 5}, {2, 3}}},
                             .alignment = {{0, 0}, {1, 1}, {4, 2}},
                             .unknown = {3},
                             .indicators = {{"A[x]", 2}, {"B[y]", 2}, {"C[z]", 1}}};
  EXPECT_EQ(whole, expected);
}

}  // namespace
}  // namespace calque::decode
