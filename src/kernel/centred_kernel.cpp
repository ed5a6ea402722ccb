#include "kernel/centred_kernel.h"

#include <algorithm>
#include <cmath>

namespace calque::kernel {
namespace {

// Centred self-similarities below this are rounding (theory/kernel-regression.md#maximum-margin).
constexpr double kNothing = 1e-12;

}  // namespace

CentredKernel::CentredKernel(const SpectrumIndex& index) : index_(&index) {
  const std::size_t size = index.sentence_count();
  means_.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    means_[i] = mean(index.row(i));
    mean_of_means_ += means_[i] / static_cast<double>(size);
  }
  inverse_norms_ = index.self_kernels();
  for (std::size_t i = 0; i < size; ++i) inverse_norms_[i] = inverse_norm(inverse_norms_[i], means_[i]);
}

double CentredKernel::mean(std::span<const Ngram> ngrams) const {
  double sum = 0;
  for (const Ngram ngram : ngrams)
    sum += index_->weight(ngram) * static_cast<double>(index_->occurrences(ngram));
  return sum / static_cast<double>(std::max<std::size_t>(index_->sentence_count(), 1));
}

double CentredKernel::inverse_norm(double self_kernel, double mean) const {
  const double centred = self_kernel - 2.0 * mean + mean_of_means_;
  return centred <= kNothing ? 0.0 : 1.0 / std::sqrt(centred);
}

void CentredKernel::column(std::size_t sentence, std::span<double> kernels) const {
  std::fill(kernels.begin(), kernels.end(), 0.0);
  for (const Ngram ngram : index_->row(sentence)) {
    const double weight = index_->weight(ngram);
    for (const std::uint32_t other : index_->postings(ngram)) kernels[other] += weight;
  }
  const double shift = mean_of_means_ - means_[sentence];
  const double norm = inverse_norms_[sentence];
  for (std::size_t i = 0; i < kernels.size(); ++i)
    kernels[i] = (kernels[i] - means_[i] + shift) * norm * inverse_norms_[i];
}

}  // namespace calque::kernel
