// One number for every (generated word, generator) of a sentence pair, null word included.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace calque::align {

// Row j belongs to generated word j; column 0 to the null word, column i + 1 to generator i. Reused from pair
// to pair.
class PairMatrix {
 public:
  void resize(std::size_t generated, std::size_t generators) {
    generated_ = generated;
    stride_ = generators + 1;
    values_.resize(generated_ * stride_);
  }
  std::size_t generated() const { return generated_; }
  std::size_t generators() const { return stride_ - 1; }
  std::span<double> row(std::size_t j) { return {values_.data() + j * stride_, stride_}; }
  std::span<const double> row(std::size_t j) const { return {values_.data() + j * stride_, stride_}; }

 private:
  std::size_t generated_ = 0;
  std::size_t stride_ = 1;
  std::vector<double> values_;
};

}  // namespace calque::align
