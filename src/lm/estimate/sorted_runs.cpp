#include "lm/estimate/sorted_runs.h"

#include <algorithm>

namespace calque::lm {
namespace {

unsigned shared_words(const LongestNgram& a, const LongestNgram& b) {
  const unsigned limit = std::min(a.length, b.length);
  unsigned shared = 0;
  while (shared < limit && a.words[shared] == b.words[shared]) ++shared;
  return shared;
}

}  // namespace

store::Spool write_run(std::span<const std::uint32_t> tokens, const SortedPositions& sorted,
                       const std::string& folder, std::size_t block_bytes) {
  store::SpoolWriter writer(folder, block_bytes);
  for (std::size_t i = 0; i < sorted.positions.size();) {
    const std::uint32_t p = sorted.positions[i];
    const unsigned depth = sorted.lengths[i].depth();
    const unsigned shared = sorted.lengths[i].shared();
    std::uint64_t count = 1;
    while (++i < sorted.positions.size() && sorted.lengths[i].shared() == depth) ++count;
    writer.put_varint((count << 8U) | (depth << 4U) | shared);
    for (unsigned k = shared; k < depth; ++k) writer.put_varint(tokens[p - k]);
    writer.end_item();
  }
  return writer.finish();
}

bool RunMerger::Cursor::advance() {
  if (reader.items_left() == 0) return false;
  reader.begin_item();
  const std::uint64_t head = reader.varint();
  ngram.count = head >> 8U;
  ngram.length = static_cast<unsigned>(head >> 4U) & 0xfU;
  for (unsigned k = head & 0xfU; k < ngram.length; ++k) ngram.words[k] = reader.varint32();
  return true;
}

RunMerger::RunMerger(const std::vector<store::Spool>& runs) {
  for (const store::Spool& run : runs) cursors_.push_back({store::SpoolReader(run), {}});
  const auto after = [this](std::size_t a, std::size_t b) { return comes_after(a, b); };
  for (std::size_t i = 0; i < cursors_.size(); ++i) {
    if (!cursors_[i].advance()) continue;
    heap_.push_back(i);
    std::push_heap(heap_.begin(), heap_.end(), after);
  }
}

bool RunMerger::comes_after(std::size_t a, std::size_t b) const {
  const LongestNgram& x = cursors_[a].ngram;
  const LongestNgram& y = cursors_[b].ngram;
  const unsigned shared = shared_words(x, y);
  return shared < x.length && shared < y.length && x.words[shared] > y.words[shared];
}

bool RunMerger::next(LongestNgram& ngram) {
  if (heap_.empty()) return false;
  const auto after = [this](std::size_t a, std::size_t b) { return comes_after(a, b); };
  const LongestNgram before = ngram;
  bool is_first = true;
  while (!heap_.empty()) {
    const LongestNgram& smallest = cursors_[heap_.front()].ngram;
    if (is_first) {
      ngram = smallest;
      ngram.shared = shared_words(before, ngram);
      is_first = false;
    } else if (smallest.length == ngram.length && shared_words(smallest, ngram) == ngram.length) {
      ngram.count += smallest.count;
    } else {
      break;
    }
    std::pop_heap(heap_.begin(), heap_.end(), after);
    if (cursors_[heap_.back()].advance()) {
      std::push_heap(heap_.begin(), heap_.end(), after);
    } else {
      heap_.pop_back();
    }
  }
  return true;
}

}  // namespace calque::lm
