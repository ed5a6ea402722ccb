// For tests: words by their numbers, a file for one test, data points.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "block/data_points.h"
#include "store/text_file.h"
#include "text/types.h"

namespace calque::block::testing {

inline std::vector<text::WordId> words(std::initializer_list<std::uint32_t> ids) {
  std::vector<text::WordId> result;
  for (const std::uint32_t id : ids) result.push_back(text::WordId{id});
  return result;
}

class FileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = (std::filesystem::path(::testing::TempDir()) / (std::string("calque_block_") + test->name()))
                .string();
  }
  void TearDown() override { std::filesystem::remove(path_); }

  std::string path_;
};

// The same, written with a text.
class TextFileTest : public FileTest {
 protected:
  const std::string& with(std::string_view text) const {
    store::TextWriter writer(path_);
    writer.write(text);
    writer.commit();
    return path_;
  }
};

// Points whose positives are cheaper in all components but the last on average; some binary features.
inline DataPoints random_points(std::uint64_t seed, std::size_t count, std::size_t floats = 4,
                                double shift = 0.6) {
  Rng rng(seed);
  DataPoints points(floats);
  for (std::size_t p = 0; p < count; ++p) {
    const std::size_t positives = 1 + rng.below(2);
    const std::size_t negatives = 1 + rng.below(6);
    for (std::size_t v = 0; v < positives + negatives; ++v) {
      std::vector<float> values(floats);
      for (std::size_t k = 0; k < floats; ++k) {
        const double better = v < positives && k + 1 < floats ? shift * static_cast<double>(k + 1) : 0;
        values[k] = static_cast<float>(std::max(0.0, 3 * rng.uniform() - better));
      }
      std::vector<std::uint32_t> binary;
      if (rng.chance(0.4)) binary.push_back(static_cast<std::uint32_t>(rng.below(10)));
      if (rng.chance(0.2)) binary.push_back(10 + static_cast<std::uint32_t>(rng.below(5)));
      if (v < positives) {
        points.add_positive(values, binary);
      } else {
        points.add_negative(values, binary);
      }
    }
    points.end_point();
  }
  return points;
}

}  // namespace calque::block::testing
