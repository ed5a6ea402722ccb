#include "kernel/spectrum_index.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/error.h"

namespace calque::kernel {
namespace {

double frequency_factor(double sentences, double with_ngram) {
  const double idf = 1.0 + std::log(sentences / with_ngram);
  return idf * idf;
}

std::size_t distinct_count(std::span<const std::uint32_t> rising) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < rising.size(); ++i) count += i == 0 || rising[i] != rising[i - 1] ? 1 : 0;
  return count;
}

}  // namespace

SpectrumArrays::SpectrumArrays(const text::Corpus& corpus, const SpectrumOptions& options) {
  options.validate();
  index_.options_ = options;
  std::vector<std::uint8_t> lengths;
  add_rows(corpus, lengths);
  index_.trie_ = trie_;
  index_.row_offsets_ = row_offsets_;
  index_.rows_ = rows_;
  add_postings();
  index_.posting_offsets_ = posting_offsets_;
  index_.postings_ = postings_;
  if (options.inverse_frequency || !options.length_weights.empty()) add_weights(lengths);
  index_.weights_ = weights_;
}

void SpectrumArrays::add_rows(const text::Corpus& corpus, std::vector<std::uint8_t>& lengths) {
  const std::size_t order = index_.options_.order;
  row_offsets_.reserve(corpus.size() + 1);
  row_offsets_.push_back(0);
  rows_.reserve(corpus.token_count() * order);
  // N-grams that end at the word before, by length: those that the next word continues.
  std::array<Ngram, kMaxOrder + 1> ending{};
  ending[0] = kEmptyNgram;
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    const auto words = corpus.sentence(i);
    for (std::size_t position = 0; position < words.size(); ++position) {
      const std::size_t longest = std::min(order, position + 1);
      for (std::size_t length = longest; length >= 1; --length) {
        ending[length] = trie_.add(ending[length - 1], words[position]);
        if (ending[length] == lengths.size()) lengths.push_back(static_cast<std::uint8_t>(length));
      }
      rows_.insert(rows_.end(), ending.begin() + 1,
                   ending.begin() + 1 + static_cast<std::ptrdiff_t>(longest));
    }
    row_offsets_.push_back(rows_.size());
  }
  rows_.shrink_to_fit();
}

void SpectrumArrays::add_postings() {
  posting_offsets_.assign(trie_.size() + 1, 0);
  for (const Ngram ngram : rows_) ++posting_offsets_[ngram + 1];
  for (std::size_t i = 0; i < trie_.size(); ++i) posting_offsets_[i + 1] += posting_offsets_[i];
  postings_.resize(rows_.size());
  std::vector<std::uint64_t> next(posting_offsets_.begin(), posting_offsets_.end());
  for (std::size_t i = 0; i + 1 < row_offsets_.size(); ++i) {
    for (std::uint64_t k = row_offsets_[i]; k < row_offsets_[i + 1]; ++k)
      postings_[next[rows_[k]]++] = static_cast<std::uint32_t>(i);
  }
}

void SpectrumArrays::add_weights(std::span<const std::uint8_t> lengths) {
  const SpectrumOptions& options = index_.options_;
  const auto sentences = static_cast<double>(index_.sentence_count());
  weights_.resize(trie_.size());
  for (std::size_t i = 0; i < trie_.size(); ++i) {
    double weight = options.length_weight(lengths[i]);
    if (options.inverse_frequency) {
      const auto with_ngram = distinct_count(index_.postings(static_cast<Ngram>(i)));
      weight *= frequency_factor(sentences, static_cast<double>(with_ngram));
    }
    weights_[i] = static_cast<float>(weight);
  }
}

SpectrumIndex SpectrumIndex::open(const store::Container& file, const std::string& prefix,
                                  SpectrumOptions options, store::Verify verify) {
  SpectrumIndex index;
  index.options_ = std::move(options);
  index.trie_ =
      NgramTrieView(file.section<Ngram>(prefix + "_parents"), file.section<text::WordId>(prefix + "_words"),
                    file.section<std::uint32_t>(prefix + "_table"), file.path());
  index.row_offsets_ = file.section<std::uint64_t>(prefix + "_row_offsets");
  index.rows_ = file.section<Ngram>(prefix + "_rows");
  index.posting_offsets_ = file.section<std::uint64_t>(prefix + "_posting_offsets");
  index.postings_ = file.section<std::uint32_t>(prefix + "_postings");
  index.weights_ = file.section<float>(prefix + "_weights");
  index.file_ = &file;
  const bool weighted = index.options_.inverse_frequency || !index.options_.length_weights.empty();
  const bool fits = !index.row_offsets_.empty() && index.posting_offsets_.size() == index.trie_.size() + 1 &&
                    index.rows_.size() == index.postings_.size() &&
                    index.weights_.size() == (weighted ? index.trie_.size() : 0);
  if (!fits) index.damaged();
  if (verify == store::Verify::kFull) {
    index.check_all();
    index.file_ = nullptr;
  }
  return index;
}

void SpectrumIndex::save(store::ContainerWriter& file, const std::string& prefix) const {
  file.add(prefix + "_parents", trie_.parents());
  file.add(prefix + "_words", trie_.words());
  file.add(prefix + "_table", trie_.table());
  file.add(prefix + "_row_offsets", row_offsets_);
  file.add(prefix + "_rows", rows_);
  file.add(prefix + "_posting_offsets", posting_offsets_);
  file.add(prefix + "_postings", postings_);
  file.add(prefix + "_weights", weights_);
}

void SpectrumIndex::damaged() const {
  file_->damaged("its n-gram features cannot be");
}

void SpectrumIndex::check_all() const {
  trie_.verify(file_->path());
  for (std::size_t i = 0; i < sentence_count(); ++i) (void)row(i);
  for (std::size_t i = 0; i < ngram_count(); ++i) {
    const auto list = postings(static_cast<Ngram>(i));
    if (!std::is_sorted(list.begin(), list.end())) damaged();
  }
  const auto bad = [](float weight) { return !std::isfinite(weight) || weight < 0; };
  if (std::any_of(weights_.begin(), weights_.end(), bad)) damaged();
}

std::span<const Ngram> SpectrumIndex::row(std::size_t sentence) const {
  const std::uint64_t begin = row_offsets_[sentence];
  const std::uint64_t end = row_offsets_[sentence + 1];
  if (file_ == nullptr) return rows_.subspan(begin, end - begin);
  if (begin > end || end > rows_.size()) damaged();
  const auto ngrams = rows_.subspan(begin, end - begin);
  Ngram largest = 0;
  for (const Ngram ngram : ngrams) largest = std::max(largest, ngram);
  if (!ngrams.empty() && largest >= ngram_count()) damaged();
  return ngrams;
}

SpectrumIndex::Range SpectrumIndex::postings_range(Ngram ngram) const {
  const std::uint64_t begin = posting_offsets_[ngram];
  const std::uint64_t end = posting_offsets_[ngram + 1];
  if (file_ != nullptr && (begin > end || end > postings_.size())) damaged();
  return {static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)};
}

std::span<const std::uint32_t> SpectrumIndex::postings(Ngram ngram) const {
  const Range range = postings_range(ngram);
  const auto sentences = postings_.subspan(range.begin, range.size);
  if (file_ == nullptr) return sentences;
  std::uint32_t largest = 0;
  for (const std::uint32_t sentence : sentences) largest = std::max(largest, sentence);
  if (!sentences.empty() && largest >= sentence_count()) damaged();
  return sentences;
}

double SpectrumIndex::unseen_weight(std::size_t length) const {
  const double weight = options_.length_weight(length);
  const auto sentences = static_cast<double>(std::max<std::size_t>(sentence_count(), 1));
  return options_.inverse_frequency ? weight * frequency_factor(sentences, 1.0) : weight;
}

void SpectrumIndex::append_ngrams(std::span<const text::WordId> words, std::vector<Ngram>& ngrams,
                                  std::vector<std::uint32_t>* ends) const {
  std::array<Ngram, kMaxOrder + 1> ending{};
  ending[0] = kEmptyNgram;
  for (std::size_t position = 0; position < words.size(); ++position) {
    const std::size_t longest = std::min(order(), position + 1);
    for (std::size_t length = longest; length >= 1; --length)
      ending[length] = trie_.find(ending[length - 1], words[position]);
    for (std::size_t length = 1; length <= longest; ++length)
      if (ending[length] != kUnseenNgram) ngrams.push_back(ending[length]);
    if (ends != nullptr) ends->push_back(static_cast<std::uint32_t>(ngrams.size()));
  }
}

std::vector<double> SpectrumIndex::prefix_self_kernels(std::span<const text::WordId> words) const {
  std::vector<double> kernels;
  double sum = 0;
  std::array<Ngram, kMaxOrder + 1> ending{};
  ending[0] = kEmptyNgram;
  for (std::size_t position = 0; position < words.size(); ++position) {
    const auto repeats = earlier_repeats(words.first(position), words[position], order());
    for (std::size_t length = std::min(order(), position + 1); length >= 1; --length) {
      ending[length] = trie_.find(ending[length - 1], words[position]);
      const double ngram_weight =
          ending[length] == kUnseenNgram ? unseen_weight(length) : weight(ending[length]);
      sum += ngram_weight * (2.0 * repeats[length] + 1.0);
    }
    kernels.push_back(sum);
  }
  return kernels;
}

double SpectrumIndex::self_kernel(std::span<const text::WordId> words) const {
  return words.empty() ? 0.0 : prefix_self_kernels(words).back();
}

std::vector<double> SpectrumIndex::self_kernels() const {
  std::vector<double> kernels(sentence_count());
  std::vector<Ngram> sorted;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const auto ngrams = row(i);
    sorted.assign(ngrams.begin(), ngrams.end());
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
      while (end < sorted.size() && sorted[end] == sorted[begin]) ++end;
      const auto count = static_cast<double>(end - begin);
      kernels[i] += weight(sorted[begin]) * count * count;
    }
  }
  return kernels;
}

}  // namespace calque::kernel
