#include "phrase/significance.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "phrase/hash.h"
#include "phrase/numbering.h"

namespace calque::phrase {
namespace {

// One list is searched instead of read if it is so many times longer than the other.
constexpr std::size_t kMuchLonger = 16;

struct ListKeys {
  using Item = std::span<const text::WordId>;
  const PhraseList* list = nullptr;
  std::size_t added = 0;

  std::size_t size() const { return added; }
  bool equal(std::uint32_t number, Item item) const { return std::ranges::equal((*list)[number], item); }
  void add(Item) { ++added; }
};

// Calls visit(phrase) once for each phrase of the list that the sentence contains.
class SentenceScanner {
 public:
  explicit SentenceScanner(const PhraseList& phrases)
      : numbering_({&phrases, 0}), longest_(longest(phrases)), last_seen_(phrases.size(), 0) {
    for (std::size_t i = 0; i < phrases.size(); ++i) numbering_.number(phrases[i], hash_words(phrases[i]));
  }

  template <typename Visit>
  void scan(std::span<const text::WordId> sentence, const Visit& visit) {
    ++scanned_;
    for (std::size_t begin = 0; begin < sentence.size(); ++begin) {
      const std::size_t maximum = std::min(longest_, sentence.size() - begin);
      for (std::size_t length = 1; length <= maximum; ++length) {
        const auto words = sentence.subspan(begin, length);
        const auto phrase = numbering_.find(words, hash_words(words));
        if (!phrase || last_seen_[*phrase] == scanned_) continue;
        last_seen_[*phrase] = scanned_;
        visit(*phrase);
      }
    }
  }
  void restart() {
    std::ranges::fill(last_seen_, 0U);
    scanned_ = 0;
  }

 private:
  Numbering<ListKeys> numbering_;
  std::size_t longest_;
  std::vector<std::uint32_t> last_seen_;  // number of the scan in which a phrase was found, from 1
  std::uint32_t scanned_ = 0;
};

double least_negative_log(const SignificanceThreshold& threshold, const FisherTest& test) {
  return threshold.relative_to_alpha ? test.alpha() + threshold.value : threshold.value;
}

}  // namespace

FisherTest::FisherTest(std::size_t sentence_pairs)
    : sentence_pairs_(sentence_pairs),
      log_factorials_(sentence_pairs + 1, 0.0),
      alpha_(sentence_pairs == 0 ? 0.0 : std::log(static_cast<double>(sentence_pairs))) {
  for (std::size_t n = 2; n <= sentence_pairs; ++n)
    log_factorials_[n] = log_factorials_[n - 1] + std::log(static_cast<double>(n));
}

// The upper tail of the hypergeometric distribution. Each term is the one before it times a ratio of whole
// numbers, so only the first is computed from logarithms.
double FisherTest::log_p_value(const CooccurrenceCounts& counts) const {
  const std::size_t maximum = std::min(counts.source, counts.target);
  double term = 1;
  double sum = 1;
  for (std::size_t k = counts.both; k < maximum; ++k) {
    const auto real = [](std::size_t n) { return static_cast<double>(n); };
    const double ratio = real(counts.source - k) * real(counts.target - k) /
                         (real(k + 1) * real(sentence_pairs_ + k + 1 - counts.source - counts.target));
    term *= ratio;
    sum += term;
    if (ratio < 1 && term < sum * 1e-17) break;
  }
  const double log_first = log_choose(counts.source, counts.both) +
                           log_choose(sentence_pairs_ - counts.source, counts.target - counts.both) -
                           log_choose(sentence_pairs_, counts.target);
  return std::min(log_first + std::log(sum), 0.0);
}

SentenceIndex::SentenceIndex(const text::Corpus& corpus, const PhraseList& phrases)
    : offsets_(phrases.size() + 1, 0) {
  SentenceScanner scanner(phrases);
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    scanner.scan(corpus.sentence(i), [&](std::uint32_t phrase) { ++offsets_[phrase + 1]; });
  }
  for (std::size_t i = 0; i < phrases.size(); ++i) offsets_[i + 1] += offsets_[i];
  sentences_.resize(offsets_.back());
  std::vector<std::uint64_t> next(offsets_.begin(), offsets_.end() - 1);
  scanner.restart();
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    scanner.scan(corpus.sentence(i),
                 [&](std::uint32_t phrase) { sentences_[next[phrase]++] = static_cast<std::uint32_t>(i); });
  }
}

std::size_t intersection_size(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  if (a.size() > b.size()) std::swap(a, b);
  std::size_t common = 0;
  auto from = b.begin();
  if (b.size() / kMuchLonger > a.size()) {
    for (const std::uint32_t number : a) {
      from = std::lower_bound(from, b.end(), number);
      if (from != b.end() && *from == number) ++common;
    }
    return common;
  }
  for (auto at = a.begin(); at != a.end() && from != b.end();) {
    common += *at == *from ? 1 : 0;
    const bool step_a = *at <= *from;
    const bool step_b = *from <= *at;
    at += step_a ? 1 : 0;
    from += step_b ? 1 : 0;
  }
  return common;
}

SignificanceFilter::SignificanceFilter(const text::ParallelCorpus& corpus, const PhraseList& source,
                                       const PhraseList& target, const SignificanceThreshold& threshold,
                                       ThreadPool& threads)
    : test_(corpus.size()), minimum_(least_negative_log(threshold, test_)) {
  std::vector<std::optional<SentenceIndex>> sides(2);
  threads.for_blocks(2, 1, [&](const Block& side) {
    if (side.index == 0) sides[0].emplace(corpus.source, source);
    if (side.index == 1) sides[1].emplace(corpus.target, target);
  });
  for (auto& side : sides) sides_.push_back(std::move(*side));
}

CooccurrenceCounts SignificanceFilter::counts(std::size_t source, std::size_t target) const {
  const auto a = sides_[0].sentences(source);
  const auto b = sides_[1].sentences(target);
  return {static_cast<std::uint32_t>(intersection_size(a, b)), static_cast<std::uint32_t>(a.size()),
          static_cast<std::uint32_t>(b.size())};
}

}  // namespace calque::phrase
