#include "learn/class_embedding.h"

#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "store/text_file.h"

namespace calque::learn {

ClassEmbedding::ClassEmbedding(std::size_t classes)
    : classes_(classes), dimension_(classes), values_(classes * classes, 0.0) {
  for (std::size_t k = 0; k < classes; ++k) values_[k * classes + k] = 1.0;
}

ClassEmbedding::ClassEmbedding(std::size_t classes, std::size_t dimension, std::vector<double> values)
    : classes_(classes), dimension_(dimension), values_(std::move(values)) {
  bool good = dimension > 0 && values_.size() == classes * dimension;
  for (std::size_t k = 0; good && k < classes; ++k) {
    const double norm = product(k, k);
    good = norm > 0.0 && std::isfinite(norm);
  }
  if (good) return;
  throw UsageError({}, "the vectors of the classes do not fit", "give each class a vector that is not 0");
}

double ClassEmbedding::product(std::size_t a, std::size_t b) const {
  return std::inner_product(of(a).begin(), of(a).end(), of(b).begin(), 0.0);
}

ClassEmbedding read_class_embedding(const std::string& path, std::size_t classes) {
  store::LineReader reader(path);
  std::string line;
  std::vector<double> values;
  std::size_t dimension = 0;
  std::size_t row = 0;
  while (reader.next(line)) {
    const auto words = split_words(line);
    if (words.empty() || words.front().starts_with('#')) continue;
    if (row == 0) dimension = words.size();
    if (words.size() != dimension || row == classes) {
      throw DataError(reader.place(), fmt::format("expected {} lines of {} numbers", classes, dimension),
                      "give one line for each class, in the order of the classes, all of one length");
    }
    bool zero = true;
    for (const std::string_view word : words) {
      const auto value = parse_real(word);
      if (!value) {
        throw DataError(reader.place(), fmt::format("'{}' is no number", word), "write numbers such as 0.5");
      }
      zero = zero && *value == 0.0;
      values.push_back(*value);
    }
    if (zero) {
      throw DataError(reader.place(), "this vector has no direction",
                      "give each class a vector that is not 0");
    }
    ++row;
  }
  if (row != classes) {
    throw DataError({path}, fmt::format("{} vectors for {} classes", row, classes),
                    "give one line for each class");
  }
  return {classes, dimension, std::move(values)};
}

}  // namespace calque::learn
