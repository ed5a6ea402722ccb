#include "phrase/numbered_occurrences.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "phrase/block_occurrences.h"
#include "phrase/numbering.h"
#include "phrase/pair_filter.h"

namespace calque::phrase {
namespace {

constexpr std::size_t kNumberedPerBlock = 512;
constexpr std::size_t kBlocksPerWave = 16;
// How far ahead of the look-up a slot of the table is fetched.
constexpr std::size_t kLookahead = 12;

struct PhraseKeys {
  using Item = PhraseUse;
  PhraseList list;

  std::size_t size() const { return list.size(); }
  bool equal(std::uint32_t number, const PhraseUse& use) const {
    return std::ranges::equal(list[number], list.words.subspan(use.begin, use.length));
  }
  void add(const PhraseUse& use) { list.add(use.begin, use.length); }
};

class PhraseNumbering {
 public:
  explicit PhraseNumbering(std::span<const text::WordId> words) : numbering_(PhraseKeys{{words, {}, {}}}) {}

  // Appends the number of each use to `numbers`.
  void number(std::span<const PhraseUse> uses, std::vector<std::uint32_t>& numbers) {
    for (std::size_t i = 0; i < uses.size(); ++i) {
      if (i + kLookahead < uses.size()) numbering_.prefetch(uses[i + kLookahead].hash);
      const std::uint32_t number = numbering_.number(uses[i], uses[i].hash);
      if (number == counts_.size()) counts_.push_back(0);
      counts_[number] += uses[i].uses;
      numbers.push_back(number);
    }
    CALQUE_CHECK(numbering_.size() < std::numeric_limits<std::uint32_t>::max());
  }
  PhraseList take_phrases() { return numbering_.take_keys().list; }
  std::vector<std::uint32_t> take_counts() { return std::move(counts_); }

 private:
  Numbering<PhraseKeys> numbering_;
  std::vector<std::uint32_t> counts_;
};

// Takes a wave of blocks after the other. The three tables know nothing of each other, so each is one task;
// inside a table everything happens in corpus order.
class WaveNumbering {
 public:
  WaveNumbering(const text::ParallelCorpus& corpus, const store::SpillOptions& spill)
      : source_(corpus.source.tokens()), target_(corpus.target.tokens()), occurrences_(spill) {}

  void add(std::span<const BlockOccurrences> wave, ThreadPool& threads) {
    for (auto& numbers : numbers_) numbers.clear();
    threads.for_blocks(numbers_.size(), 1, [&](const Block& task) { number(task.index, wave); });
    CALQUE_CHECK(alignments_.size() < AlignmentAndOrientations::kMaxAlignments);
    std::array<std::size_t, 3> first{};  // of the block in the wave's numbers
    for (const BlockOccurrences& block : wave) {
      for (const BlockOccurrences::Record& record : block.records) {
        occurrences_.push_back({numbers_[0][first[0] + record.source], numbers_[1][first[1] + record.target],
                                AlignmentAndOrientations::pack(numbers_[2][first[2] + record.alignment],
                                                               record.backward, record.forward)});
      }
      first[0] += block.source.size();
      first[1] += block.target.size();
      first[2] += block.alignments.size();
    }
  }

  NumberedOccurrences finish() {
    return {source_.take_phrases(), target_.take_phrases(),        source_.take_counts(),
            target_.take_counts(),  alignments_.take_keys().links, std::move(occurrences_)};
  }

 private:
  void number(std::size_t task, std::span<const BlockOccurrences> wave) {
    for (const BlockOccurrences& block : wave) {
      if (task == 0) source_.number(block.source, numbers_[0]);
      if (task == 1) target_.number(block.target, numbers_[1]);
      if (task != 2) continue;
      for (std::size_t i = 0; i < block.alignments.size(); ++i) {
        numbers_[2].push_back(alignments_.number(block.alignments[i], hash_links(block.alignments[i])));
      }
    }
  }

  PhraseNumbering source_;
  PhraseNumbering target_;
  Numbering<AlignmentKeys> alignments_;
  store::SpillingArray<NumberedOccurrence> occurrences_;
  std::array<std::vector<std::uint32_t>, 3> numbers_;  // of the wave's source uses, target uses, alignments
};

void check_size(const text::Corpus& side, const char* name) {
  if (side.token_count() < std::numeric_limits<std::uint32_t>::max()) return;
  throw UsageError({},
                   fmt::format("the {} side has {} words, more than 4,294,967,294", name, side.token_count()),
                   "use fewer sentence pairs");
}

}  // namespace

NumberedOccurrences number_occurrences(const AlignedText& text, const ExtractOptions& options,
                                       const store::SpillOptions& spill, ThreadPool& threads,
                                       Reporter& reporter, OccurrenceObserver* observer) {
  options.validate();
  check_fit(text.corpus, text.alignments);
  check_size(text.corpus.source, "source");
  check_size(text.corpus.target, "target");
  std::optional<PairFilter> filter;
  if (options.rules.any()) filter.emplace(text.corpus, text.alignments, options.rules);
  WaveNumbering numbering(text.corpus, spill);
  const std::size_t size = text.corpus.size();
  constexpr std::size_t kWave = kNumberedPerBlock * kBlocksPerWave;
  for (std::size_t begin = 0; begin < size; begin += kWave) {
    const std::size_t count = std::min(kWave, size - begin);
    if (observer != nullptr) observer->begin_wave((count + kNumberedPerBlock - 1) / kNumberedPerBlock);
    const auto wave = threads.map_blocks<BlockOccurrences>(count, kNumberedPerBlock, [&](const Block& block) {
      OccurrenceCollector collector(text.corpus, text.alignments, options, filter ? &*filter : nullptr,
                                    observer);
      return collector.collect(begin + block.begin, begin + block.end, block.index);
    });
    if (observer != nullptr) observer->end_wave();
    numbering.add(wave, threads);
    reporter.progress(begin + count, size);
  }
  if (observer != nullptr) observer->end_corpus();
  return numbering.finish();
}

}  // namespace calque::phrase
