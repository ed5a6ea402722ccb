#include "block/block_set.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace calque::block {

BlockSet::BlockSet(const phrase::PhraseTable& table) {
  for (std::size_t id = 0; id < table.id_limit(); ++id) {
    const phrase::SourcePhraseId node{static_cast<std::uint32_t>(id)};
    const std::size_t translations = table.translation_count(node);
    if (translations == 0) continue;
    const std::uint32_t source = sources_.add(table.source_words(node));
    for (std::size_t i = 0; i < translations; ++i) {
      const phrase::Translation translation = table.translation(node, i);
      // Pairs of a table stand in the order of its source phrases.
      CALQUE_CHECK(translation.pair == size());
      add_block(source, targets_.add(translation.target), double{translation.joint_count});
    }
    first_.push_back(static_cast<BlockId>(size()));
  }
  measure();
}

BlockSet::BlockSet(std::span<const CountedBlock> blocks) {
  struct Entry {
    std::uint32_t source;
    std::uint32_t target;
    double count;
  };
  std::vector<Entry> entries;
  for (const CountedBlock& block : blocks) {
    CALQUE_CHECK(!block.source.empty() && !block.target.empty());
    const Entry entry{sources_.add(block.source), targets_.add(block.target), block.count};
    const auto same = std::find_if(entries.begin(), entries.end(), [&](const Entry& other) {
      return other.source == entry.source && other.target == entry.target;
    });
    if (same == entries.end()) {
      entries.push_back(entry);
    } else {
      same->count += entry.count;
    }
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.source != b.source ? a.source < b.source : a.count > b.count;
  });
  for (std::size_t i = 0; i < entries.size(); ++i) {
    add_block(entries[i].source, entries[i].target, entries[i].count);
    if (i + 1 == entries.size() || entries[i + 1].source != entries[i].source)
      first_.push_back(static_cast<BlockId>(size()));
  }
  measure();
}

void BlockSet::add_block(std::uint32_t source, std::uint32_t target, double count) {
  CALQUE_CHECK(size() < kNoBlock);
  sources_of_.push_back(source);
  targets_of_.push_back(target);
  counts_.push_back(static_cast<float>(count));
  total_ += double{counts_.back()};
}

void BlockSet::measure() {
  const auto longest = [](const phrase::Sequences<text::WordId>& phrases) {
    std::size_t maximum = 0;
    for (std::size_t i = 0; i < phrases.size(); ++i) maximum = std::max(maximum, phrases[i].size());
    return maximum;
  };
  target_totals_.resize(targets_.size());
  for (BlockId block = 0; block < size(); ++block) target_totals_[targets_of_[block]] += count(block);
  end_.assign(first_.begin() + 1, first_.end());
  max_source_length_ = longest(sources_.sequences());
  max_target_length_ = longest(targets_.sequences());
}

void BlockSet::keep_sources(const std::vector<bool>& keep) {
  CALQUE_CHECK(keep.size() == source_count());
  for (std::uint32_t source = 0; source < source_count(); ++source) {
    if (!keep[source]) end_[source] = first_[source];
  }
}

void BlockSet::keep_frequent(double min_count, std::size_t maximum) {
  for (std::uint32_t source = 0; source < source_count(); ++source) {
    if (maximum > 0)
      end_[source] = static_cast<BlockId>(std::min<std::size_t>(end_[source], first_[source] + maximum));
    while (end_[source] > first_[source] && count(end_[source] - 1) < min_count) --end_[source];
  }
}

std::size_t BlockSet::kept_blocks() const {
  std::size_t kept = 0;
  for (std::uint32_t source = 0; source < source_count(); ++source) kept += end_[source] - first_[source];
  return kept;
}

}  // namespace calque::block
