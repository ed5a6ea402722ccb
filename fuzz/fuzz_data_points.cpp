// Any bytes given to the reader of data points end in a DataError or in points that can be written, read
// again as they were, and learnt from without a weight that is no number.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <unistd.h>

#include "base/error.h"
#include "block/data_point_file.h"
#include "block/online.h"
#include "store/text_file.h"

namespace {

void write_bytes(const std::string& path, std::string_view bytes) {
  calque::store::TextWriter writer(path);
  writer.write(bytes);
  writer.commit();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace calque;
  static const std::string path =
      (std::filesystem::temp_directory_path() / ("calque-fuzz-points-" + std::to_string(getpid()))).string();
  const block::DataPointFileOptions few{.binary_limit = 4096};
  write_bytes(path, {reinterpret_cast<const char*>(bytes), size});
  try {
    const block::DataPoints points = block::read_data_points(path, few);
    block::write_data_points(points, path);
    const block::DataPoints again = block::read_data_points(path, few);
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
  } catch (const DataError&) {
    // The expected answer to most inputs.
  } catch (const NumericError&) {
    // Floats so large that weights overflow.
  }
  return 0;
}
