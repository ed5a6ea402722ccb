#include "tune/lists.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include <fmt/format.h>

#include "base/error.h"
#include "base/hash.h"

namespace calque::tune {
namespace {

constexpr std::size_t kTextsPerBlock = 512;

constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  return combine_hash<29>(hash, value);
}

std::uint64_t hash_words(std::size_t sentence, std::string_view words) {
  return mix(fnv1a(words, mix(0x5bf03635ULL, sentence)), words.size());
}

}  // namespace

void CandidateBatch::add(std::size_t sentence, std::string_view words, std::span<const double> features) {
  sentences_.push_back(static_cast<std::uint32_t>(sentence));
  // "+ 0.0" makes minus zero equal to zero.
  for (const double value : features) features_.push_back(static_cast<float>(value + 0.0));
  text_ += words;
  text_ends_.push_back(text_.size());
  sparse_ends_.push_back(sparse_.size());
}

void CandidateBatch::add_sparse(std::string_view name, double value) {
  const auto [place, is_new] =
      name_ids_.try_emplace(std::string(name), static_cast<std::uint32_t>(names_.size()));
  if (is_new) names_.emplace_back(name);
  sparse_.push_back({place->second, static_cast<float>(value)});
  sparse_ends_.back() = sparse_.size();
}

CandidateLists::CandidateLists(std::vector<decode::FeatureDescription> features, std::size_t sentences)
    : features_(std::move(features)), firsts_(sentences + 1, 0) {
  for (const auto& feature : features_) feature_count_ += feature.score_count();
}

std::uint32_t CandidateLists::intern(std::size_t sentence, std::string_view text) {
  for (std::uint64_t hash = hash_words(sentence, text);; hash = mix(hash, 1)) {
    const auto [place, is_new] = text_ids_.try_emplace(hash, static_cast<std::uint32_t>(text_count()));
    if (is_new) {
      text_ += text;
      text_ends_.push_back(text_.size());
      text_sentences_.push_back(static_cast<std::uint32_t>(sentence));
      return place->second;
    }
    if (text_sentences_[place->second] == sentence && words(place->second) == text) return place->second;
  }
}

std::vector<std::uint32_t> CandidateLists::adopt_names(const CandidateBatch& batch) {
  std::vector<std::uint32_t> ids;
  for (const std::string& name : batch.names_) {
    const auto [place, is_new] =
        sparse_ids_.try_emplace(name, static_cast<std::uint32_t>(sparse_names_.size()));
    if (is_new) sparse_names_.push_back(name);
    ids.push_back(place->second);
  }
  return ids;
}

// One candidate while lists are merged.
struct CandidateLists::Row {
  std::uint32_t text;
  std::vector<float> values;
  std::vector<SparseValue> sparse;

  bool operator==(const Row&) const = default;
  std::uint64_t hash() const {
    std::uint64_t hash = mix(0x1234567ULL, text);
    for (const float value : values) hash = mix(hash, std::bit_cast<std::uint32_t>(value));
    for (const auto& [name, value] : sparse) hash = mix(mix(hash, name), std::bit_cast<std::uint32_t>(value));
    return hash;
  }
};

// The different candidates of one sentence, in order of arrival.
class CandidateLists::RowSet {
 public:
  void clear() {
    rows_.clear();
    seen_.clear();
  }
  void add(Row row) {
    for (std::uint64_t hash = row.hash();; hash = mix(hash, 1)) {
      const auto [place, is_new] = seen_.try_emplace(hash, rows_.size());
      if (is_new) return rows_.push_back(std::move(row));
      if (rows_[place->second] == row) return;
    }
  }
  std::span<const Row> rows() const { return rows_; }

 private:
  std::vector<Row> rows_;
  tsl::robin_map<std::uint64_t, std::size_t> seen_;
};

CandidateLists::Row CandidateLists::row_of(std::size_t s, std::size_t i) const {
  Row row{text_of(first(s) + i), std::vector<float>(feature_count_), {}};
  for (std::size_t k = 0; k < feature_count_; ++k) row.values[k] = column(s, k)[i];
  const auto own = sparse(first(s) + i);
  row.sparse.assign(own.begin(), own.end());
  return row;
}

CandidateLists::Row CandidateLists::row_from(const CandidateBatch& batch, std::size_t i,
                                             std::span<const std::uint32_t> names) {
  const auto values = std::span(batch.features_).subspan(i * feature_count_, feature_count_);
  Row row{intern(batch.sentences_[i], batch.words(i)), {values.begin(), values.end()}, {}};
  for (std::size_t j = batch.sparse_ends_[i]; j < batch.sparse_ends_[i + 1]; ++j)
    row.sparse.push_back({names[batch.sparse_[j].name], batch.sparse_[j].value});
  std::sort(row.sparse.begin(), row.sparse.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return row;
}

void CandidateLists::append_sentence(std::size_t s, std::span<const Row> rows) {
  firsts_[s + 1] = firsts_[s] + rows.size();
  for (std::size_t k = 0; k < feature_count_; ++k)
    for (const Row& row : rows) values_.push_back(row.values[k]);
  for (const Row& row : rows) {
    candidate_texts_.push_back(row.text);
    sparse_.insert(sparse_.end(), row.sparse.begin(), row.sparse.end());
    sparse_ends_.push_back(sparse_.size());
  }
}

std::size_t CandidateLists::merge(const CandidateBatch& batch) {
  CALQUE_CHECK(batch.features_.size() == batch.size() * feature_count_);
  const std::vector<std::uint32_t> names = adopt_names(batch);
  std::vector<std::size_t> order(batch.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](auto a, auto b) { return batch.sentences_[a] < batch.sentences_[b]; });

  CandidateLists merged(features_, sentence_count());
  merged.values_.reserve(values_.size() + batch.features_.size());
  RowSet rows;
  std::size_t next = 0;
  for (std::size_t s = 0; s < sentence_count(); ++s) {
    rows.clear();
    for (std::size_t i = 0; i < size(s); ++i) rows.add(row_of(s, i));
    for (; next < order.size() && batch.sentences_[order[next]] == s; ++next)
      rows.add(row_from(batch, order[next], names));
    merged.append_sentence(s, rows.rows());
  }
  CALQUE_CHECK(next == order.size());  // sentences out of range are the reader's to refuse
  const std::size_t added = merged.candidate_count() - candidate_count();
  firsts_ = std::move(merged.firsts_);
  values_ = std::move(merged.values_);
  candidate_texts_ = std::move(merged.candidate_texts_);
  sparse_ = std::move(merged.sparse_);
  sparse_ends_ = std::move(merged.sparse_ends_);
  return added;
}

void CandidateLists::score(const metrics::BoundMetric& metric, ThreadPool& threads) {
  if (metric.sentence_count() != sentence_count()) {
    throw DataError({},
                    fmt::format("n-best lists of {} sentences but references for {}", sentence_count(),
                                metric.sentence_count()),
                    "give the references of the sentences that were translated");
  }
  CALQUE_CHECK(statistics_.empty() || statistics_size_ == metric.statistics_size());
  statistics_size_ = metric.statistics_size();
  const std::size_t known = statistics_.size() / statistics_size_;
  statistics_.resize(text_count() * statistics_size_);
  std::vector<std::unique_ptr<metrics::SentenceScorer>> scorers(threads.threads());
  threads.for_blocks(text_count() - known, kTextsPerBlock, [&](const Block& block) {
    auto& scorer = scorers[block.thread];
    if (!scorer) scorer = metric.scorer();
    std::size_t started = sentence_count();
    for (std::size_t text = known + block.begin; text < known + block.end; ++text) {
      if (text_sentences_[text] != started) scorer->start(started = text_sentences_[text]);
      scorer->statistics(words(static_cast<std::uint32_t>(text)),
                         {statistics_.data() + text * statistics_size_, statistics_size_});
    }
  });
}

CandidateLists CandidateLists::subset(std::span<const std::size_t> sentences) const {
  CandidateLists part(features_, sentences.size());
  part.sparse_names_ = sparse_names_;
  part.sparse_ids_ = sparse_ids_;
  part.statistics_size_ = statistics_size_;
  for (std::size_t t = 0; t < sentences.size(); ++t) {
    const std::size_t s = sentences[t];
    part.firsts_[t + 1] = part.firsts_[t] + size(s);
    const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(first(s) * feature_count_);
    part.values_.insert(part.values_.end(), begin,
                        begin + static_cast<std::ptrdiff_t>(size(s) * feature_count_));
    for (std::size_t c = first(s); c < first(s) + size(s); ++c) {
      const std::size_t before = part.text_count();
      const std::uint32_t text = part.intern(t, words(text_of(c)));
      const auto row = statistics(c);
      if (part.text_count() > before) part.statistics_.insert(part.statistics_.end(), row.begin(), row.end());
      part.candidate_texts_.push_back(text);
      const auto own = sparse(c);
      part.sparse_.insert(part.sparse_.end(), own.begin(), own.end());
      part.sparse_ends_.push_back(part.sparse_.size());
    }
  }
  return part;
}

}  // namespace calque::tune
