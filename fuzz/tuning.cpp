// What tuning and block training read: n-best lists, data points and block weights.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

#include "base/error.h"
#include "base/thread_pool.h"
#include "block/data_point_file.h"
#include "block/online.h"
#include "block/weights.h"
#include "reader.h"
#include "tune/n_best_reader.h"

namespace calque::fuzz {
namespace {

void check(const tune::CandidateLists& lists, std::size_t added) {
  CALQUE_CHECK(lists.candidate_count() == added);
  for (std::size_t s = 0; s < lists.sentence_count(); ++s) {
    for (std::size_t k = 0; k < lists.feature_count(); ++k) {
      CALQUE_CHECK(lists.column(s, k).size() == lists.size(s));
      for (const float value : lists.column(s, k)) CALQUE_CHECK(std::isfinite(value));
    }
  }
  for (std::size_t c = 0; c < lists.candidate_count(); ++c) {
    CALQUE_CHECK(lists.text_of(c) < lists.text_count());
    for (const tune::SparseValue& indicator : lists.sparse(c))
      CALQUE_CHECK(indicator.name < lists.sparse_names().size());
  }
}

void read_n_best(const std::string& path) {
  static ThreadPool threads(1);
  constexpr std::size_t kSentences = 4;
  tune::CandidateLists lists(tune::features_of_list(path), kSentences);
  check(lists, tune::read_n_best(std::vector{path}, lists, threads));
}

// Points that were read can be written, read again as they were, and learnt from without a weight that is no
// number.
void read_points(const std::string& path) {
  static const std::string copy =
      (std::filesystem::temp_directory_path() / ("calque-fuzz-points-" + std::to_string(getpid()))).string();
  const block::DataPointFileOptions few{.binary_limit = 4096};
  const block::DataPoints points = block::read_data_points(path, few);
  block::write_data_points(points, copy);
  const block::DataPoints again = block::read_data_points(copy, few);
  std::filesystem::remove(copy);
  CALQUE_CHECK(again.size() == points.size() && again.vector_count() == points.vector_count());
  for (std::size_t p = 0; p < points.size(); ++p) {
    for (std::size_t i = 0; i < points[p].size(); ++i) {
      CALQUE_CHECK(std::ranges::equal(again[p].floats(i), points[p].floats(i)));
      CALQUE_CHECK(std::ranges::equal(again[p].binary(i), points[p].binary(i)));
    }
  }
  block::BlockWeights weights = block::zero_weights(points);
  block::train_in_memory(points, block::DataPoints(points.float_count()), {.passes = 2, .rate = 0.01},
                         weights);
  CALQUE_CHECK(weights.all_finite());
}

void read_block_weights(const std::string& path) {
  CALQUE_CHECK(block::read_block_weights(path).all_finite());
}

const Registered n_best({"n-best", from_file<read_n_best>});
const Registered points({"data-points", from_file<read_points>});
const Registered weights({"block-weights", from_file<read_block_weights>});

}  // namespace
}  // namespace calque::fuzz
