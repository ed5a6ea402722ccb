#include "phrase/counted_pairs.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "phrase/orientation_table.h"
#include "store/spool.h"

namespace calque::phrase {
namespace {

// Source phrases with about this many occurrences are one piece of parallel work.
constexpr std::uint64_t kOccurrencesPerTask = 1 << 13;
constexpr std::size_t kTasksPerWave = 64;
constexpr std::size_t kSmallestBlock = 1 << 12;

// Source phrases [begin, end) and how often they occur together.
struct SourceRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint64_t occurrences = 0;
};

// As many ranges as it takes that each has at most `most` occurrences, or a single phrase.
std::vector<SourceRange> cut_by_occurrences(std::span<const std::uint32_t> counts, std::size_t first,
                                            std::uint64_t maximum) {
  std::vector<SourceRange> ranges;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (ranges.empty() || ranges.back().occurrences + counts[i] > maximum)
      ranges.push_back({first + i, first + i, 0});
    ++ranges.back().end;
    ranges.back().occurrences += counts[i];
  }
  return ranges;
}

// Brings the occurrences of each source phrase of one range together, and counts.
class RangeCounter {
 public:
  RangeCounter(const PairCounter& counter, OrientationTable& orientations, CountedPairs& out)
      : counter_(counter), orientations_(orientations), out_(out) {}

  void start(const SourceRange& range) {
    range_ = range;
    keys_ = std::make_unique_for_overwrite<std::uint64_t[]>(range.occurrences);
    ends_.assign(range.end - range.begin, 0);
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      ends_[i] = next;  // grows to the end while occurrences are added
      next += out_.source_counts[range.begin + i];
    }
  }
  void add(std::size_t source, std::uint64_t key) { keys_[ends_[source - range_.begin]++] = key; }

  void count(ThreadPool& threads) {
    const auto counts = std::span(out_.source_counts).subspan(range_.begin, range_.end - range_.begin);
    const auto tasks = cut_by_occurrences(counts, range_.begin, kOccurrencesPerTask);
    for (std::size_t begin = 0; begin < tasks.size(); begin += kTasksPerWave) {
      const std::size_t size = std::min(kTasksPerWave, tasks.size() - begin);
      const auto done = threads.map_blocks<Task>(
          size, 1, [&](const Block& block) { return run(tasks[begin + block.index]); });
      for (const Task& task : done) keep(task);
    }
    keys_.reset();
  }

 private:
  struct Task {
    std::vector<PairCounter::Result> pairs;
    std::vector<std::uint32_t> pairs_of_source;
  };

  Task run(const SourceRange& range) const {
    Task task;
    for (std::size_t source = range.begin; source < range.end; ++source) {
      const std::uint64_t end = ends_[source - range_.begin];
      const std::uint64_t size = out_.source_counts[source];
      const std::size_t before = task.pairs.size();
      counter_.count(out_.source[source], std::span(keys_.get() + (end - size), size), task.pairs);
      task.pairs_of_source.push_back(static_cast<std::uint32_t>(task.pairs.size() - before));
    }
    return task;
  }

  void keep(const Task& task) {
    for (const PairCounter::Result& result : task.pairs) {
      CountedPair pair = result.pair;
      pair.orientations = orientations_.number(result.orientations);
      out_.pairs.push_back(pair);
    }
    out_.pairs_of_source.insert(out_.pairs_of_source.end(), task.pairs_of_source.begin(),
                                task.pairs_of_source.end());
  }

  const PairCounter& counter_;
  OrientationTable& orientations_;
  CountedPairs& out_;
  SourceRange range_;
  std::unique_ptr<std::uint64_t[]> keys_;
  std::vector<std::uint64_t> ends_;  // of each source phrase's keys
};

using Occurrences = store::SpillingArray<NumberedOccurrence>;

// Deals the occurrences out to one temporary file per range.
std::vector<store::Spool> deal_out(Occurrences& occurrences, std::span<const std::uint32_t> ranks,
                                   std::span<const SourceRange> ranges, const MemoryOptions& memory) {
  const std::size_t block_bytes = std::clamp<std::size_t>(memory.bytes / 16 / ranges.size(), kSmallestBlock,
                                                          store::SpoolWriter::kDefaultBlockBytes);
  std::vector<store::SpoolWriter> writers;
  for (std::size_t i = 0; i < ranges.size(); ++i) writers.emplace_back(memory.temporary_folder, block_bytes);
  for (Occurrences::Reader reader(occurrences, true); !reader.done();) {
    const NumberedOccurrence occurrence = reader.next();
    const std::uint32_t source = ranks[occurrence.source];
    const auto range = std::ranges::upper_bound(ranges, source, {}, &SourceRange::begin) - 1;
    store::SpoolWriter& writer = writers[static_cast<std::size_t>(range - ranges.begin())];
    writer.put_varint(source - range->begin);
    writer.put_varint(occurrence.target);
    writer.put_varint(occurrence.alignment_and_orientations);
    writer.end_item();
  }
  std::vector<store::Spool> parts;
  for (store::SpoolWriter& writer : writers) parts.push_back(writer.finish());
  return parts;
}

// Numbers the source phrases anew, in the order of the table; returns the new number of each old one.
std::vector<std::uint32_t> sort_sources(NumberedOccurrences& numbered, ThreadPool& threads,
                                        CountedPairs& counted) {
  counted.source_lexicographic = lexicographic_order(numbered.source, threads);
  const std::vector<std::uint32_t> order = level_order(numbered.source, counted.source_lexicographic);
  std::vector<std::uint32_t> ranks(order.size());
  counted.source_counts.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    ranks[order[i]] = static_cast<std::uint32_t>(i);
    counted.source_counts[i] = numbered.source_counts[order[i]];
  }
  for (std::uint32_t& number : counted.source_lexicographic) number = ranks[number];
  counted.source = rearranged(numbered.source, order);
  numbered.source = {};
  numbered.source_counts = {};
  return ranks;
}

}  // namespace

void MemoryOptions::validate() const {
  if (bytes >= kMinimum) return;
  throw UsageError({}, fmt::format("a memory limit of {} bytes is too small", bytes),
                   fmt::format("give at least {} MiB", kMinimum >> 20U));
}

CountedPairs count_pairs(NumberedOccurrences numbered, const Lexicon& lexicon, const MemoryOptions& memory,
                         ThreadPool& threads) {
  CountedPairs counted;
  counted.occurrences = numbered.occurrences.size();
  const std::vector<std::uint32_t> ranks = sort_sources(numbered, threads, counted);
  counted.target = std::move(numbered.target);
  counted.target_counts = std::move(numbered.target_counts);
  counted.alignments = std::move(numbered.alignments);
  counted.pairs = store::SpillingArray<CountedPair>(memory.share(1, 4));
  counted.pairs_of_source.reserve(counted.source.size());
  const PairCounter counter(counted.target, counted.alignments, lexicon);
  OrientationTable orientations;
  RangeCounter range_counter(counter, orientations, counted);
  const auto key_bytes = [](std::uint64_t occurrences) { return occurrences * sizeof(std::uint64_t); };
  const bool in_memory =
      !numbered.occurrences.on_disk() && key_bytes(counted.occurrences) <= memory.bytes / 4;
  const std::uint64_t maximum =
      in_memory ? std::numeric_limits<std::uint64_t>::max() : memory.bytes / 8 / sizeof(std::uint64_t);
  const auto ranges = cut_by_occurrences(counted.source_counts, 0, maximum);
  if (in_memory && !ranges.empty()) {
    range_counter.start(ranges.front());
    for (Occurrences::Reader reader(numbered.occurrences, true); !reader.done();) {
      const NumberedOccurrence found = reader.next();
      range_counter.add(ranks[found.source],
                        PairCounter::key(found.target, found.alignment_and_orientations));
    }
    range_counter.count(threads);
  } else if (!ranges.empty()) {
    std::vector<store::Spool> parts = deal_out(numbered.occurrences, ranks, ranges, memory);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      range_counter.start(ranges[i]);
      for (store::SpoolReader reader(std::exchange(parts[i], {})); reader.items_left() > 0;) {
        reader.begin_item();
        const std::size_t source = ranges[i].begin + reader.varint32();
        const std::uint32_t target = reader.varint32();
        range_counter.add(source, PairCounter::key(target, reader.varint32()));
      }
      range_counter.count(threads);
    }
  }
  counted.orientations = orientations.take();
  return counted;
}

}  // namespace calque::phrase
