// Maximum margin regression (theory/reordering.md#maximum-margin-regression): one operator from features to
// an embedding of the classes, at the cost of one binary support vector machine whatever the number of
// classes.
//
// Pure functions; KernelModel is immutable and safe to share. Throws UsageError for bad options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "learn/class_embedding.h"
#include "learn/logistic.h"
#include "learn/rows.h"
#include "learn/weights.h"

namespace calque::learn {

struct MarginRegressionOptions {
  double cost = 1.0;
  std::size_t iterations = 200;
  double tolerance = 0.01;
  std::uint64_t seed = 1;
  AfterPass after_pass{};  // of train_margin_regression; may be empty
};

struct MarginRegressionResult {
  // Of classes: the operator seen from each class's vector. The best class has the highest score.
  Weights weights;
  std::vector<double> alphas;
  double primal = 0.0;
  double dual = 0.0;
  std::size_t iterations = 0;
};

MarginRegressionResult train_margin_regression(const Problem& problem, const ClassEmbedding& embedding,
                                               const MarginRegressionOptions& options);

// The same with any kernel between rows instead of their product: keeps the examples that count.
using RowKernel = std::function<double(const RowView&, const RowView&)>;

class KernelModel {
 public:
  KernelModel(const Problem& problem, std::span<const double> alphas, ClassEmbedding embedding,
              RowKernel kernel);

  std::size_t support_size() const { return support_.size(); }
  void scores_of(const RowView& row, std::span<double> scores) const;

 private:
  Rows support_;
  std::vector<std::uint8_t> labels_;
  std::vector<double> alphas_;
  ClassEmbedding embedding_;
  RowKernel kernel_;
};

struct KernelRegressionResult {
  KernelModel model;
  std::vector<double> alphas;
  double dual = 0.0;
  std::size_t iterations = 0;
};

// For small problems: keeps the kernel of every pair of examples.
KernelRegressionResult train_kernel_regression(const Problem& problem, const ClassEmbedding& embedding,
                                               const RowKernel& kernel,
                                               const MarginRegressionOptions& options);

// Requires: the features of both rows ascend.
double product(const RowView& a, const RowView& b);
RowKernel linear_kernel();
// (1 + product)^degree
RowKernel polynomial_kernel(unsigned degree);
// exp(-|a - b|^2 / (2 width^2))
RowKernel gaussian_kernel(double width);

}  // namespace calque::learn
