// Maximum margin regression (theory/kernel-regression.md#maximum-margin): weights of training pairs such that
// the image of each source sentence lies along its translation.
//
// The trainer solves the dual by exact coordinate steps; the model is immutable and safe from many threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "kernel/centred_kernel.h"
#include "kernel/dual_weights.h"
#include "kernel/prefix_score.h"

namespace calque::kernel {

struct MarginOptions {
  double cost = 1;          // C: what a violated margin costs
  double tolerance = 1e-4;  // wanted gap between primal and dual, as a part of the primal
  std::size_t max_passes = 200;
  std::uint64_t seed = 1;  // of the order of steps
  // Products of kernels are kept if they fit, in bytes; otherwise each step works its own out.
  std::uint64_t memory = std::uint64_t{640} << 20U;

  // Throws UsageError for what cannot be.
  void validate() const;
};

struct MarginSolution {
  std::vector<double> alpha;    // by sentence pair, 0 .. cost
  std::vector<double> margins;  // g: how far each pair is on the right side
  double primal = 0;
  double dual = 0;  // the value to be minimised; primal + dual is 0 at the solution
  std::size_t passes = 0;
};

// Requires: both kernels over the same number of sentences.
MarginSolution train_margin(const CentredKernel& source, const CentredKernel& target,
                            const MarginOptions& options, ThreadPool& threads, Reporter& reporter);

class MarginRegression final : public Regression {
 public:
  // Both indices and alpha must outlive it.
  MarginRegression(const SpectrumIndex& source, const SpectrumIndex& target, std::span<const double> alpha);

  // Weights of the pairs' translations, as sums of their uncentred features; pairs without weight are left
  // out.
  DualWeights weights(const SourcePrefixes& input) const override;
  // What a score needs beside the weights.
  MarginConstants constants(const DualWeights& dual) const;

 private:
  CentredKernel source_;
  CentredKernel target_;
  std::vector<std::uint32_t> sentences_;  // with weight
  std::vector<double> factors_;           // alpha and both norms, of each of them
};

}  // namespace calque::kernel
