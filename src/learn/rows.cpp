#include "learn/rows.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"

namespace calque::learn {

void Rows::add(std::span<const std::uint32_t> features, std::span<const float> values) {
  CALQUE_DCHECK(features.size() == values.size());
  features_.insert(features_.end(), features.begin(), features.end());
  values_.insert(values_.end(), values.begin(), values.end());
  offsets_.push_back(features_.size());
}

void Rows::append(const Rows& rows) {
  const std::uint64_t base = features_.size();
  features_.insert(features_.end(), rows.features_.begin(), rows.features_.end());
  values_.insert(values_.end(), rows.values_.begin(), rows.values_.end());
  for (std::size_t i = 1; i < rows.offsets_.size(); ++i) offsets_.push_back(base + rows.offsets_[i]);
}

void Rows::reserve(std::size_t rows, std::size_t entries) {
  offsets_.reserve(rows + 1);
  features_.reserve(entries);
  values_.reserve(entries);
}

void Rows::keep(std::span<const std::uint32_t> rows) {
  std::uint64_t used = 0;
  for (std::size_t to = 0; to < rows.size(); ++to) {
    const std::uint64_t begin = offsets_[rows[to]];
    const std::uint64_t count = offsets_[rows[to] + 1] - begin;
    std::copy_n(features_.data() + begin, count, features_.data() + used);
    std::copy_n(values_.data() + begin, count, values_.data() + used);
    offsets_[to] = used;
    used += count;
  }
  offsets_.resize(rows.size() + 1);
  offsets_.back() = used;
  features_.resize(used);
  values_.resize(used);
  offsets_.shrink_to_fit();
  features_.shrink_to_fit();
  values_.shrink_to_fit();
}

void Rows::normalise() {
  for (std::size_t i = 0; i < size(); ++i) {
    const double norm = squared_norm(row(i));
    if (norm <= 0.0) continue;
    const auto scale = static_cast<float>(1.0 / std::sqrt(norm));
    for (std::uint64_t e = offsets_[i]; e < offsets_[i + 1]; ++e) values_[e] *= scale;
  }
}

double squared_norm(const RowView& row) {
  double sum = 0.0;
  for (const float value : row.values) sum += static_cast<double>(value) * static_cast<double>(value);
  return sum;
}

void check(const Problem& problem) {
  CALQUE_CHECK(problem.labels.size() == problem.rows.size());
  if (problem.classes >= 1 && problem.classes <= kMaxClasses) return;
  throw UsageError({}, fmt::format("{} classes cannot be learnt", problem.classes),
                   fmt::format("use 1 to {} classes", kMaxClasses));
}

}  // namespace calque::learn
