#include "block/data_point_file.h"

#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/format.h"
#include "base/parse.h"

namespace calque::block {
namespace {

constexpr std::uint64_t kMaxFields = 1'000'000;

}  // namespace

DataPointReader::DataPointReader(const std::string& path, const DataPointFileOptions& options)
    : lines_(path, store::kMaxDataLine), options_(options) {
  line_is_waiting_ = lines_.next(line_);
  if (!line_is_waiting_) return;
  split_words(line_, fields_);
  float_count_ = count_field(1, "float");
}

bool DataPointReader::next_line() {
  return std::exchange(line_is_waiting_, false) || lines_.next(line_);
}

void DataPointReader::refuse(const std::string& problem, const std::string& remedy) const {
  throw DataError(lines_.place(), problem, remedy);
}

bool DataPointReader::read(DataPoints& points, std::size_t maximum) {
  std::size_t read = 0;
  while (read < maximum && read_point(points)) ++read;
  return read > 0;
}

bool DataPointReader::read_point(DataPoints& points) {
  positives_.clear();
  negatives_.clear();
  while (next_line()) {
    const std::string_view line = trim(line_);
    if (line == "0") {
      if (positives_.empty())
        refuse("a data point without positive vectors", "give each point at least one line with label 1");
      for (const Vector& vector : positives_) points.add_positive(vector.floats, vector.binary);
      for (const Vector& vector : negatives_) points.add_negative(vector.floats, vector.binary);
      points.end_point();
      return true;
    }
    (parse_vector(line, points.float_count()) ? positives_ : negatives_).push_back(vector_);
  }
  if (!positives_.empty() || !negatives_.empty())
    refuse("the file ends inside a data point", "end each point with a line 0");
  return false;
}

std::size_t DataPointReader::count_field(std::size_t field, const char* what) const {
  const auto count = field < fields_.size() ? parse_unsigned(fields_[field]) : std::nullopt;
  if (!count || *count > kMaxFields)
    refuse(fmt::format("field {} is not a number of {} features", field + 1, what),
           "write: label nf v1..v_nf nb k1..k_nb");
  return static_cast<std::size_t>(*count);
}

// The vector goes into vector_. Whether it is a positive one.
bool DataPointReader::parse_vector(std::string_view line, std::size_t float_count) {
  split_words(line, fields_);
  if (fields_.empty() || (fields_[0] != "1" && fields_[0] != "-1")) {
    refuse(fmt::format("'{}' is no label", fields_.empty() ? std::string_view{} : fields_[0]),
           "begin a line with 1, -1, or 0 at the end of a point");
  }
  const std::size_t floats = count_field(1, "float");
  if (floats != float_count) {
    refuse(fmt::format("{} float features where {} are expected", floats, float_count),
           "all vectors need the same float features");
  }
  const std::size_t binary = count_field(2 + floats, "binary");
  if (fields_.size() != 3 + floats + binary) {
    refuse(fmt::format("{} fields where {} are announced", fields_.size(), 3 + floats + binary),
           "write: label nf v1..v_nf nb k1..k_nb");
  }
  vector_.floats.clear();
  vector_.binary.clear();
  for (std::size_t i = 0; i < floats; ++i) {
    const auto value = parse_real(fields_[2 + i]);
    if (!value || std::abs(*value) > double{std::numeric_limits<float>::max()})
      refuse(fmt::format("'{}' is no finite number", fields_[2 + i]), "use decimal numbers");
    vector_.floats.push_back(static_cast<float>(*value));
  }
  for (std::size_t i = 0; i < binary; ++i) {
    const std::string_view field = fields_[3 + floats + i];
    const auto feature = parse_unsigned(field);
    if (!feature || *feature >= options_.binary_limit) {
      refuse(fmt::format("binary feature '{}' is out of range", field),
             fmt::format("use whole numbers from 0 to {}", options_.binary_limit - 1));
    }
    vector_.binary.push_back(static_cast<std::uint32_t>(*feature));
  }
  return fields_[0] == "1";
}

DataPoints read_data_points(const std::string& path, const DataPointFileOptions& options) {
  DataPointReader reader(path, options);
  DataPoints points(reader.float_count().value_or(0));
  reader.read(points, std::numeric_limits<std::size_t>::max());
  return points;
}

std::uint64_t line_of_point(const std::string& path, std::uint64_t point) {
  if (path == "-") return 0;
  store::LineReader lines(path, store::kMaxDataLine);
  std::string line;
  for (std::uint64_t ended = 0; ended < point && lines.next(line);) ended += trim(line) == "0" ? 1 : 0;
  return lines.line_number() + 1;
}

void append_point(const PointView& point, std::string& out) {
  for (std::size_t i = 0; i < point.size(); ++i) {
    out += i < point.positives() ? "1 " : "-1 ";
    append_format(out, "{}", point.floats(i).size());
    for (const float value : point.floats(i)) append_format(out, " {}", value);
    append_format(out, " {}", point.binary(i).size());
    for (const std::uint32_t feature : point.binary(i)) append_format(out, " {}", feature);
    out += '\n';
  }
  out += "0\n";
}

void write_data_points(const DataPoints& points, const std::string& path) {
  store::TextWriter writer(path);
  std::string lines;
  for (std::size_t i = 0; i < points.size(); ++i) {
    lines.clear();
    append_point(points[i], lines);
    writer.write(lines);
  }
  writer.commit();
}

}  // namespace calque::block
