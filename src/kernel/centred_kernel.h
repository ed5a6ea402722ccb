// The kernel of centred, then normalised features (theory/kernel-regression.md#maximum-margin), with means
// over the training sentences.
//
// Immutable and safe from many threads; the index must outlive it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernel/dual_weights.h"
#include "kernel/spectrum_index.h"

namespace calque::kernel {

class CentredKernel {
 public:
  explicit CentredKernel(const SpectrumIndex& index);

  const SpectrumIndex& index() const { return *index_; }
  // Mean kernel of each training sentence with all of them, and the mean of those.
  const std::vector<double>& means() const { return means_; }
  double mean_of_means() const { return mean_of_means_; }
  // 1 / length of the centred features; 0 for those that are nothing but the mean.
  const std::vector<double>& inverse_norms() const { return inverse_norms_; }

  // Mean kernel of known n-grams with the training sentences.
  double mean(std::span<const Ngram> ngrams) const;
  // 1 / length of the centred features of a sentence; 0 if they are nothing.
  double inverse_norm(double self_kernel, double mean) const;
  // Normalised kernels of one training sentence with all.
  void column(std::size_t sentence, std::span<double> kernels) const;

 private:
  const SpectrumIndex* index_;
  std::vector<double> means_;
  double mean_of_means_ = 0;
  std::vector<double> inverse_norms_;
};

}  // namespace calque::kernel
