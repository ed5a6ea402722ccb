#include "kernel/conjugate_gradients.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/error.h"

namespace calque::kernel {
namespace {

// Scalar products column by column.
std::vector<double> products(const Panel& a, const Panel& b) {
  std::vector<double> sums(a.columns, 0.0);
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t c = 0; c < a.columns; ++c) sums[c] += a.row(i)[c] * b.row(i)[c];
  }
  return sums;
}

// a += factor * b, column by column.
void add(Panel& a, std::span<const double> factors, const Panel& b) {
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t c = 0; c < a.columns; ++c) a.row(i)[c] += factors[c] * b.row(i)[c];
  }
}

double worst_ratio(std::span<const double> squares, std::span<const double> of) {
  double worst = 0;
  for (std::size_t c = 0; c < squares.size(); ++c)
    if (of[c] > 0) worst = std::max(worst, std::sqrt(squares[c] / of[c]));
  return worst;
}

std::vector<double> ratios(std::span<const double> a, std::span<const double> b, double sign) {
  std::vector<double> result(a.size(), 0.0);
  // A column that has converged to the last bit stands still.
  for (std::size_t c = 0; c < a.size(); ++c)
    if (b[c] > 0) result[c] = sign * a[c] / b[c];
  return result;
}

void require_solved(double residual, double tolerable) {
  if (residual <= tolerable) return;
  throw NumericError(
      fmt::format("the regression was not solved: its residual is {:.1e} of the right-hand side", residual),
      "sentences are repeated or nearly so; give a larger --ridge");
}

}  // namespace

Panel solve(const GramProduct& gram, const Panel& right, const Preconditioner& preconditioner,
            const IterationOptions& options) {
  Panel x(right.rows(), right.columns);
  Panel residual = right;
  const std::vector<double> right_squares = products(right, right);
  Panel z = residual;
  preconditioner(z);
  Panel direction = z;
  Panel image;
  Panel scratch;
  std::vector<double> rho = products(residual, z);
  double worst = worst_ratio(right_squares, right_squares);
  for (std::size_t iteration = 0; iteration < options.max_iterations && worst > options.tolerance;
       ++iteration) {
    gram.multiply(direction, image, scratch);
    const std::vector<double> curvature = products(direction, image);
    add(x, ratios(rho, curvature, 1.0), direction);
    add(residual, ratios(rho, curvature, -1.0), image);
    worst = worst_ratio(products(residual, residual), right_squares);
    if (!std::isfinite(worst)) break;
    z.values = residual.values;
    preconditioner(z);
    const std::vector<double> next_rho = products(residual, z);
    const std::vector<double> momentum = ratios(next_rho, rho, 1.0);
    for (std::size_t i = 0; i < direction.rows(); ++i) {
      for (std::size_t c = 0; c < direction.columns; ++c)
        direction.row(i)[c] = z.row(i)[c] + momentum[c] * direction.row(i)[c];
    }
    rho = next_rho;
  }
  // The recursion drifts from the truth by rounding, so what counts is the residual of the answer.
  gram.multiply(x, image, scratch);
  for (std::size_t k = 0; k < image.values.size(); ++k) image.values[k] -= right.values[k];
  const double reached = worst_ratio(products(image, image), right_squares);
  require_solved(std::isfinite(reached) ? reached : 1.0, options.tolerable);
  return x;
}

std::vector<std::uint32_t> all_sentences(std::size_t count) {
  std::vector<std::uint32_t> sentences(count);
  std::iota(sentences.begin(), sentences.end(), 0U);
  return sentences;
}

ConjugateGradientRegression::ConjugateGradientRegression(const SpectrumIndex& source, const Ridge& ridge,
                                                         const IterationOptions& options)
    : source_(&source), gram_(source, ridge), options_(options) {}

DualWeights ConjugateGradientRegression::weights(const SourcePrefixes& input) const {
  const auto by_diagonal = [this](Panel& panel) {
    for (std::size_t i = 0; i < panel.rows(); ++i) {
      // The diagonal of an empty sentence without ridge is 0, and so is its row.
      const double factor = gram_.diagonal()[i] > 0 ? 1.0 / gram_.diagonal()[i] : 0.0;
      for (std::size_t c = 0; c < panel.columns; ++c) panel.row(i)[c] *= factor;
    }
  };
  return {all_sentences(source_->sentence_count()),
          solve(gram_, kernel_vectors(*source_, input), by_diagonal, options_)};
}

}  // namespace calque::kernel
