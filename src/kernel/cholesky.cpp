#include "kernel/cholesky.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Dense>
#include <fmt/format.h>

#include "base/error.h"

namespace calque::kernel {
namespace {

using Tile = Eigen::Map<Eigen::MatrixXf>;
using ConstTile = Eigen::Map<const Eigen::MatrixXf>;
constexpr std::size_t kTileSize = kTile * kTile;

// Products are taken off a diagonal element one after the other, so what is left of it is known to some
// units in its last place.
constexpr float kRounding = 32 * std::numeric_limits<float>::epsilon();

std::size_t tile_rows(std::size_t size) {
  return (size + kTile - 1) / kTile;
}

std::size_t tile_number(std::size_t i, std::size_t j) {
  return i * (i + 1) / 2 + j;
}

Tile tile(std::vector<float>& tiles, std::size_t i, std::size_t j) {
  return {tiles.data() + tile_number(i, j) * kTileSize, kTile, kTile};
}

ConstTile tile(std::span<const float> tiles, std::size_t i, std::size_t j) {
  return {tiles.data() + tile_number(i, j) * kTileSize, kTile, kTile};
}

// The kernels of one training sentence with those before it and itself.
void fill_row(const SpectrumIndex& index, std::size_t sentence, std::vector<double>& kernels) {
  std::fill_n(kernels.begin(), sentence + 1, 0.0);
  for (const Ngram ngram : index.row(sentence)) {
    const double weight = index.weight(ngram);
    for (const std::uint32_t other : index.postings(ngram)) {
      if (other > sentence) break;
      kernels[other] += weight;
    }
  }
}

// Rows past the last sentence are those of the unit matrix, which changes nothing.
void fill_tiles(const SpectrumIndex& index, const Ridge& ridge, std::vector<float>& tiles,
                ThreadPool& threads) {
  const std::size_t size = index.sentence_count();
  std::fill(tiles.begin(), tiles.end(), 0.0F);
  threads.for_blocks(tile_rows(size), 1, [&](const Block& block) {
    std::vector<double> kernels(size);
    const std::size_t i = block.begin;
    for (std::size_t r = 0; r < kTile; ++r) {
      const std::size_t sentence = i * kTile + r;
      const auto local = static_cast<Eigen::Index>(r);
      if (sentence >= size) {
        tile(tiles, i, i)(local, local) = 1.0F;
        continue;
      }
      fill_row(index, sentence, kernels);
      kernels[sentence] += ridge.at(sentence);
      for (std::size_t other = 0; other <= sentence; ++other) {
        tile(tiles, i, other / kTile)(local, static_cast<Eigen::Index>(other % kTile)) =
            static_cast<float>(kernels[other]);
      }
    }
  });
}

// Column of tiles after column: each tile takes off the products of the tiles to its left, then the diagonal
// one is factorised and the others are divided by it. False if a pivot is not positive or only so by
// rounding.
bool factorise_tiles(std::vector<float>& tiles, std::size_t rows, ThreadPool& threads) {
  for (std::size_t j = 0; j < rows; ++j) {
    const Eigen::VectorXf whole = tile(tiles, j, j).diagonal();
    threads.for_blocks(rows - j, 1, [&](const Block& block) {
      const std::size_t i = j + block.begin;
      Tile own = tile(tiles, i, j);
      for (std::size_t k = 0; k < j; ++k) own.noalias() -= tile(tiles, i, k) * tile(tiles, j, k).transpose();
    });
    Tile diagonal = tile(tiles, j, j);
    const Eigen::LLT<Eigen::Ref<Eigen::MatrixXf>, Eigen::Lower> factor(diagonal);
    if (factor.info() != Eigen::Success || !diagonal.diagonal().allFinite()) return false;
    if ((diagonal.diagonal().array().square() <= kRounding * whole.array()).any()) return false;
    threads.for_blocks(rows - j - 1, 1, [&](const Block& block) {
      Tile own = tile(tiles, j + 1 + block.begin, j);
      diagonal.transpose().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(own);
    });
  }
  return true;
}

// In the measure of the ridge.
double mean_diagonal(const SpectrumIndex& index, const Ridge& ridge) {
  double sum = 0;
  const std::vector<double> kernels = index.self_kernels();
  for (std::size_t i = 0; i < kernels.size(); ++i) sum += kernels[i] / ridge.share(i);
  return index.sentence_count() == 0 ? 0.0 : sum / static_cast<double>(index.sentence_count());
}

}  // namespace

std::size_t tile_values(std::size_t size) {
  const std::size_t rows = tile_rows(size);
  return rows * (rows + 1) / 2 * kTileSize;
}

CholeskyFactor factorise(const SpectrumIndex& index, Ridge ridge, std::uint64_t memory, ThreadPool& threads) {
  const std::size_t values = tile_values(index.sentence_count());
  if (values > memory / sizeof(float)) {
    throw UsageError({},
                     fmt::format("the Gram matrix of {} sentences takes {} MB", index.sentence_count(),
                                 values * sizeof(float) / 1000000),
                     "use --solver local or matrix-free, or give more --matrix-memory");
  }
  CholeskyFactor factor{std::vector<float>(values)};
  const double first = 1e-8 * mean_diagonal(index, ridge);
  while (true) {
    fill_tiles(index, ridge, factor.tiles, threads);
    factor.ridge = ridge.amount;
    if (factorise_tiles(factor.tiles, tile_rows(index.sentence_count()), threads)) return factor;
    ridge.amount = ridge.amount < first || ridge.amount == 0 ? std::max(first, 1e-8) : ridge.amount * 10;
    ++factor.attempts;
    if (!std::isfinite(ridge.amount) || factor.attempts > 40) {
      throw NumericError("the Gram matrix cannot be factorised", "check the weights of the n-grams");
    }
  }
}

CholeskyRegression::CholeskyRegression(const SpectrumIndex& source, std::span<const float> tiles,
                                       const Ridge& ridge, const IterationOptions& options)
    : source_(&source), tiles_(tiles), gram_(source, ridge), options_(options) {
  CALQUE_CHECK(tiles.size() == tile_values(source.sentence_count()));
}

// Forwards through the factor, backwards through its transpose.
void CholeskyRegression::substitute(Panel& panel) const {
  const std::size_t rows = tile_rows(panel.rows());
  const auto columns = static_cast<Eigen::Index>(panel.columns);
  std::vector<Eigen::MatrixXf> parts(rows, Eigen::MatrixXf::Zero(kTile, columns));
  for (std::size_t i = 0; i < panel.rows(); ++i) {
    for (Eigen::Index c = 0; c < columns; ++c)
      parts[i / kTile](static_cast<Eigen::Index>(i % kTile), c) = static_cast<float>(panel.row(i)[c]);
  }
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < i; ++j) parts[i].noalias() -= tile(tiles_, i, j) * parts[j];
    tile(tiles_, i, i).triangularView<Eigen::Lower>().solveInPlace(parts[i]);
  }
  for (std::size_t i = rows; i-- > 0;) {
    tile(tiles_, i, i).transpose().triangularView<Eigen::Upper>().solveInPlace(parts[i]);
    for (std::size_t j = 0; j < i; ++j) parts[j].noalias() -= tile(tiles_, i, j).transpose() * parts[i];
  }
  for (std::size_t i = 0; i < panel.rows(); ++i) {
    for (Eigen::Index c = 0; c < columns; ++c)
      panel.row(i)[c] = parts[i / kTile](static_cast<Eigen::Index>(i % kTile), c);
  }
}

DualWeights CholeskyRegression::weights(const SourcePrefixes& input) const {
  // Single precision has a narrow range, so each column goes in with its largest value brought to 1.
  const auto by_factor = [this](Panel& panel) {
    std::vector<double> scale(panel.columns, 0.0);
    for (std::size_t i = 0; i < panel.rows(); ++i) {
      for (std::size_t c = 0; c < panel.columns; ++c)
        scale[c] = std::max(scale[c], std::abs(panel.row(i)[c]));
    }
    const auto scaled = [&](bool up) {
      for (std::size_t i = 0; i < panel.rows(); ++i) {
        for (std::size_t c = 0; c < panel.columns; ++c)
          if (scale[c] > 0) panel.row(i)[c] = up ? panel.row(i)[c] * scale[c] : panel.row(i)[c] / scale[c];
      }
    };
    scaled(false);
    substitute(panel);
    scaled(true);
  };
  return {all_sentences(source_->sentence_count()),
          solve(gram_, kernel_vectors(*source_, input), by_factor, options_)};
}

}  // namespace calque::kernel
