// The text file of data points (docs/formats/data-points.md): a line `label nf v1..v_nf nb k1..k_nb` for each
// vector, label 1 or -1, and a line `0` at the end of each point.
//
// Readers and writers are for one thread. Floats are written so that reading gives the same values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "block/data_points.h"
#include "store/text_file.h"

namespace calque::block {

struct DataPointFileOptions {
  // Binary features must be below; a larger number would make the weights too large for the memory.
  std::uint32_t binary_limit = 1U << 28U;
};

class DataPointReader {
 public:
  // Throws UsageError if there is no such file, DataError if the first line is no vector.
  explicit DataPointReader(const std::string& path, const DataPointFileOptions& options = {});

  // Floats in each vector, from the first line; nothing if the file is empty.
  std::optional<std::size_t> float_count() const { return float_count_; }

  // Adds at most `most` points; false if there were none left. Positives of a point come first, otherwise the
  // order of the file is kept. Throws DataError with file and line for a malformed line, a vector with
  // another number of floats than `points` has, a binary feature out of range, a point without positives and
  // a file that ends inside a point.
  bool read(DataPoints& points, std::size_t maximum);

 private:
  struct Vector {
    std::vector<float> floats;
    std::vector<std::uint32_t> binary;
  };
  bool next_line();
  bool read_point(DataPoints& points);
  bool parse_vector(std::string_view line, std::size_t float_count);
  std::size_t count_field(std::size_t field, const char* what) const;
  [[noreturn]] void refuse(const std::string& problem, const std::string& remedy) const;

  store::LineReader lines_;
  DataPointFileOptions options_;
  std::optional<std::size_t> float_count_;
  std::string line_;
  bool line_is_waiting_ = false;  // the first line, which was read to see the number of floats
  // Scratch.
  std::vector<std::string_view> fields_;
  Vector vector_;
  std::vector<Vector> positives_;
  std::vector<Vector> negatives_;
};

// The whole file.
DataPoints read_data_points(const std::string& path, const DataPointFileOptions& options = {});

// The line that a point begins at, from 1; 0 for standard input, which cannot be read again.
std::uint64_t line_of_point(const std::string& path, std::uint64_t point);

// The lines of one point.
void append_point(const PointView& point, std::string& out);
void write_data_points(const DataPoints& points, const std::string& path);

}  // namespace calque::block
