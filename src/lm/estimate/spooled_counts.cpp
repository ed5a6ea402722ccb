#include "lm/estimate/spooled_counts.h"

#include <algorithm>
#include <utility>

#include "lm/files/ngram_data.h"

namespace calque::lm {
namespace {

// Writes one level: the n-gram that is open collects its counts until the next one opens.
class LevelWriter {
 public:
  LevelWriter(const SpoolCountOptions& options, unsigned n)
      : writer_(options.folder), range_size_(options.range_size), threshold_(options.thresholds[n - 1]) {}

  void open(std::uint32_t first_word, std::uint32_t suffix) {
    open_ = {first_word, suffix, 0, 0};
    is_open_ = true;
  }
  void close() {
    if (!is_open_) return;
    is_open_ = false;
    const auto number = static_cast<std::uint32_t>(writer_.size());
    if (level_.ranges.empty() ||
        (open_.suffix != last_suffix_ && number - level_.ranges.back().begin >= range_size_)) {
      level_.ranges.push_back({number, open_.suffix});
    }
    writer_.put_varint(open_.first_word);
    writer_.put_varint(open_.suffix - last_suffix_);
    writer_.put_varint(open_.adjusted);
    writer_.put_varint(open_.occurrences);
    writer_.end_item();
    last_suffix_ = open_.suffix;
    level_.adjusted.add(open_.adjusted);
    level_.occurrences.add(open_.occurrences);
    if (open_.occurrences > threshold_) ++level_.kept;
  }
  CountedNgram& current() { return open_; }
  // Number of the n-gram that is open.
  std::uint32_t number() const { return static_cast<std::uint32_t>(writer_.size()); }

  SpooledLevel finish() {
    close();
    level_.ngrams = writer_.finish();
    return std::move(level_);
  }

 private:
  store::SpoolWriter writer_;
  std::size_t range_size_;
  std::uint64_t threshold_;
  SpooledLevel level_;
  CountedNgram open_;
  bool is_open_ = false;
  std::uint32_t last_suffix_ = 0;
};

void finish_unigrams(SpooledCounts& counts) {
  SpooledLevel& level = counts.levels[0];
  level.ranges.push_back({0, 0});
  level.kept = counts.adjusted.size();
  for (const std::uint32_t count : counts.adjusted) level.adjusted.add(count);
  for (const std::uint32_t count : counts.occurrences) level.occurrences.add(count);
}

}  // namespace

SpooledCounts count_runs(const std::vector<store::Spool>& runs, const SpoolCountOptions& options) {
  const auto order = static_cast<unsigned>(options.thresholds.size());
  SpooledCounts counts;
  counts.adjusted.assign(options.vocabulary_size, 0);
  counts.occurrences.assign(options.vocabulary_size, 0);
  std::vector<LevelWriter> writers;  // [n - 2] for length n
  for (unsigned n = 2; n <= order; ++n) writers.emplace_back(options, n);

  RunMerger merger(runs);
  LongestNgram ngram;
  while (merger.next(ngram)) {
    const auto count = static_cast<std::uint32_t>(ngram.count);
    std::uint32_t suffix = ngram.words[0];
    counts.occurrences[suffix] += count;
    if (ngram.length == 1) counts.adjusted[suffix] += count;
    for (unsigned n = std::max(ngram.shared + 1U, 2U); n <= order; ++n) writers[n - 2].close();
    for (unsigned n = 2; n <= ngram.length; ++n) {
      LevelWriter& writer = writers[n - 2];
      if (n > ngram.shared) {
        writer.open(ngram.words[n - 1], suffix);
        ++(n == 2 ? counts.adjusted[suffix] : writers[n - 3].current().adjusted);
      }
      writer.current().occurrences += count;
      if (n == ngram.length) writer.current().adjusted += count;
      suffix = writer.number();
    }
  }
  counts.levels.emplace_back();
  for (LevelWriter& writer : writers) counts.levels.push_back(writer.finish());
  finish_unigrams(counts);
  return counts;
}

}  // namespace calque::lm
