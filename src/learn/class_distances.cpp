#include "learn/class_distances.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "store/text_file.h"

namespace calque::learn {

ClassDistances::ClassDistances(std::size_t classes) : classes_(classes), values_(classes * classes, 1.0) {
  for (std::size_t k = 0; k < classes; ++k) values_[k * classes + k] = 0.0;
}

ClassDistances::ClassDistances(std::size_t classes, std::vector<double> values)
    : classes_(classes), values_(std::move(values)) {
  bool good = values_.size() == classes * classes;
  for (std::size_t k = 0; good && k < classes; ++k) good = values_[k * classes + k] == 0.0;
  for (const double value : values_) good = good && value >= 0.0 && std::isfinite(value);
  if (good) return;
  throw UsageError({}, fmt::format("this is no matrix of distances between {} classes", classes),
                   "give 0 from each class to itself and numbers that are not negative elsewhere");
}

ClassDistances distances_of_confusions(std::size_t classes, const std::vector<std::uint64_t>& confusions) {
  CALQUE_CHECK(confusions.size() == classes * classes);
  std::vector<double> rates(classes * classes, 0.0);
  for (std::size_t truth = 0; truth < classes; ++truth) {
    double all = 0.0;
    for (std::size_t k = 0; k < classes; ++k) all += static_cast<double>(confusions[truth * classes + k]);
    for (std::size_t k = 0; k < classes && all > 0.0; ++k)
      rates[truth * classes + k] = static_cast<double>(confusions[truth * classes + k]) / all;
  }
  const auto both = [&](std::size_t a, std::size_t b) {
    return rates[a * classes + b] + rates[b * classes + a];
  };
  double maximum = 0.0;
  for (std::size_t a = 0; a < classes; ++a) {
    for (std::size_t b = 0; b < a; ++b) maximum = std::max(maximum, both(a, b));
  }
  std::vector<double> values(classes * classes, 0.0);
  for (std::size_t a = 0; a < classes; ++a) {
    for (std::size_t b = 0; b < classes; ++b) {
      if (a != b) values[a * classes + b] = maximum > 0.0 ? 1.0 - both(a, b) / (2.0 * maximum) : 1.0;
    }
  }
  return {classes, std::move(values)};
}

ClassDistances read_class_distances(const std::string& path, std::size_t classes) {
  store::LineReader reader(path);
  std::string line;
  std::vector<double> values;
  std::size_t row = 0;
  while (reader.next(line)) {
    const auto words = split_words(line);
    if (words.empty() || words.front().starts_with('#')) continue;
    if (words.size() != classes || row == classes) {
      throw DataError(reader.place(), fmt::format("expected {} lines of {} numbers", classes, classes),
                      "give one line for each class, in the order of the classes");
    }
    for (std::size_t k = 0; k < classes; ++k) {
      const auto value = parse_real(words[k]);
      if (!value || *value < 0.0 || (k == row && *value != 0.0)) {
        throw DataError(reader.place(), fmt::format("'{}' cannot be a distance here", words[k]),
                        "write 0 on the diagonal and numbers that are not negative elsewhere");
      }
      values.push_back(*value);
    }
    ++row;
  }
  if (row != classes) {
    throw DataError({path}, fmt::format("{} lines of distances for {} classes", row, classes),
                    "give one line for each class");
  }
  return {classes, std::move(values)};
}

}  // namespace calque::learn
