#include "kernel/gram_product.h"

#include <algorithm>

namespace calque::kernel {

GramProduct::GramProduct(const SpectrumIndex& index, const Ridge& ridge)
    : diagonal_(index.self_kernels()), own_(index.sentence_count()) {
  for (std::size_t i = 0; i < own_.size(); ++i) {
    own_[i] = ridge.at(i);
    diagonal_[i] += own_[i];
  }
  std::vector<std::uint32_t> number(index.ngram_count(), kUnseenNgram);
  posting_offsets_.push_back(0);
  for (std::size_t i = 0; i < index.ngram_count(); ++i) {
    const auto ngram = static_cast<Ngram>(i);
    const auto postings = index.postings(ngram);
    if (postings.empty()) continue;
    if (postings.front() == postings.back()) {
      const auto count = static_cast<double>(postings.size());
      own_[postings.front()] += index.weight(ngram) * count * count;
      continue;
    }
    number[i] = static_cast<std::uint32_t>(ngram_weights_.size());
    ngram_weights_.push_back(index.weight(ngram));
    postings_.insert(postings_.end(), postings.begin(), postings.end());
    posting_offsets_.push_back(postings_.size());
  }
  row_offsets_.push_back(0);
  for (std::size_t i = 0; i < index.sentence_count(); ++i) {
    for (const Ngram ngram : index.row(i))
      if (number[ngram] != kUnseenNgram) rows_.push_back(number[ngram]);
    row_offsets_.push_back(rows_.size());
  }
}

void GramProduct::multiply(const Panel& panel, Panel& product, Panel& scratch) const {
  const std::size_t columns = panel.columns;
  scratch.columns = columns;
  scratch.values.assign(ngram_weights_.size() * columns, 0.0);
  for (std::size_t u = 0; u < ngram_weights_.size(); ++u) {
    double* sums = scratch.row(u);
    for (std::uint64_t k = posting_offsets_[u]; k < posting_offsets_[u + 1]; ++k) {
      const double* row = panel.row(postings_[k]);
      for (std::size_t c = 0; c < columns; ++c) sums[c] += row[c];
    }
    for (std::size_t c = 0; c < columns; ++c) sums[c] *= ngram_weights_[u];
  }
  product.columns = columns;
  product.values.resize(panel.values.size());
  for (std::size_t i = 0; i < size(); ++i) {
    double* out = product.row(i);
    const double* in = panel.row(i);
    for (std::size_t c = 0; c < columns; ++c) out[c] = own_[i] * in[c];
    for (std::uint64_t k = row_offsets_[i]; k < row_offsets_[i + 1]; ++k) {
      const double* sums = scratch.row(rows_[k]);
      for (std::size_t c = 0; c < columns; ++c) out[c] += sums[c];
    }
  }
}

}  // namespace calque::kernel
