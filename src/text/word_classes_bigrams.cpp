#include "text/word_classes_bigrams.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "base/error.h"

namespace calque::text {
namespace {

constexpr std::uint64_t kMaxEvents = std::uint64_t{1} << 31;

// Calls visit(left, right) for every bigram of ranks, boundaries included.
template <typename Visit>
void for_each_bigram(const Corpus& corpus, const std::vector<std::uint32_t>& rank_of, std::uint32_t boundary,
                     Visit visit) {
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    std::uint32_t left = boundary;
    for (const WordId word : corpus.sentence(i)) {
      const std::uint32_t right = rank_of[index_of(word)];
      visit(left, right);
      left = right;
    }
    visit(left, boundary);
  }
}

}  // namespace

BigramRows::BigramRows(const Corpus& corpus, std::size_t vocabulary_size)
    : events_(corpus.token_count() + corpus.size()) {
  if (events_ >= kMaxEvents) {
    throw DataError({}, fmt::format("{} words and sentences are too many for word classes", events_),
                    fmt::format("train them on a part with fewer than {}", kMaxEvents));
  }
  rank_words(corpus, vocabulary_size);
  count_successors(corpus);
  transpose();
}

void BigramRows::rank_words(const Corpus& corpus, std::size_t vocabulary_size) {
  std::vector<std::uint32_t> frequency(vocabulary_size, 0);
  for (const WordId word : corpus.tokens()) {
    CALQUE_CHECK(index_of(word) < vocabulary_size);
    ++frequency[index_of(word)];
  }
  for (std::uint32_t id = 0; id < vocabulary_size; ++id) {
    if (frequency[id] > 0) by_rank_.push_back(WordId{id});
  }
  std::stable_sort(by_rank_.begin(), by_rank_.end(),
                   [&](WordId a, WordId b) { return frequency[index_of(a)] > frequency[index_of(b)]; });
  words_ = static_cast<std::uint32_t>(by_rank_.size());
  rank_of_.assign(vocabulary_size, 0);
  for (std::uint32_t rank = 0; rank < words_; ++rank) {
    rank_of_[index_of(by_rank_[rank])] = rank;
    counts_.push_back(frequency[index_of(by_rank_[rank])]);
  }
  counts_.push_back(static_cast<std::uint32_t>(corpus.size()));
}

void BigramRows::count_successors(const Corpus& corpus) {
  // Every token of the left word has one successor: its count is the place its row needs at most.
  std::vector<std::uint64_t> ends(words_ + 2, 0);
  std::partial_sum(counts_.begin(), counts_.end(), ends.begin() + 1, std::plus<std::uint64_t>());
  std::vector<std::uint32_t> right_words(events_);
  std::vector<std::uint64_t> next(ends.begin(), ends.end() - 1);
  for_each_bigram(corpus, rank_of_, boundary(),
                  [&](std::uint32_t left, std::uint32_t right) { right_words[next[left]++] = right; });

  self_counts_.assign(words_ + 1, 0);
  successors_.offsets.push_back(0);
  for (std::uint32_t left = 0; left <= words_; ++left) {
    const auto begin = right_words.begin() + static_cast<std::ptrdiff_t>(ends[left]);
    const auto end = right_words.begin() + static_cast<std::ptrdiff_t>(ends[left + 1]);
    std::sort(begin, end);
    for (auto run = begin; run != end;) {
      const auto run_end = std::find_if(run, end, [&](std::uint32_t right) { return right != *run; });
      const auto count = static_cast<std::uint32_t>(run_end - run);
      if (*run == left) {
        self_counts_[left] = count;
      } else {
        successors_.neighbours.push_back({*run, count});
      }
      run = run_end;
    }
    successors_.offsets.push_back(successors_.neighbours.size());
  }
}

void BigramRows::transpose() {
  predecessors_.offsets.assign(words_ + 2, 0);
  for (const Neighbour& right : successors_.neighbours) ++predecessors_.offsets[right.rank + 1];
  std::partial_sum(predecessors_.offsets.begin(), predecessors_.offsets.end(), predecessors_.offsets.begin());
  predecessors_.neighbours.resize(successors_.neighbours.size());
  std::vector<std::uint64_t> next(predecessors_.offsets.begin(), predecessors_.offsets.end() - 1);
  for (std::uint32_t left = 0; left <= words_; ++left) {
    for (const Neighbour& right : successors_.row(left)) {
      predecessors_.neighbours[next[right.rank]++] = {left, right.count};
    }
  }
}

}  // namespace calque::text
